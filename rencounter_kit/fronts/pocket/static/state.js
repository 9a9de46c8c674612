// What a person has set, and what Python says of it. Every change goes through here, and the page is drawn again.

import { forget, keepRules, keepThing, keptOf, keptThing } from './keeper.js';
import { part } from './parts.js';
import { asFirst, ask, askAnew, onPython, python, stop, stopPieces, waits } from './python.js';

/** What somebody gave with this file; nothing of it where it cannot be read. */
function readGiven() {
  const nothing = { start: '', whose: '', things: [], pages: [], checks: {} };
  try {
    const given = { ...nothing, ...JSON.parse(part('given') || '{}') };
    if (Object.entries(nothing).every(([key, one]) => given[key].constructor === one.constructor)) return given;
  } catch {} // it is told below
  return { ...nothing, damaged: true };
}

const given = readGiven();

export const state = {
  first: null, // what the file itself knows of each check
  given: { ...given, force: Object.create(null), by: true, said: '' }, // what somebody gave with it, and his rules by game
  whose: keptThing('whose', 'name')?.text ?? '', // who gives it on
  gave: '', // what is said of that
  games: [],
  place: 'check', // or dice, game, yours
  greeting: null, // what was left last time
  id: '',
  said: {},
  text: Object.create(null), // house rules as they are written, by game
  force: Object.create(null), // house rules in force, by game
  house: Object.create(null), // what is said beside the lines, by game
  shown: null, // the answer
  groups: [],
  groupsBy: null, // the house rules by which the controls were made
  stale: false,
  reading: 'exactly',
  tab: 'Why',
  find: { text: '', found: null, most: 5 },
  figure: null, // that was found, and the checks in which it counts
  die: '', // the faces of the dice as squares
  drawn: null, // what was set when they were drawn, and before the change that led there
  thrown: null,
  series: null,
  seed: '',
  effects: null,
  men: Object.assign(
    Object.create(null),
    Object.fromEntries([...keptOf('men')].map(([stem, one]) => [stem, one.text])),
    Object.fromEntries(given.things.filter(([kind]) => kind === 'men').map(([, stem, text]) => [stem, text])),
  ), // men with names as they are written, by game
  roster: null, // what is said of them
  meetings: null, // of all of them with each other
  luck: { event: 0, counts: ['1', '6', '1'], chance: '', events: [], told: null },
  sent: { text: '', lines: [] },
  unopened: '', // why a line that somebody sent is not opened
  aside: '',
  dice: { texts: ['4d6 drop lowest', '3d6'], reading: 'exactly', told: [], thrown: [] },
  own: { name: 'mine', text: '', told: null },
};

const menHere = { ...state.men }; // as this page found or put them, by game
let drawing = () => {};

export function onChange(draws) {
  drawing = draws;
}

export function change(what = {}) {
  Object.assign(state, what);
  drawing();
}

/** What is known of a check before Python is asked. */
export const checkOf = (id) => [state.first.checks, state.known ?? {}].find((all) => Object.hasOwn(all, id))?.[id];
export const check = () => checkOf(state.id);
export const game = () => check()?.game ?? '';
export const lines = () => state.force[game()] ?? '';
export const written = () => state.text[game()] ?? '';

// The address ------------------------------------------------------------------------------------------------------------

function keep(fragment, anew) {
  const address = `#${fragment}`;
  if (address === location.hash) return;
  if (anew) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}

/** The check that the address names, and what stands behind that, until Python reads all of it; nothing where it asks for nothing. */
export const addressed = () =>
  [location.hash, location.search]
    .map((part) => part.match(/\b(?:check|dice|meeting)(?:=|%3D)([\w.]*)(.*)/i))
    .find(Boolean);

/** The house rules in force for a game as a code, with their names where they have any. */
export const codeOf = (stem) =>
  state.force[stem] ? ((isNamed(stem) ? state.house[stem].named.code : state.house[stem]?.code) ?? '') : '';

