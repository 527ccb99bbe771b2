// The score sheet for real tables. The module draws it and knows the rules; this script passes taps on and stores the
// sheet on the device. The names are replaced by hashed ones in the bundle.
import init, {
  act, at, csv, html, load, matches, open, result, said, shared_from, stored, tally_csv,
  tally_json,
} from "/assets/capicu-score.js";

const SHEET = "capicu.score";
const NAMES = "capicu.score.names";
const SLIP = "capicu.score.slip";
// The sheet of another phone, and what this phone knows of a shared sheet: its name, the key under which its lines are
// stored, the number of lines before them, and the number that the server has.
const GUEST = "capicu.score.guest";
const WITH = "capicu.score.with";
// The number of writes on this device.
const WRITES = "capicu.score.writes";
// The moves of the round that is entered by tiles.
const MOVES = "capicu.score.moves";
const code = fetch("/assets/capicu-score.wasm");
const root = document.getElementById("sheet");
const voice = document.getElementById("sheet-said");
const full = document.getElementById("sheet-full");
const elsewhere = document.getElementById("sheet-elsewhere");
const toSlip = document.getElementById("sheet-slip");
const lang = document.documentElement.lang || "en";

function read(key) {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function write(key, text) {
  const n = Number(read(WRITES)) + 1;
  try {
    localStorage.setItem(WRITES, n);
    localStorage.setItem(key, text);
  } catch {
    return false;
  }
  copy(key, { text, n });
  return true;
}

// Browsers write this storage to the disk some seconds late. A database, which they write at once, has a copy of the
// texts for a phone that dies, each with the number of its write.
let database;

function opened() {
  database ??= new Promise((done, refuse) => {
    const asked = indexedDB.open("capicu-score", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("texts");
    asked.onsuccess = () => done(asked.result);
    asked.onerror = asked.onblocked = () => refuse(asked.error);
  });
  return database;
}

async function copy(key, kept) {
  try {
    (await opened()).transaction("texts", "readwrite", { durability: "strict" }).objectStore("texts").put(kept, key);
  } catch {
    // A connection that broke is opened again by the next write.
    database = null;
  }
}

// Takes back the writes that did not reach the disk. A browser that does not answer has none.
async function restore() {
  const late = new Promise((done) => setTimeout(done, 1000, []));
  const found = await Promise.race([copies().catch(() => []), late]);
  const written = Number(read(WRITES));
  for (const [key, { text, n }] of found) {
    if (n > written && !write(key, text)) full.hidden = false;
  }
}

async function copies() {
  const texts = (await opened()).transaction("texts").objectStore("texts");
  const answer = (asked) => new Promise((done, refuse) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => refuse(asked.error);
  });
  const [keys, all] = await Promise.all([answer(texts.getAllKeys()), answer(texts.getAll())]);
  return keys.map((key, at) => [key, all[at]]);
}

// The button that has the focus, by its action. Drawing replaces it.
const held = () => document.activeElement?.closest("#sheet [data-do]")?.dataset.do;

// House rules saved on this device, as the module reads them. Each is one more choice in the list of games.
let house = "";

function houses() {
  try {
    return JSON.parse(read("capicu.houses") || "[]").flatMap(({ name, rules: [rules] }) => {
      if (!rules?.game) return [];
      const options = Object.entries(rules.options ?? {}).map(([key, value]) => ` ${key}=${String(value).replaceAll(" ", "+")}`);
      return [{ name: String(name), value: `rules=${rules.game} ${rules.players}${options.join("")}` }];
    });
  } catch {
    return [];
  }
}

function offer(games) {
  const all = houses();
  if (!games || !all.length) return;
  games.append(document.createElement("hr"), ...all.map(({ name, value }) => new Option(name, value)));
  if (all.some(({ value }) => value === house)) games.value = house;
}

function draw(focus) {
  const opened = new Set([...root.querySelectorAll("details[open]")].map((part) => part.className));
  const top = scrollY;
  at(Date.now() / 1000);
  root.innerHTML = html();
  root.querySelectorAll("details").forEach((part) => { part.open = opened.has(part.className); });
  const list = document.getElementById("sheet-names");
  for (const name of read(NAMES).split("\n").filter(Boolean)) list?.append(new Option(name));
  offer(document.getElementById("sheet-game"));
  returns();
  scrollTo(0, top);
  if (focus) {
    const same = root.querySelector(`[data-do="${CSS.escape(focus)}"]:not(:disabled)`);
    (same ?? root.querySelector(".danger, .entry button:not(:disabled)"))?.focus({ preventScroll: true });
  }
}

// The slip of an event that opened the sheet: its path, the beginning of the match, and the number of matches before it.
// The result goes back to it.
function returns() {
  const [path, line, earlier] = read(SLIP).split("\n");
  const scores = line && result(line, Number(earlier));
  toSlip.hidden = !scores;
  if (scores) toSlip.href = `${path}?sheet=${scores}`;
}

function begin() {
  const given = new URLSearchParams(location.hash.slice(1));
  if (given.has("with")) return join(given.get("with"));
  const [path, line] = [given.get("slip"), given.get("start")];
  if (!path?.startsWith("/e/") || !line) return;
  history.replaceState(null, "", location.pathname + location.search);
  const [known, begun, earlier] = read(SLIP).split("\n");
  if (known === path && begun === line && result(line, Number(earlier))) return;
  const [rules, ...names] = line.split("\t");
  apply(`rules=${rules}`);
  // A match in play stays, with the way back to its own slip.
  if (!start(`start\n\n${names.join("\n")}`)) return;
  write(SLIP, `${path}\n${line}\n${matches() - 1}`);
  returns();
}

await restore();

// The key of the sheet on the screen. If another tab shares or leaves a sheet, this one loads again.
let key = read(WITH).split("\n")[1] || SHEET;

function apply(action) {
  const focus = held();
  at(Date.now() / 1000);
  const changed = act(action);
  if (changed) {
    full.hidden = write(key, stored());
    shared?.turn();
    elsewhere.hidden = true;
    write(MOVES, "");
  }
  voice.textContent = said();
  draw(focus);
  if (action === "tally") scrollTo(0, 0);
  return changed;
}

// The entry of tiles is another module, which is loaded when it is needed. It draws the page until it is closed.
let tiles = null;
const module = () => import("/assets/tiles.js");

async function byTiles() {
  voice.textContent = root.querySelector("[data-tiles]")?.dataset.wait ?? "";
  try {
    const { open: enter } = await module();
    tiles = await enter({ root, voice, lang, sheet: stored(), moves: read(MOVES), keep: (moves) => { full.hidden = write(MOVES, moves); } });
  } catch {
    apply("tiles-failed");
  }
}

function leaveTiles(lines) {
  tiles = null;
  if (lines) apply(`round\n${lines}`);
  else draw();
  scrollTo(0, 0);
}

async function archive(kind) {
  try {
    const { record, records } = await module();
    const text = await (kind === "save" ? records : record)(lang, stored());
    if (!text) return apply("no-record");
    if (kind === "save") return download(text, "text/plain", "capicu.domino");
    sessionStorage.setItem("capicu.replay", text);
    location.assign("/replay#move=0");
  } catch {
    apply("tiles-failed");
  }
}

// Deletes a name from everything on the device except the sheet.
function forget(name) {
  const others = (text, between) => text.split(between).filter((other) => other.toLowerCase() !== name.toLowerCase());
  write(NAMES, others(read(NAMES), "\n").join("\n"));
  const slip = read(SLIP);
  if (others(slip, /[\t\n]/).join() !== slip.split(/[\t\n]/).join()) write(SLIP, "");
}

// The device names the day of a match.
function start(action) {
  const here = Date.now() - 60_000 * new Date().getTimezoneOffset();
  act(`day=${new Date(here).toISOString().slice(0, 10)}`);
  return apply(action);
}

// Other phones of the table write on the same sheet. That is another module.
let shared = null;
let sharing = false;
const others = () => import("/assets/score-with.js");
const lines = () => stored().split("\n").filter(Boolean).slice(1);

async function follow() {
  const [id, , before, known] = read(WITH).split("\n");
  if (!id) return;
  const own = () => lines().slice(0, Number(before));
  const isWith = () => read(WITH).startsWith(id);
  const page = {
    // A round by tiles is finished first.
    busy: () => Boolean(tiles),
    lines: () => lines().slice(Number(before)),
    replace(news) {
      if (!isWith()) return;
      const text = [stored().split("\n", 1)[0], ...own(), ...news, ""].join("\n");
      full.hidden = write(key, text);
      write(MOVES, "");
      open(lang, text);
      tiles = null;
      draw(held());
      voice.textContent = root.querySelector(".last")?.textContent ?? "";
    },
    keep: (n) => isWith() && write(WITH, [id, key, before, n].join("\n")),
    refuse: (refused) => apply(`refused\n${refused.join("\n")}`),
  };
  try {
    const module = await others();
    if (isWith()) shared = module.follow(page, id, Number(known));
  } catch {
    apply("with-offline");
  }
}

// Shares the current match and those after it.
async function together() {
  if (shared && !shared.isOver()) return document.getElementById("sheet-with").scrollIntoView();
  if (sharing) return;
  sharing = true;
  const before = shared_from();
  const current = lines().slice(before);
  try {
    const id = await (await others()).share(current);
    shared?.leave();
    write(WITH, [id, key, before, current.length].join("\n"));
    await follow();
    document.getElementById("sheet-with").scrollIntoView();
  } catch {
    apply("with-offline");
  }
  sharing = false;
}

// The code of another phone opened the page.
async function join(id) {
  history.replaceState(null, "", location.pathname + location.search);
  // Other texts would name other pages of the server.
  if (!/^[0-9a-f]{32}$/.test(id)) return apply("with-over");
  if (read(WITH).startsWith(id)) return;
  try {
    const found = await (await others()).fetched(id, 0);
    if (!found) return apply("with-over");
    stop();
    key = GUEST;
    write(WITH, [id, GUEST, 0, found.length].join("\n"));
    const text = [stored().split("\n", 1)[0], ...found, ""].join("\n");
    full.hidden = write(GUEST, text);
    open(lang, text);
    draw();
    await follow();
  } catch {
    apply("with-offline");
  }
}

function stop() {
  shared?.leave();
  shared = null;
  key = SHEET;
  write(WITH, "");
  write(GUEST, "");
}

// Every phone keeps its own sheet.
function leave() {
  stop();
  open(lang, read(key));
  tiles = null;
  draw();
}

async function share() {
  try {
    await (await import("/assets/share.js")).share();
  } catch {
    apply("share-failed");
  }
}

function press(button) {
  if (!button || button.disabled) return;
  if (button.dataset.forget) {
    const name = button.dataset.forget;
    // The server's lines have the name. This phone leaves them, and the name goes from its own sheet.
    if (key === SHEET) stop();
    else {
      leave();
      act("tally");
      act(`forget=${name}`);
    }
    forget(name);
  }
  if ("close" in button.dataset) leaveTiles();
  else if ("finish" in button.dataset) leaveTiles(tiles.lines());
  else if (tiles) {
    if (button.dataset.do) tiles.act(button.dataset.do);
  }
  else if ("tiles" in button.dataset) byTiles();
  else if ("share" in button.dataset) share();
  else if ("with" in button.dataset) together();
  else if (button.dataset.record) archive(button.dataset.record);
  else if (["again", "queue:next"].includes(button.dataset.do)) start(button.dataset.do);
  else if (button.dataset.do) apply(button.dataset.do);
  else if ("turn" in button.dataset) turn();
  else if (button.dataset.save) save(button.dataset.save);
}

root.addEventListener("click", ({ target }) => press(target.closest("button")));

root.addEventListener("change", ({ target }) => {
  const choice = target.dataset?.choose;
  if (!choice) return;
  const own = target.value.startsWith("rules=");
  if (choice === "game") house = own ? target.value : "";
  apply(own ? target.value : `${choice}=${target.value}`);
});

root.addEventListener("submit", (event) => {
  // An evening for a club goes to the server.
  if (event.target.method === "post") return;
  event.preventDefault();
  if ("type" in event.target.dataset) return tiles?.act(`type=${event.target.elements[0].value}`);
  const form = new FormData(event.target);
  if ("agree" in event.target.dataset) return apply(`agree=${form.getAll("score").map((score) => score.trim()).join(",")}`);
  const names = form.getAll("name").map((name) => name.replaceAll(/[\n\t]/g, " "));
  const waiting = form.get("waiting") ?? "";
  const all = [...names, ...waiting.split(/[\n,]/)].map((name) => name.trim()).filter(Boolean);
  const known = new Set([...all, ...read(NAMES).split("\n")]);
  write(NAMES, [...known].slice(0, 40).join("\n"));
  if ("came" in event.target.dataset) return apply(`queue:came\n${names.join("\n")}`);
  if ("queue" in (event.submitter?.dataset ?? {})) {
    start(`queue:open\n${[form.get("target"), form.get("unit"), form.get("tables"), names.join("\t"), waiting].join("\n")}`);
  }
  else start(`start\n${[form.get("target"), ...names].join("\n")}`);
  navigator.storage?.persist?.();
});

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select")) return;
  press(root.querySelector(`[data-key="${CSS.escape(event.key)}"]`));
});

