// The page of one check, which has its answers as tables.

import { answer, stretch } from './answer.js';
import { controls } from './controls.js';
import { copyable } from './copy.js';
import { html, nothing, render } from './lit-html.js';
import { ask, packed } from './python.js';
import { table, why } from './reasons.js';
import { check, fill, goToAddress, onChange, openCheck, state } from './state.js';
import { strip } from './strip.js';

const root = document.getElementById('page');

const send =
  () => html`<h3>A link</h3><p class="hint">It opens this situation in whoever's copy of this file: the part from # on goes behind its name.</p>
  ${copyable(location.href)}`;

function rules() {
  if (!packed.lines) return nothing;
  return html`<details class="fold force"><summary>Your rules: ${packed.rules.length} ${packed.rules.length === 1 ? 'line' : 'lines'}</summary>
    ${packed.rules.map((line) => html`<p>${line}</p>`)}${copyable(packed.lines)}</details>`;
}

const about = () => html`<footer><details class="fold"><summary>About this page</summary>
  <p>Exact chances, version ${packed.version}. All answers of this one check are in this file: nothing is worked out, fetched or sent.</p>
  ${packed.left.length ? html`<p>Not asked here, and left as they are: ${packed.left.join('; ')}.</p>` : nothing}
  <p>The pocket edition, one larger file, has all checks, house rules, dice in a line and rolls; the full workbook has charts and much more.</p>
  <p>Inside: lit-html (BSD 3-Clause License, copyright 2017 Google LLC).</p></details></footer>`;

function draw() {
  const now = check();
  render(
    html`<header><p class="brand">Rencounter <small>one check</small></p></header>
    <main><h1 tabindex="-1">${now.title} <small>${now.source}</small></h1>
    <div class="row presets"><button type="button" @click=${() => openCheck(packed.id, {}, { anew: false })}>Reset</button>${now.presets.map(
      ([name, said]) => html`<button type="button" @click=${() => fill(said)}>${name}</button>`,
    )}</div>
    ${state.trouble ? html`<p class="error" role="alert">${state.trouble}</p>` : nothing}
    ${state.aside ? html`<p role="status">${state.aside}</p>` : nothing}
    <div class="instrument">${controls()}<div class="right">${answer(rules())}${strip({ Why: why, Table: table, Send: send })}</div></div></main>${about()}`,
    root,
  );
  stretch(root);
  document.title = now.title;
}

window.pocket = { ask, state, packed };
const ofGame = packed.described.game;
const first = await ask('asked', packed.id, {});
Object.assign(state, { id: packed.id, shown: first, groups: packed.groups, groupsBy: packed.lines });
state.first = { checks: { [packed.id]: { ...packed.described, first } } };
state.force[ofGame] = packed.lines;
state.text[ofGame] = packed.lines;
root.textContent = '';
onChange(draw);
if (location.hash.length > 1) await goToAddress();
else await openCheck(packed.id, packed.said, { anew: false });
window.pocket.shownAfter = performance.now();
addEventListener('popstate', () => goToAddress());