/** Are the rules in force those that came as a code? */
const isNamed = (stem) => state.house[stem]?.named?.lines === state.force[stem];

/** Are the rules in force those that somebody gave? */
export const isGiven = (stem) => Boolean(state.force[stem]) && state.force[stem] === state.given.force[stem];

/** What to send: the answer in words, the rules, and what opens it in whoever's copy. */
async function askSent() {
  const sent = await ask('texts_to_send', state.id, state.said, lines(), codeOf(game()), state.whose.trim());
  if (!sent.text) return;
  const { protocol, origin, pathname } = location;
  if (protocol !== 'file:') sent.text = sent.text.replace(' #check=', ` ${origin}${pathname}#check=`);
  change({ sent });
}

/** Show what the address says. before : the check and place at first, where Python reads the page's address only now. */
export async function goToAddress(before = null) {
  const asked = addressed();
  if (asked) change({ aside: '', trouble: await openLine(asked.input, false, before) });
}

/** Open what a link, a command or a line of Python says; gives the sentence that says why not. before : as above; what was set since holds. ruled : by its own
 * rules, or by those in force. */
export async function openLine(line, anew = true, before = null, ruled = true) {
  const taken = await ask('open_line', line, state.id);
  const left = before && (state.id !== before.id || state.place !== before.place); // for another check, before this was read
  if (taken.error || taken.stopped || left) return taken.error ?? '';
  if (taken.dice) {
    await openDice(taken.dice, anew);
    return '';
  }
  const same = taken.id === state.id;
  const { id, said = same ? state.said : {}, lines: house, aside } = taken;
  const since = before && same ? state.said : {};
  const ours = !ruled || (before && same && written()) ? undefined : house;
  await openCheck(id, { ...said, ...since }, { lines: ours, anew: false, aside });
  if (taken.men) state.men[game()] = menHere[game()] = taken.men;
  if (taken.meets) {
    turnTo('Men');
    letMeet();
  }
  return '';
}

// A check ----------------------------------------------------------------------------------------------------------------

/** Open a check, perhaps in a situation. */
export async function openCheck(id, said = {}, { lines: house, anew = true, aside = '', figure = null } = {}) {
  const first = checkOf(id);
  if (!first) {
    const made = await ask('opening', id);
    if (made.error || made.stopped) return;
    state.known = { ...state.known, [id]: made };
    return openCheck(id, said, { lines: house, anew, aside, figure });
  }
  stopSeries();
  const { first: answer } = first;
  Object.assign(state, {
    place: 'check',
    id,
    said,
    aside,
    figure,
    thrown: null,
    series: null,
    trouble: '',
    die: '',
    drawn: null,
  });
  Object.assign(state, { groups: answer.groups ?? [], groupsBy: answer.groups ? '' : null, reading: 'exactly' });
  Object.assign(state, { shown: { ...answer }, stale: false });
  if (anew) state.find = { text: '', found: null, most: 5 };
  if (house !== undefined && house !== (state.force[game()] ?? '')) {
    state.text[game()] = house;
    state.force[game()] = house;
    state.house[game()] = null; // what was said of other lines
  }
  const alone = Object.keys(said).length === 0 && !lines();
  state.stale = !alone;
  if (answer.link) keep(answer.link, anew);
  change();
  window.scrollTo(0, 0);
  if (anew) requestAnimationFrame(() => document.querySelector('h1')?.focus());
  await (alone ? look() : askAnswer());
  if (house && id === state.id) await writeHouse(house, -1);
}

/** An act that is done once more where it is wanted while it goes on; so of several changes only the last is asked. Python lets go of the others. */
function lastOf(name, act) {
  let going = false;
  let again = false;
  return async () => {
    again = true;
    if (going) {
      state.stale ||= name === 'answer' && python.slow;
      askAnew(name);
      return;
    }
    going = true;
    try {
      while (again) {
        again = false;
        state.halted = false;
        state.halted = await act();
        if (state.halted) again = false;
        change();
      }
    } finally {
      going = false;
    }
  };
}

