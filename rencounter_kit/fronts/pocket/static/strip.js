// The strip of tabs below the answer, and what lies behind the one that is open.

import { html } from './lit-html.js';
import { state, turnTo } from './state.js';

const NARROW = matchMedia('(max-width: 760px)'); // as in pocket.css: there the controls stand above the tabs

function along(event, names) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  turnTo(names[(names.indexOf(state.tab) + by + names.length) % names.length]);
  requestAnimationFrame(() => document.querySelector('[role=tab][aria-selected=true]').focus());
}

/** How far below the answer and the strip, which stay in sight, that begins which lies behind a tab. */
function gap() {
  const [inside, ...above] = ['#inside', '.tabs', '.answer'].map((one) => document.querySelector(one));
  if (!inside) return Number.POSITIVE_INFINITY;
  return inside.getBoundingClientRect().top - above.reduce((height, one) => height + one.offsetHeight, 0);
}

function bringUp() {
  if (NARROW.matches) scrollBy(0, gap());
}

/** Keep what lies behind a tab where it stands below the answer, whatever that grows to: call this, draw, and call what it gives. */
export function held() {
  const before = gap();
  return () => {
    const answer = document.querySelector('.answer');
    if (!answer) return;
    document.documentElement.style.setProperty('--answered', `${answer.offsetHeight}px`);
    if (NARROW.matches && before < 3) scrollBy(0, gap() - before);
  };
}

/** Tabs by name, each with what makes what lies behind it. */
export function strip(tabs) {
  const names = Object.keys(tabs);
  return html`<div class="tabs" role="tablist" @keydown=${(e) => along(e, names)}>${names.map(
    (name) => html`<button type="button" role="tab" aria-controls="inside" aria-selected=${String(name === state.tab)}
      tabindex=${name === state.tab ? 0 : -1} @click=${() => {
        turnTo(name);
        requestAnimationFrame(bringUp);
      }}>${name}</button>`,
  )}</div>
  <div class="inside" id="inside" role="tabpanel" aria-label=${state.tab}>${tabs[state.tab]()}</div>`;
}
