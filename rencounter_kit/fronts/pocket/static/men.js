// Men with names: who stands on a side, who beats whom.

import { copyable } from './copy.js';
import { html, nothing } from './lit-html.js';
import { pieces } from './pieces.js';
import { game, keepMan, letMeet, state, takeMan, writeMen } from './state.js';

const keeping = (side) => (e) => {
  const name = e.target.closest('section').querySelector('[name="man"]');
  keepMan(side, name.value);
  name.value = '';
};

const who = ([side, heading]) => html`<span class="row"><label>${heading} <select
  @change=${(e) => {
    const name = e.target.value;
    e.target.selectedIndex = 0;
    takeMan(side, name);
  }}><option value="">Who is he?</option>${state.roster.names.map((name) => html`<option>${name}</option>`)}</select></label>
  <button type="button" title="Keep him as he is set: ${heading}" @click=${keeping(side)}>Keep this man</button></span>`;

const meetings = () => html`<section><h3>Who beats whom?</h3>
  ${pieces('men', state.meetings, 'All against all', letMeet, ({ at, of }) => `${at} of ${of || '…'} men`)}</section>`;

export function men() {
  const { roster } = state;
  if (!roster) return nothing;
  return html`<section class="house"><div class="row">${Object.entries(roster.sides ?? {}).map(who)}
    <label>Keep him as <input name="man" maxlength="40" autocapitalize="off" autocomplete="off" placeholder="his name"></label></div>
    ${roster.said ? html`<p role="status">${roster.said}</p>` : nothing}
    ${roster.meet ? meetings() : nothing}
    <h3>The men</h3>
    <textarea rows="8" autocapitalize="off" spellcheck="false" aria-label="The men, or a code" .value=${state.men[game()] || roster.text}
      @change=${(e) => writeMen(e.target.value)}></textarea>
    ${roster.error ? html`<p class="wrong" role="alert">${roster.error}</p>` : nothing}
    <p class="hint">Kept by this browser: <i>Yours</i>, above, shows and forgets them. The code takes them along.</p>
    ${copyable(roster.code)}</section>`;
}
