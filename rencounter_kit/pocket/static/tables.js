// A page of tables has them where other pages have Python: what Python would say is looked up, for one check and its rules.

import { unpackedText } from './parts.js';

export const python = { state: 'ready', slow: false };
export const packed = JSON.parse(await unpackedText('tables'));

const alike = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const escaped = (text) =>
  String(text).replace(
    /[&<>"']/g,
    (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' })[c],
  );

/** Numbers that are packed as differences. */
function summed(numbers) {
  let sum = 0;
  return numbers.map((by) => {
    sum += by;
    return sum;
  });
}

function unrolled(tables) {
  const column = ([names, places, kinds]) => ({ names, places: summed(places), kinds });
  return {
    ...tables,
    nodes: tables.nodes.map(([name, low, columns, values]) => [
      name,
      low,
      columns.map(column),
      values && summed(values),
    ]),
    refusals: tables.refusals.map(column),
    index: summed(tables.index),
  };
}

const each = packed.tables.map(unrolled); // by the rules in force, and where these are not the book's, by the book
const parameters = Object.fromEntries(each[0].parameters.map((one) => [one.name, one]));

// What is set ------------------------------------------------------------------------------------------------------------

/** The place of a value among those that a parameter may have here; -1 where it is none of them. */
function placeOf(p, value) {
  const place = p.values.findIndex((one) => alike(one, value));
  if (place >= 0 || typeof value !== 'string') return place;
  return p.texts.indexOf(value.trim().toLowerCase());
}

function refusal(p, value) {
  if (!packed.tables[0].asked.includes(p.name)) {
    return `${p.words} stays ${p.texts[p.set]} on this page, which has tables for that alone; the pocket edition has the others`;
  }
  const numbers = p.values.filter((one) => typeof one === 'number');
  const number = Number(value);
  const whole = value !== '' && Number.isInteger(number) && numbers.length === p.values.length;
  const near = whole
    ? `; the nearest is ${Math.min(Math.max(number, Math.min(...numbers)), Math.max(...numbers))}`
    : '';
  return `${p.words} must be ${p.wanted}; got ${value}${near}`;
}

/** What a person has set, as a check is asked it: what rests counts for nothing. */
function setting(said) {
  const right = {};
  const wrong = {};
  for (const [name, p] of Object.entries(parameters)) {
    const fixed = !packed.tables[0].asked.includes(name);
    const place = name in said ? placeOf(p, said[name]) : fixed ? p.set : p.usual;
    if (place < 0) wrong[name] = refusal(p, said[name]);
    else if (place !== p.usual) right[name] = place;
  }
  const now = (name) => right[name] ?? parameters[name].usual;
  const countingFor = (name) => parameters[name].values[holding(name)];
  const instead = (name) => Object.values(parameters).some((p) => p.instead === name && countingFor(p.name) !== null);
  const rests = (p) => Boolean(p.other in parameters && !p.counts.some((one) => alike(one, countingFor(p.other))));
  function holding(name) {
    if (instead(name)) return parameters[name].none;
    return rests(parameters[name]) ? parameters[name].default : now(name);
  }
  const choices = Object.fromEntries(Object.keys(right).map((name) => [name, holding(name)]));
  for (const name of Object.keys(parameters)) if (instead(name)) choices[name] = parameters[name].none;
  return { right, wrong, now, choices, rests: (name) => instead(name) || rests(parameters[name]) };
}

function shownOf(at) {
  const every = Object.values(parameters);
  const changed = {};
  for (const title of packed.folds) {
    changed[title] = every
      .filter((p) => p.fold === title && p.name in at.right)
      .map((p) => p.words)
      .join(', ');
  }
  return {
    said: Object.fromEntries(Object.entries(at.right).map(([name, place]) => [name, parameters[name].values[place]])),
    values: Object.fromEntries(every.map((p) => [p.name, p.shown[at.now(p.name)]])),
    rests: every.filter((p) => at.rests(p.name)).map((p) => p.name),
    changed,
    wrong: at.wrong,
  };
}

function linkOf(choices) {
  const query = new URLSearchParams({ check: packed.id });
  for (const [name, place] of Object.entries(choices)) {
    if (place !== parameters[name].default) query.set(name, parameters[name].texts[place]);
  }
  if (packed.lines) query.set('rules', packed.lines);
  return query.toString().replaceAll('%5B', '[').replaceAll('%5D', ']').replaceAll('%2C', ',');
}

// What comes of it -------------------------------------------------------------------------------------------------------

class Refused extends Error {}

/** The values of all parameters, as a check has them, and the rules that are read for those that follow one. */
function valuesOf(tables, choices) {
  const at = {};
  const read = [];
  const checked = [];
  for (const p of tables.parameters) {
    const chosen = choices[p.name];
    const partner = tables.parameters.find((one) => one.name === p.other);
    const rests =
      p.path && partner && !p.counts.some((one) => alike(one, partner.values[choices[p.other] ?? partner.usual]));
    at[p.name] = rests ? p.default : (chosen ?? p.usual);
    if (at[p.name] !== p.default) checked.push(...tables.reads[p.read]);
    if (p.path && !rests && chosen === undefined) read.push(p.path);
    if (p.path && partner?.path) read.push(partner.path);
  }
  return { at, read, checked };
}

function cellOf(tables, at, { names, places, kinds }) {
  const place = names.reduce((sum, name) => sum * tables.sizes[name] + at[name], 0);
  const [lines, read, error] = kinds[places[place]];
  if (error >= 0) throw new Refused(tables.texts[error]);
  return { place, lines, read };
}

function lookedUp(tables, choices) {
  const { at, read, checked } = valuesOf(tables, choices);
  const before = new Set([...tables.reads[tables.always], ...checked]);
  const lines = [];
  const look = (column) => {
    const cell = cellOf(tables, at, column);
    for (const one of tables.reads[cell.read]) before.add(one);
    return cell;
  };
  for (const [name, low, columns, values] of tables.nodes) {
    let sum = 0;
    for (const column of columns) {
      const cell = look(column);
      for (const line of cell.lines) {
        lines.push(tables.lines[line]);
        sum += tables.lines[line][6];
      }
      at[name] = values?.[cell.place];
    }
    if (!values) at[name] = sum - low;
  }
  for (const column of tables.refusals) look(column);
  const [shown, says, dice] =
    tables.answers[tables.index[tables.axes.reduce((sum, name) => sum * tables.sizes[name] + at[name], 0)]];
  if (shown < 0) throw new Refused(tables.texts[says[0]] ?? 'This page has no answer for that.');
  for (const [place, [path]] of tables.read.entries()) if (read.includes(path)) before.add(place);
  return { tables, lines, says, before, dice: tables.reads[dice], shown: tables.shown[shown] };
}

const joined = (tables, pieces) => pieces.map((piece) => tables.texts[piece]).join('');

// Why --------------------------------------------------------------------------------------------------------------------

function sums({ tables, lines }) {
  let roll = null;
  let sum = 0;
  return lines
    .map(([of, number, label, citation, path, house, value]) => {
      const head =
        of === roll
          ? ''
          : `<tr class="rk-roll"><th colspan="4" scope="rowgroup">${escaped(tables.texts[of])}</th></tr>`;
      sum = of === roll ? sum + value : value;
      roll = of;
      return `${head}<tr${house ? ' class="rk-house"' : ''}><td>${number}</td><td>${escaped(tables.texts[label])}</td><td>${sum}</td><td>${escaped(
        tables.texts[citation],
      )}${path ? ` <code>${path}</code>` : ''}</td></tr>`;
    })
    .join('');
}

/** The dice and the figures that they read, or where they read none, those that were read before; by source. */
function alsoCounts({ tables, lines, before, dice }) {
  const isDice = (one) => tables.read[one][1];
  const plain = dice.filter((one) => !isDice(one));
  const read = new Set([...(plain.length ? plain : before), ...[...before, ...dice].filter(isDice)]);
  const names = new Map([...read].map((one) => [tables.read[one][0], tables.read[one]]));
  const known = new Set([...lines.map((line) => line[4]), ...tables.parameters.map((p) => p.path)]);
  const paths = new Set([...read].flatMap((one) => tables.read[one][2]));
  const told = new Map();
  for (const [place, [path, counts, , ...says]] of tables.rules.entries()) {
    if (!paths.has(place) || known.has(path)) continue;
    const group = names.get(path.slice(0, path.lastIndexOf('.')));
    if (group) told.set(group[0], group.slice(3));
    else if (counts) told.set(path, says);
  }
  const sources = new Map();
  for (const [path, [said, citation]] of told) {
    if (!tables.texts[said]) continue;
    const figure = `<span title="${escaped(path)}">${escaped(tables.texts[said])}</span>`;
    sources.set(citation, [...(sources.get(citation) ?? []), figure]);
  }
  return [...sources].map(
    ([citation, each]) =>
      `<p class="rk-table">also counts: ${each.join('; ')} (${escaped(tables.texts[citation])})</p>`,
  );
}

function reasonsOf(found) {
  const { tables, says, before, dice } = found;
  const all = new Set([...before, ...dice].flatMap((one) => tables.read[one][2]));
  const marks = tables.rules
    .filter((rule, place) => all.has(place) && rule[2] >= 0)
    .map((rule) => tables.texts[rule[2]]);
  const notes = [
    ...says.map((one) => `<p>${escaped(tables.texts[one])}</p>`),
    ...alsoCounts(found),
    ...[...marks, ...(tables.unverified ? [tables.unverified] : [])].map(
      (mark) => `<p class="rk-mark">${escaped(mark)}</p>`,
    ),
  ].join('');
  const rows = sums(found);
  return rows
    ? `<table class="rk-sums"><tr><th>counts</th><th>what</th><th>sum</th><th>from</th></tr>${rows}</table>${notes}`
    : notes;
}

// The answer, and the book's beside it -----------------------------------------------------------------------------------

/** The figures of an answer, read so: those of the picture, and those of the table. */
function figures({ tables, shown }, reading) {
  const [about, names, chances, rowNames = names, rowChances = chances] = shown[4][packed.readings.indexOf(reading)];
  const [upright, along, note] = tables.lists[about];
  const columns = (called, which) =>
    tables.lists[called].map((name, i) => {
      const [exact, percent, odds, share] = tables.chances[which[i]];
      const [over, under = 1] = exact.split('/').map(Number);
      return {
        name: tables.texts[name],
        exact,
        percent: tables.texts[percent],
        odds: tables.texts[odds],
        share: share ?? over / under,
      };
    });
  return {
    bars: columns(names, chances),
    rows: columns(rowNames, rowChances),
    upright: upright === 1,
    along: tables.texts[along],
    note: tables.texts[note],
  };
}

const NEVER = { exact: '0', percent: '0 %', odds: 'never', share: 0 };

/** Names of several lists that are each in order, in one order. */
function together(lists) {
  const every = [];
  for (const list of lists) {
    let place = 0;
    for (const name of list) {
      const found = every.indexOf(name);
      if (found >= 0) place = found + 1;
      else every.splice(place++, 0, name);
    }
  }
  return every;
}

/** For each name the figures of each answer; of one that an answer lacks, as its neighbour has them. */
function beside(lists, reading) {
  const names = together(lists.map((list) => list.map((one) => one.name)));
  const columns = lists.map((list) => {
    let last = NEVER;
    const inOrder = reading === 'at least' ? [...names].reverse() : names;
    const found = new Map(
      inOrder.map((name) => {
        const one = list.find((other) => other.name === name);
        if (one) last = one;
        return [name, one ?? (reading === 'exactly' ? NEVER : last)];
      }),
    );
    return names.map((name) => found.get(name));
  });
  return { names, columns };
}

const LONGEST = 100000; // denominators beside a bar are below it

function barsOf(views, reading, whose) {
  const { names, columns } = beside(
    views.map((view) => view.bars),
    reading,
  );
  const { upright, along } = views.at(-1);
  return {
    names,
    series: columns.map((column, i) => ({
      whose: whose[i],
      ours: whose[i] === 'your rule',
      shares: column.map((one) => one.share),
      texts: column.map((one) => one.percent),
      exact: column.map((one) =>
        one.exact.includes('/') && Number(one.exact.split('/')[1]) < LONGEST ? one.exact : '',
      ),
    })),
    came: [],
    upright,
    along,
  };
}

/** A chance as numerator and denominator. */
const partsOf = ({ exact }) => exact.split('/').map(BigInt);

/** How much more one chance is than another, in hundredths of a percentage point, as numerator and denominator. */
function changeBetween(before, now) {
  if (!before.exact || !now.exact) return [BigInt(Math.round(1e16 * (now.share - before.share))), 10n ** 12n];
  const [over, under = 1n] = partsOf(now);
  const [overBefore, underBefore = 1n] = partsOf(before);
  return [10000n * (over * underBefore - overBefore * under), under * underBefore];
}

/** The change as the package writes it: what lies halfway goes away from 0. */
function changeText([over, under]) {
  if (over === 0n) return 'same';
  const sign = over > 0n ? '+' : '-';
  const hundredths = ((over > 0n ? 2n : -2n) * over + under) / (2n * under);
  return `${sign}${hundredths ? (Number(hundredths) / 100).toFixed(2) : 'under 0.01'}`;
}

/** The table. Of two answers it says the change besides. */
function tableOf(views, reading, whose) {
  const { names, columns } = beside(
    views.map((view) => view.rows),
    reading,
  );
  const readable = columns.flat().every((one) => one.exact);
  const head = whose
    .map(
      (who) => `<th>${who || (readable ? 'exact' : 'chance')}</th>${readable ? '<th>percent</th>' : ''}<th>odds</th>`,
    )
    .join('');
  const changes = columns.length > 1;
  const rows = names.map((name, i) => {
    const cells = columns.map((column) => {
      const { exact, percent, odds } = column[i];
      return `${readable ? `<td>${exact}</td>` : ''}<td>${percent}</td><td>${odds}</td>`;
    });
    if (changes) cells.push(`<td>${changeText(changeBetween(columns[0][i], columns[1][i]))}</td>`);
    return `<tr><td>${escaped(name)}</td>${cells.join('')}</tr>`;
  });
  const notes = [...new Set(views.map((view) => view.note).filter(Boolean))].map((note) => `<p>${note}</p>`);
  if (!readable) notes.push('<p>The exact fractions are long; they are in the table that you can save.</p>');
  return `<table class="rk-table"><tr><th>${reading === 'exactly' ? 'outcome' : reading}</th>${head}${changes ? '<th>change</th>' : ''}</tr>${rows.join('')}</table>${notes.join('')}`;
}

/** The book's sentences where your rule's stand below them. */
const bookSaid = (said) =>
  said
    .replace('<div class="rk-book">', '<div class="rk-book">book: ')
    .replace(/<br><span class="rk-facts">.*?<\/span>/, '');

function answerOf(choices, reading) {
  const ours = lookedUp(each[0], choices);
  const said = (found) => joined(found.tables, found.shown[0]);
  let words = said(ours);
  let found = [ours];
  let whose = [ours.shown[3] ? 'your rule' : ''];
  let alike = false;
  if (each.length > 1) {
    try {
      const book = lookedUp(each[1], choices);
      const both = [book, ours].map((one) => JSON.stringify(figures(one, 'exactly').rows));
      alike = both[0] === both[1];
      words = alike ? words.replace('your rule: ', 'book and your rule alike: ') : bookSaid(said(book)) + words;
      found = [book, ours];
      whose = ['book', 'your rule'];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      words = `<div class="rk-book">by the book: ${escaped(error.message)}</div>${words}`;
    }
  }
  const outcomes = together(found.map((one) => figures(one, 'exactly').bars.map((bar) => bar.name)));
  const inOrder = found.every((one) => one.shown[1]) && outcomes.length > 1;
  const read = inOrder ? reading : 'exactly';
  const views = found.map((one) => figures(one, read));
  return {
    words,
    read: inOrder ? read : '',
    bars: alike ? barsOf(views.slice(1), read, whose.slice(1)) : barsOf(views, read, whose),
    table: tableOf(views, read, whose),
    why: reasonsOf(ours),
    dice: ours.shown[2],
  };
}

function asked(_id, said, _lines = '', reading = 'exactly', known = null) {
  const at = setting(said);
  const shown = { ...shownOf(at), link: linkOf(at.choices) };
  if (known !== packed.lines) shown.groups = packed.groups;
  try {
    return { ...shown, ...answerOf(at.choices, reading) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { ...shown, error: error.message };
  }
}

/** The situation that a link to this page says. */
function openedBy(line) {
  const query = new URLSearchParams(line.slice(line.indexOf('#') + 1));
  if (query.get('check') !== packed.id)
    return { error: `This page has tables of ${packed.id} alone; got ${query.get('check') ?? line.slice(0, 60)}.` };
  const said = {};
  for (const [name, value] of query) if (name in parameters) said[name] = value;
  for (const [name, value] of Object.entries(said)) {
    const place = placeOf(parameters[name], value);
    if (place < 0) return { error: refusal(parameters[name], value) };
    said[name] = parameters[name].values[place];
  }
  const others = query.get('rules') ?? '';
  const aside =
    others && others !== packed.lines ? 'The house rules of the link are left aside: this page has its own.' : '';
  return { id: packed.id, said, lines: packed.lines, aside };
}

const ACTS = { asked, opened: openedBy, die: () => '' }; // squares would be a picture for each set of target numbers

export const ask = async (act, ...given) => ACTS[act](...given);
export function onPython() {}
export function stop() {}
export function askAnew() {}
export const asFirst = [];
