// The settings of this device, as a page of the server and as a dialog over the table. The client receives the settings
// it uses; looks are attributes of the page for its style sheet.
const LOOK = "capicu.look.";
const root = document.documentElement;

const sheet = document.createElement("link");
sheet.rel = "stylesheet";
sheet.href = "/assets/settings.css";
document.head.append(sheet);

function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key, value) {
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

// Sets an attribute on the page for every look, by the name of its key.
let marks = [];
function look() {
  for (const name of marks) delete root.dataset[name];
  marks = [];
  try {
    marks = Object.keys(localStorage).filter((key) => key.startsWith(LOOK)).map((key) => key.slice(LOOK.length));
  } catch {
    // A browser without storage has no settings.
  }
  for (const name of marks) root.dataset[name] = stored(LOOK + name);
}
look();
addEventListener("storage", look);

// The tiles in the order of the hand; the client sorts by it.
const names = (sorted) => sorted.map(([high, low]) => `${high}-${low}`).join(" ");

function byWeight() {
  const all = [];
  for (let high = 12; high >= 0; high -= 1) for (let low = high; low >= 0; low -= 1) all.push([high, low]);
  return names(all.sort((a, b) => b[0] + b[1] - a[0] - a[1]));
}

const hand = () => [...document.querySelectorAll(".hand .tile")].map((tile) => tile.dataset.tile);

function reorder(order) {
  store("capicu.order", order);
  dispatchEvent(new Event("chosen"));
}

function choose(how) {
  if (how === "weight") return reorder(byWeight());
  reorder("");
}

// The player's own order: a tile is dragged onto another, or moved with Alt and an arrow.
function move(tile, to) {
  const order = hand();
  const from = order.indexOf(tile);
  if (from < 0 || to < 0 || to >= order.length || from === to) return;
  order.splice(to, 0, ...order.splice(from, 1));
  reorder(order.join(" "));
  requestAnimationFrame(() => document.querySelector(`.hand [data-tile="${tile}"]`)?.focus());
}

const ofHand = (element) => element?.closest?.(".hand .tile");
const own = () => stored(`${LOOK}order`) === "hand";

let held = null;
addEventListener("pointerdown", (event) => {
  held = own() && event.isPrimary ? ofHand(event.target) : null;
}, true);
addEventListener("pointerup", (event) => {
  const over = held && ofHand(document.elementFromPoint(event.clientX, event.clientY));
  if (over && over !== held) {
    const order = hand();
    move(held.dataset.tile, order.indexOf(over.dataset.tile));
  }
  held = null;
}, true);
addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const tile = ofHand(event.target);
  if (!own() || !event.altKey || !step || !tile) return;
  event.preventDefault();
  event.stopPropagation();
  const name = tile.dataset.tile;
  move(name, hand().indexOf(name) + step);
}, true);

// The page of the settings, for its texts and choices.
let page = null;
async function settings() {
  const lang = root.lang || "en";
  if (page?.lang !== lang) {
    const answer = fetch(`/settings?lang=${lang}`).then((answer) => answer.text()).catch(() => "");
    page = { lang, told: answer.then((html) => new DOMParser().parseFromString(html, "text/html")) };
  }
  return page.told;
}

const text = async (name) => (await settings()).querySelector(`[data-text="${name}"]`)?.textContent ?? "";

function say(words) {
  const line = document.createElement("p");
  line.textContent = words;
  document.getElementById("said")?.append(line);
}

// A tile chosen before the turn is played when the turn comes, if it is legal then.
let planned = null;

function unplan() {
  document.querySelector(".hand .planned")?.classList.remove("planned");
  planned = null;
}

async function plan(tile) {
  const name = tile.dataset.tile;
  const again = planned === name;
  unplan();
  if (!again) {
    planned = name;
    tile.classList.add("planned");
  }
  say(await text(again ? "unplanned" : "planned"));
}

const early = () => root.dataset.premove && !mine && document.querySelector(".plate[data-turn=true]");
addEventListener("click", (event) => {
  const tile = ofHand(event.target);
  if (tile && early()) plan(tile);
}, true);
addEventListener("keydown", (event) => {
  const tile = /^[1-9]$/.test(event.key) && !event.target.closest?.("input, select, textarea") && !stored("capicu.keys")
    ? document.querySelectorAll(".hand .tile")[event.key - 1] : null;
  if (tile && early() && !event.ctrlKey && !event.altKey && !event.metaKey) plan(tile);
  if (event.key === "Escape" && planned) unplan();
}, true);

async function carryOut() {
  const tile = document.querySelector(`.hand [data-tile="${planned}"]`);
  unplan();
  if (tile?.dataset.legal === "true") {
    dispatchEvent(new CustomEvent("page-command", { detail: `choose ${tile.dataset.tile}` }));
  }
  else say(await text("plan-failed"));
}

