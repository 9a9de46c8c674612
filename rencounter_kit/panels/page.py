"""How a panel looks and how its keys work: a few lines of style and script for the page."""

from __future__ import annotations

import base64
import html
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import ipywidgets as w
from ipywidgets.widgets.widget_button import ButtonStyle
from ipywidgets.widgets.widget_string import HTMLStyle

from ..charts.base import Chart, D
from ..errors import RuleError
from ..wording import in_words
from .looks import layout, style

Change = Mapping[str, Any]  # what a widget tells its observers

# Colours on a light page, and on a dark one.
COLOURS = """<style>
:is(.rk-panel, .rk-shelf) { --rk-blue: #0072B2; --rk-open: #E8F1F8; --rk-ours: #A36B00; --rk-wrong: #B00020; --rk-mark: #A3420A; --rk-fine: #00795A; }
body[data-jp-theme-light="false"] :is(.rk-panel, .rk-shelf) { --rk-blue: #56B4E9; --rk-open: #12344A; --rk-ours: #E69F00; --rk-wrong: #FF8A80;
  --rk-mark: #F0A070; --rk-fine: #4CC9A0; }
</style>"""
# Nothing here asks with :has() what is inside a panel: each change would style and lay out the whole panel again.
STYLE = (
    COLOURS
    + """<style>
.jp-OutputArea-output:has(.rk-panel), .jp-OutputArea-child:has(.rk-panel), .jp-OutputArea:has(.rk-panel),
.jp-Cell-outputWrapper:has(.rk-panel), .jp-Cell:has(.rk-panel), .rk-panel.widget-box, .rk-panel .widget-box { overflow: visible !important; }
.rk-panel { border-top: 3px solid #0072B2; padding-top: 6px; width: 100%; max-width: 1500px; container-type: inline-size; }
body[data-jp-theme-light="false"] .rk-panel select { background-image: linear-gradient(45deg, transparent 50%, #ddd 50%),
  linear-gradient(135deg, #ddd 50%, transparent 50%); background-size: 6px 6px; background-repeat: no-repeat;
  background-position: right 12px center, right 6px center; }
.rk-panel .rk-handing { max-width: 100%; }
.rk-panel .rk-handing > * { max-width: calc(100% - 8px); } .rk-panel .rk-handing select { min-width: 0; max-width: 100%; }
.rk-panel .rk-steps { width: auto; max-width: 100%; margin-top: 6px; height: auto; } .rk-panel .rk-steps button { width: auto; max-width: 100%;
  height: auto; min-height: 26px; line-height: 20px; padding: 3px 8px; white-space: normal; text-align: left; }
.rk-panel > *, .rk-panel .rk-headline, .rk-panel .rk-tab-place { max-width: 100%; box-sizing: border-box; }
.rk-panel .rk-headline > .widget-html-content { min-width: 0; flex: 1 1 0; }
.rk-panel .rk-instrument { gap: 14px; } .rk-panel .rk-console { flex: none; }
.rk-panel .rk-writing { flex: 0 1 43%; min-width: 0; }
.rk-panel .rk-right { flex: 1 1 0; min-width: 0; }
.rk-panel .rk-answer, .rk-panel .rk-headline { background: var(--jp-layout-color0, white); }
.rk-panel .rk-answer { position: sticky; top: 0; z-index: 3; padding-bottom: 4px; }
.rk-panel .rk-ways button { height: 26px; line-height: 26px; } .rk-panel .rk-reading { margin-right: 10px; }
.rk-panel .rk-reading .widget-toggle-buttons, .rk-panel .rk-reading { width: auto; }
.rk-panel .rk-ways input { height: 26px; } .rk-panel .rk-ways :is(button, input) { scroll-margin-top: 150px; }
.rk-panel .rk-thrown { font-size: 13px; line-height: 1.35; max-height: 54px; overflow: auto; }
.rk-panel .rk-facts { font-size: 13px; opacity: .85; }
.rk-panel .rk-lines { display: flex; gap: 8px; align-items: baseline; } .rk-panel .rk-lines pre { margin: 2px 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.rk-panel .rk-copy { flex: none; border: 0; padding: 2px 10px; cursor: pointer; background: var(--jp-layout-color2, #eee); color: inherit; }
.rk-panel .rk-view img.rk-chart { max-height: 40vh; width: auto; }
.rk-panel :is(.rk-console, .rk-writing) :is(button, select, input, textarea, .noUi-handle) { scroll-margin-bottom: calc(40vh + 130px); }
.rk-panel .rk-tab-place :is(button, select, input, textarea) { scroll-margin-top: calc(40vh + 130px); }
.rk-panel .rk-strip { display: none; overflow: hidden; height: 20px; margin-top: 3px; font-size: 11.5px; line-height: 20px; color: white; }
.rk-panel .rk-strip span { overflow: hidden; border-right: 1px solid white; min-width: 0; }
.rk-panel .rk-strip span::before { content: ""; display: inline-block; height: 20px; vertical-align: top; }
.rk-panel .rk-strip i { display: inline-block; vertical-align: top; font-style: normal; white-space: nowrap; padding-left: 3px; } /* whole, or not at all */
.rk-panel .widget-checkbox { height: auto; min-height: var(--jp-widgets-inline-height); }
.rk-panel .widget-label-basic { display: flex; line-height: 1.15; white-space: normal; align-items: center; }
@container (min-width: 1240px) {
  .rk-panel .rk-console { display: block !important; columns: 2; max-width: 50%; }
  .rk-panel .rk-group { break-inside: avoid; } .rk-panel .rk-fold { column-span: all; }
  .rk-panel .rk-console .rk-group { max-width: calc(100% - 14px); box-sizing: border-box; } /* long names leave less to the sliders */
  .rk-panel .rk-console :is(.rk-control, .rk-control > *) { max-width: 100%; }
  .rk-panel .rk-console .rk-control .widget-slider { flex: 1 1 0; min-width: 0; }
  .rk-panel .rk-console .rk-control .widget-slider ~ * { flex: none; }
}
.rk-panel .rk-slim .rk-answer { display: contents; }
.rk-panel .rk-slim .rk-headline { position: sticky; top: 0; z-index: 3; }
.rk-panel .rk-slim .rk-strip { display: flex; }
.rk-panel .rk-writing + .rk-slim .rk-view { display: none; }
.rk-panel .rk-slim .rk-tab-place :is(button, select, input, textarea) { scroll-margin-top: 140px; }
@container (max-width: 760px) {
  .rk-panel .rk-instrument { flex-direction: column; gap: 4px; }
  .rk-panel .rk-right, .rk-panel .rk-answer { display: contents; }
  .rk-panel .rk-headline { position: sticky; top: 0; z-index: 3; order: 1; width: 100%; }
  .rk-panel .rk-strip { display: flex; }
  .rk-panel :is(.rk-console, .rk-writing, .rk-tab-place) :is(button, select, input, textarea, .noUi-handle) {
    scroll-margin-top: 150px; scroll-margin-bottom: 0; }
  .rk-panel :is(.rk-console, .rk-writing) { order: 2; width: 100%; } .rk-panel .rk-ways { order: 1; } .rk-panel .rk-view { order: 3; } .rk-panel .rk-tab-place { order: 4; width: 100%; }
  .rk-panel .jupyter-widgets { max-width: 100%; min-width: 0; box-sizing: border-box; }
  .rk-panel > .rk-row { flex-wrap: nowrap !important; overflow-x: auto !important; width: 100%; }
  .rk-panel > .rk-row > * { flex: none; }
  .rk-panel > .widget-hbox > .rk-control { max-width: calc(100% - 4px); }
  .rk-panel :is(.rk-group, .rk-control, .rk-fold) { width: 100% !important; margin-right: 0; }
  .rk-panel .rk-control > .widget-hbox { align-items: center; width: 100%; }
  .rk-panel .rk-control .widget-slider { flex: 1 1 0; width: auto !important; }
  .rk-panel .rk-control .widget-slider ~ * { flex: none; width: 64px !important; }
  .rk-panel .rk-control > :is(.widget-dropdown, .widget-checkbox, .widget-text, .widget-tagsinput) { width: auto !important; }
  .rk-panel .jupyter-button { flex-shrink: 0; } .rk-panel .rk-throws { flex-wrap: wrap; }
  .rk-panel .widget-label { max-width: 45%; height: auto; line-height: 1.15; white-space: normal; align-self: center; }
  .rk-panel .widget-checkbox > .widget-label { width: 0 !important; margin: 0; }
  .rk-panel :is(.widget-html-content, .widget-htmlmath-content) { min-width: 0; max-width: 100%; overflow-x: auto; }
  .rk-panel .rk-headline .widget-html-content { overflow: visible; }
  .rk-panel :is(code, pre) { white-space: pre-wrap; overflow-wrap: anywhere; }
}
@media (pointer: coarse) {
  .rk-panel { --jp-widgets-inline-height: 40px; --jp-widgets-slider-handle-size: 26px; }
  .rk-panel .widget-html-content { line-height: 1.4; } .rk-panel .rk-tabs button { height: 40px; }
  .rk-panel .rk-ways :is(button, input) { height: 36px; line-height: 36px; }
  .rk-panel :is(select, input, textarea) { font-size: 16px; } .rk-panel input[type=checkbox] { width: 22px; height: 22px; margin: 0 6px 0 0; }
}
.rk-panel .rk-fold > .widget-toggle-button, .rk-panel .rk-tabs button { background: none; box-shadow: none; padding: 0 8px; }
.rk-panel .rk-fold > .widget-toggle-button { color: var(--rk-blue); font-weight: 600; padding-left: 0; text-align: left; }
.rk-panel .rk-tabs button { border-bottom: 3px solid transparent; height: 32px; width: auto; margin: 0 2px 0 0; }
.rk-panel .rk-tabs button.mod-active { border-bottom-color: #0072B2; font-weight: 600; }
.rk-panel .rk-tabs .widget-toggle-buttons, .rk-panel .rk-tabs { flex-wrap: wrap; width: 100%; }
.rk-panel:is(.jupyter-widgets-disconnected, .rk-stopped) > :not(:first-child) { opacity: .25; }
.rk-panel:is(.jupyter-widgets-disconnected, .rk-stopped)::before { color: var(--rk-wrong); font-size: 15px; font-weight: 600; content:
  "Python behind this page has stopped, so nothing here moves any more. Press Run, Run All Cells."; }
.rk-panel .rk-title { font-size: 17px; font-weight: 600; }
.rk-panel .rk-from { opacity: .7; font-size: 12px; }
.rk-panel .rk-group { margin: 0 14px 4px 0; overflow: visible; }
.rk-panel .rk-heading { font-weight: 600; color: var(--rk-blue); line-height: 22px; }
.rk-panel .rk-whose { border: 1px solid #B8C7D3; border-top: 3px solid #0072B2; border-radius: 6px; padding: 2px 8px 4px; }
.rk-panel .rk-whose:nth-child(1) .rk-heading { font-size: 15px; }
.rk-panel .rk-below { height: auto; margin: -1px 2px 3px 10px; } .rk-panel .rk-below > div { font-size: 12px; line-height: 15px;
  color: var(--jp-ui-font-color2, #616161); } .rk-panel .rk-below .rk-wrong { color: var(--rk-wrong); }
.rk-panel .rk-turn { font-size: 13.5px; line-height: 1.45; } .rk-panel .rk-turn ul { padding-left: 18px; margin: 2px 0; }
.rk-panel .rk-turn li { margin-bottom: 5px; }
.rk-panel .rk-job { font-size: 13px; position: sticky; bottom: 0; z-index: 4; background: var(--jp-layout-color0, white); }
.rk-panel .rk-words { font-size: 15px; line-height: 1.45; margin: 4px 0; }
.rk-panel .rk-words b { font-size: 19px; }
.rk-panel .rk-words .rk-ours { color: var(--rk-ours); }
.rk-panel .rk-error { color: var(--rk-wrong); font-size: 15px; line-height: 1.4; margin: 4px 0; border-left: 4px solid #B00020;
  padding-left: 8px; }
.rk-panel .rk-house-note { font-size: 12.5px; line-height: 1.35; }
.rk-panel .rk-house-note.rk-wrong { color: var(--rk-wrong); }
.rk-panel img.rk-chart { background: white; border-radius: 4px; max-width: 100%; height: auto; display: block; }
.rk-panel .rk-wide { overflow-x: auto; } .rk-panel .rk-wide img.rk-chart { min-width: var(--rk-least); }
.rk-panel .rk-stale, .rk-panel .rk-tab-place > .rk-stale .widget-html { opacity: .25; transition: opacity 0s .2s; }
.rk-panel .rk-tab-place > .rk-stale:not(.widget-html) { opacity: 1; }
.rk-panel table { border-collapse: collapse; font-size: 12.5px; line-height: 1.3; }
.rk-panel td, .rk-panel th { padding: 2px 8px 2px 0; text-align: left; vertical-align: top; }
.rk-panel table.rk-sums td:first-child, .rk-panel table.rk-sums td:nth-child(3), .rk-panel table.rk-table td + td,
.rk-panel table.rk-table th + th { text-align: right; font-variant-numeric: tabular-nums; }
.rk-panel tr.rk-roll th { padding-top: 7px; border-bottom: 1px solid #0072B2; }
.rk-panel tr.rk-house td { color: var(--rk-ours); font-weight: 600; }
.rk-panel p { margin: 4px 0; font-size: 12.5px; line-height: 1.35; }
.rk-panel p.rk-mark { color: var(--rk-mark); } .rk-panel p.rk-mark::before { content: "\\26A0\\00A0"; }
.rk-panel p.rk-table { opacity: .75; }
.rk-panel code { font-size: 11px; opacity: .75; background: none; }
.rk-panel h4 { margin: 6px 0 2px; font-size: 13px; }
.rk-panel a { margin-right: 10px; color: var(--rk-blue); } .rk-panel a:is(:hover, :focus-visible) { text-decoration: underline; }
.rk-panel .rk-rules textarea { font: 13px/20px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; padding: 3px 6px;
  white-space: pre; overflow-x: auto; resize: none; }
.rk-panel .rk-beside { font-size: 12.5px; padding-top: 4px; }
.rk-panel .rk-line { line-height: 20px; min-height: 20px; overflow-wrap: anywhere; }
.rk-panel .rk-line.rk-wrong { color: var(--rk-wrong); } .rk-panel .rk-line.rk-begun { opacity: .65; }
.rk-panel .rk-line.rk-fine::before { content: attr(data-line) "\\2713\\00A0"; color: var(--rk-fine); }
.rk-panel .rk-line.rk-wrong::before { content: attr(data-line) "\\2717\\00A0"; }
.rk-panel .rk-line.rk-begun::before { content: attr(data-line); }
.rk-panel .rk-next button { font: 12px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; width: auto; }
.rk-panel .rk-next .widget-html-content { font-size: 12.5px; line-height: 1.25; opacity: .85; }
.rk-panel .rk-next button:focus-visible { display: inline-block !important; }
.rk-panel .rk-pile { border-left: 4px solid #E69F00; padding: 1px 0 1px 8px; margin: 2px 0; }
.rk-panel .rk-pile .widget-html-content { font-size: 12.5px; line-height: 1.35; }
.rk-panel .rk-pile.rk-off { border-left-color: #C9C9C9; opacity: .6; }
.rk-panel .rk-ruling { font-size: 12px; line-height: 1.3; opacity: .85; }
.rk-panel table.rk-effects td:nth-child(n+4), .rk-panel table.rk-effects th:nth-child(n+4) { text-align: right;
  font-variant-numeric: tabular-nums; }
.rk-panel table.rk-effects td.n { white-space: nowrap; }
.rk-panel table.rk-effects td.ours { color: var(--rk-ours); font-weight: 600; }
.rk-panel .rk-question { font-size: 15px; line-height: 1.45; margin: 4px 0 6px; }
.rk-panel .rk-lesson { font-size: 14px; line-height: 1.4; margin: 4px 0; }
.rk-panel .rk-way { font-size: 13px; line-height: 1.4; margin: 2px 0 6px; padding-left: 22px; }
.rk-panel .rk-way b { display: inline-block; text-wrap: pretty; }
.rk-panel .rk-reasons { font-size: 13px; line-height: 1.4; margin: 4px 0; padding-left: 18px; }
.rk-panel .rk-hint { font-size: 13.5px; opacity: .8; margin: 6px 0; }
</style>"""
)

