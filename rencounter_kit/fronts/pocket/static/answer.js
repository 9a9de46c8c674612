// The answer: words, bars, and how they are read.

import { html, nothing } from './lit-html.js';
import { fromHtml } from './markup.js';
import { python } from './python.js';
import { isOld, read, state, stopAll } from './state.js';

const READINGS = ['exactly', 'at least', 'at most'];
const MANY = 18; // bars that lie below each other; more stand side by side

export const readings = (now, choose) =>
  html`<div class="readings" role="group" aria-label="how numbers are read">${READINGS.map(
    (one) =>
      html`<button type="button" aria-pressed=${String(one === now)} @click=${() => choose(one)}>${one}</button>`,
  )}</div>`;

const SCALES = [0.02, 0.05, 0.1, 0.25, 0.5, 1]; // of bars that are many and short, so that pictures stay comparable

function scaleOf(bars) {
  if (!bars.upright) return 1;
  const most = Math.max(...bars.series.flatMap((one) => one.shares), ...bars.came);
  return SCALES.find((scale) => scale >= most) ?? 1;
}

function lying(bars) {
  const scale = scaleOf(bars);
  return html`<div class="bars" aria-hidden="true">${scale < 1 ? html`<p class="scale">bars up to ${100 * scale} %</p>` : nothing}${bars.names.map(
    (name, i) =>
      html`<div class="outcome"><span class="name">${name}</span><span class="lanes">${bars.series.map(
        (one, place) =>
          html`<span class=${`lane${one.ours ? ' ours' : ''}`}><i class="bar" data-share=${one.shares[i] / scale}></i>${
            bars.came.length && place === bars.series.length - 1
              ? html`<i class="came" data-came=${bars.came[i] / scale}></i>`
              : nothing
          }<b>${one.texts[i]} <small>${one.exact?.[i] ?? ''}</small></b></span>`,
      )}</span></div>`,
  )}</div>`;
}

function standing(bars) {
  const most = Math.max(...bars.series.flatMap((one) => one.shares), ...bars.came, 1e-9);
  const every = Math.ceil(bars.names.length / 12);
  return html`<div class="columns" aria-hidden="true"><p class="scale">up to ${(100 * most).toPrecision(3)} %</p>
    <div class="field">${bars.names.map(
      (name, i) =>
        html`<span class="column" title=${`${name}: ${bars.series.map((one) => one.texts[i]).join(' / ')}`}>${bars.series.map(
          (one) => html`<i class=${`bar${one.ours ? ' ours' : ''}`} data-share=${one.shares[i] / most}></i>`,
        )}${bars.came.length ? html`<i class="came" data-came=${bars.came[i] / most}></i>` : nothing}<em>${
          i % every ? '' : name
        }</em></span>`,
    )}</div><p class="axis">${bars.along}</p></div>`;
}

/** The picture. Its table says the same to those who do not see it. */
export function picture(bars) {
  if (!bars || bars.names.length === 0) return nothing;
  return bars.upright && bars.names.length > MANY ? standing(bars) : lying(bars);
}

/** Give each bar its length, once it stands in the page: styles are set on elements, and the page has no others. */
export function stretch(root) {
  for (const bar of root.querySelectorAll('[data-share]')) bar.style.setProperty('--part', bar.dataset.share);
  for (const mark of root.querySelectorAll('[data-came]')) mark.style.setProperty('--came-part', mark.dataset.came);
}

const inWords = (many) => many.toLocaleString('en');

const WAY_OUT =
  'So far you see only the first answer of each check. A strict policy or a lockdown mode may bar it (it needs WebAssembly and web workers): allow them for this page or open the file in another browser.';

/** What Python is at, where it takes long: how far it is, and the button that ends it. */
export function work() {
  if (python.state === 'broken') {
    return html`<p class="error" role="alert">Python cannot start in this browser (${python.trouble}). ${WAY_OUT}</p>`;
  }
  if (python.late) return html`<p class="error" role="alert">Python has not started after 10 seconds. ${WAY_OUT}</p>`;
  if (python.state === 'starts') {
    return html`<p class="work" role="status"><progress></progress> Getting ready, about 6 seconds.</p>`;
  }
  if (state.halted && (state.place !== 'check' || state.stale))
    return html`<p class="work" role="status">Stopped. Change something to go on.</p>`;
  if (!python.slow) return nothing;
  const { done, of } = python;
  const bar = of ? html`<progress max=${of} value=${done}></progress>` : html`<progress></progress>`;
  const far = of ? `: ${inWords(done)} of ${inWords(of)}` : done ? `: ${inWords(done)} states so far` : '';
  return html`<p class="work" role="status">${bar} working it out${far} <button type="button" @click=${stopAll}>Stop</button></p>`;
}

const PICTURE_FIRST = ['Why', 'Table', 'Roll']; // beside other tabs only the words stay in sight

/** The words, and the picture: both stay in sight, or the words alone. */
export function answer(above) {
  const { shown, series } = state;
  const stale = isOld();
  if (shown?.error)
    return html`<div class="answer">${above}<p class="error" role="alert">${shown.error}</p>${work()}</div>`;
  const words = shown?.words
    ? html`<div class=${`words${stale ? ' stale' : ''}`} role="status" aria-live="polite">${fromHtml('words', shown.words)}</div>`
    : html`<p class="words" role="status">The answer comes as soon as Python has loaded.</p>`;
  const further = shown?.further
    ? html`<div class="further" role="status" aria-live="polite">${fromHtml('further', shown.further)}</div>`
    : nothing;
  const view = html`<div class=${`view${stale ? ' stale' : ''}`}>${further}${shown?.read ? readings(shown.read, read) : nothing}
    ${picture(series?.bars ?? shown?.bars)}</div>`;
  const sticks = PICTURE_FIRST.includes(state.tab) ? 'sticks' : 'sticks slim';
  return html`<div class=${sticks}><div class="answer">${above}${words}${work()}</div>${view}</div>`;
}
