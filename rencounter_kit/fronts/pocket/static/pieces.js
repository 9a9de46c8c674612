// What comes in pieces: a button that begins it, how far it is, and what has come.

import { html, nothing } from './lit-html.js';
import { fromHtml } from './markup.js';
import { stopSeries } from './state.js';

/** found : what has come; far : how far that is, in words. */
export function pieces(name, found, begins, begin, far) {
  const head = found?.going
    ? html`<p class="row" role="status"><progress max=${found.of || 1} value=${found.at}></progress> ${far(found)}
        <button type="button" @click=${stopSeries}>Stop</button></p>`
    : html`<p><button type="button" @click=${begin}>${begins}</button></p>`;
  return html`${head}${found?.table ? html`<div class="wide">${fromHtml(name, found.table)}</div>` : nothing}
    ${found?.rest ? html`<p>${found.rest}</p>` : nothing}`;
}
