// What is packed into the file, part by part.

export const part = (id) => document.getElementById(id).textContent;

/** A part of the file that is packed, as text. */
export async function unpackedText(id) {
  const text = part(id);
  const bytes = Uint8Array.fromBase64?.(text) ?? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
}
