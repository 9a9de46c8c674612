// Finding: by typing, as the package's own search has it, and in the list of all checks.

import { chips } from './chips.js';
import { html, nothing } from './lit-html.js';
import { fromHtml } from './markup.js';
import { python } from './python.js';
import { choose, openCheck, openDice, search, state } from './state.js';
import { openYours } from './yours.js';

function kind(one) {
  const more = one.of > one.finds.length;
  return html`<section><h3>${one.title}${more ? ` (${one.finds.length} of ${one.of})` : ''}</h3>${one.finds
    .filter((find) => !['your_evening', 'your_men'].includes(find.panel))
    .map(
      (find) =>
        html`<button type="button" class="find" title=${find.about} @click=${() => choose(find)}>${find.name} ${
          find.game ? html`<small>${find.game}</small>` : nothing
        }</button>`,
    )}${more ? html`<button type="button" class="more" @click=${() => search(state.find.text, state.find.most + 20)}>Show more</button>` : nothing}</section>`;
}

function found() {
  const { found: all, text } = state.find;
  if (!text.trim()) return nothing;
  if (!all)
    return html`<p role="status">${python.state === 'ready' ? 'Searching ...' : 'The search needs Python, which is still loading.'}</p>`;
  return html`<div class="found"><p role="status">${fromHtml('found', all.said)}${
    all.instead ? html` <button type="button" @click=${() => search(all.instead)}>${all.instead}</button>` : nothing
  }</p><div class="kinds">${all.kinds.map(kind)}</div></div>`;
}

function games() {
  return html`<details class="fold games" id="games"><summary>All checks, chapter by chapter</summary>${state.games.map(
    (one) =>
      html`<details><summary>${one.title}</summary>${one.chapters.map(
        ([chapter, checks]) =>
          html`<h3>${chapter}</h3>${checks.map(
            ([id, title]) => html`<button type="button" class="find" @click=${() => openCheck(id)}>${title}</button>`,
          )}`,
      )}</details>`,
  )}</details>`;
}

/** Enter opens what stands first. */
function firstByEnter(event) {
  if (event.key === 'Enter') document.querySelector('.asked .open, .found .find')?.click();
}

export const finder = () => html`<nav aria-label="ask or find">
  <div class="row"><label class="grow"><span class="unseen">ask in words, or find a check</span><input type="search" id="find" autocomplete="off" autocapitalize="off"
    placeholder="Ask: long bow at full plate, skill 8; or find a word: morale, 4d6" .value=${state.find.text}
    @input=${(e) => search(e.target.value)} @keydown=${firstByEnter}></label>
    <button type="button" aria-pressed=${String(state.place === 'dice')} @click=${() => openDice()}>Dice in a line</button>
    <button type="button" aria-pressed=${String(state.place === 'game')} @click=${() => {
      state.place = 'game';
      search('');
    }}>A game of your own</button>
    <button type="button" aria-pressed=${String(state.place === 'yours')} @click=${openYours}>Yours</button></div>
  ${chips()}${found()}${games()}</nav>`;