# JupyterLab and Notebook take arrow keys for themselves unless the focused element says otherwise, and slider handles
# come without a name for screen readers. An offer is written into the rules where it is pressed, as if it were typed: pages hold
# typed text back while Python is busy, but not presses, so that a press would be undone by what was typed before it. It counts
# when the mouse goes down, since other offers may stand there when it goes up.
# Lines of a shelf and tabs are one stop for the Tab key; arrow keys, Home and End go from one to the other, and Enter opens.
# JupyterLab goes to the last cell when all are run: who runs a page wants its top, and the keyboard there too.
SCRIPT = """
(() => {
  const seen = [...document.querySelectorAll('.jp-Notebook')].find(e => e.offsetParent), outer = seen?.querySelector('.jp-WindowedPanel-outer');
  if (!outer || ![...seen.querySelectorAll('.jp-Cell')].at(-1)?.matches('.jp-mod-active')) return;
  const empty = [...seen.querySelectorAll('.jp-CodeCell')].map(e => e.matches('.jp-mod-noOutputs')), shown = empty.filter(e => !e).length;
  if (shown > 1 && !empty.slice(empty.indexOf(false)).includes(true)) return;  // one cell was run, and no other waits
  outer.scrollTop = 0;
  requestAnimationFrame(() => { seen.querySelector('.jp-Cell').focus({preventScroll: true}); outer.scrollTop = 0; });
})();
(() => { if (window.__rencounterKeys) return; window.__rencounterKeys = true;
  const tell = (which, what) => document.querySelectorAll(`:is(.rk-panel, .rk-shelf) ${which}`).forEach(
    e => e.setAttribute(what, e.classList.contains('mod-active')));
  const call = () => document.querySelectorAll(':is(.rk-panel, .rk-shelf) button').forEach(e => {  // its words without its icon
    const words = e.textContent.trim(); if (words && e.getAttribute('aria-label') !== words) e.setAttribute('aria-label', words); });
  const windowOf = one => {  // what scrolls around it, and what of that is seen
    let page = one; do page = page.parentElement; while (page && !/auto|scroll/.test(getComputedStyle(page).overflowY));
    const {top, bottom} = page && page !== document.scrollingElement ? page.getBoundingClientRect() : {top: 0, bottom: innerHeight};
    return {page: page || document.scrollingElement, top, bottom: Math.min(innerHeight, bottom)};
  };
  let touched = false;  // until then, the panel that the address of the page asks for is brought into sight
  for (const kind of ['wheel', 'pointerdown', 'keydown']) window.addEventListener(kind, () => touched = true, true);
  const open = () => touched || document.querySelector('.rk-panel.rk-asked')?.scrollIntoView();
  const stickyOf = panel => [...panel.querySelectorAll('.rk-answer, .rk-headline')].find(
    e => getComputedStyle(e).position === 'sticky' && e.offsetHeight);
  let turned = null;  // the place of a tab that was pressed: what comes behind it is brought into sight until something else is done
  const unfold = () => {
    if (!turned) return;
    const panel = turned.closest('.rk-panel'), window_ = windowOf(panel), box = turned.getBoundingClientRect();
    const room = box.top - window_.top - (stickyOf(panel)?.offsetHeight || 0) - 4;  // the tabs come up to below the answer, and no further
    const move = room < 0 ? room : Math.max(0, Math.min(room, box.bottom - window_.bottom));
    if (Math.abs(move) >= 1) window_.page.scrollTop += move;
  };
  const offered = new ResizeObserver(() => {  // what is offered for a line comes into sight, as far as the line stays there
    const area = document.activeElement, next = area?.closest('.rk-rules')?.querySelector('.rk-next'); if (!next?.querySelector('button')?.offsetHeight || !area.matches('textarea')) return;
    const window_ = windowOf(area), place = area.getBoundingClientRect(), answer = stickyOf(area.closest('.rk-panel'))?.getBoundingClientRect();
    const over = answer && answer.left < place.right && answer.right > place.left ? answer.height : 0;
    const move = Math.min(place.top - window_.top - over - 4, next.getBoundingClientRect().bottom - window_.bottom);
    if (move >= 1) window_.page.scrollTop += move;
  });
  document.addEventListener('focusin', e => { const next = e.target.closest?.('.rk-rules')?.querySelector('.rk-next');
    offered.disconnect(); if (next) offered.observe(next); });
  const grown = new ResizeObserver(unfold);
  const leave = () => { turned = null; grown.disconnect(); };
  for (const kind of ['wheel', 'pointerdown', 'keydown']) window.addEventListener(kind, leave, true);
  document.addEventListener('click', e => { leave(); turned = e.target.closest('.rk-panel .rk-tabs button')?.closest('.rk-tab-place');
    if (turned) for (const part of [turned, turned.closest('.rk-panel').querySelector('.rk-answer')]) grown.observe(part); }, true);
  let asked = null;  // a press that hands something on, and the panel that was called before it
  let opening = null;  // a shelf, and the panel that was open on it
  const arrive = () => {
    const words = opening?.shelf.querySelector('.rk-panel .rk-headline'); if (!words || opening.old === words) return;
    opening = null;
    bringIn(words.closest('.rk-panel'));
  };
  const bringIn = panel => {
    const show = () => { for (const part of [panel.querySelector('.rk-view img'), panel.querySelector('.rk-headline')]) part?.scrollIntoView({block: 'nearest'}); };
    show(); setTimeout(show, 300);  // and when it has laid itself out
  };
  const called = () => document.querySelector('.rk-called'), number = () => called()?.dataset.call;
  const come = () => { if (!asked || !number() || number() === asked.old) return; asked = null; bringIn(called().closest('.rk-panel')); };
  document.addEventListener('click', e => { const shelf = e.target.closest('.rk-shelf > .rk-tabs button, .rk-finds button')?.closest('.rk-shelf');
    const open = e.target.closest('.rk-shelf > .rk-tabs button.mod-active') && shelf.querySelector('.rk-panel');
    if (open) bringIn(open);
    else if (shelf) opening = {shelf, old: shelf.querySelector('.rk-panel .rk-headline')}; }, true);
  document.addEventListener('click', e => { if (e.target.closest('.rk-handing button, .rk-steps button, .rk-alone')) asked = {old: number()}; }, true);
  const mend = () => { open(); call(); arrive(); come(); tell('.rk-fold > button', 'aria-expanded'); tell('.rk-tabs button', 'aria-pressed'); name(); rove(); };
  const rows = bar => [...bar.querySelectorAll('button')];
  const stand = one => rows(one.closest('.rk-tabs')).forEach(e => e.tabIndex = e === one ? 0 : -1);
  const rove = () => document.querySelectorAll(':is(.rk-panel, .rk-shelf) .rk-tabs').forEach(bar => {  // one stop for the Tab key
    const all = rows(bar); if (all.length && all.filter(e => e.tabIndex === 0).length !== 1)
      stand(all.find(e => e.classList.contains('mod-active')) || all[0]); });
  const next = (one, key) => {  // where an arrow leads: along the lines, or to the row above or below where there are several
    const all = rows(one.closest('.rk-tabs')), at = all.indexOf(one), here = one.getBoundingClientRect();
    if (key === 'Home' || key === 'End') return all.at(key === 'Home' ? 0 : -1);
    const by = /Down|Right/.test(key) ? 1 : -1, beside = all.at((at + by) % all.length);
    if (!/Up|Down/.test(key)) return beside;
    const beyond = all.map(e => ({e, box: e.getBoundingClientRect()})).filter(({box}) => (box.top - here.top) * by > 2);
    const row = Math.min(...beyond.map(({box}) => (box.top - here.top) * by)), far = box => Math.abs(box.left - here.left);
    return beyond.filter(({box}) => (box.top - here.top) * by < row + 2).sort((a, b) => far(a.box) - far(b.box))[0]?.e || beside;
  };
  document.addEventListener('keydown', e => {
    const one = e.target.closest?.('.rk-tabs button');
    if (!one || e.ctrlKey || e.altKey || e.metaKey || e.shiftKey || !/^(Arrow(Up|Down|Left|Right)|Home|End)$/.test(e.key)) return;
    e.preventDefault(); e.stopPropagation();
    next(one, e.key).focus();
  }, true);
  document.addEventListener('focusin', e => { const one = e.target.closest?.('.rk-tabs button'); if (one) stand(one); });
  const name = () => document.querySelectorAll(
      ':is(.rk-panel, .rk-shelf) :is(.noUi-handle, select, input, textarea, button)').forEach(e => {
    if (e.getAttribute('data-lm-suppress-shortcuts')) return;
    e.setAttribute('data-lm-suppress-shortcuts', 'true');
    const words = one => one?.textContent.replace(/\\u200b/g, '').trim() || '';  // a check box is set in by a sign without width
    const label = words((e.closest('.rk-control') || e.closest('.jupyter-widgets'))?.querySelector('.widget-label'));
    const whose = words(e.closest('.rk-whose')?.querySelector('.rk-heading')), beside = words(e.closest('.widget-checkbox'));
    const own = [label, beside].filter(Boolean).join(': ') || e.closest('.jupyter-widgets')?.title || e.title;
    const name = `${whose} ${own}`.trim();
    if (name && !e.getAttribute('aria-label')) e.setAttribute('aria-label', name);
  });
  document.addEventListener('pointerdown', e => {  // keys of a telephone, which have no minus there
    if (e.target.matches?.('.rk-number:not(.rk-signed) input')) e.target.inputMode = 'numeric';
  }, true);
  const count = (field, by) => {  // as in a field of numbers, which would leave out what it does not know
    const number = parseInt(field.value.replace(/[\\u2010-\\u2015\\u2212]/, '-')); if (isNaN(number)) return;
    field.value = number + by;
    field.dispatchEvent(new Event('change', {bubbles: true}));
  };
  document.addEventListener('keydown', e => {
    if (!e.target.matches?.('.rk-number input') || !/^Arrow(Up|Down)$/.test(e.key) || e.ctrlKey || e.altKey || e.metaKey) return;
    e.preventDefault();
    count(e.target, e.key === 'ArrowUp' ? 1 : -1);
  }, true);
  const write = button => {
    const area = button.closest('.rk-rules').querySelector('textarea'), lines = area.value.split('\\n');
    const [, where, line] = button.title.match(/^Write (in|below) line (\\d+)/), said = button.title.split('\\n').slice(1);
    const start = where === 'in' ? line - 1 : +line;
    lines.splice(start, where === 'in' ? 1 : 0, ...said);
    const end = lines.slice(0, start + said.length).join('\\n').length;
    area.value = lines.join('\\n');
    area.focus();
    area.setSelectionRange(end, end);
    area.dispatchEvent(new Event('input', {bubbles: true}));
  };
  const press = e => { const button = e.target.closest('.rk-next button'); if (!button || e.button) return;
    e.preventDefault();
    if (e.type === 'click') e.stopPropagation();
    if (e.type === 'mousedown' || !e.detail) write(button);  // a click without detail comes from the keyboard
  };
  for (const kind of ['mousedown', 'click']) document.addEventListener(kind, press, true);
  document.addEventListener('focusin', e => {  // an offer that was chosen stays what it is until it is pressed or left
    const button = e.target.closest?.('.rk-next button'), label = button?.parentElement.querySelector('.widget-html-content');
    if (!label) return;
    const said = () => [button.title, button.getAttribute('aria-label') || '', button.innerHTML, label.innerHTML];
    const say = ([title, name, words, beside]) => {
      button.title = title; button.setAttribute('aria-label', name); button.innerHTML = words; label.innerHTML = beside;
    };
    const chosen = said();
    let latest = chosen;
    const watch = new MutationObserver(() => { if (`${said()}` !== `${chosen}`) { latest = said(); say(chosen); } });
    watch.observe(button.parentElement, {subtree: true, childList: true, characterData: true, attributeFilter: ['title', 'aria-label']});
    button.addEventListener('focusout', () => { watch.disconnect(); say(latest); }, {once: true});
  });
  document.addEventListener('click', async e => {  // a line to send
    const button = e.target.closest?.('.rk-panel .rk-copy'), line = button?.previousElementSibling; if (!line) return;
    const range = document.createRange(); range.selectNodeContents(line);
    getSelection().removeAllRanges(); getSelection().addRange(range);
    try { await navigator.clipboard.writeText(line.textContent); } catch { document.execCommand('copy'); }
    button.textContent = 'Copied';
  });
  setInterval(() => {  // where Python was shut down nothing else tells of it
    for (const one of document.querySelectorAll('.jp-NotebookPanel [data-status]')) {
      const gone = ['unknown', 'dead', 'terminating'].includes(one.dataset.status);
      for (const panel of one.closest('.jp-NotebookPanel').querySelectorAll('.rk-panel')) panel.classList.toggle('rk-stopped', gone);
    }
  }, 1000);
  const bring = e => {  // the answer into sight beside what is worked, when the page was left above or below it
    const panel = e.closest('.rk-panel'), words = panel?.querySelector('.rk-headline'); if (!words) return;
    const window_ = windowOf(panel);
    const picture = panel.querySelector('.rk-strip')?.offsetHeight ? words : panel.querySelector('.rk-view img') || words;
    const above = window_.top - words.getBoundingClientRect().top;
    const below = picture.getBoundingClientRect().bottom - window_.bottom;
    const move = above > 0 ? -Math.ceil(above) : below > 0 ? Math.ceil(below) : 0;
    const here = e.getBoundingClientRect();
    const over = document.elementFromPoint(here.left + here.width / 2, here.top + here.height / 2)?.closest('.rk-answer, .rk-headline');
    if (over && !over.contains(e)) { window_.page.scrollTop -= over.getBoundingClientRect().bottom + 4 - here.top; return; }  // from below the answer
    if (here.top - move < window_.top || here.bottom - move > window_.bottom) return;
    window_.page.scrollTop += move;
  };
  document.addEventListener('keydown', e => {  // a guess is typed, and seen; the number is told to Python first
    const row = e.key === 'Enter' && e.target.closest?.('.rk-guess'); if (!row || !e.target.matches('input')) return;
    setTimeout(() => row.querySelector('button').click(), 50);
  }, true);
  let held = false;
  document.addEventListener('pointerdown', () => held = true, true);
  for (const kind of ['pointercancel', 'blur']) window.addEventListener(kind, () => held = false);
  document.addEventListener('pointerup', e => { const active = document.activeElement; held = false;
    if (active?.closest('.rk-panel')?.contains(e.target)) bring(active); }, true);
  document.addEventListener('focusin', e => held || bring(e.target));
  document.addEventListener('input', e => bring(e.target));  // the picture may have come only with what was typed
  const ours = ':is(.rk-panel, .rk-shelf)', has = e => e.matches?.(ours) || e.querySelector?.(ours);
  const concerns = ({target, addedNodes}) => target.closest?.(ours) ? !target.closest('.widget-html-content') : [...addedNodes].some(has);
  const look = changes => { if (changes.some(concerns)) mend(); else { open(); come(); } };  // words and pictures have nothing to mend
  mend(); new MutationObserver(look).observe(document.body, {childList: true, subtree: true}); })();
"""


