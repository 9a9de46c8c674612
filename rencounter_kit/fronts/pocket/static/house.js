// House rules: the box, what each line says, how one goes on, what they change, the code to send.

import { copyable } from './copy.js';
import { html, nothing } from './lit-html.js';
import { pieces } from './pieces.js';
import {
  addReady,
  addSet,
  change,
  check,
  findEffects,
  game,
  lines,
  saveSet,
  setsOf,
  state,
  takeOffer,
  writeHouse,
  written,
} from './state.js';

const lineOf = (area) => area.value.slice(0, area.selectionStart).split('\n').length - 1;

function beside(house) {
  return html`<ol class="said">${(house?.lines ?? []).map(
    (line) => html`<li class=${line.kind}>${line.says}</li>`,
  )}</ol>`;
}

function offers(house) {
  if (!house?.offers?.length) return nothing;
  return html`<div class="offers" role="group" aria-label="ways to go on">${house.offers.map(
    ([name, text, says]) => html`<p><button type="button" @click=${() => takeOffer(text)}>${name}</button> ${says}</p>`,
  )}</div>`;
}

function ready(house) {
  const sets = setsOf(game());
  if (!house?.ready?.length && !sets.length) return nothing;
  return html`<label class="ready">ready rules <select
    @change=${(e) => {
      const place = e.target.selectedIndex - 1;
      e.target.selectedIndex = 0;
      if (sets[place]) addSet(sets[place].text);
      else if (place >= 0) addReady(house.ready[place - sets.length][2]);
    }}><option>choose some to add</option>${sets.map((one) => html`<option>yours: ${one.words}</option>`)}${(
      house.ready ?? []
    ).map(([name, why]) => html`<option title=${why}>${name}</option>`)}</select></label>`;
}

let unsaved = ''; // why a set is not saved

function save() {
  if (!lines()) return nothing;
  return html`<form class="row" @submit=${async (e) => {
    e.preventDefault();
    const { name } = e.target.elements;
    unsaved = name.value.trim() ? await saveSet(name.value) : 'A saved set must have a name; got none; write one.';
    if (!unsaved) name.value = '';
    change();
  }}><input name="name" autocomplete="off" autocapitalize="off" maxlength="80" aria-label="the name of the set" placeholder="name of the set">
    <button>Save this set</button><span class="wrong" role="alert">${unsaved}</span></form>`;
}

function effects() {
  const { effects: found } = state;
  if (!lines()) return nothing;
  return html`<section><h3>What changes</h3>
    ${pieces('effects', found, found ? 'Look again' : 'What else does it change?', findEffects, ({ at, of }) => `${Math.round((100 * at) / (of || 1))} % looked through`)}
    ${found && !found.going && !found.rest ? html`<p>Stopped before all changes were found.</p>` : nothing}</section>`;
}

export function houseRules() {
  const house = state.house[game()];
  const bad = house?.lines?.find((line) => line.kind === 'wrong');
  return html`<section class="house">
    <div class="box"><textarea rows="6" autocapitalize="off" spellcheck="false" aria-label="House rules, one per line" placeholder=${`One line changes a figure, such as:\n${check().example}\nor write what you want, such as: double the armour`}
      .value=${written()} @input=${(e) => writeHouse(e.target.value, lineOf(e.target))}></textarea>${beside(house)}</div>
    ${bad ? html`<p class="wrong" role="alert">Not used yet: line ${house.lines.indexOf(bad) + 1}.</p>` : nothing}
    ${house?.error ? html`<p class="wrong" role="alert">${house.error}</p>` : nothing}
    ${offers(house)}
    <div class="row">${ready(house)}<button type="button" ?disabled=${!written()} @click=${() => writeHouse('', 0)}>Remove my rules</button></div>${save()}
    <p class="hint">Did somebody send you a code? Paste it into the box.</p>
    ${house?.code ? html`<section><h3>To send</h3>${copyable(house.code)}</section>` : nothing}
    ${effects()}</section>`;
}