const newAnswer = lastOf('answer', async () => {
  const { id, said } = state;
  const begun = performance.now();
  const shown = await ask('answer', id, said, lines(), state.reading, state.groupsBy);
  if (shown.stopped) {
    state.stale = true;
  } else if (id === state.id) {
    take(shown);
    state.took = performance.now() - begun;
    state.answers = (state.answers ?? 0) + 1;
  }
  return Boolean(shown.stopped && !shown.anew);
});

/** Is what stands there the answer to something else than what is set? */
export const isOld = () => state.stale || (waits('answer') && (python.slow || python.state !== 'ready'));

/** Ask for the answer. */
export async function askAnswer() {
  await newAnswer();
  return look();
}

function take(shown) {
  if (shown.groups) {
    state.groups = shown.groups;
    state.groupsBy = lines();
  }
  const wrong = Object.keys(shown.wrong ?? {}).length > 0;
  if (wrong) {
    state.shown = { ...state.shown, wrong: shown.wrong, values: { ...shown.values, ...pick(state.said, shown.wrong) } };
    return;
  }
  if (shown.said) state.said = shown.said;
  if (shown.link) keep(shown.link, false);
  const asGiven = shown.link === given.start; // where one was oneself stays so
  if (shown.link && !asGiven && (Object.keys(state.said).length || lines())) {
    const words = `${check().title} ${shown.situation}`;
    keepThing('situations', state.id, shown.link, words);
    keepThing('page', 'last', `#${shown.link}`, words);
  }
  state.shown = shown;
  state.stale = false;
}

const pick = (from, names) => Object.fromEntries(Object.keys(names).map((name) => [name, from[name]]));

/** A control was moved. */
export function set(name, value) {
  state.said = { ...state.said, [name]: value };
  Object.assign(state, { thrown: null, series: null });
  const values = { ...state.shown?.values, [name]: value };
  change({ shown: { ...state.shown, values } });
  askAnswer();
}

/** Everything as at the start, by the book. */
export function reset() {
  keepRules(game(), '');
  forget('situations', state.id);
  state.text[game()] = '';
  state.force[game()] = '';
  state.house[game()] = null;
  openCheck(state.id, {}, { anew: false });
}

/** All controls as a situation has them. */
export function fill(said) {
  Object.assign(state, { said, thrown: null, series: null, stale: true });
  change();
  askAnswer();
}

export function read(reading) {
  change({ reading });
  askAnswer();
}

/** Another tab was opened, or something has changed below it. */
export async function look() {
  if (python.state !== 'ready') return;
  if (state.tab === 'Why') await askDie();
  if (state.tab === 'Luck') await askLuck();
  if (state.tab === 'Send') await askSent();
  if (state.tab === 'Men') await askMen();
  if (state.tab === 'House rules' && !state.house[game()]?.ready) await openHouse();
}

const isAlike = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** What was set before the last change: all steps of one control, as of a slider that is dragged, are one. */
function sinceOf([said, rules]) {
  const { now, moving } = state.drawn;
  const [was, wasRules] = now;
  const moved = Object.keys({ ...was, ...said }).filter((name) => !isAlike(was[name], said[name]));
  const alone = moved.length === 1 && rules === wasRules ? moved[0] : '';
  return { was: alone && alone === moving ? state.drawn.was : now, moving: alone };
}

/** The squares, ringed where they have changed since the last ones. */
async function askDie() {
  const { id, said, drawn } = state;
  const now = [said, lines()];
  if (isAlike(now, drawn?.now)) return;
  const since = drawn ? sinceOf(now) : { was: null, moving: '' };
  const die = await ask('die', id, ...now, since.was);
  if (die.stopped || id !== state.id) return;
  change({ die: die.error ? '' : die, drawn: { now, ...since } });
}

