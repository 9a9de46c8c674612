// Keys, names and places of the panels of a page. It comes with each panel: the first part is done each time, the rest once.
(() => {
  const all = (which, within = document) => [...within.querySelectorAll(which)];

  // The top of the page --------------------------------------------------------------------------------------------------
  // JupyterLab goes to the last cell when all are run: who runs a page wants its top, and the keyboard there too; and of its first panel
  // the answer and the tabs.

  const goToTop = () => {
    const page = all('.jp-Notebook').find((one) => one.offsetParent);
    const outer = page?.querySelector('.jp-WindowedPanel-outer');
    if (!outer || !all('.jp-Cell', page).at(-1)?.matches('.jp-mod-active')) return;
    const empty = all('.jp-CodeCell', page).map((one) => one.matches('.jp-mod-noOutputs'));
    const waiting = empty.slice(empty.indexOf(false)).includes(true);
    const first = page !== window.__rencounterPage; // all may have run before the first panel was shown
    window.__rencounterPage = page;
    if (!first && empty.filter((one) => !one).length > 1 && !waiting) return; // one cell was run, and no other waits
    outer.scrollTop = 0;
    window.__rencounterRun = outer;
    requestAnimationFrame(() => {
      if (document.activeElement?.closest('.rk-panel, .rk-shelf, .rk-game')) return; // somebody works there already
      page.querySelector('.jp-Cell').focus({ preventScroll: true });
      outer.scrollTop = 0;
    });
  };

  goToTop();
  if (window.__rencounterKeys) return;
  window.__rencounterKeys = true;

  const OURS = ':is(.rk-panel, .rk-shelf, .rk-game)';

  // Names for screen readers ---------------------------------------------------------------------------------------------
  // JupyterLab and Notebook take arrow keys for themselves unless the focused element says otherwise, and slider handles
  // come without a name.

  const nameButtons = () => {
    for (const button of all(`${OURS} button`)) {
      const words = button.textContent.trim(); // without its icon
      if (words && button.getAttribute('aria-label') !== words) button.setAttribute('aria-label', words);
    }
  };

  const tellActive = (which, what) => {
    for (const one of all(`${OURS} ${which}`)) one.setAttribute(what, one.classList.contains('mod-active'));
  };

  const wordsOf = (one) => one?.textContent.replace(/\u200b/g, '').trim() || ''; // a check box is set in by a sign without width

  const nameControls = () => {
    for (const one of all(`${OURS} :is(.noUi-handle, select, input, textarea, button)`)) {
      const given = one.dataset.rkName; // its label may say something else by now, as that of a chip
      if (one.dataset.lmSuppressShortcuts && !given) continue;
      one.dataset.lmSuppressShortcuts = 'true';
      const widget = one.closest('.jupyter-widgets');
      const label = (one.closest('.rk-control') || widget)?.querySelector('.widget-label');
      const beside = wordsOf(one.closest('.widget-checkbox'));
      const whose = wordsOf(one.closest('.rk-whose')?.querySelector('.rk-heading'));
      const words = [wordsOf(label), beside].filter(Boolean).join(': ');
      const own = words || widget?.title || one.title || label?.title; // a slider has its tip on its label
      const name = one.type === 'radio' ? '' : `${whose} ${own}`.trim(); // each button of a choice has words of its own
      if (!name || name === given || (one.ariaLabel && one.ariaLabel !== given)) continue;
      one.ariaLabel = name;
      one.dataset.rkName = name;
    }
  };

  // Into sight -----------------------------------------------------------------------------------------------------------

  const windowOf = (one) => {
    // what scrolls around it, and what of that is seen
    let page = one.parentElement;
    while (page && !/auto|scroll/.test(getComputedStyle(page).overflowY)) page = page.parentElement;
    const whole = !page || page === document.scrollingElement;
    const { top, bottom } = whole ? { top: 0, bottom: innerHeight } : page.getBoundingClientRect();
    return { page: page || document.scrollingElement, top, bottom: Math.min(innerHeight, bottom) };
  };

  const stickyOf = (panel) =>
    all('.rk-answer, .rk-headline', panel).find(
      (one) => getComputedStyle(one).position === 'sticky' && one.offsetHeight,
    );

  const isSticky = (one) => !!one && getComputedStyle(one).position === 'sticky';
  const TABS = '.rk-tab-place > .rk-tabs';

  // How high the parts are that stay in sight, for the style sheet: the words, the tabs, and controls that do not fit the window.
  const measured = new ResizeObserver((changes) => {
    for (const panel of new Set(changes.map(({ target }) => target.closest('.rk-panel')))) {
      if (!panel) continue;
      const { top, bottom } = windowOf(panel);
      const high = (which) => panel.querySelector(which)?.offsetHeight || 0;
      const say = (name, height) => panel.style.setProperty(name, `${height}px`);
      say('--rk-words', high('.rk-headline'));
      say('--rk-tabs', high(TABS));
      say('--rk-reach', Math.min(0, bottom - top - high('.rk-console')));
    }
  });
  let known = new WeakSet();
  const measure = () => {
    for (const part of all(`.rk-panel :is(.rk-headline, .rk-console, ${TABS})`)) {
      if (!known.has(part)) measured.observe(part);
      known.add(part);
    }
  };
  const measureAgain = () => {
    measured.disconnect();
    known = new WeakSet();
    measure();
  };

  // Who reads on below the controls, which stay at hand, needs the picture no longer; but what the keyboard is at stays in sight.
  const passed = (controls) =>
    controls.getBoundingClientRect().top - controls.parentElement.getBoundingClientRect().top;
  const readOn = () => {
    for (const controls of all('.rk-panel .rk-instrument > .rk-console')) {
      const by = isSticky(controls) ? passed(controls) : 0;
      const right = controls.nextElementSibling;
      const reads = by > 24 && !right.querySelector('.rk-answer :focus-visible');
      if (by < 1 || by > 24) right.classList.toggle('rk-read-on', reads);
    }
  };

  const bringIn = (panel) => {
    const show = () => {
      for (const which of ['.rk-view img', '.rk-headline'])
        panel.querySelector(which)?.scrollIntoView({ block: 'nearest' });
    };
    show();
    setTimeout(show, 300); // and when it has laid itself out
  };

  // The panel that the address of the page asks for, until something is done.
  let touched = false;
  const showAsked = () => touched || document.querySelector('.rk-panel.rk-asked')?.scrollIntoView();

  // The answer and the tabs of the first panel of a page that was run, until something is done.
  const showFirst = () => {
    const outer = window.__rencounterRun;
    const panel = outer?.querySelector('.rk-panel');
    const [words, tabs] = ['.rk-headline', '.rk-tabs'].map((one) => panel?.querySelector(one));
    if (!words?.offsetHeight || !tabs?.offsetHeight) return;
    const { top, bottom } = outer.getBoundingClientRect();
    const above = words.getBoundingClientRect().top - top;
    const move = Math.min(tabs.getBoundingClientRect().bottom + 4 - bottom, above);
    if (move >= 1) outer.scrollTop += move;
  };

  const leaveFirst = ({ target }) => {
    if (target.closest?.(OURS)) window.__rencounterRun = null;
  };

  // What comes behind a tab that was pressed, or that a button opens, until something else is done.
  let turned = null; // the place of the tab
  const grown = new ResizeObserver(() => {
    if (!turned) return;
    const panel = turned.closest('.rk-panel');
    const tab = panel.querySelector(`${TABS} .mod-active`);
    if (document.activeElement === document.body) tab?.focus({ preventScroll: true }); // the button pressed is gone
    const { page, top, bottom } = windowOf(panel);
    const box = turned.getBoundingClientRect();
    const room = box.top - top - (stickyOf(panel)?.offsetHeight || 0) - 4; // the tabs come up to below the answer, and no further
    const move = room < 0 || box.bottom > bottom ? room : 0; // no half of the picture is left between them
    if (Math.abs(move) >= 1) page.scrollTop += move;
  });
  const leave = () => {
    touched = true;
    turned = window.__rencounterRun = null;
    grown.disconnect();
  };
  const turn = ({ target }) => {
    leave();
    turned = target.closest('.rk-panel .rk-tabs button, .rk-panel .rk-closer')?.closest('.rk-tab-place');
    const answer = turned?.closest('.rk-panel').querySelector('.rk-answer');
    for (const part of [turned, answer]) if (part) grown.observe(part);
  };

  // The panel that is opened on a shelf.
  let opening = null; // the shelf, and the panel that was open on it
  const open = ({ target }) => {
    const shelf = target.closest('.rk-shelf > .rk-tabs button, .rk-finds button')?.closest('.rk-shelf');
    const here = target.closest('.rk-shelf > .rk-tabs button.mod-active') && shelf.querySelector('.rk-panel');
    if (here) bringIn(here);
    else if (shelf) opening = { shelf, old: shelf.querySelector('.rk-panel .rk-headline') };
  };
  const showOpened = () => {
    const words = opening?.shelf.querySelector('.rk-panel .rk-headline');
    if (!words || opening.old === words) return;
    const again = opening.shelf.querySelector('.rk-again');
    if (again && document.activeElement === document.body) again.focus({ preventScroll: true }); // the button pressed is gone
    opening = null;
    bringIn(words.closest('.rk-panel'));
  };

  // The panel to which a press hands something on.
  let handing = null; // the number of the panel that was called before it
  const called = () => document.querySelector('.rk-called');
  const number = () => called()?.dataset.call;
  const handOn = ({ target }) => {
    if (target.closest('.rk-handing button, .rk-steps button, .rk-alone')) handing = { old: number() };
  };
  const showCalled = () => {
    if (!handing || !number() || number() === handing.old) return;
    handing = null;
    bringIn(called().closest('.rk-panel'));
  };

  // What is offered for a line, as far as the line stays in sight.
  const offered = new ResizeObserver(() => {
    const area = document.activeElement;
    const next = area?.closest('.rk-rules')?.querySelector('.rk-next');
    if (!next?.querySelector('button')?.offsetHeight || !area.matches('textarea')) return;
    const { page, top, bottom } = windowOf(area);
    const place = area.getBoundingClientRect();
    const answer = stickyOf(area.closest('.rk-panel'))?.getBoundingClientRect();
    const tabs = area.closest('.rk-tab-place')?.querySelector(':scope > .rk-tabs');
    const stuck = isSticky(tabs) ? tabs.offsetHeight : 0;
    const over = answer && answer.left < place.right && answer.right > place.left ? answer.height + stuck : 0;
    const move = Math.min(place.top - top - over - 4, next.getBoundingClientRect().bottom - bottom);
    if (move >= 1) page.scrollTop += move;
  });
  const watchOffers = ({ target }) => {
    offered.disconnect();
    const next = target.closest?.('.rk-rules')?.querySelector('.rk-next');
    if (next) offered.observe(next);
  };

  // The answer beside what is worked, when the page was left above or below it.
  const bring = (one) => {
    const panel = one.closest('.rk-panel');
    const words = panel?.querySelector('.rk-headline');
    if (!words) return;
    const { page, top, bottom } = windowOf(panel);
    const controls = one.closest('.rk-instrument > .rk-console');
    const out = one.getBoundingClientRect().top - 4 - top;
    if (isSticky(controls) && out < 0) page.scrollTop += out - passed(controls); // they stay, higher than the window
    const picture = panel.querySelector('.rk-strip')?.offsetHeight
      ? words
      : panel.querySelector('.rk-view img') || words;
    const above = top - words.getBoundingClientRect().top;
    const below = picture.getBoundingClientRect().bottom - bottom;
    const move = above > 0 ? -Math.ceil(above) : below > 0 ? Math.ceil(below) : 0;
    const here = one.getBoundingClientRect();
    const middle = document.elementFromPoint(here.left + here.width / 2, here.top + here.height / 2);
    const over = middle?.closest(`.rk-answer, .rk-headline, ${TABS}`);
    if (over && !over.contains(one))
      page.scrollTop -= over.getBoundingClientRect().bottom + 4 - here.top; // from below the answer
    else if (here.top - move >= top && here.bottom - move <= bottom) page.scrollTop += move;
  };
  let held = false; // by a pointer: nothing moves away under it
  const hold = () => {
    held = true;
  };
  const letGo = () => {
    held = false;
  };
  const release = ({ target }) => {
    const active = document.activeElement;
    letGo();
    if (active?.closest('.rk-panel')?.contains(target)) bring(active);
  };
  const bringFocused = ({ target }) => held || bring(target);
  const bringTyped = ({ target }) => bring(target); // the picture may have come only with what was typed

  // Tabs and lines of a shelf --------------------------------------------------------------------------------------------
  // They are one stop for the Tab key; arrow keys, Home and End go from one to the other, and Enter opens.

  const buttonsAround = (one) => all('button', one.closest('.rk-tabs'));

  const makeStop = (one) => {
    for (const button of buttonsAround(one)) button.tabIndex = button === one ? 0 : -1;
  };

  const makeStops = () => {
    for (const bar of all(`${OURS} .rk-tabs`)) {
      const buttons = all('button', bar);
      if (buttons.length && buttons.filter((one) => one.tabIndex === 0).length !== 1)
        makeStop(buttons.find((one) => one.classList.contains('mod-active')) || buttons[0]);
    }
  };

  const stopAtFocused = ({ target }) => {
    const one = target.closest?.('.rk-tabs button');
    if (one) makeStop(one);
  };

  const nextTab = (one, key) => {
    // along the lines, or to the row above or below where there are several
    const buttons = buttonsAround(one);
    if (key === 'Home' || key === 'End') return buttons.at(key === 'Home' ? 0 : -1);
    const by = /Down|Right/.test(key) ? 1 : -1;
    const beside = buttons.at((buttons.indexOf(one) + by) % buttons.length);
    if (!/Up|Down/.test(key)) return beside;
    const here = one.getBoundingClientRect();
    const away = (box) => (box.top - here.top) * by;
    const aside = (box) => Math.abs(box.left - here.left);
    const beyond = buttons
      .map((button) => ({ button, box: button.getBoundingClientRect() }))
      .filter(({ box }) => away(box) > 2);
    const row = Math.min(...beyond.map(({ box }) => away(box)));
    const there = beyond.filter(({ box }) => away(box) < row + 2).sort((a, b) => aside(a.box) - aside(b.box));
    return there[0]?.button || beside;
  };

  const goAlongTabs = (e) => {
    const one = e.target.closest?.('.rk-tabs button');
    if (!one || e.ctrlKey || e.altKey || e.metaKey || e.shiftKey) return;
    if (!/^(Arrow(Up|Down|Left|Right)|Home|End)$/.test(e.key)) return;
    e.preventDefault();
    e.stopPropagation();
    nextTab(one, e.key).focus();
  };

  // Numbers and guesses --------------------------------------------------------------------------------------------------

  const askForDigits = ({ target }) => {
    // the keys of a telephone, which have no minus there
    if (target.matches?.('.rk-number:not(.rk-signed) input')) target.inputMode = 'numeric';
    if (target.matches?.('.rk-guess input')) target.inputMode = 'decimal';
  };

  const countOn = (e) => {
    // as in a field of numbers, which would leave out what it does not know
    if (!e.target.matches?.('.rk-number input') || !/^Arrow(Up|Down)$/.test(e.key)) return;
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    e.preventDefault();
    const now = Number.parseInt(e.target.value.replace(/[\u2010-\u2015\u2212]/, '-'), 10);
    if (Number.isNaN(now)) return;
    e.target.value = now + (e.key === 'ArrowUp' ? 1 : -1);
    e.target.dispatchEvent(new Event('change', { bubbles: true }));
  };

  const seeGuess = (e) => {
    const row = e.key === 'Enter' && e.target.closest?.('.rk-guess');
    if (!row || !e.target.matches('input, .noUi-handle')) return;
    const box = row.querySelector('input');
    const isTold = () => e.target.matches('input') || Number(box.value) === Number(e.target.ariaValueNow);
    const press = (looks) => {
      if (isTold() || !looks) row.querySelector('button').click();
      else setTimeout(press, 50, looks - 1); // Python has not heard of the slider yet, and writes into the box what it says
    };
    setTimeout(press, 50, 100); // the number is told to Python first
  };

  // Questions of a lesson ------------------------------------------------------------------------------------------------

  const afterwards = (isThere, act, looks = 200) => {
    if (isThere()) act();
    else if (looks) setTimeout(afterwards, 50, isThere, act, looks - 1); // Python answers
  };

  const goToQuestion = ({ target }) => {
    const lesson = target.closest?.('.rk-lesson-ways button, .rk-steps button')?.closest('.rk-lesson-page');
    if (!lesson) return;
    const asked = () =>
      all('.rk-guess-card .rk-heading, .rk-lesson-asked [role=status]', lesson).find((one) => one.offsetParent);
    const words = () => lesson.querySelector('.rk-lesson-asked').textContent;
    const before = words();
    const show = () => {
      // the step's own words stand above, where there is room for both
      const [top, steps] = [asked(), lesson.querySelector('.rk-steps')];
      const below = top?.getBoundingClientRect().top - steps.getBoundingClientRect().top;
      (steps.offsetHeight && below < window.innerHeight / 5 ? steps : top)?.scrollIntoView();
    };
    const change = () => {
      show();
      setTimeout(show, 300); // and when it has laid itself out
    };
    afterwards(() => words() !== before, change);
  };

  const goToAnswer = ({ target }) => {
    const card = target.closest?.('.rk-guess button')?.closest('.rk-guess-card');
    if (!card) return;
    const answer = () => card.querySelector('[role=status] .rk-words');
    if (!answer()) afterwards(answer, () => answer().parentElement.scrollIntoView({ block: 'nearest' }));
  };

  // Offers for a line of house rules -------------------------------------------------------------------------------------
  // An offer is written into the rules where it is pressed, as if it were typed: pages hold typed text back while Python is
  // busy, but not presses, so that a press would be undone by what was typed before it. It counts when the mouse goes down,
  // since other offers may stand there when it goes up.

  const write = (button) => {
    const area = button.closest('.rk-rules').querySelector('textarea');
    const lines = area.value.split('\n');
    const [, where, line] = button.title.match(/^Write (in|below) line (\d+)/);
    const said = button.title.split('\n').slice(1);
    const start = where === 'in' ? line - 1 : +line;
    lines.splice(start, where === 'in' ? 1 : 0, ...said);
    const end = lines.slice(0, start + said.length).join('\n').length;
    area.value = lines.join('\n');
    area.focus();
    area.setSelectionRange(end, end);
    area.dispatchEvent(new Event('input', { bubbles: true }));
  };

  const pressOffer = (e) => {
    const button = e.target.closest('.rk-next button');
    if (!button || e.button) return;
    e.preventDefault();
    if (e.type === 'click') e.stopPropagation();
    if (e.type === 'mousedown' || !e.detail) write(button); // a click without detail comes from the keyboard
  };

  const keepOffer = ({ target }) => {
    // one that was chosen stays what it is until it is pressed or left
    const button = target.closest?.('.rk-next button');
    const label = button?.parentElement.querySelector('.widget-html-content');
    if (!label) return;
    const said = () => [button.title, button.getAttribute('aria-label') || '', button.innerHTML, label.innerHTML];
    const say = ([title, name, words, beside]) => {
      button.title = title;
      button.setAttribute('aria-label', name);
      button.innerHTML = words;
      label.innerHTML = beside;
    };
    const chosen = said();
    let latest = chosen;
    const watch = new MutationObserver(() => {
      if (`${said()}` === `${chosen}`) return;
      latest = said();
      say(chosen);
    });
    const words = { subtree: true, childList: true, characterData: true, attributeFilter: ['title', 'aria-label'] };
    watch.observe(button.parentElement, words);
    const unlock = () => {
      watch.disconnect();
      say(latest);
    };
    button.addEventListener('focusout', unlock, { once: true });
  };

  // The address of the page, which follows what is set --------------------------------------------------------------------
  // Browsers take only so many changes of it at a time.

  const given = new Set(); // numbers of what was given to a friend
  const giveNow = () => {
    for (const one of all('.rk-given')) {
      if (!given.has(one.dataset.number)) window.__rencounterGive?.(one.dataset, one.nextElementSibling);
      given.add(one.dataset.number);
    }
  };

  let following = 0;
  const followNow = () => {
    following = 0;
    giveNow();
    const kept = document.querySelector('.rk-keep i');
    if (kept) window.__rencounterKeep?.(kept.dataset);
    const said = document.querySelector('.rk-here i')?.dataset.here;
    if (said === undefined) return;
    if (said !== location.search) history.replaceState(null, '', location.pathname + said);
    window.__rencounterInForce?.(said);
  };
  const followLater = () => {
    if (!following && document.querySelector(':is(.rk-here, .rk-keep) i, .rk-given'))
      following = setTimeout(followNow, 300);
  };

  // The text of a game ---------------------------------------------------------------------------------------------------
  // In the app Python ends with the page: the browser keeps what was typed.

  const began = new Map(); // of each box the text that it came with
  const ours = window.rencounterKept;
  const keptUnder = (area) => `${location.pathname.split('/').pop()}, text ${[...began.keys()].indexOf(area) + 1}`;

  const keepTexts = () => {
    for (const [area, text] of began) {
      const kept = JSON.stringify({ began: text, typed: area.value });
      ours?.keepThing('texts', keptUnder(area), area.value === text ? '' : kept);
    }
  };

  const bringTexts = () => {
    if (!document.querySelector('.rk-here')) return; // elsewhere Python keeps it
    for (const area of all('.rk-game-text textarea')) {
      if (began.has(area)) continue;
      began.set(area, area.value);
      const kept = JSON.parse(ours?.keptThing('texts', keptUnder(area))?.text ?? 'null');
      if (kept?.began !== area.value) continue; // nothing was typed, or the page has another text now
      area.value = kept.typed;
      area.dispatchEvent(new Event('input', { bubbles: true }));
    }
  };

  // A line to send -------------------------------------------------------------------------------------------------------

  const copy = async ({ target }) => {
    const button = target.closest?.('.rk-panel .rk-copy');
    const line = button?.previousElementSibling;
    if (!line) return;
    getSelection().selectAllChildren(line);
    try {
      await navigator.clipboard.writeText(line.textContent);
    } catch {
      document.execCommand('copy');
    }
    button.textContent = 'Copied';
  };

  // Python that was shut down --------------------------------------------------------------------------------------------

  const tellOfPython = () => {
    // nothing else tells of it
    for (const one of all('.jp-NotebookPanel [data-status]')) {
      const gone = ['unknown', 'dead', 'terminating'].includes(one.dataset.status);
      for (const panel of all('.rk-panel', one.closest('.jp-NotebookPanel')))
        panel.classList.toggle('rk-stopped', gone);
    }
  };

  // What is listened to --------------------------------------------------------------------------------------------------
  // One listener a kind, and what it does in this order. What was in sight is left before anything else is done, hence at the
  // window; what a page would do itself with a key or a press is done before it hears of it.

  const listen = (where, kinds, before, ...acts) => {
    const act = (e) => {
      for (const one of acts) one(e);
    };
    for (const kind of kinds.split(' ')) where.addEventListener(kind, act, before);
  };

  listen(window, 'wheel pointerdown keydown', true, leave);
  listen(window, 'pointercancel blur', false, letGo);
  listen(window, 'beforeunload pagehide', true, followNow, keepTexts);
  listen(window, 'resize', false, measureAgain, showFirst);
  listen(document, 'scroll', true, readOn);
  listen(document, 'pointerdown', true, askForDigits, hold);
  listen(document, 'pointerup', true, release);
  listen(document, 'mousedown', true, pressOffer);
  listen(document, 'click', true, turn, open, handOn, pressOffer, copy, goToQuestion, goToAnswer);
  listen(document, 'keydown', true, goAlongTabs, countOn, seeGuess);
  listen(document, 'focusin', false, leaveFirst, watchOffers, stopAtFocused, keepOffer, bringFocused);
  listen(document, 'input', false, bringTyped);
  setInterval(tellOfPython, 1000);

  const mend = () => {
    showAsked();
    bringTexts();
    window.__rencounterTell?.(document.querySelector('.rk-kept textarea'));
    measure();
    nameButtons();
    showOpened();
    showCalled();
    tellActive('.rk-fold > button', 'aria-expanded');
    tellActive('.rk-tabs button', 'aria-pressed');
    nameControls();
    makeStops();
  };

  const hasOurs = (one) => one.matches?.(OURS) || one.querySelector?.(OURS);
  const concerns = ({ target, addedNodes }) =>
    target.closest?.(OURS) ? !target.closest('.widget-html-content') : [...addedNodes].some(hasOurs);

  const look = (changes) => {
    followLater();
    if (changes.some(concerns)) mend();
    else {
      // words and pictures have nothing to mend
      showAsked();
      showCalled();
    }
    showFirst();
  };

  mend();
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
})();
