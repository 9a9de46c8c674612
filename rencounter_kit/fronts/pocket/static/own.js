// A game of one's own: its file dropped, chosen or pasted; it is read and never run.

import { html, nothing } from './lit-html.js';
import { loadGame, openCheck, state } from './state.js';

const nameOf = (file) => file.name.replace(/\.toml$/i, '');

async function takeFile(file) {
  if (file) await loadGame(nameOf(file), await file.text());
}

export function ownGame() {
  const { own } = state;
  const here = own.told && !own.told.error && state.games.find((one) => one.stem === own.told.stem);
  return html`<main @dragover=${(e) => e.preventDefault()} @drop=${(e) => {
    e.preventDefault();
    takeFile(e.dataTransfer.files[0]);
  }}><h1>A game of your own</h1>
    <p class="hint">One text file with figures and checks, as in the full workbook. Drop it here, choose it, or paste its text. It stays on this page.</p>
    <div class="row"><input type="file" accept=".toml,.txt" aria-label="the file of a game" @change=${(e) => takeFile(e.target.files[0])}>
      <label>name <input class="short" autocomplete="off" autocapitalize="off" .value=${own.name} @change=${(e) => loadGame(e.target.value, own.text)}></label></div>
    <textarea rows="14" autocapitalize="off" spellcheck="false" aria-label="the text of the game" .value=${own.text} @input=${(e) => loadGame(own.name, e.target.value)}></textarea>
    ${own.told?.error ? html`<p class="error" role="alert">${own.told.error}</p>` : nothing}
    ${
      here
        ? html`<section role="status"><h3>${here.title} is here</h3>${here.chapters.map(([chapter, checks]) =>
            checks.map(
              ([id, title]) =>
                html`<button type="button" class="find" @click=${() => openCheck(id)}>${title} <small>${chapter}</small></button>`,
            ),
          )}</section>`
        : nothing
    }</main>`;
}
