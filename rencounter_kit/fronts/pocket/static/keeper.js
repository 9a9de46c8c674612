// What is yours, kept by this browser: one text under one name, for the app and for the pocket edition. Nothing of it is run, and
// nothing is sent anywhere. Each thing has a kind and a name; it is a text, words that tell it, and when it was kept.

const UNDER = 'rencounter';
const VERSION = 1;
const LONGEST = 400_000; // letters of one thing
const LARGEST_FILE = 20_000_000; // bytes; a browser keeps less than half of that
const DAY = 86_400_000; // milliseconds
const KINDS = {
  rules: 'House rules in force',
  sets: 'Saved sets of house rules',
  men: 'Men',
  situations: 'Where you left each check',
  lessons: 'Lessons',
  handouts: 'Handouts',
  games: 'Games of your own',
  texts: 'The text of your game',
  tries: 'Rules that you tried',
  page: 'The last page',
  look: 'Light or dark',
  whose: 'Your name',
};
const KEPT_MOST = { tries: 30, situations: 60, page: 1 }; // of a kind; of others there are 200
const mostOf = (kind) => KEPT_MOST[kind] ?? 200;
const OTHER =
  'What this browser kept is broken, or of another version, and is left out. It stays until something new is kept.';
const BARRED = 'This browser keeps nothing of this page. What you set stays until you close it; save it as a file.';
const FULL =
  'The storage of this browser is full. What you set now stays until you close this page; save it as a file.';

const keptListeners = new Set();
let onPage = null; // what is kept where the browser keeps nothing
let windowOnPage = null;

export const keeper = { trouble: '' };

function tellKept() {
  for (const listener of keptListeners) listener();
}

function say(trouble) {
  if (keeper.trouble === trouble) return;
  keeper.trouble = trouble;
  tellKept();
}

/** Call this whenever something is kept or forgotten, or cannot be. */
export const onKept = (listener) => keptListeners.add(listener);

const isThing = (one) =>
  typeof one?.text === 'string' &&
  typeof one.words === 'string' &&
  Number.isFinite(one.at) &&
  one.text.length <= LONGEST;

const none = () => new Map(Object.keys(KINDS).map((kind) => [kind, new Map()]));

/** What a text that was stored says, as far as it can be read. */
function readKept(text) {
  const all = none();
  if (text === null) return all;
  let whole = null;
  try {
    whole = JSON.parse(text);
  } catch {} // it is left out below
  if (whole?.version !== VERSION || typeof whole.things !== 'object') {
    say(OTHER);
    return all;
  }
  let left = false;
  for (const [kind, named] of Object.entries(whole.things ?? {}))
    for (const [name, one] of Object.entries(named ?? {}))
      if (all.has(kind) && isThing(one)) all.get(kind).set(name, { text: one.text, words: one.words, at: one.at });
      else left = true;
  if (left) say(OTHER);
  return all;
}

/** All that is kept: by kind, then by name. */
export function allKept() {
  if (onPage) return onPage;
  try {
    return readKept(localStorage.getItem(UNDER));
  } catch {
    onPage = none();
    say(BARRED);
    return onPage;
  }
}

export const keptOf = (kind) => allKept().get(kind);
export const keptThing = (kind, name) => keptOf(kind).get(name);
const latestFirst = (things) => [...things].sort(([, one], [, other]) => other.at - one.at);

/** All that is kept as plain values. */
export const plainOf = (all) => Object.fromEntries([...all].map(([kind, named]) => [kind, Object.fromEntries(named)]));

/** Change what is kept; what other windows have kept meanwhile stays. */
function changeKept(act) {
  const all = allKept();
  act(all);
  for (const [kind, named] of all) for (const [name] of latestFirst(named).slice(mostOf(kind))) named.delete(name);
  if (!onPage) {
    try {
      localStorage.setItem(UNDER, JSON.stringify({ version: VERSION, things: plainOf(all) }));
    } catch {
      onPage = all;
      say(FULL);
    }
  }
  tellKept();
}

/** Keep a text under a kind and a name; words tell it. An empty text forgets it. */
export function keepThing(kind, name, text, words = '') {
  const before = keptThing(kind, name);
  if ((before?.text ?? '') === text && (!text || before.words === words)) {
    if (!text || Date.now() - before.at < 60_000) return;
  }
  changeKept((all) => {
    if (text && text.length <= LONGEST) all.get(kind).set(name, { text, words, at: Date.now() });
    else all.get(kind).delete(name);
  });
}

