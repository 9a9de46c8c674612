// The strip of tabs below the answer, and what lies behind the one that is open.

import { html } from './lit-html.js';
import { state, turnTo } from './state.js';

function along(event, names) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  turnTo(names[(names.indexOf(state.tab) + by + names.length) % names.length]);
  requestAnimationFrame(() => document.querySelector('[role=tab][aria-selected=true]').focus());
}

/** Tabs by name, each with what makes what lies behind it. */
export function strip(tabs) {
  const names = Object.keys(tabs);
  return html`<div class="tabs" role="tablist" @keydown=${(e) => along(e, names)}>${names.map(
    (name) => html`<button type="button" role="tab" aria-controls="inside" aria-selected=${String(name === state.tab)}
      tabindex=${name === state.tab ? 0 : -1} @click=${() => turnTo(name)}>${name}</button>`,
  )}</div>
  <div class="inside" id="inside" role="tabpanel" aria-label=${state.tab}>${tabs[state.tab]()}</div>`;
}
