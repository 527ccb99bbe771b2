// The score sheet for real tables. The module draws it and knows the rules; this script passes taps on and stores the
// sheet on the device. The names are replaced by hashed ones in the bundle.
import init, { act, csv, html, load, open, result, said, stored } from "/assets/capicu-score.js";

const SHEET = "capicu.score";
const NAMES = "capicu.score.names";
const SLIP = "capicu.score.slip";
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
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
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
  const opened = [...root.querySelectorAll("details")].map((part) => part.open);
  const at = scrollY;
  root.innerHTML = html();
  root.querySelectorAll("details").forEach((part, n) => { part.open = opened[n] ?? false; });
  const list = document.getElementById("sheet-names");
  for (const name of read(NAMES).split("\n").filter(Boolean)) list?.append(new Option(name));
  offer(document.getElementById("sheet-game"));
  returns();
  scrollTo(0, at);
  if (focus) {
    const same = root.querySelector(`[data-do="${CSS.escape(focus)}"]:not(:disabled)`);
    (same ?? root.querySelector(".entry button:not(:disabled)"))?.focus({ preventScroll: true });
  }
}

// The slip of an event that opened the sheet: its path, and the beginning of the match. The result goes back to it.
function returns() {
  const [path, start] = read(SLIP).split("\n");
  const scores = start && result(start);
  toSlip.hidden = !scores;
  if (scores) toSlip.href = `${path}?sheet=${scores}`;
}

function begin() {
  const given = new URLSearchParams(location.hash.slice(1));
  const [path, start] = [given.get("slip"), given.get("start")];
  if (!path?.startsWith("/e/") || !start) return;
  history.replaceState(null, "", location.pathname + location.search);
  const slip = `${path}\n${start}`;
  if (read(SLIP) === slip && result(start)) return;
  write(SLIP, slip);
  const [rules, ...names] = start.split("\t");
  apply(`rules=${rules}`);
  apply(`start\n\n${names.join("\n")}`);
}

function apply(action) {
  const focus = held();
  if (act(action)) {
    full.hidden = write(SHEET, stored());
    elsewhere.hidden = true;
    write(MOVES, "");
  }
  voice.textContent = said();
  draw(focus);
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
    const { records } = await module();
    const text = await records(lang, stored());
    if (kind === "save") return download(text, "text/plain", "capicu.domino");
    sessionStorage.setItem("capicu.replay", text);
    location.assign("/replay#move=0");
  } catch {
    apply("tiles-failed");
  }
}

function press(button) {
  if (!button || button.disabled) return;
  if ("close" in button.dataset) leaveTiles();
  else if ("finish" in button.dataset) leaveTiles(tiles.lines());
  else if (tiles) tiles.act(button.dataset.do);
  else if ("tiles" in button.dataset) byTiles();
  else if (button.dataset.record) archive(button.dataset.record);
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
  event.preventDefault();
  if ("type" in event.target.dataset) return tiles?.act(`type=${event.target.elements[0].value}`);
  const form = new FormData(event.target);
  if ("agree" in event.target.dataset) return apply(`agree=${form.getAll("score").map((score) => score.trim()).join(",")}`);
  const names = form.getAll("name").map((name) => name.replaceAll("\n", " "));
  const known = new Set([...names.map((name) => name.trim()).filter(Boolean), ...read(NAMES).split("\n")]);
  write(NAMES, [...known].slice(0, 40).join("\n"));
  apply(`start\n${[form.get("target"), ...names].join("\n")}`);
  navigator.storage?.persist?.();
});

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select")) return;
  press(root.querySelector(`[data-key="${CSS.escape(event.key)}"]`));
});

// Another tab has written on the sheet.
addEventListener("storage", ({ key, newValue }) => {
  if (key !== SHEET || newValue === null) return;
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
  const [text, type, name] = kind === "csv" ? [csv(), "text/csv", "capicu.csv"] : [stored(), "text/plain", "capicu-sheet.txt"];
  download(text, type, name);
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
open(lang, read(SHEET));
draw();
begin();
stayAwake();
// The device keeps the page for a hall without a network.
navigator.serviceWorker?.register("/sw.js").then(
  async () => (await navigator.serviceWorker.ready).active?.postMessage({ ask: "fill", lang }),
  () => {},
);
