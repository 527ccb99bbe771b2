// The script of the worker that runs a practice table. Messages from the page wait until it is loaded.
import init from "/assets/capicu-practice.js";
import { withTexts } from "/assets/worker-texts.js";
import { inOne, lines, tables, tidy } from "/assets/storage.js";

const module = fetch("/assets/capicu-practice.wasm");
const early = [];
onmessage = (event) => early.push(event);

// The table is chosen by the worker's name: "new", the number of a table, or nothing for the last one played.
let id = null;
// Only the last tab that opened a table stores it.
const writer = crypto.getRandomValues(new Uint32Array(2)).join("-");
let keeps = true;
let n = 0;

const note = (what) => postMessage(`note:${what}`);

// The table was opened in another tab, and this one learns that at once.
const opened = new BroadcastChannel("capicu.practice");
opened.onmessage = ({ data }) => data.id === id && lose();

function lose() {
  if (keeps) note("elsewhere");
  keeps = false;
}

// The name of a lesson's worker has its game, its language and the id of its tab. Lessons are not stored.
const [, lesson, tab] = self.name.match(/^learn=([^&]*)&(.*)$/) ?? [];

function learn() {
  keeps = false;
  self.learn = lesson;
  [self.lang] = tab.split(".");
  const channel = new BroadcastChannel(`capicu.lesson.${tab}`);
  self.teach = (text) => channel.postMessage(text);
  channel.onmessage = (event) => onmessage(event);
}

// The name of a worker from the ladder has the game, the level of the bots and the language. Its table is new.
const [, game, level, lang] = self.name.match(/^rung=([^/]*)\/([^&]*)&(.*)$/) ?? [];

async function find() {
  if (tab) return learn();
  if (lang) return Object.assign(self, { rung: game, level, lang });
  const all = await tables();
  const going = all.filter((table) => !table.over).sort((a, b) => b.at - a.at);
  const asked = all.find((table) => String(table.id) === self.name);
  const found = self.name === "new" ? null : (asked ?? going[0]);
  if (!found) return;
  const kept = await lines(found.id);
  if (!kept.length) return;
  id = found.id;
  n = kept.length;
  // The worker reads this when the page requests its table.
  self.kept = kept.join("\n");
  await inOne(["tables"], "readwrite", (store) => {
    store("tables").get(id).onsuccess = ({ target }) => store("tables").put({ ...target.result, writer });
  });
  opened.postMessage({ id });
}

let last = Promise.resolve();

self.keep = (text, game, title, over, record) => {
  last = last.then(() => write(text.split("\n"), { game, title, over }, record)).catch(() => {
    if (keeps) note("full");
    keeps = false;
  });
};

// The stored table is unreadable, and stays where it is.
self.lost = () => {
  id = null;
  n = 0;
  note("lost");
};

async function write(fresh, what, record) {
  if (!keeps) return;
  const at = Date.now();
  const made = id === null;
  let mine = true;
  const told = await inOne(["tables", "lines", "matches"], "readwrite", (store, tell, all) => {
    const put = (of) => {
      fresh.forEach((line, k) => store("lines").put(line, [of, n + k]));
      if (record) store("matches").add({ at, game: what.game, title: what.title, record });
      tell(of);
      // The tab may be closed at any moment.
      all.commit?.();
    };
    if (made) {
      store("tables").add({ ...what, at, writer }).onsuccess = ({ target }) => put(target.result);
      return;
    }
    store("tables").get(id).onsuccess = ({ target }) => {
      mine = target.result?.writer === writer;
      if (!mine) return tell(id);
      store("tables").put({ ...what, at, writer, id });
      put(id);
    };
  });
  if (!mine) return lose();
  id = told;
  n += fresh.length;
  if (made || record) await tidy();
}

await find().catch(() => {
  keeps = false;
  note("full");
});
await withTexts();
await init({ module_or_path: module });
for (const event of early) onmessage(event);
