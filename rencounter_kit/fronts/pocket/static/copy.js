// A text with a button that copies it.

import { html } from './lit-html.js';

/** Copy a text, perhaps one that is still to come. */
export async function copyText({ target }, coming) {
  const text = await coming;
  const label = target.textContent;
  setTimeout(() => {
    target.textContent = label;
  }, 3000); // by then the text may be another
  try {
    await navigator.clipboard.writeText(text);
    target.textContent = 'Copied';
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    target.textContent = document.execCommand('copy') ? 'Copied' : 'Select it and copy';
    area.remove();
  }
}

export const copyable = (text) =>
  html`<div class="copyable"><pre>${text}</pre><button type="button" @click=${(e) => copyText(e, text)}>Copy</button></div>`;

/** A table in the page as lines with tabs, as other programs take it. */
export function tableText(table) {
  return [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent.trim()).join('\t')).join('\n');
}

export const copyTable = (find) =>
  html`<button type="button" @click=${(e) => copyText(e, tableText(find(e.target)))}>Copy the table</button>`;
