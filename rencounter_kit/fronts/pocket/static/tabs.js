// What lies behind the tabs below the answer.

import { copyable, copyText } from './copy.js';
import { give } from './give.js';
import { houseRules } from './house.js';
import { keepThing } from './keeper.js';
import { html, nothing } from './lit-html.js';
import { fromHtml } from './markup.js';
import { men } from './men.js';
import { ask } from './python.js';
import { table, why } from './reasons.js';
import { askLuck, change, lines, look, openLine, state, stopSeries, throwMany, throwOnce } from './state.js';
import { strip } from './strip.js';

const asCsv = () =>
  html`<button type="button" @click=${(e) => copyText(e, ask('table_file', state.id, state.said, lines()))}>Copy as CSV, exact</button>`;

function throws() {
  const { series, thrown } = state;
  return html`<div class="row"><button type="button" @click=${throwOnce}>Roll</button>
      ${[100, 10000].map(
        (many) =>
          html`<button type="button" ?disabled=${series?.going} @click=${() => throwMany(many)}>Roll ${many.toLocaleString('en')}</button>`,
      )}
      <label>seed <input class="short" inputmode="numeric" autocomplete="off" autocapitalize="off" .value=${state.seed} placeholder="any"
        @input=${(e) => {
          state.seed = e.target.value;
        }}></label></div>
    ${
      series?.going
        ? html`<p role="status"><progress max=${series.count} value=${series.many}></progress> ${series.many.toLocaleString('en')} of
          ${series.count.toLocaleString('en')} <button type="button" @click=${stopSeries}>Stop</button></p>`
        : nothing
    }
    <div role="log" aria-live="polite">${
      thrown?.error
        ? html`<p class="error">${thrown.error}</p>`
        : thrown
          ? html`<ol class="steps">${thrown.steps.map((one) => html`<li>${one}</li>`)}</ol>
          <p><b>${thrown.words}</b> <small>seed ${thrown.seed}</small></p>
          <p class="hint">${thrown.brackets}</p>`
          : nothing
    }${series?.words && !series.going ? html`<div>${fromHtml('tally', series.words)}</div><p class="hint">The marks in the bars above are what came.</p>` : nothing}</div>`;
}

function luck() {
  const { luck: asked } = state;
  const count = (label, place) =>
    html`<label>${label} <input class="short" inputmode="numeric" autocomplete="off" autocapitalize="off" .value=${asked.counts[place]} @input=${(
      e,
    ) => {
      asked.counts[place] = e.target.value;
      askLuck();
    }}></label>`;
  return html`<div class="row"><label>about <select @change=${(e) => {
    asked.event = e.target.selectedIndex;
    askLuck();
  }}>${asked.events.map(([name], place) => html`<option .selected=${place === asked.event}>${name}</option>`)}</select></label>
    ${count('happened', 0)}${count('in tries', 1)}${count('series', 2)}
    <label>chance <input autocomplete="off" autocapitalize="off" placeholder="as above, or such as 35 %" .value=${asked.chance} @input=${(
      e,
    ) => {
      asked.chance = e.target.value;
      askLuck();
    }}></label></div>
    <div role="status" aria-live="polite">${
      asked.told?.error
        ? html`<p class="error">${asked.told.error}</p>`
        : asked.told
          ? fromHtml('luck', asked.told)
          : nothing
    }</div>`;
}

function send() {
  const { text, lines: others } = state.sent;
  const share = () => navigator.share({ text }).catch(() => {}); // one may think better of it
  const name = (e) => {
    state.whose = e.target.value;
    keepThing('whose', 'name', state.whose.trim(), state.whose.trim());
    look();
  };
  return html`<h3>Give to a friend</h3>
    <p class="hint">One file, open at this situation, with your rules, men and games. Your friend needs nothing else.</p>
    <div class="row"><label>your name <input autocomplete="off" autocapitalize="off" maxlength="40" .value=${state.whose} @input=${name}></label>
      <button type="button" @click=${give}>Give to a friend</button><span role="status">${state.gave}</span></div>
    <h3>As a text</h3>
    <p class="hint">Does your friend have the file already? Then he pastes this under <i>Open what somebody sent</i>.</p>
    ${copyable(text)}${navigator.share ? html`<p><button type="button" @click=${share}>Share</button></p>` : nothing}
    <h3>Open what somebody sent</h3>
    <form class="row" @submit=${async (e) => {
      e.preventDefault();
      change({ unopened: await openLine(e.target.elements.line.value) });
    }}><input name="line" class="long" autocomplete="off" autocapitalize="off" aria-label="the line that somebody sent" placeholder="paste the line here"
        aria-describedby="unopened"><button>Open</button></form>
    <p class="error" role="alert" id="unopened">${state.unopened}</p>
    <details class="fold"><summary>For the full workbook</summary>${others.map(
      ([name, one]) => html`<h3>${name}</h3>${copyable(one)}`,
    )}</details>`;
}

const TABS = {
  Why: why,
  Table: () => table(asCsv()),
  'House rules': houseRules,
  Men: men,
  Roll: throws,
  Luck: luck,
  Send: send,
};

export const tabs = () => strip(TABS);
