// Dice in a line: one to six lines side by side.

import { picture, readings, work } from './answer.js';
import { copyTable } from './copy.js';
import { html, nothing } from './lit-html.js';
import { fromHtml } from './markup.js';
import { askDice, change, openDice, state, throwDice } from './state.js';

const MOST = 6;

function write(place, text) {
  state.dice.texts = state.dice.texts.map((one, i) => (i === place ? text : one));
  state.dice.thrown = [];
  change();
  askDice();
}

function where(one) {
  if (one.start === undefined) return nothing;
  const end = Math.max(one.end, one.start + 1);
  return html`<pre class="where">${one.line.slice(0, one.start)}<mark>${one.line.slice(one.start, end) || ' '}</mark>${one.line.slice(end)}</pre>`;
}

function alone(one, name) {
  return html`<p class="words" role="status" aria-live="polite">${one.asks ? html`${one.asks}: ` : nothing}<b>${one.headline}</b></p>
    ${picture(one.bars)}
    <details><summary>Table</summary>${fromHtml(name, one.table)}${one.more ? html`<p>and ${one.more} more</p>` : nothing}
    <p>${copyTable((button) => button.closest('details').querySelector('table'))}</p></details>`;
}

function line(text, place) {
  const told = state.dice.told[place] ?? {};
  const thrown = state.dice.thrown[place];
  return html`<section class="line"><div class="row"><input class="long" aria-label=${`dice in one line, line ${place + 1}`} autocomplete="off" autocapitalize="off"
      spellcheck="false" placeholder="such as 4d6 drop lowest" .value=${text} @input=${(e) => write(place, e.target.value)}>
      <button type="button" ?disabled=${state.dice.texts.length < 2} aria-label=${`remove line ${place + 1}`} @click=${() =>
        openDice(state.dice.texts.filter((_, i) => i !== place))}>×</button></div>
    ${told.error ? html`${where(told)}<p class=${told.begun ? 'hint' : 'error'} role=${told.begun ? 'status' : 'alert'}>${told.error}</p>` : nothing}
    ${
      told.parts
        ? html`<div class=${told.error ? 'stale' : ''}><p class="says">${told.says}</p>${told.notes.map((one) => html`<p class="hint">${one}</p>`)}
          ${thrown?.words ? html`<p role="log">${thrown.steps.join('; ')}: <b>${thrown.words}</b></p>` : nothing}
          ${told.parts.map((one, i) => alone(one, `dice ${place} ${i}`))}
          ${
            told.together
              ? html`<details open><summary>Both together</summary><div class="wide">${fromHtml(`dice ${place} together`, told.together)}</div></details>`
              : nothing
          }</div>`
        : nothing
    }</section>`;
}

export function diceLines() {
  const { dice } = state;
  const choose = (reading) => {
    dice.reading = reading;
    askDice();
  };
  return html`<main><h1>Dice in a line</h1>
    <div class="row">${readings(dice.reading, choose)}<button type="button" @click=${throwDice}>Roll</button>
      <button type="button" ?disabled=${dice.texts.length >= MOST} @click=${() => openDice([...dice.texts, '2d6'])}>Add a line</button></div>
    ${work()}<div class="lines">${dice.texts.map(line)}</div></main>`;
}
