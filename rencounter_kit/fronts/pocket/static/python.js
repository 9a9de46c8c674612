// Python, as the page asks it: one question at a time, each answered by a promise; what takes long can be stopped.

import { part } from './parts.js';

const PARTS = ['wasm', 'library', 'core', 'engine', 'loader', 'lock'];
const waiting = new Map(); // each question, and who waits for the answer, by number
const BEGINS = 10_000; // milliseconds without a sign of Python after which that is said
const PIECES = 'more'; // the act by which what comes in pieces goes on: it has a line of its own
const PATIENCE = 3000; // milliseconds after which Python begins again where it does not let go of what is wanted no more
const listeners = new Set();
let worker;
let count = 0;

const SLOW = 400; // milliseconds after which it is said that Python is at work

export const python = { state: 'starts', trouble: '', late: false, done: 0, of: 0, slow: false, restarts: 0 };

function tell() {
  for (const listener of listeners) listener();
}

let watched;

/** See whether what is asked now takes long, from when Python is there and has answered what was asked before. */
function watch() {
  clearTimeout(watched);
  if (python.state !== 'ready' || [...waiting.values()].every(({ act }) => act === PIECES)) return;
  watched = setTimeout(() => {
    python.slow = true;
    tell();
  }, SLOW);
}

/** Is something asked by this act that is still to be answered? */
export const waits = (act) => [...waiting.values()].some((one) => one.act === act);

let silent;

/** Python has given a sign, or is about to: until it is there, the next one must come soon. */
function alive() {
  clearTimeout(silent);
  python.late = false;
  if (python.state !== 'starts') return;
  silent = setTimeout(() => {
    python.late = true;
    tell();
  }, BEGINS);
}

/** Python is not to be had: nobody waits for it. */
function broken(trouble) {
  Object.assign(python, { state: 'broken', trouble });
  for (const [number, { hears }] of waiting) {
    waiting.delete(number);
    hears({ stopped: true });
  }
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
  if (data.trouble) broken(data.trouble);
  alive();
  if (data.done !== undefined) Object.assign(python, { done: data.done, of: data.of });
  if (data.begins !== undefined) clearTimeout(overdue); // Python has let go of what it was at
  const answered = waiting.get(data.number);
  if (answered) {
    waiting.delete(data.number);
    Object.assign(python, { done: 0, of: 0, slow: false });
    watch();
    answered.hears(JSON.parse(data.text));
  }
  tell();
}

export const asFirst = []; // what Python is asked whenever it begins

/** Unpack Python in a worker of its own. */
export function begin() {
  alive();
  try {
    worker = new Worker(URL.createObjectURL(new Blob([part('worker')], { type: 'text/javascript' })));
  } catch (error) {
    heard({ data: { trouble: error.message } });
    return;
  }
  worker.onmessage = heard;
  worker.onerror = (error) => heard({ data: { trouble: error.message?.replace(/^Uncaught /, '') ?? 'no worker' } });
  worker.postMessage({ packed: Object.fromEntries(PARTS.map((name) => [name, part(name)])) });
  for (const what of asFirst) worker.postMessage({ number: 0, text: JSON.stringify(what) });
  for (const [number, { text }] of waiting) worker.postMessage({ number, text });
}

/** What an act of the bridge gives for these arguments; never, where it is stopped. */
export function ask(...what) {
  if (python.state === 'broken') return Promise.resolve({ stopped: true });
  count += 1;
  const number = count;
  const text = JSON.stringify(what);
  const answer = new Promise((hears) => waiting.set(number, { act: what[0], text, hears }));
  if (waiting.size === 1) watch();
  worker.postMessage({ number, text });
  return answer;
}

/** End what Python is at, and begin it again. */
function beginAgain() {
  worker.terminate();
  clearTimeout(watched);
  Object.assign(python, { state: 'starts', done: 0, of: 0, slow: false, restarts: python.restarts + 1 });
  begin();
  tell();
}

let overdue;

/** Let go of questions: whoever waits hears so at once. */
function letGo(wanted, said) {
  const ours = [...waiting].filter(([, { act }]) => wanted(act));
  for (const [number, { hears }] of ours) {
    waiting.delete(number);
    worker.postMessage({ left: number });
    hears(said);
  }
  if (ours.length === 0) return;
  Object.assign(python, { done: 0, of: 0, slow: false });
  watch();
  clearTimeout(overdue);
  if (python.state === 'ready') overdue = setTimeout(beginAgain, PATIENCE);
  tell();
}

/** Let go of all that is asked. */
export function stop() {
  letGo(() => true, { stopped: true });
}

/** Let go of what is asked by this act, since it is asked anew. */
export function askAnew(act) {
  letGo((one) => one === act, { stopped: true, anew: true });
}

/** Let go of what comes in pieces. */
export function stopPieces() {
  letGo((one) => one === PIECES, { stopped: true });
}