// Another tab has written on the sheet.
addEventListener("storage", ({ key: changed, oldValue, newValue }) => {
  const named = (text) => text?.split("\n", 1)[0] ?? "";
  if (changed === WITH && named(oldValue) !== named(newValue)) return location.reload();
  if (changed !== key || newValue === null) return;
  open(lang, newValue);
  elsewhere.hidden = false;
  tiles = null;
  draw();
});

// The phone lies on the table: the page turns to each side of it.
function turn() {
  const page = document.documentElement;
  page.dataset.turn = (Number(page.dataset.turn ?? 0) + 1) % 4;
  scrollTo(0, 0);
}

function save(kind) {
  const files = {
    csv: [csv, "text/csv", "capicu.csv"],
    "tally-csv": [tally_csv, "text/csv", "capicu-tally.csv"],
    "tally-json": [tally_json, "application/json", "capicu-tally.json"],
    text: [stored, "text/plain", "capicu-sheet.txt"],
  };
  const [text, type, name] = files[kind];
  download(text(), type, name);
}

function download(text, type, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// The screen stays on while the page is visible, where the browser can do that.
const stayAwake = async () => {
  if (document.visibilityState !== "visible") return;
  try {
    root.dataset.awake = String(Boolean(await navigator.wakeLock?.request("screen")));
  } catch {
    root.dataset.awake = "false";
  }
};
document.addEventListener("visibilitychange", stayAwake);

// Waits grow shorter. The rest of the page stays as it is.
setInterval(() => {
  const shown = root.querySelector("ol.waits");
  if (!shown) return;
  at(Date.now() / 1000);
  const fresh = document.createElement("template");
  fresh.innerHTML = html();
  shown.replaceChildren(...fresh.content.querySelector("ol.waits").childNodes);
}, 30000);

async function texts() {
  if (lang !== "fr") return;
  try {
    const answer = await fetch("/assets/score-texts-fr.bin");
    if (answer.ok) load(lang, new Uint8Array(await answer.arrayBuffer()));
  } catch {
    // English is used instead.
  }
}

await init({ module_or_path: code });
await texts();
document.getElementById("sheet-with-leave").addEventListener("click", leave);
open(lang, read(key));
draw();
begin();
addEventListener("hashchange", begin);
follow();
stayAwake();
// The device keeps the page for a hall without a network.
navigator.serviceWorker?.register("/sw.js").then(
  async () => (await navigator.serviceWorker.ready).active?.postMessage({ ask: "fill", lang }),
  () => {},
);