export function turnTo(tab) {
  stopSeries();
  change({ tab });
  look();
}

// House rules ------------------------------------------------------------------------------------------------------------

async function openHouse() {
  const stem = game();
  const ready = await ask('ready_sets', stem);
  if (ready.stopped) return;
  state.house[stem] = { ...state.house[stem], ready };
  change();
}

/** The lines were changed; at : the number of the line in which one writes. */
export async function writeHouse(text, at) {
  const stem = game();
  state.text[stem] = text;
  change({ effects: null });
  const told = await ask('read_rules', stem, text, at);
  if (told.stopped || state.text[stem] !== text) return;
  state.house[stem] = { ...state.house[stem], ...told, at };
  if (told.text !== text) state.text[stem] = told.text;
  if (told.force !== null && told.force !== (state.force[stem] ?? '')) {
    state.force[stem] = told.force;
    Object.assign(state, { thrown: null, series: null, stale: true });
    change();
    await askAnswer();
  }
  await keepForce(stem);
}

/** The sets that are kept for a game. */
export const setsOf = (stem) =>
  [...keptOf('sets')].filter(([name]) => name.startsWith(`${stem}: `)).map(([, one]) => one);

async function keepForce(stem) {
  if (isNamed(stem)) return; // they are kept with their names, or are not his own
  const sets = setsOf(stem).map((one) => one.text);
  const named = await ask('rules_to_keep', stem, state.force[stem] ?? '', '', sets);
  if (named.text === undefined) return;
  keepRules(stem, named.text, named.words);
  state.house[stem] = { ...state.house[stem], code: named.text };
  change();
}

/** Keep the rules in force as a set of this name. */
export async function saveSet(name) {
  const saved = await ask('rules_to_keep', game(), lines(), name);
  if (saved.error || saved.stopped) return saved.error ?? '';
  keepThing(saved.kind, saved.name, saved.text, saved.words);
  await keepForce(game());
  return '';
}

/** Add a saved set below what is written. */
export async function addSet(code) {
  const told = await ask('read_rules', game(), code, -1);
  if (told.text && !told.error) addReady(told.text);
  else if (told.error) change({ trouble: told.error });
}

/** Write what an offer says in place of the line in which one writes. */
export function takeOffer(written) {
  const house = state.house[game()];
  const texts = (state.text[game()] ?? '').split('\n');
  texts.splice(house.at, 1, ...written.split('\n'));
  writeHouse(texts.join('\n'), house.at);
}

/** Add ready rules below what is written. */
export function addReady(written) {
  const before = (state.text[game()] ?? '').trimEnd();
  writeHouse(before ? `${before}\n${written}` : written, -1);
}

// What comes in pieces ---------------------------------------------------------------------------------------------------

export async function throwOnce() {
  const thrown = await ask('throw', state.id, state.said, lines(), state.seed);
  if (!thrown.stopped) change({ thrown });
}

const PIECE = 80; // milliseconds that a piece of many throws may take

/** So many throws, a piece at a time, until they are all made or somebody stops them. */
export async function throwMany(count) {
  const begun = await ask('series', 'throws', state.id, state.said, lines(), state.seed, state.reading);
  if (begun?.error) {
    change({ thrown: begun });
    return;
  }
  const series = { count, many: 0, going: true };
  let size = 20;
  change({ series, thrown: null });
  while (series.going && state.series === series && series.many < count) {
    const asked = performance.now();
    const told = await ask('more', 'throws', Math.min(size, count - series.many));
    if (told.stopped || told.error) break;
    Object.assign(series, told);
    size = Math.max(1, Math.min(5000, Math.round((size * PIECE) / Math.max(1, performance.now() - asked))));
    change();
  }
  series.going = false;
  change();
}

export function stopSeries() {
  for (const one of [state.series, state.effects, state.meetings]) if (one) one.going = false;
  stopPieces();
  change();
}

