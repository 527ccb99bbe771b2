// What stands around the table once it is playable: the game kept on the device, a new version announced, a seat that
// can be found again, and what goes wrong with what is kept.
const lang = () => document.documentElement.lang || "en";

const sheet = document.createElement("link");
sheet.rel = "stylesheet";
sheet.href = "/assets/around.css";
document.head.append(sheet);

// Texts are those of the page about this device.
let device;
let spoken;
async function text(name) {
  if (spoken !== lang()) device = null;
  spoken = lang();
  device ??= fetch(`/settings?lang=${spoken}`).then((answer) => answer.text());
  const page = new DOMParser().parseFromString(await device, "text/html");
  return page.querySelector(`[data-text="${name}"]`)?.textContent ?? "";
}

async function bar(name, doing) {
  const [said, close, label] = await Promise.all([text(name), text("close"), doing && text(doing.label)]);
  if (!said || document.querySelector(`.around[data-testid="${name}"]`)) return;
  const line = document.createElement("div");
  line.className = "around";
  line.dataset.testid = name;
  // At a table it is said in its turn.
  if (!queue(said)) line.setAttribute("role", "status");
  const button = (called, does) => {
    const one = document.createElement("button");
    one.type = "button";
    one.textContent = called;
    one.onclick = does;
    return one;
  };
  line.append(Object.assign(document.createElement("p"), { textContent: said }));
  if (doing) line.append(button(label, doing.does));
  line.append(button(close, () => line.remove()));
  document.body.append(line);
}

// The keys, as the page about this device lists them.
let shut;
const escape = ({ key }) => key === "Escape" && shut?.();
export async function help() {
  if (shut) return shut();
  const close = await text("close");
  const list = new DOMParser().parseFromString(await device, "text/html").querySelector("[data-text=keys]");
  if (!list) return;
  const veil = document.createElement("div");
  veil.className = "veil";
  veil.innerHTML = `<section class="sheet" role="dialog" aria-modal="true" aria-labelledby="keys" data-testid="help-panel"></section>`;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "do", textContent: close });
  veil.firstChild.append(...list.children, button);
  veil.onclick = ({ target }) => (target === veil || target === button) && shut();
  // Wherever the focus is: it may be on a button of the browser.
  addEventListener("keydown", escape);
  shut = () => {
    removeEventListener("keydown", escape);
    veil.remove();
    shut = null;
  };
  document.body.append(veil);
  button.focus();
}

// What the worker of a practice table has to say, and that nothing is kept here.
export const note = (name) => bar(`note-${name}`, name === "elsewhere" && { label: "here", does: () => location.reload() });

// A part of this page that the server has no more, since another version is there. Without a network nothing is known.
export async function stale() {
  const answer = await fetch("/api/health", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) bar("stale", { label: "update-now", does: () => location.reload() });
}

// The state of what is kept: "ready", "fetching", "not-yet", "failed", or "never" where a browser keeps nothing.
export const offline = new EventTarget();
offline.state = "never";

function told(state) {
  offline.state = state;
  document.documentElement.dataset.offline = state;
  offline.dispatchEvent(new Event("change"));
}

export async function ask(what) {
  const registration = await navigator.serviceWorker.ready;
  registration.active.postMessage({ ask: what, lang: lang() });
}

export async function start(fills) {
  if (!navigator.serviceWorker) return told("never");
  navigator.serviceWorker.onmessage = ({ data }) => told(data.offline);
  // Another version took over because somebody asked for it, here or in another tab.
  const had = navigator.serviceWorker.controller;
  let left = false;
  navigator.serviceWorker.oncontrollerchange = () => {
    if (had && left) location.reload();
  };
  const registration = await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => null);
  if (!registration) return told("never");
  const announce = () => registration.waiting && registration.active && bar("update", {
    label: "update-now",
    does: () => {
      left = true;
      registration.waiting?.postMessage({ ask: "apply" });
    },
  });
  announce();
  registration.onupdatefound = () => {
    const fresh = registration.installing;
    fresh?.addEventListener("statechange", () => fresh.state === "installed" && announce());
  };
  const spares = navigator.connection?.saveData;
  await ask(fills && !spares ? "fill" : "state");
}

// A seat that is open in two tabs of this browser is played in the one that was opened last. The other lets go of the table
// and says so, until somebody goes on there.
const tab = Math.random();
let tabs;
function share() {
  tabs ??= new BroadcastChannel(`capicu.seat.${location.pathname}`);
  tabs.onmessage = ({ data }) => data.seat === own && data.tab !== tab && yieldSeat();
  tabs.postMessage({ seat: own, tab });
}

async function yieldSeat() {
  if (document.querySelector("[data-testid=seat-elsewhere]")) return;
  tabs.onmessage = null;
  const dialog = document.createElement("dialog");
  dialog.className = "elsewhere";
  dialog.dataset.testid = "seat-elsewhere";
  const said = Object.assign(document.createElement("p"), { id: "elsewhere" });
  const here = Object.assign(document.createElement("button"), { type: "button", className: "do", onclick: () => location.reload() });
  here.dataset.testid = "seat-here";
  dialog.setAttribute("aria-labelledby", said.id);
  dialog.append(said, here);
  // Nothing but going on here closes it, and no key reaches the table.
  dialog.oncancel = (event) => event.preventDefault();
  dialog.onkeydown = (event) => event.stopPropagation();
  document.body.append(dialog);
  [said.textContent, here.textContent] = await Promise.all([text("seat-elsewhere"), text("seat-here")]);
  dialog.showModal();
  dispatchEvent(new CustomEvent("asked", { detail: "q" }));
}

