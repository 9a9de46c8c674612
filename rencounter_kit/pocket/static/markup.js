// What the package writes as HTML, made of known elements only: nothing in it is ever read as script or style.

const KNOWN = new Set(
  'a b br code details div em h3 h4 i li p pre span strong summary table tbody td th thead tr ul'.split(' '),
);
const KEPT = ['class', 'colspan', 'scope', 'role', 'aria-live'];

function copied(node, into) {
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) into.append(child.data);
    if (child.nodeType !== Node.ELEMENT_NODE) continue;
    const name = child.localName;
    const made = KNOWN.has(name) ? document.createElement(name) : into;
    if (made !== into) {
      for (const kept of KEPT) if (child.hasAttribute(kept)) made.setAttribute(kept, child.getAttribute(kept));
      into.append(made);
    }
    if (name !== 'style' && name !== 'script') copied(child, made);
  }
  return into;
}

const made = new Map();

/** The nodes of a piece of HTML; the same ones for the same piece in the same place. */
export function fromHtml(place, text) {
  const before = made.get(place);
  if (before?.text === text) return before.node;
  const inert = new DOMParser().parseFromString(text, 'text/html');
  const node = copied(inert.body, document.createElement('div'));
  made.set(place, { text, node });
  return node;
}