/** Work something out, a piece at a time, until it is all there or somebody stops it. */
async function inPieces(kind, ...what) {
  const begun = await ask('series', kind, ...what);
  if (begun?.error) {
    change({ [kind]: { rest: begun.error } });
    return;
  }
  const found = { going: true, table: '', rest: '', at: 0, of: 0 };
  change({ [kind]: found });
  while (found.going && state[kind] === found) {
    const told = await ask('more', kind);
    if (told.error) found.rest = told.error;
    if (told.stopped || told.error) break;
    Object.assign(found, told);
    if (told.done) break;
    change();
  }
  found.going = false;
  change();
}

/** Look for what the house rules change. */
export const findEffects = () => inPieces('effects', game(), lines());

const OTHER_MEN =
  'These men are on this page alone: the browser keeps other ones of this game. Forget those under Yours, and change these again, to keep these.';

// Men with names ---------------------------------------------------------------------------------------------------------

/** All of them against each other. */
export const letMeet = () => inPieces('meetings', state.id, state.said, lines(), state.men[game()] ?? '');

async function askMen() {
  const roster = await ask('men', state.id, state.men[game()] ?? '');
  if (!roster.stopped) change({ roster: roster.error ? { ...state.roster, ...roster } : roster });
}

/** The men are others now: a text, or a code that somebody has sent. */
export async function writeMen(text) {
  state.men[game()] = text;
  change({ meetings: null });
  await askMen();
  if (state.roster.error) return;
  const { text: now, names } = state.roster;
  state.men[game()] = now;
  const kept = keptThing('men', game());
  if (kept && kept.text !== menHere[game()]) {
    change({ roster: { ...state.roster, error: OTHER_MEN } });
    return;
  }
  menHere[game()] = now;
  keepThing('men', game(), text ? now : '', `${names.length} men of ${check().source.split(':')[0]}`);
  change();
}

/** A man stands on a side. */
export async function takeMan(side, name) {
  const said = name && (await ask('man', state.id, state.said, lines(), state.men[game()] ?? '', side, name));
  if (said?.error) change({ roster: { ...state.roster, ...said } });
  else if (said && !said.stopped) fill(said);
}

/** Him who stands on a side is one of the men from now on. */
export async function keepMan(side, name) {
  const kept = await ask('keep_man', state.id, state.said, lines(), state.men[game()] ?? '', side, name);
  if (kept.stopped) return;
  if (!kept.error) await writeMen(kept.text);
  change({ roster: { ...state.roster, said: '', ...kept } });
}

export async function askLuck() {
  const { luck } = state;
  luck.events = await ask('events', state.id, state.said, lines());
  if (luck.events.stopped || luck.events.error) luck.events = [];
  const told = await ask('how_lucky', state.id, state.said, lines(), luck.event, luck.counts, luck.chance);
  luck.told = told;
  change();
}

// Search, dice, own games ------------------------------------------------------------------------------------------------

export async function search(text, most = 5, check = '') {
  state.find = { ...state.find, text, most, said: state.find.text === text ? state.find.said : null };
  change();
  if (text.trim()) understand(text, check);
  else state.find.asked = null;
  if (!text.trim()) {
    state.find.found = null;
    change();
    return;
  }
  const found = await ask('search', text, most);
  if (state.find.text === text && !found.stopped) {
    state.find.found = found;
    change();
  }
}

/** Understand what is typed in the words of the games, and answer it; check : the one that was chosen for it. */
export async function understand(text, check = '') {
  const asked = await ask('question', text, check);
  if (state.find.text !== text || asked.stopped) return;
  state.find.asked = asked.checks ? { ...asked, check } : null;
  change();
  if (!asked.checks) return;
  askAnew('answer_sentences');
  const said = await ask('answer_sentences', text, check, state.force);
  if (state.find.text === text && Array.isArray(said)) change({ find: { ...state.find, said } });
}