def enable_keys() -> None:
    """Let the keyboard work in sliders and menus of the page; nothing outside a notebook."""
    try:
        from IPython.core.getipython import get_ipython
        from IPython.display import Javascript, display
    except ImportError:
        return
    if get_ipython() is not None:
        display(Javascript(SCRIPT))  # type: ignore[no-untyped-call]


def picture(chart: Chart[D], data: D) -> str:
    """A chart for the page, with its words for those who do not see it."""
    source, alt = base64.b64encode(chart.draw(data)).decode(), html.escape(chart.alt(data), quote=True)
    return f'<img class="rk-chart" width="{chart.width}" height="{chart.height}" alt="{alt}" src="data:image/svg+xml;base64,{source}">'


def wide_picture(chart: Chart[D], data: D) -> str:
    """A picture that may be wider than its place: it moves sideways there, before its letters are too small to read."""
    drawn = picture(chart, data)  # which says how wide it is
    return f'<div class="rk-wide" style="--rk-least: {3 * chart.width // 4}px">{drawn}</div>'


def sentence(error: Exception) -> str:
    """What to say of an error: its own sentence, or that it is one of ours."""
    if isinstance(error, RuleError):
        return str(error)
    return f"This cannot be shown ({type(error).__name__}: {error}); change something or reset."