// Something for those who listen, in the queue of the table; false where there is none.
function queue(textContent) {
  const said = document.querySelector("[data-testid=said]");
  said?.append(Object.assign(document.createElement("p"), { textContent }));
  return said !== null;
}

const say = async (name, gap = "") => queue((await text(name)).replace("%", () => gap));

// A device more has the seat. A tab of this browser that was opened lets go of it in another, so that it is not told of.
let open = 0;
function count({ seat, devices }) {
  if (seat !== own) return;
  if (open && devices > open) setTimeout(() => open >= devices && tabs.onmessage && bar("note-devices"), 2000);
  open = devices;
}

// That one's time runs out, ten seconds before, and who looks after the table.
const LOW = 10_000;
let low;
let own;
let names = [];
function attend({ snapshot, delta, events, presence }) {
  [delta?.presence, presence].flat().forEach((one) => one && count(one));
  if (snapshot) {
    const other = snapshot.seat !== own;
    own = snapshot.seat;
    if (other && own !== undefined) share();
    // A link without its end opens no seat where anybody may watch.
    if (snapshot.seat === undefined && ![0, 1, 65].includes(location.hash.length)) bar("note-cut");
    open = snapshot.seats[own]?.devices ?? 0;
    names = snapshot.seats.map(({ name }) => name ?? "");
  }
  const told = snapshot ?? delta ?? events;
  if (!told) return;
  for (const event of (delta ?? events)?.events ?? []) {
    const [changed, maker] = [event["seat-changed"], event.maker];
    if (changed) names[changed.seat] = changed.name ?? "";
    if (maker) say(maker.seat === own ? "maker-you" : "maker-other", names[maker.seat]);
  }
  clearTimeout(low);
  const turn = told.clock.deadline?.turn;
  const left = turn?.seat === own ? turn?.at - told.clock.now - LOW : 0;
  if (left > 0) low = setTimeout(() => say("seconds-left"), left);
}

// In the menu, a way to who sits here, once tiles were dealt: for as long as it is open, since the client draws it anew.
function leadToPeople() {
  const add = async (missed) => {
    const [panel, label] = [document.querySelector("[data-testid=menu-panel]"), await text("people")];
    const is = panel?.isConnected ?? false;
    if (is && own !== undefined && !document.getElementById("room") && !panel.querySelector("[data-testid=people]")) {
      const row = document.createElement("button");
      Object.assign(row, { type: "button", className: "row", textContent: label });
      row.dataset.testid = "people";
      row.onclick = () => {
        document.querySelector("[data-testid=menu]").click();
        dispatchEvent(new Event("people"));
      };
      panel.querySelector("h2").after(row);
    }
    if (is || missed < 5) setTimeout(add, 200, is ? 0 : missed + 1);
  };
  document.addEventListener("click", ({ target }) => target.closest?.("[data-testid=menu]") && setTimeout(add, 0, 0));
}

// The seat of this table, for the list on the first page, and what is told beside the client.
export function keepSeat() {
  const table = location.pathname.match(/^\/t\/([a-z0-9]+)/)?.[1];
  if (!table) return;
  leadToPeople();
  const place = `capicu.sat.${table}`;
  const hear = (said) => {
    const message = JSON.parse(said);
    attend(message);
    try {
      const { snapshot, closed } = message;
      if (snapshot && snapshot.seat !== undefined) {
        const { game, title } = snapshot.rules;
        localStorage.setItem(place, JSON.stringify({ at: Date.now(), game, title }));
      }
      if (["unknown-table", "deleted", "bad-token"].includes(closed?.why)) localStorage.removeItem(place);
    } catch {
      // Nothing is kept here: the link leads back all the same.
    }
  };
  heard.forEach(hear);
  const push = heard.push.bind(heard);
  heard.push = (...all) => {
    all.forEach(hear);
    return push(...all);
  };
}

// What goes when it is used by a key gives the focus to the hand; what was open, to what had it before.
let had = [document.activeElement];
let wasOpen = false;
const there = (one) => one.isConnected ? one : document.querySelector(`[data-testid="${one.dataset.testid}"]`);
const back = () => setTimeout(() => {
  if (document.activeElement !== document.body) return;
  const [hand, before] = [document.querySelector(".hand .tile[tabindex='0']"), had.map(there)];
  const all = wasOpen ? [hand, ...before] : [...before, hand];
  all.findLast((one) => one?.getClientRects().length && !one.closest("[inert]"))?.focus();
}, 150);
const atTable = () => document.querySelector("main.table") !== null;
// Nothing behind a dialog has it.
addEventListener("focusin", ({ target }) => {
  const dialog = [...document.querySelectorAll("[role=dialog]")].at(-1);
  if (dialog && !dialog.contains(target) && target.closest(".table, .veil")) return dialog.querySelector("button")?.focus();
  had = [...had.slice(-30), target];
  wasOpen = target.closest(".menu, .veil") !== null;
});
addEventListener("click", (event) => event.detail === 0 && atTable() && back());
addEventListener("keydown", ({ key }) => /^(Escape|\?)$/.test(key) && atTable() && back(), true);
// What a button at the top has opened.
addEventListener("keydown", ({ key }) => key === "Escape" && document.querySelector(".tool[aria-expanded=true]")?.click());