/** Forget one thing; all of a kind; everything. */
export function forget(kind, name) {
  changeKept((all) => {
    for (const [one, named] of all)
      if (name !== undefined && one === kind) named.delete(name);
      else if (name === undefined && (kind === undefined || one === kind)) named.clear();
  });
}

/** Take in what somebody gave, or what a file says: kind, name, text, words of each. What is there by these names stays, and so does all of a
 * kind that has no room; that is said. Rules in force are put to those that were tried. */
export function takeIn(things) {
  const left = [];
  changeKept((all) => {
    for (const [kind, name, text, words] of things) {
      const one = { text, words, at: Date.now() };
      if (!all.has(kind) || !isThing(one)) continue;
      const before = all.get(kind).get(name);
      const other = before && before.text !== text;
      if (kind !== 'rules' && (other || (!before && all.get(kind).size >= mostOf(kind)))) {
        left.push(words || name);
        continue;
      }
      if (other) all.get('tries').set(before.text, { ...before, at: Date.now() });
      all.get(kind).set(name, one);
    }
  });
  return left.length ? ` Left out, since you have others by these names or too many: ${left.join('; ')}.` : '';
}

const putHere = new Map(); // the rules in force that this page has put, by game

/** Keep the rules in force for a game. Those before them are put to those that were tried, unless they were written on this page. */
export function keepRules(name, text, words = '') {
  const before = keptThing('rules', name);
  if (before && before.text !== text && (!text || before.text !== putHere.get(name)))
    keepThing('tries', before.text, before.text, before.words);
  putHere.set(name, text);
  keepThing('rules', name, text, words);
}

/** Play by the book: the rules in force are put to those that were tried. */
export function putAside() {
  changeKept((all) => {
    for (const one of all.get('rules').values()) all.get('tries').set(one.text, { ...one, at: Date.now() });
    all.get('rules').clear();
  });
}

/** What holds in this window alone, as its own text; null where nothing was said in it. */
export function windowKept(text) {
  try {
    if (text !== undefined) sessionStorage.setItem(UNDER, text);
    return sessionStorage.getItem(UNDER);
  } catch {
    windowOnPage = text ?? windowOnPage;
    return windowOnPage;
  }
}

/** Today, yesterday, or how many days ago. */
export function dayOf(at, now = Date.now()) {
  const midnight = (time) => new Date(time).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(now) - midnight(at)) / DAY);
  return days <= 0 ? 'Today' : days === 1 ? 'Yesterday' : `${days} days ago`;
}

/** A light or a dark page, as was chosen; else as the system has it. */
export function dress(look = keptThing('look', 'page')?.text) {
  const dark = '(prefers-color-scheme: dark)';
  const which = { dark: 'all', light: 'not all' }[look] ?? dark;
  document.documentElement.style.colorScheme = look ?? '';
  dress.dark ??= new Set();
  for (const sheet of document.styleSheets)
    for (const rule of sheet.cssRules) {
      if (rule.conditionText === dark) dress.dark.add(rule);
      if (dress.dark.has(rule)) rule.media.mediaText = which;
    }
  const { dataset } = document.body; // by which JupyterLab's parts know
  if (dataset.jpThemeLight) dataset.jpThemeLight = String(look ? look !== 'dark' : !matchMedia(dark).matches);
}

// Given to somebody else -----------------------------------------------------------------------------------------------------

const GIVEN = /id="given">(?=<)/;

export function saveFile(file) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The pocket edition with what somebody gives with it, to the share sheet of a phone or among the files; gives what was done. */
export async function handOver(page, given, text) {
  const json = JSON.stringify(given).replaceAll('<', '\\u003c');
  const name = ['rencounter', ...given.whose.toLowerCase().split(/[^\p{L}\p{N}]+/u)].filter(Boolean).join('-');
  const file = new File([page.replace(GIVEN, (mark) => mark + json)], `${name}.html`, { type: 'text/html' });
  const sheet = { files: [file], text };
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.(sheet)) {
    try {
      await navigator.share(sheet);
      return 'Sent.';
    } catch (error) {
      if (error.name === 'AbortError') return ''; // he thought better of it
    }
  }
  saveFile(file);
  return `Saved as ${file.name}. Send it: it opens in any browser.`;
}

// What a person sees of it ---------------------------------------------------------------------------------------------------

function element(tag, text = '', more = {}, ...inside) {
  const one = document.createElement(tag);
  one.textContent = text;
  one.append(...inside);
  return Object.assign(one, more);
}

