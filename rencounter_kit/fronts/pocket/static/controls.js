// The controls of a check, as Python describes them.

import { html, nothing } from './lit-html.js';
import { set, state } from './state.js';

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

function number(control, value, rests, about) {
  const ticked = control.tick
    ? html`<label class="tick"><input type="checkbox" .checked=${value != null} ?disabled=${rests}
        @change=${(e) => set(control.name, e.target.checked ? control.low : null)}> ${control.tick}</label>`
    : nothing;
  if (value == null) return ticked;
  return html`${ticked}<span class="number"><input type="range" min=${control.low} max=${control.high} tabindex="-1"
      aria-hidden="true" .value=${String(value)} ?disabled=${rests} @input=${(e) => set(control.name, +e.target.value)}>
    <input id=${`c-${control.name}`} inputmode="numeric" autocomplete="off" autocapitalize="off" .value=${String(value)} ?disabled=${rests}
      aria-describedby=${about} @input=${(e) => set(control.name, e.target.value)}
      @keydown=${(e) => step(e, control, value)}></span>`;
}

/** The arrows move a number as they move a slider. */
function step(event, control, value) {
  const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[event.key];
  if (!by || typeof value !== 'number') return;
  event.preventDefault();
  set(control.name, Math.min(control.high, Math.max(control.low, value + by)));
}

function field(control, value, rests, about) {
  const id = `c-${control.name}`;
  if (control.kind === 'choice') {
    return html`<select id=${id} ?disabled=${rests} aria-describedby=${about}
      @change=${(e) => set(control.name, control.options[e.target.selectedIndex][1])}>
      ${control.options.map(([said, one]) => html`<option .selected=${same(one, value)}>${said}</option>`)}</select>`;
  }
  if (control.kind === 'yes or no') {
    return html`<input id=${id} type="checkbox" .checked=${value === true} ?disabled=${rests} aria-describedby=${about}
      @change=${(e) => set(control.name, e.target.checked)}>`;
  }
  if (control.kind === 'number') return number(control, value, rests, about);
  return html`<input id=${id} autocomplete="off" autocapitalize="off" placeholder=${control.example} .value=${value ?? ''} ?disabled=${rests}
    aria-describedby=${about} @change=${(e) => set(control.name, e.target.value || null)}>`;
}

function row(control) {
  const { values = {}, rests = [], wrong = {} } = state.shown ?? {};
  const resting = rests.includes(control.name);
  const about = `h-${control.name}`;
  return html`<div class=${`control${resting ? ' rests' : ''}`} title=${control.tip}>
    <label for=${`c-${control.name}`}>${control.title}</label>
    <div class="field">${field(control, values[control.name], resting, about)}</div>
    <p class="hint" id=${about}>${
      wrong[control.name] ? html`<span class="wrong" role="alert">${wrong[control.name]}</span>` : control.hint
    }</p></div>`;
}

function group(one) {
  const rows = one.controls.map(row);
  if (!one.fold) return html`<fieldset><legend>${one.title}</legend>${rows}</fieldset>`;
  const changed = state.shown?.changed?.[one.title];
  return html`<details class="fold"><summary>${one.title}${changed ? `: ${changed}` : ''}</summary>${rows}</details>`;
}

export const controls = () =>
  html`<form class="console" autocomplete="off" @submit=${(e) => e.preventDefault()}>${state.groups.map(group)}</form>`;
