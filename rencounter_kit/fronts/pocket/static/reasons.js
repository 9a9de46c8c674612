// Why, and the table of the answer.

import { copyTable } from './copy.js';
import { html, nothing } from './lit-html.js';
import { fromHtml } from './markup.js';
import { state } from './state.js';

export function why() {
  const squares = state.die ? fromHtml('die', state.die) : nothing;
  return state.shown?.why ? html`${squares}<div class="wide">${fromHtml('why', state.shown.why)}</div>` : nothing;
}

/** further : more ways to copy it. */
export function table(further = nothing) {
  if (!state.shown?.table) return nothing;
  return html`<div class="wide">${fromHtml('table', state.shown.table)}</div>
    <p class="row">${copyTable((button) => button.closest('.inside').querySelector('table'))} ${further}</p>`;
}