// On the player's turn, vibrates, and notifies if the page is not in view.
async function call() {
  if (root.dataset.vibration) navigator.vibrate?.(30);
  if (!root.dataset.notify || !document.hidden || window.Notification?.permission !== "granted") return;
  const what = { body: document.title, tag: "turn", icon: "/icon-192.png", data: location.href };
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active) registration.showNotification(await text("turn"), what);
  else new Notification(await text("turn"), what).onclick = () => focus();
}

// At a big moment of the player's own, vibrates in its own way; `assets/sounds.js` has the same times.
const BUZZ = {
  capicu: [40, 280, 15, 60, 15],
  chuchazo: [60],
  key: [40, 160, 20],
  block: [40, 120, 20, 100, 20],
  corrido: [15, 185, 15, 185, 15],
  muggins: [20],
  out: [40],
  love: [12, 148, 12, 148, 12, 148, 12, 148, 12, 208, 60],
  skunk: [10, 40, 10, 40, 10, 40, 40],
  hole: [10, 40, 10, 40, 10, 40, 40],
};
function buzz({ classList, dataset }) {
  if (root.dataset.vibration && classList?.contains("highlight") && classList.contains("won")) {
    navigator.vibrate?.(BUZZ[dataset.kind]);
  }
}

// Sends the chosen pace of bots to the table. The natural one is sent too: a table may still have another. The client
// listens once the table is drawn, and cancels a command that it takes.
let paced = null;
let later;
let tries = 0;
function keepPace() {
  const chosen = root.dataset.pace || "natural";
  if (chosen === paced) return;
  const command = new CustomEvent("page-command", { cancelable: true, detail: `pace ${chosen}` });
  clearTimeout(later);
  if (!dispatchEvent(command)) [paced, tries] = [chosen, 0];
  // A page without a table takes none.
  else if ((tries += 1) < 40) later = setTimeout(keepPace, 300);
}
if (window.heard) {
  const opens = (said) => /^\{"(snapshot|delta)"/.test(said);
  const push = heard.push.bind(heard);
  heard.push = (...all) => {
    // A table that is opened again may have forgotten it.
    if (all.some(opens)) setTimeout(keepPace, 300, (paced = null));
    return push(...all);
  };
  if (heard.some(opens)) setTimeout(keepPace, 300);
  addEventListener("chosen", keepPace);
}

// Speaks the announcements for screen readers, if this setting is on.
function speak(words) {
  if (!root.dataset.voice || !("speechSynthesis" in window) || stored("capicu.sound") === "off") return;
  const utterance = new SpeechSynthesisUtterance(words);
  utterance.lang = root.lang || "en";
  utterance.volume = Number(stored("capicu.volume") ?? 100) / 100;
  speechSynthesis.speak(utterance);
}

let mine = false;
new MutationObserver((all) => {
  for (const { target, addedNodes } of all) {
    if (target.id === "said") for (const line of addedNodes) speak(line.textContent);
    addedNodes.forEach(buzz);
  }
  nameKeys();
  const is = document.querySelector(".status.mine") !== null;
  if (is && !mine) {
    call();
    if (planned) requestAnimationFrame(carryOut);
  }
  mine = is;
}).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["class"], childList: true });

// Typed commands stay on at every table.
if (root.dataset.typed) {
  const wait = setInterval(() => {
    if (!document.querySelector("main.table .hand")) return;
    clearInterval(wait);
    dispatchEvent(new Event("typed"));
  }, 300);
}

// The settings of an account are shared with its other devices: the latest choice counts.
const AT = "capicu.settings-at";
const follows = async () => (await settings()).querySelector("[data-keys]")?.dataset.keys.split(" ") ?? [];

function collected(keys) {
  const all = {};
  for (const key of keys) if (stored(key)) all[key] = stored(key);
  return all;
}

async function push() {
  const at = Date.now();
  store(AT, String(at));
  const keys = await follows();
  // Without a network nothing is known of them, and nothing reaches the other devices.
  if (!keys.length) return;
  const body = JSON.stringify({ at, settings: collected(keys) });
  await fetch("/api/me/settings", { method: "PUT", headers: { "content-type": "application/json" }, body }).catch(() => null);
}

async function pull() {
  const answer = await fetch("/api/me/settings").catch(() => null);
  if (!answer?.ok || answer.status === 204) return;
  const { at, settings: kept } = await answer.json();
  const keys = await follows();
  // Settings chosen here before the account had any.
  if (at === 0 && Object.keys(collected(keys)).length > 0) return push();
  if (at <= Number(stored(AT) ?? 0) || !keys.length) return;
  for (const key of keys) store(key, kept[key]);
  store(AT, String(at));
  look();
  dispatchEvent(new Event("chosen"));
  for (const form of document.querySelectorAll("[data-settings] form")) attach(form);
}
try {
  if (!sessionStorage.getItem("capicu.pulled") || location.pathname === "/me") pull();
  sessionStorage.setItem("capicu.pulled", "yes");
} catch {
  // Without storage, settings are not shared.
}

