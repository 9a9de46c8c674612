// The page as a whole.

import { answer, stretch } from './answer.js';
import { controls } from './controls.js';
import { diceLines } from './dice.js';
import { finder } from './finder.js';
import { keepGiven, playGiven } from './give.js';
import { dress, greeting, keeper, keptOf, keptThing, onKept, putAside, saveFile } from './keeper.js';
import { html, nothing, render } from './lit-html.js';
import { ownGame } from './own.js';
import { unpackedText } from './parts.js';
import { asFirst, ask, begin, onPython, python } from './python.js';
import {
  addressed,
  askAnswer,
  check,
  checkOf,
  fill,
  game,
  goOn,
  goToAddress,
  isGiven,
  keepGame,
  lines,
  onChange,
  openCheck,
  reset,
  search,
  state,
  turnTo,
} from './state.js';
import { held } from './strip.js';
import { tabs } from './tabs.js';
import { kept } from './yours.js';

const FIRST = 'rencounter.fire';
const root = document.getElementById('page');

const by = ({ whose }) => (whose ? `Rules of ${whose}` : 'Rules that came with this file');

/** What somebody gave with this file. */
function gift() {
  const { given } = state;
  const hasRules = given.things.some(([kind]) => kind === 'rules');
  if (given.damaged)
    return html`<p class="error" role="alert">What somebody gave with this file is damaged, and is left out.</p>`;
  if (!given.things.length && !given.pages.length) return nothing;
  const page = ([name, text]) =>
    html`<button type="button" @click=${() => saveFile(new File([text], name, { type: 'text/html' }))}>Save ${name}</button> `;
  const play = async () => {
    await playGiven(!given.by);
    await askAnswer();
  };
  return html`<div class="gift" role="region" aria-label="what came with this file"><p><b>${given.whose ? `From ${given.whose}` : 'With this file'}:</b>
      ${given.things.map(([, , , words]) => words).join('; ')}. ${hasRules && given.by ? 'The book stands beside each answer.' : nothing}</p>
    <p class="row">${hasRules ? html`<button type="button" @click=${play}>${given.by ? 'The book alone' : by(given)}</button>` : nothing}
      ${given.things.length ? html`<button type="button" @click=${keepGiven}>Keep these</button>` : nothing}${given.pages.map(page)}
      <span role="status">${given.said}</span></p></div>`;
}

function force() {
  if (!lines()) return nothing;
  const many = lines().trim().split('\n').length;
  const named = isGiven(game()) && state.given.things.find(([kind, stem]) => kind === 'rules' && stem === game());
  const whose = named ? `${by(state.given)}: ${named[3]}` : `Your rules: ${many} ${many === 1 ? 'line' : 'lines'}`;
  return html`<p class="force">${whose}
    <button type="button" @click=${() => turnTo('House rules')}>change</button></p>`;
}

/** A figure that was found, and the checks in which it counts; the first of them is open. */
function figure() {
  if (!state.figure) return nothing;
  const { name, checks } = state.figure;
  if (!checks) return html`<p role="status">${name}: looking for checks that use it ...</p>`;
  if (!checks.length) return html`<p role="status">${name}: no check uses it with the usual settings.</p>`;
  return html`<div class="row presets" role="group" aria-label="where the figure counts"><span>${name} counts in</span>${checks.map(
    ([id, title]) =>
      html`<button type="button" aria-pressed=${String(id === state.id)} @click=${() => openCheck(id, {}, { figure: state.figure })}>${title}</button>`,
  )}</div>`;
}

function oneCheck() {
  const now = check();
  if (!now) return nothing;
  return html`<main>${figure()}<h1 tabindex="-1">${now.title} <small>${now.source}</small></h1>
    <div class="row presets"><button type="button" @click=${reset}>Reset</button>${now.presets.map(
      ([name, said]) => html`<button type="button" @click=${() => fill(said)}>${name}</button>`,
    )}</div>
    ${state.trouble ? html`<p class="error" role="alert">${state.trouble}</p>` : nothing}
    ${state.aside ? html`<p role="status">${state.aside}</p>` : nothing}
    <div class="instrument">${controls()}<div class="right">${answer(force())}${tabs()}</div></div></main>`;
}

