// What somebody gave with this file, and this file given on with what is set in it.

import { handOver, keptThing, takeIn } from './keeper.js';
import { asFirst, ask } from './python.js';
import { change, checkOf, codeOf, game, rule, state } from './state.js';

const TITLE = document.title; // before anything is drawn
const bare = document.getElementById('page').cloneNode(true);

/** The text of this file, as it would be with nothing given. */
function pageText() {
  const copy = document.documentElement.cloneNode(true);
  copy.removeAttribute('style');
  copy.querySelector('#page').replaceWith(bare.cloneNode(true));
  copy.querySelector('title').textContent = TITLE;
  copy.querySelector('#given').textContent = '';
  copy.querySelector('link[rel="manifest"]')?.remove();
  return `<!doctype html>\n${copy.outerHTML}\n`;
}

const givenThing = (kind, name) => state.given.things.find((one) => one[0] === kind && one[1] === name);
const wordsOf = (kind, name, otherwise) => keptThing(kind, name)?.words ?? givenThing(kind, name)?.[3] ?? otherwise;

/** What goes along: rules in force, men, handouts, games. */
async function thingsInForce() {
  const things = [];
  for (const [stem, lines] of Object.entries(state.force)) {
    if (!lines) continue;
    const named = await ask('rules_to_keep', stem, codeOf(stem) || lines);
    things.push(['rules', stem, named.text, named.words]);
  }
  for (const [stem, text] of Object.entries(state.men)) things.push(['men', stem, text, wordsOf('men', stem, 'men')]);
  const handouts = state.given.things.filter(([kind]) => kind === 'handouts');
  const games = ownGames().map(([name, text]) => ['games', name, text, wordsOf('games', name, `the game ${name}`)]);
  return [...things, ...handouts, ...games];
}

const ownGames = () => asFirst.filter(([act]) => act === 'own_game').map(([, name, text]) => [name, text]);

/** Give this file to a friend. */
export async function give() {
  const isOwn = ownGames().some(([name]) => name === game());
  const given = {
    start: location.hash.slice(1),
    whose: state.whose.trim(),
    things: await thingsInForce(),
    pages: state.given.pages,
    checks: isOwn ? { [state.id]: checkOf(state.id) } : {},
  };
  change({ gave: await handOver(pageText(), given, state.sent.text) });
}

const rulesGiven = () => state.given.things.filter(([kind]) => kind === 'rules');

/** Play by the rules that were given, or by the book. */
export async function playGiven(by = true) {
  state.given.by = by;
  for (const [, stem, code] of rulesGiven()) {
    const told = await rule(stem, by ? code : '');
    if (by && told.force) state.given.force[stem] = told.force;
  }
}

/** Have what was given among what is one's own. */
export function keepGiven() {
  state.given.said = `Kept. You find it under Yours.${takeIn(state.given.things)}`;
  change();
}
