// What somebody chose for this device: a page of the server's, and the same as a dialog over the table. What the client
// goes by is told to it; the looks are marks on the page that its style goes by.
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

function look() {
  for (const name of ["theme", "tiles", "speed", "size", "side", "vibration"]) {
    const value = stored(LOOK + name);
    if (value) root.dataset[name] = value;
    else delete root.dataset[name];
  }
}
look();
addEventListener("storage", look);

// The tiles in the order in which the hand shows them; the client sorts by it.
const names = (sorted) => sorted.map(([high, low]) => `${high}-${low}`).join(" ");

function byWeight() {
  const all = [];
  for (let high = 12; high >= 0; high -= 1) for (let low = high; low >= 0; low -= 1) all.push([high, low]);
  return names(all.sort((a, b) => b[0] + b[1] - a[0] - a[1]));
}

const hand = () => [...document.querySelectorAll(".hand .tile")].map((tile) => tile.dataset.testid.slice(5));

function reorder(order) {
  store("capicu.order", order);
  dispatchEvent(new Event("chosen"));
}

function choose(how) {
  if (how === "weight") return reorder(byWeight());
  reorder("");
}

// One's own order: a tile is dragged onto another, or moved with Alt and an arrow.
function move(tile, to) {
  const order = hand();
  const from = order.indexOf(tile);
  if (from < 0 || to < 0 || to >= order.length || from === to) return;
  order.splice(to, 0, ...order.splice(from, 1));
  reorder(order.join(" "));
  requestAnimationFrame(() => document.querySelector(`[data-testid="tile-${tile}"]`)?.focus());
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
    move(held.dataset.testid.slice(5), order.indexOf(over.dataset.testid.slice(5)));
  }
  held = null;
}, true);
addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const tile = ofHand(event.target);
  if (!own() || !event.altKey || !step || !tile) return;
  event.preventDefault();
  event.stopPropagation();
  const name = tile.dataset.testid.slice(5);
  move(name, hand().indexOf(name) + step);
}, true);

// One's turn is felt.
let mine = false;
new MutationObserver(() => {
  const is = document.querySelector(".status.mine") !== null;
  if (is && !mine && root.dataset.vibration) navigator.vibrate?.(30);
  mine = is;
}).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["class"], childList: true });

// What stands in the form is what is kept.
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
      if (key === `${LOOK}order`) choose(field.value);
      else dispatchEvent(new Event("chosen"));
    };
  }
  form.hidden = false;
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
  dialog.dataset.testid = "settings-panel";
  dialog.append(page.querySelector("[data-settings]"));
  dialog.setAttribute("aria-label", dialog.querySelector("h1").textContent);
  document.body.append(dialog);
  attach(dialog.querySelector("form"));
  const close = dialog.querySelector("[data-do=close]");
  close.hidden = false;
  close.onclick = () => dialog.close();
  // The menu that led here may be closed.
  const gone = !opener?.isConnected || opener === document.body;
  const back = gone ? document.querySelector('[data-testid="menu"]') : opener;
  dialog.onclose = () => back?.focus();
  // Keys of the table do nothing to it from here.
  dialog.onkeydown = (event) => event.stopPropagation();
  dialog.showModal();
}

for (const form of document.querySelectorAll("[data-settings] form")) attach(form);
