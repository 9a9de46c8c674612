// Python in a web worker: it unpacks Pyodide and the package from what the page hands over, then answers text with text.
// Nothing is fetched: whatever Pyodide asks for comes from there too.

const HERE = 'file:///pocket/';

function ofBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

async function unpacked(text) {
  const stream = new Blob([ofBase64(text)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const moduleOf = (bytes) => import(URL.createObjectURL(new Blob([bytes], { type: 'text/javascript' })));

async function begin(packed) {
  const begun = performance.now();
  const times = {};
  const note = (what) => {
    times[what] = performance.now() - begun;
    postMessage({ sign: what });
  };
  note('there');
  const [wasm, library, core, engine, loader, lock] = await Promise.all(
    ['wasm', 'library', 'core', 'engine', 'loader', 'lock'].map((name) => unpacked(packed[name])),
  );
  note('unpacked');
  const files = { 'pyodide.asm.wasm': [wasm, 'application/wasm'], 'python_stdlib.zip': [library, 'application/zip'] };
  self.fetch = async (asked) => {
    const [bytes, type] =
      files[
        String(asked.url ?? asked)
          .split('/')
          .pop()
      ];
    return new Response(bytes, { headers: { 'Content-Type': type } });
  };
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([moduleOf(loader), moduleOf(engine)]);
  const python = await loadPyodide({
    indexURL: HERE,
    packageBaseUrl: HERE,
    stdLibURL: `${HERE}python_stdlib.zip`,
    lockFileContents: new TextDecoder().decode(lock),
    createPyodideModule,
  });
  note('begun');
  const garbage = python.pyimport('gc');
  garbage.disable(); // while the package is loaded, all is to be kept
  python.unpackArchive(core, 'zip');
  note('files laid');
  const { ask } = python.pyimport('rencounter_kit.fronts.pocket.bridge');
  garbage.freeze();
  garbage.enable();
  note('package loaded');
  postMessage({ ready: true, times });
  return ask;
}

// Python can stand still in the midst of a question where the browser lets it, and then hears what has come meanwhile: that comes
// first, and the question begins again after it, unless it is left. Elsewhere a question goes on to its end.
const STANDS_STILL = 'Suspending' in WebAssembly;
const questions = []; // that wait
const left = new Set(); // numbers of questions that are wanted no more
let ready;
let at = null; // the question that Python is at
let comes = false; // has another come since that began?

/** How far a question is; true, once Python has stood still, where something comes first. */
async function told(done, of) {
  postMessage({ done, of: of ?? 0 });
  await new Promise((heard) => setTimeout(heard));
  return comes;
}

async function answerAll() {
  if (at) return;
  at = questions[0];
  const ask = await ready;
  while (questions.length > 0) {
    at = questions.shift();
    if (left.delete(at.number)) continue;
    comes = false;
    postMessage({ begins: at.number });
    let text;
    try {
      text = STANDS_STILL ? await ask.callPromising(at.text, told) : ask(at.text, told);
    } catch (error) {
      text = JSON.stringify({ error: `This question failed here: ${String(error).trim().split('\n').pop()}` });
    }
    if (text) postMessage({ number: at.number, text });
    else questions.push(at);
  }
  at = null;
  left.clear();
  postMessage({ begins: 0 });
}

addEventListener('message', async ({ data }) => {
  if (data.packed) {
    ready = begin(data.packed);
    try {
      await ready;
    } catch (error) {
      postMessage({ trouble: String(error) });
    }
    return;
  }
  comes = true;
  if (data.left) left.add(data.left);
  else {
    questions.push(data);
    answerAll();
  }
});
