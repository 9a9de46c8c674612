// What was understood of a question in words: chips above the answer, each to be changed or taken off.

import { html, nothing } from './lit-html.js';
import { openAsked, reword, state, understand } from './state.js';

function chip({ about, label, options, at }, place) {
  const { text, asked } = state.find;
  const to = (option) => reword('replace_chip', text, asked.check, place, option);
  return html`<li><span aria-hidden="true">${about}</span><select aria-label=${about} @change=${(e) => to(Number(e.target.value))}>${options.map(
    (option, number) => html`<option value=${number} .selected=${number === at}>${option}</option>`,
  )}</select><button type="button" aria-label=${`remove ${label}`} @click=${() => to(-1)}>\u00d7</button></li>`;
}

function strange([word, near, why], place) {
  const { text, asked } = state.find;
  const to = (option) => reword('replace_word', text, asked.check, place, option);
  return html`<li class="not"><span class="unseen">not understood: </span><del>${word}</del>${why ? html` <small>${why}</small>` : nothing}${near.map(
    (said, number) => html` <button type="button" @click=${() => to(number)}>${said}?</button>`,
  )}<button type="button" aria-label=${`remove ${word}`} @click=${() => to(-1)}>\u00d7</button></li>`;
}

/** The check that is asked, as a list of those that it may be. */
function which({ checks, check }) {
  return html`<li><span aria-hidden="true">check</span><select aria-label="check" @change=${(e) => understand(state.find.text, e.target.value)}>${checks.map(
    ([id, title]) => html`<option value=${id} .selected=${id === checks[0][0]}>${title}</option>`,
  )}</select>${check ? html`<button type="button" aria-label="remove the check" @click=${() => understand(state.find.text)}>\u00d7</button>` : nothing}</li>`;
}

export function chips() {
  const { asked, said, text } = state.find;
  if (!asked || !text.trim()) return nothing;
  const answer = said ? said.join('. ') : 'Working it out ...';
  return html`<section class="asked" aria-label="how your question was read"><ul>${asked.checks.length ? which(asked) : nothing}${asked.chips.map(chip)}${asked.unknown.map(strange)}</ul>
    <p role="status" aria-live="polite">${answer} <button type="button" class="open" @click=${openAsked}>Open with all controls</button></p></section>`;
}