def alert(error: object, typed: bool = False) -> str:
    """What is wrong, in a sentence, where the answer would stand. typed : are names to be read as one types them?

    >>> alert("friend_cover must not be none; see fire.cover.half_solid")
    '<p class="rk-error" role="alert">friend cover must not be none; see fire.cover.half_solid</p>'
    """
    said = str(error) if typed else in_words(str(error))
    return f'<p class="rk-error" role="alert">{html.escape(said)}</p>'


def aside_note(said: str) -> str:
    """A sentence on what was left aside, which is no fault; nothing for none."""
    return f'<p role="status">{html.escape(said)}</p>' if said else ""


def link(content: bytes, name: str, kind: str, says: str = "") -> str:
    """A link that saves ``content`` under a name, which it ``says`` unless it says more; it works wherever the page is
    shown.
    """
    source = base64.b64encode(content).decode()
    said = html.escape(says or name)
    return f'<a download="{html.escape(name)}" href="data:{kind};base64,{source}">{said}</a>'


def note(text: str = "", **more: object) -> w.HTML:
    """A piece of text in the page."""
    return w.HTML(text, **{"layout": layout(), "style": style(HTMLStyle), **more})


def button(name: str, icon: str, tip: str, act: Callable[[], object]) -> w.Button:
    """A button, and what it does."""
    made = w.Button(description=name, icon=icon, tooltip=tip, layout=layout(width="auto"), style=style(ButtonStyle))
    made.on_click(lambda _: act())
    return made


def in_a_row(inside: Sequence[w.Widget], layout: w.Layout, *classes: str) -> w.HBox:
    """Buttons in a row, which in a narrow window is as long as it is."""
    return w.HBox(inside, layout=layout, _dom_classes=("rk-row", *classes))
