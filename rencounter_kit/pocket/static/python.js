// Python, as the page asks it: one question at a time, each answered by a promise; what takes long can be stopped.

import { part } from './parts.js';

const PARTS = ['wasm', 'library', 'core', 'engine', 'loader', 'lock'];
const waiting = new Map();
const listeners = new Set();
let worker;
let count = 0;

const SLOW = 400; // milliseconds after which it is said that Python is at work

export const python = { state: 'starts', trouble: '', done: 0, of: 0, slow: false, restarts: 0 };

function tell() {
  for (const listener of listeners) listener();
}

let watched;

/** See whether what is asked now takes long, from when Python is there and has answered what was asked before. */
function watch() {
  clearTimeout(watched);
  if (waiting.size === 0 || python.state !== 'ready') return;
  watched = setTimeout(() => {
    python.slow = true;
    tell();
  }, SLOW);
}

/** Call this whenever Python has come, is at work, or has been stopped. */
export function onPython(listener) {
  listeners.add(listener);
}

function heard({ data }) {
  if (data.ready) {
    Object.assign(python, { state: 'ready', times: data.times });
    watch();
  }
  if (data.trouble) Object.assign(python, { state: 'broken', trouble: data.trouble });
  if (data.done !== undefined) Object.assign(python, { done: data.done, of: data.of });
  const answered = waiting.get(data.number);
  if (answered) {
    waiting.delete(data.number);
    Object.assign(python, { done: 0, of: 0, slow: false });
    watch();
    answered(JSON.parse(data.text));
  }
  tell();
}

/** Unpack Python in a worker of its own. */
export function begin() {
  const source = URL.createObjectURL(new Blob([part('worker')], { type: 'text/javascript' }));
  worker = new Worker(source);
  worker.onmessage = heard;
  worker.onerror = (error) => heard({ data: { trouble: error.message } });
  worker.postMessage({ packed: Object.fromEntries(PARTS.map((name) => [name, part(name)])) });
}

/** What an act of the bridge gives for these arguments; never, where it is stopped. */
export function ask(...what) {
  count += 1;
  const number = count;
  const answer = new Promise((answered) => waiting.set(number, answered));
  if (waiting.size === 1) watch();
  worker.postMessage({ number, text: JSON.stringify(what) });
  return answer;
}

/** End what Python is at, and begin it again. */
export function stop() {
  worker.terminate();
  clearTimeout(watched);
  for (const answered of waiting.values()) answered({ stopped: true });
  waiting.clear();
  Object.assign(python, { state: 'starts', done: 0, of: 0, slow: false, restarts: python.restarts + 1 });
  begin();
  tell();
}
