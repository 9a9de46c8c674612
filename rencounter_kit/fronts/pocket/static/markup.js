// What the package writes as HTML, made of known elements only: nothing in it is ever read as script or style.

const KNOWN = new Set(
  'a b br code details div em h3 h4 i img li p pre span strong summary table tbody td th thead tr ul'.split(' '),
);
const KEPT = ['class', 'colspan', 'scope', 'role', 'aria-live', 'aria-hidden', 'alt', 'width', 'height'];
const PICTURE = 'data:image/svg+xml;base64,'; // nothing in such a picture runs or is fetched
const TINT = /--(tint|ink): (#[0-9a-f]{6}|white)/gi;

/** What a picture shows, and the colours of a mark; what stands in the page has no style of its own. */
function dressed(node, made) {
  const source = node.getAttribute('src') ?? '';
  if (node.localName === 'img' && source.startsWith(PICTURE)) made.src = source;
  for (const [, name, colour] of (node.dataset.colours ?? '').matchAll(TINT))
    made.style.setProperty(`--${name}`, colour);
}

function copied(node, into) {
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) into.append(child.data);
    if (child.nodeType !== Node.ELEMENT_NODE) continue;
    const name = child.localName;
    const made = KNOWN.has(name) ? document.createElement(name) : into;
    if (made !== into) {
      for (const kept of KEPT) if (child.hasAttribute(kept)) made.setAttribute(kept, child.getAttribute(kept));
      dressed(child, made);
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
  const inert = new DOMParser().parseFromString(text.replaceAll('<i style', '<i data-colours'), 'text/html');
  const node = copied(inert.body, document.createElement('div'));
  made.set(place, { text, node });
  return node;
}
