// Stores the game on the device for offline play.
//
// Every version has its own cache, which is used once it is complete. A new version waits until nobody plays the old
// one, or a player requests it, so it never takes over during a round. Only pages and requests to the server are
// fetched again; all other names contain a hash of the content.
const VERSION = "%version%";
const FILES = ["/assets/*"];
const STORE = `capicu-${VERSION}`;
const WHOLE = "/whole";
const FRAME = "/index.html";
// Pages of the client, all shown by the same frame.
const CLIENT = ["/practice", "/replay"];
// The score sheet opens at once, even where the network is slow.
const SHEET = "/score";
// The own face.
const FACE = "/face";
// The age after which something is fetched again, in milliseconds.
const DAY = 86_400_000;

const lenient = { ignoreVary: true };

async function wholeStores() {
  const names = (await caches.keys()).filter((name) => name.startsWith("capicu-"));
  const marks = await Promise.all(names.map(async (name) => (await caches.open(name)).match(WHOLE)));
  return names.filter((_, k) => marks[k]);
}

// The cache to use: this version's, or an earlier one that is complete.
async function store() {
  const names = await wholeStores();
  const name = names.includes(STORE) ? STORE : names.at(-1);
  return name && caches.open(name);
}

// Fetches missing files in the requested language. A network that saves data is used only on request.
let filling = null;

function fill(lang) {
  filling ??= fetchAll(lang).finally(() => {
    filling = null;
  });
  return filling;
}

async function fetchAll(lang) {
  const own = await caches.open(STORE);
  const mark = await own.match(WHOLE);
  const kept = mark ? await mark.json() : {};
  lang ??= kept.lang ?? (await language());
  if (kept.lang === lang && Date.now() - kept.at < DAY) return;
  for (const file of FILES) {
    if (await own.match(file, lenient)) continue;
    const before = await caches.match(file, lenient);
    await own.put(file, before ?? (await fetched(file)));
  }
  await own.put(FRAME, await fetched(FRAME));
  const pages = await (await fetched(`/offline/pages?lang=${lang}`)).json();
  for (const page of pages) await own.put(page, await fetched(page));
  await own.put(WHOLE, new Response(JSON.stringify({ lang, at: Date.now() })));
}

async function fetched(address) {
  const answer = await fetch(address, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

async function tidy() {
  // Another tab may still need files of an older version.
  const tabs = await clients.matchAll({ includeUncontrolled: true });
  if (tabs.length > 1 || !(await wholeStores()).includes(STORE)) return;
  for (const name of await caches.keys()) if (name !== STORE) await caches.delete(name);
}

async function language() {
  const chosen = await self.cookieStore?.get("lang");
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => ["en", "es", "fr"].includes(tag));
  return chosen?.value ?? spoken ?? "en";
}

addEventListener("install", (event) => {
  event.waitUntil((async () => {
    // The page first requests it once its table is playable.
    if (!(await wholeStores()).length || navigator.connection?.saveData) return;
    await fill().catch(() => {});
  })());
});

addEventListener("activate", (event) => {
  event.waitUntil(tidy().then(() => clients.claim()));
});

addEventListener("message", (event) => {
  const { ask, lang } = event.data;
  if (ask === "apply") return skipWaiting();
  event.waitUntil((async () => {
    const tell = (state, why) => event.source.postMessage({ offline: state, why });
    try {
      if (ask === "fill") {
        tell("fetching");
        await fill(lang);
        if (!self.registration.waiting) await tidy();
      }
      tell((await store()) ? "ready" : "not-yet");
    } catch (error) {
      tell((await store()) ? "ready" : "failed", error.name);
    }
  })());
});

// A notice of the bell, while no page is open.
addEventListener("push", (event) => {
  const { id, title, body, url } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag: id, renotify: true, icon: "/icon-192.png", data: url }));
});

// A tap on a notice, or on the notification about the turn.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(opened(event.notification.data));
});

// Shows the window that has this page, or opens one. Other windows stay: a match may be in one.
async function opened(path) {
  const { href, origin } = new URL(path, location.origin);
  if (origin !== location.origin) return;
  const windows = await clients.matchAll({ type: "window" });
  const page = (url) => url.split("#")[0];
  const shown = windows.find(({ url }) => page(url) === page(href));
  return shown ? shown.focus() : clients.openWindow(href);
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === "POST" && request.mode === "navigate" && url.pathname === "/play") return event.respondWith(made(request));
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.endsWith("/ws")) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request, url));
  else event.respondWith(answer(request));
});

async function file(request) {
  return (await caches.match(request, lenient)) ?? fetch(request);
}

// The server's current or last answer. A person without a network has the face that was stored last.
async function answer(request) {
  const own = request.url.startsWith(`${location.origin}${FACE}?table=&`);
  try {
    const now = await fetch(request);
    // The own face has the name or the account of today.
    if (own && now.ok) {
      const copy = now.clone();
      store().then((kept) => kept?.put(FACE, copy)).catch(() => {});
    }
    return now;
  } catch (error) {
    const kept = await (await store())?.match(own ? FACE : request, lenient);
    if (!kept) throw error;
    return kept;
  }
}

// A table that was requested offline is made on the device: the form begins with its game.
async function made(request) {
  const asked = await request.clone().formData();
  try {
    return await fetch(request);
  } catch (error) {
    if (!(await store())) throw error;
    return Response.redirect(`/play?game=${encodeURIComponent(asked.get("game") ?? "")}`, 303);
  }
}

async function page(request, url) {
  const kept = await store();
  if (kept && CLIENT.includes(url.pathname)) return (await kept.match(FRAME)) ?? fetch(request);
  if (kept && url.pathname === SHEET) {
    const lang = url.searchParams.get("lang") ?? (await language());
    const found = await kept.match(`${SHEET}?lang=${lang}`, lenient);
    if (found) return found;
  }
  try {
    return await fetch(request);
  } catch (error) {
    if (!kept) throw error;
    if (url.pathname.startsWith("/t/")) return kept.match(FRAME);
    const found = await kept.match(url.pathname + url.search, lenient);
    const lang = url.searchParams.get("lang") ?? (await language());
    const pack = url.pathname.startsWith("/puzzles") && (await kept.match(`/puzzles/offline?lang=${lang}`, lenient));
    if (pack) return pack;
    return found
      ?? (await kept.match(`${url.pathname}?lang=${lang}`, lenient))
      ?? (await kept.match(url.pathname, { ...lenient, ignoreSearch: true }))
      ?? (await kept.match(`/offline?lang=${lang}`, lenient))
      ?? (await kept.match("/offline", { ...lenient, ignoreSearch: true }));
  }
}