/** The question in other words: those of an act of the bridge, for what was pressed. */
export async function reword(...what) {
  const text = await ask(...what);
  if (typeof text === 'string') await search(text, 5, state.find.asked.check);
}

/** Open the check with all that was understood. */
export async function openAsked() {
  const { checks, said, lines: house } = state.find.asked;
  if (!checks.length) return openDice([state.find.text]);
  await openCheck(checks[0][0], said, { lines: house || undefined });
}

export async function choose(one) {
  if (one.panel === 'your_dice') {
    const { text } = state.find;
    await openDice(/\d*d\d/i.test(text) ? [text] : undefined);
  } else if (one.path) {
    const figure = { name: one.name, checks: null };
    change({ place: 'check', figure, find: { text: '', found: null, most: 5 } });
    const checks = await ask('checks_of_figure', one.stem, one.path);
    if (state.figure !== figure) return; // something else was chosen meanwhile
    if (!Array.isArray(checks)) change({ figure: null });
    else if (checks.length) await openCheck(checks[0][0], {}, { figure: { ...figure, checks } });
    else change({ figure: { ...figure, checks } });
  } else if (one.id) {
    await openCheck(one.id, one.said);
  }
}

export async function openDice(texts = state.dice.texts, anew = true) {
  stopSeries();
  state.dice.texts = texts.slice(0, 6);
  if (anew) state.find = { text: '', found: null, most: 5 };
  change({ place: 'dice' });
  state.dice.anew = anew;
  await askDice();
}

export const askDice = lastOf('lines', async () => {
  const { texts, reading } = state.dice;
  const { told, link, stopped, anew } = await ask('lines', texts, reading);
  if (stopped) return !anew;
  keep(link, state.dice.anew);
  state.dice.anew = false;
  state.dice.told = told.map((one, place) => (one.error ? { ...state.dice.told[place], ...one } : one));
  return false;
});

export async function throwDice() {
  state.dice.thrown = await Promise.all(state.dice.texts.map((text) => ask('throw_line', text, '')));
  change();
}

/** Python that begins again has the game too. */
export function keepGame(name, text) {
  const place = asFirst.findIndex(([, other]) => other === name);
  asFirst.splice(place < 0 ? asFirst.length : place, 1, ['own_game', name, text]);
}

/** A game of one's own counts as soon as its text is right. */
export async function loadGame(name, text) {
  Object.assign(state.own, { name, text });
  const told = await ask('own_game', name, text);
  if (told.stopped) return;
  state.own.told = told;
  if (!told.error) {
    state.games = told.games;
    state.known = {};
    keepGame(name, text);
    keepThing('games', told.stem, text, `the game ${told.title}`);
  }
  change();
}

/** Have house rules in force for a game, lines or a code; none for none. */
export async function rule(stem, text) {
  const told = await ask('read_rules', stem, text, -1);
  if (typeof told.force !== 'string') return told;
  state.text[stem] = told.text;
  state.force[stem] = told.force;
  state.house[stem] = told.force && { named: { code: text, lines: told.force }, code: text }; // nothing of other lines
  return told;
}

/** Go on as it was left: with the rules that were in force, and where one was. */
export async function goOn(rules, page) {
  const left = [];
  for (const [stem, { text }] of rules) {
    const told = await rule(stem, text);
    if (!told.force) left.push(told.error || 'Your rules of then do not fit the rules of today.');
  }
  const trouble = page ? await openLine(page.text, true, null, !rules.length) : '';
  if (!page) await openCheck(state.id, {}, { anew: false });
  if (trouble || left.length) change({ trouble: [trouble, ...left].filter(Boolean).join(' ') });
}

// Python -----------------------------------------------------------------------------------------------------------------

onPython(() => change());

/** End what takes too long. */
export function stopAll() {
  stopSeries();
  stop();
}
