// Keys, names and places of the panels on a page. It comes with each panel and sets itself up once.

// JupyterLab goes to the last cell when all are run: who runs a page wants its top, and the keyboard there too.
(() => {
  const seen = [...document.querySelectorAll('.jp-Notebook')].find(e => e.offsetParent), outer = seen?.querySelector('.jp-WindowedPanel-outer');
  if (!outer || ![...seen.querySelectorAll('.jp-Cell')].at(-1)?.matches('.jp-mod-active')) return;
  const empty = [...seen.querySelectorAll('.jp-CodeCell')].map(e => e.matches('.jp-mod-noOutputs')), shown = empty.filter(e => !e).length;
  if (shown > 1 && !empty.slice(empty.indexOf(false)).includes(true)) return;  // one cell was run, and no other waits
  outer.scrollTop = 0;
  requestAnimationFrame(() => { seen.querySelector('.jp-Cell').focus({preventScroll: true}); outer.scrollTop = 0; });
})();
// JupyterLab and Notebook take arrow keys for themselves unless the focused element says otherwise, and slider handles come
// without a name for screen readers. An offer is written into the rules where it is pressed, as if it were typed: pages hold
// typed text back while Python is busy, but not presses, so that a press would be undone by what was typed before it. It counts
// when the mouse goes down, since other offers may stand there when it goes up.
// Lines of a shelf and tabs are one stop for the Tab key; arrow keys, Home and End go from one to the other, and Enter opens.
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
    const words = one => one?.textContent.replace(/\u200b/g, '').trim() || '';  // a check box is set in by a sign without width
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
    const number = parseInt(field.value.replace(/[\u2010-\u2015\u2212]/, '-')); if (isNaN(number)) return;
    field.value = number + by;
    field.dispatchEvent(new Event('change', {bubbles: true}));
  };
  document.addEventListener('keydown', e => {
    if (!e.target.matches?.('.rk-number input') || !/^Arrow(Up|Down)$/.test(e.key) || e.ctrlKey || e.altKey || e.metaKey) return;
    e.preventDefault();
    count(e.target, e.key === 'ArrowUp' ? 1 : -1);
  }, true);
  const write = button => {
    const area = button.closest('.rk-rules').querySelector('textarea'), lines = area.value.split('\n');
    const [, where, line] = button.title.match(/^Write (in|below) line (\d+)/), said = button.title.split('\n').slice(1);
    const start = where === 'in' ? line - 1 : +line;
    lines.splice(start, where === 'in' ? 1 : 0, ...said);
    const end = lines.slice(0, start + said.length).join('\n').length;
    area.value = lines.join('\n');
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