const press = (text, act, name = text) => element('button', text, { type: 'button', onclick: act, ariaLabel: name });

/** What was left last time, with two ways on; null where nothing was. */
export function greeting(goOn, byTheBook) {
  const things = [...keptOf('rules').values()];
  const page = keptThing('page', 'last');
  if (page) things.push(page);
  if (!things.length) return null;
  const day = dayOf(Math.max(...things.map(({ at }) => at)));
  const words = things.map((one) => one.words).filter(Boolean);
  const whole = element('p', '', { className: 'kept-greeting' });
  const act = (one) => () => {
    whole.remove();
    one();
  };
  whole.append(
    element('span', `${day}: ${words.join('; ')}.`),
    press('Go on', act(goOn)),
    press('By the book', act(byTheBook)),
  );
  whole.setAttribute('role', 'status');
  return whole;
}

/** All that is kept, to see and to forget; and the file of it, out and in.
 * front : opens(kind) says whether such things can be opened, open(thing) does so, and gives the sentence that says why not; file()
 * gives the text of the file, taken(text) what such a text says, both under "error" why not. */
export function yours(front) {
  const place = element('div', '', { className: 'kept', tabIndex: -1 });
  const said = element('p', '', { className: 'kept-said' });
  said.setAttribute('role', 'status');
  let sure = false;

  const openOne = async (one, kind) => {
    said.textContent = (await front.open(one, kind)) ?? '';
  };

  const row = (kind, name, one) => {
    const words = one.words || name;
    const opens = front.opens(kind) ? [press('Open', () => openOne(one, kind), `Open ${words}`)] : [];
    const forgets = press('Forget', () => forget(kind, name), `Forget ${words}`);
    return element(
      'li',
      '',
      {},
      element('span', words),
      element('small', dayOf(one.at).toLowerCase()),
      ...opens,
      forgets,
    );
  };

  const list = ([kind, named]) => [
    element('h3', KINDS[kind]),
    element('ul', '', {}, ...latestFirst(named).map(([name, one]) => row(kind, name, one))),
  ];

  const save = async () => {
    const file = await front.file();
    said.textContent =
      file.error ?? 'Saved. Open it here or anywhere else, or name it with --mine on the command line.';
    if (file.error) return;
    saveFile(new File([file.text], 'mine.rencounter.toml', { type: 'application/toml' }));
  };

  const open = async ({ target }) => {
    const [file] = target.files;
    if (!file) return;
    target.value = '';
    const taken =
      file.size > LARGEST_FILE
        ? { error: 'That file is too long to be one of yours.' }
        : await front.taken(await file.text());
    const left = taken.things ? takeIn(taken.things) : '';
    said.textContent = taken.error ?? `Loaded from ${file.name}.${left} Press Go on, or Open beside what you want.`;
  };

  const look = () => {
    const names = ['as the system has it', 'light', 'dark'];
    const menu = element('select', '', {}, ...names.map((name) => element('option', name)));
    menu.selectedIndex = Math.max(0, names.indexOf(keptThing('look', 'page')?.text));
    menu.onchange = () => {
      keepThing('look', 'page', menu.selectedIndex ? menu.value : '', menu.value);
      dress();
    };
    return element('label', 'This page is ', {}, menu);
  };

  const everything = () => {
    sure = !sure;
    if (!sure) forget();
    draw();
  };

  const draw = () => {
    const kept = [...allKept()].filter(([, named]) => named.size);
    const input = element('input', '', {
      type: 'file',
      accept: '.toml,.txt',
      onchange: open,
      ariaLabel: 'Open a file of yours',
    });
    const every = sure ? 'Really forget everything' : 'Forget everything';
    const within = place.contains(document.activeElement);
    place.replaceChildren(
      element(
        'p',
        'Kept by this browser, on this computer, and sent to nobody. On a computer that others use, forget it when you go.',
      ),
      ...(keeper.trouble ? [element('p', keeper.trouble, { className: 'kept-trouble' })] : []),
      element('p', '', {}, look()),
      ...(kept.length ? kept.flatMap(list) : [element('p', 'Nothing yet.')]),
      element(
        'p',
        '',
        { className: 'kept-row' },
        press('Save as a file', save),
        element('label', 'Open a file ', {}, input),
        press(every, everything),
      ),
      said,
    );
    if (within) place.focus();
  };
  onKept(() => place.isConnected && draw());
  return Object.assign(place, { show: draw });
}