// A remapped key acts as the key whose function it has, and loses its own.
const pairs = () => (stored("capicu.look.keymap") ?? "").split(" ").filter((pair) => pair.length === 2);
addEventListener("keydown", (event) => {
  if (!event.isTrusted || event.ctrlKey || event.altKey || event.metaKey || event.key.length !== 1) return;
  if (event.target.closest?.("input, select, textarea, dialog")) return;
  const key = event.key.toLowerCase();
  const given = pairs().find((pair) => pair[0] === key);
  if (!given && !pairs().some((pair) => pair[1] === key)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (given) event.target.dispatchEvent(new KeyboardEvent("keydown", { key: given[1], bubbles: true, cancelable: true }));
}, true);

// The list of keys shows the remapped ones.
function nameKeys() {
  for (const key of document.querySelectorAll("#help-panel kbd:not([data-named])")) {
    key.dataset.named = "";
    if (!/^[A-Z](, [A-Z])*$/.test(key.textContent)) continue;
    const named = (letter) => (pairs().find((pair) => pair[1] === letter.toLowerCase())?.[0] ?? letter).toUpperCase();
    key.textContent = key.textContent.replace(/[A-Z]/g, named);
  }
}

// Maps another key to the function of a letter. No key has two functions.
function letters(form, problem) {
  const fields = [...form.querySelectorAll("[data-letter]")];
  for (const field of fields) {
    const { letter } = field.dataset;
    field.value = (pairs().find((pair) => pair[1] === letter)?.[0] ?? letter).toUpperCase();
    field.onfocus = () => field.select();
    field.onchange = () => {
      if (!field.value.trim()) field.value = letter.toUpperCase();
      const chosen = fields.map((one) => one.value.toLowerCase() + one.dataset.letter);
      const twice = fields.filter((one) => chosen.filter((pair) => pair[0] === one.value.toLowerCase()).length > 1);
      const taken = fields.filter((one) => /[0-9?+=-]/.test(one.value));
      for (const one of fields) one.setAttribute("aria-invalid", String(twice.includes(one) || taken.includes(one)));
      form.querySelector("[data-twice]").hidden = twice.length + taken.length === 0;
      if (twice.length + taken.length > 0) return;
      problem.hidden = store("capicu.look.keymap", chosen.filter((pair) => pair[0] !== pair[1]).join(" "));
      push();
    };
  }
}

// Fills the form with the stored settings.
export function attach(form) {
  const problem = form.querySelector("[data-problem]");
  for (const field of form.querySelectorAll("[data-key]")) {
    const { key, checked, unchecked, usual } = field.dataset;
    const value = stored(key);
    if (field.type === "checkbox") field.checked = checked ? value === checked : value !== unchecked;
    else field.value = value ?? usual ?? "";
    field.onchange = () => {
      const now = field.type === "checkbox" ? (field.checked ? checked : unchecked) : field.value;
      const kept = store(key, now === usual ? "" : now);
      problem.hidden = kept;
      look();
      if (key === `${LOOK}notify` && now) permit(form, field);
      if (key === `${LOOK}typed` && now && document.querySelector("main.table")) dispatchEvent(new Event("typed"));
      push();
      // Tiles on the table and in the hand have to be drawn again.
      if (key === "capicu.faces" && !window.lesson) dialog?.addEventListener("close", () => location.reload(), { once: true });
      if (key === `${LOOK}order`) choose(field.value);
      else dispatchEvent(new Event("chosen"));
    };
  }
  letters(form, problem);
  form.hidden = false;
}

// The browser asks for permission to notify. Once refused, only the browser's own settings can allow it.
async function permit(form, field) {
  const may = "Notification" in window ? await Notification.requestPermission() : "denied";
  form.querySelector("[data-refused]").hidden = may === "granted";
  if (may !== "granted") {
    field.checked = false;
    store(field.dataset.key, "");
    look();
  }
}

let dialog = null;
let opener = null;

export async function open() {
  opener = document.activeElement;
  const answer = await fetch(`/settings?lang=${root.lang || "en"}`).catch(() => null);
  if (!answer?.ok) {
    location.assign("/settings");
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  dialog?.remove();
  dialog = document.createElement("dialog");
  dialog.className = "settings";
  dialog.id = "settings-panel";
  dialog.append(page.querySelector("[data-settings]"));
  dialog.setAttribute("aria-label", dialog.querySelector("h1").textContent);
  document.body.append(dialog);
  attach(dialog.querySelector("form"));
  const close = dialog.querySelector("[data-do=close]");
  close.hidden = false;
  close.onclick = () => dialog.close();
  // The menu that led here may be closed.
  const gone = !opener?.isConnected || opener === document.body;
  const back = gone ? document.getElementById("menu") : opener;
  dialog.onclose = () => back?.focus();
  // Keys pressed here do not reach the table.
  dialog.onkeydown = (event) => event.stopPropagation();
  dialog.showModal();
}

for (const form of document.querySelectorAll("[data-settings] form")) attach(form);
