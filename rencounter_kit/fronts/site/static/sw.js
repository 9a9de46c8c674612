// Keeps the files of the site (FILES, of a VERSION) for when there is no network; asks nobody else for anything.

const OURS = `rencounter ${registration.scope} `;
const KEPT = OURS + VERSION;

// A server may lead from page.html to page: an answer that says so would not be taken for the page.
async function keepFile(kept, name) {
  const answer = await fetch(name, { cache: 'reload' });
  if (!answer.ok) throw new Error(`${name} is not there`);
  await kept.put(name, answer.redirected ? new Response(answer.body, { headers: answer.headers }) : answer);
}

async function keepFiles() {
  const kept = await caches.open(KEPT);
  await Promise.all(FILES.map((name) => keepFile(kept, name)));
  await skipWaiting();
}

async function forgetOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== KEPT).map((name) => caches.delete(name)));
  await clients.claim();
}

const answered = async (request) => (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);

addEventListener('install', (event) => event.waitUntil(keepFiles()));
addEventListener('activate', (event) => event.waitUntil(forgetOld()));
addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'GET' && new URL(url).origin === location.origin) event.respondWith(answered(event.request));
});