const PLACES = { check: oneCheck, dice: diceLines, game: ownGame, yours: kept };

const about = () => html`<footer><details class="fold"><summary>About this page</summary>
  <p>Exact chances for the dice of five tabletop rule sets, version ${state.first.version}. Everything is in this one file. It fetches
    nothing, sends nothing, and runs nothing that you type.</p>
  <p>The full workbook has more: charts over ranges, what matters, what would it take, every way the dice can fall, formulas, checks
    step by step, sea tables, the luck of a whole evening, sheets to print, and faster fights.</p>
  <p>Inside: Pyodide ${state.first.pyodide} (Mozilla Public License 2.0) with Python (PSF License), Lark (MIT License), and lit-html
    (BSD 3-Clause License, copyright 2017 Google LLC).</p></details></footer>`;

function draw() {
  const settle = held();
  render(
    html`<header><p class="brand">Rencounter <small>pocket edition</small></p></header>${state.greeting ?? nothing}
      ${keeper.trouble ? html`<p class="hint" role="status">${keeper.trouble}</p>` : nothing}${gift()}${finder()}${PLACES[state.place]()}${about()}`,
    root,
  );
  stretch(root);
  settle();
  document.title = `${state.place === 'check' ? (check()?.title ?? '') : 'Rencounter'} (pocket edition)`;
}

let drawn = false;

function drawSoon() {
  if (drawn) return;
  drawn = true;
  queueMicrotask(() => {
    drawn = false;
    draw();
  });
}

window.pocket = { ask, state, python };
state.first = JSON.parse(await unpackedText('first'));
Object.assign(state.first.checks, state.given.checks);
state.games = state.first.games;
for (const [name, { text }] of keptOf('games')) keepGame(name, text);
for (const [kind, name, text] of state.given.things) if (kind === 'games') keepGame(name, text);
root.textContent = '';
onChange(drawSoon);
onKept(drawSoon);
dress();
if (!addressed()) {
  const [rules, page] = [[...keptOf('rules')], keptThing('page', 'last')];
  const act = (one) => () => {
    state.greeting = null;
    one();
  };
  state.greeting = greeting(
    act(() => goOn(rules, page)),
    act(async () => {
      putAside();
      await playGiven(false);
      await askAnswer();
    }),
  );
}
if (!addressed() && state.given.start) history.replaceState(null, '', `#${state.given.start}`);
const [, named, more] = addressed() ?? [];
state.id = checkOf(named) ? named : FIRST;
state.stale = Boolean(more);
const { first } = check();
const unknown = { words: '', further: '', says: '', bars: null, why: '', table: '' }; // of a situation in a link; the answer to another would be taken for its own
Object.assign(state, {
  shown: state.stale ? { ...first, ...unknown } : first,
  groups: first.groups ?? [],
  groupsBy: '',
});
draw();
window.pocket.shownAfter = performance.now();
if (document.readyState === 'loading') {
  await new Promise((parsed) => document.addEventListener('DOMContentLoaded', parsed, { once: true }));
}
begin();
if (document.querySelector('link[rel="manifest"]')) navigator.serviceWorker?.register('sw.js');
const atFirst = { id: state.id, place: state.place };
let came = false;
onPython(async () => {
  if (python.state !== 'ready' || came) return;
  came = true;
  if (asFirst.length) state.games = await ask('games');
  await playGiven(state.given.by);
  if (addressed()) await goToAddress(atFirst);
  else await askAnswer();
  if (state.find.text) await search(state.find.text);
  window.pocket.readyAfter = performance.now();
});
addEventListener('resize', drawSoon);
addEventListener('popstate', () => {
  if (addressed()) goToAddress();
  else openCheck(FIRST, {}, { anew: false });
});
