// What is yours: seen, opened again, forgotten, taken out as a file and taken in.

import { allKept, plainOf, yours } from './keeper.js';
import { html } from './lit-html.js';
import { ask } from './python.js';
import { change, openLine } from './state.js';

const OPENED = ['rules', 'sets', 'tries', 'situations', 'page'];

const place = yours({
  opens: (kind) => OPENED.includes(kind),
  open: (one) => openLine(one.text),
  file: () => ask('mine_file', plainOf(allKept())),
  taken: (text) => ask('things_in_file', text),
});

export const kept = () => html`<main><h1 tabindex="-1">Yours</h1>${place}</main>`;

export function openYours() {
  place.show();
  change({ place: 'yours' });
}
