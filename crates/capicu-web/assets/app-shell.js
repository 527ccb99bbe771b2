// Everything that can wait until the table is playable: storing the game on the device, announcing a new version, seats
// open in two tabs, and problems with storage.
const lang = () => document.documentElement.lang || "en";

for (const href of ["/assets/app-shell.css", "/assets/highlights.css"]) {
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
}

// The texts are on the page about this device.
let device;
let spoken;
async function page() {
  if (spoken !== lang()) device = null;
  spoken = lang();
  device ??= fetch(`/settings?lang=${spoken}`).then((answer) => (answer.ok ? answer.text() : ""));
  const found = await device.catch(() => "");
  // Another call tries again.
  if (!found) device = null;
  return new DOMParser().parseFromString(found, "text/html");
}

const text = async (name) => (await page()).querySelector(`[data-text="${name}"]`)?.textContent ?? "";

async function bar(name, doing) {
  const [said, close, label] = await Promise.all([text(name), text("close"), doing && text(doing.label)]);
  if (!said || document.getElementById(name)) return;
  const line = document.createElement("div");
  line.className = "around";
  line.id = name;
  // At a table it goes through the queue for screen readers.
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

// The keys, as listed on the page about this device.
let shut;
const escape = ({ key }) => key === "Escape" && shut?.();
export async function help() {
  if (shut) return shut();
  const close = await text("close");
  const list = (await page()).querySelector("[data-text=keys]");
  if (!list) return;
  const veil = document.createElement("div");
  veil.className = "veil";
  veil.innerHTML = `<section class="sheet" role="dialog" aria-modal="true" aria-labelledby="keys" id="help-panel"></section>`;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "do", textContent: close });
  veil.firstChild.append(...list.children, button);
  veil.onclick = ({ target }) => (target === veil || target === button) && shut();
  // For any place of the focus: it may be on a button of the browser.
  addEventListener("keydown", escape);
  shut = () => {
    removeEventListener("keydown", escape);
    veil.remove();
    shut = null;
  };
  document.body.append(veil);
  button.focus();
}

// Notices from the worker of a practice table, and about a browser that stores nothing.
export const note = (name) => bar(`note-${name}`, name === "elsewhere" && { label: "here", does: () => location.reload() });

// The server no longer has a part of this page, since it runs another version. Without a network the version is
// unknown.
export async function stale() {
  const answer = await fetch("/api/health", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) bar("stale", { label: "update-now", does: () => location.reload() });
}

// The state of offline storage: "ready", "fetching", "not-yet", "failed", or "never" if the browser stores nothing.
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
  // Another version took over at a player's request, in this tab or another.
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

// A seat that is open in two tabs of this browser is played in the last one opened. The other disconnects and says so,
// until the player resumes there.
const tab = Math.random();
let tabs;
function share() {
  tabs ??= new BroadcastChannel(`capicu.seat.${location.pathname}`);
  tabs.onmessage = ({ data }) => data.seat === own && data.tab !== tab && yieldSeat();
  tabs.postMessage({ seat: own, tab });
}

async function yieldSeat() {
  if (document.getElementById("seat-elsewhere")) return;
  tabs.onmessage = null;
  // A slow tab may have been taken for another device.
  document.getElementById("note-devices")?.remove();
  const dialog = document.createElement("dialog");
  dialog.className = "elsewhere";
  dialog.id = "seat-elsewhere";
  const said = Object.assign(document.createElement("p"), { id: "elsewhere" });
  const here = Object.assign(document.createElement("button"), { type: "button", className: "do", onclick: () => location.reload() });
  here.id = "seat-here";
  dialog.setAttribute("aria-labelledby", said.id);
  dialog.append(said, here);
  // Only resuming here closes it, and no key reaches the table.
  dialog.oncancel = (event) => event.preventDefault();
  dialog.onkeydown = (event) => event.stopPropagation();
  document.body.append(dialog);
  [said.textContent, here.textContent] = await Promise.all([text("seat-elsewhere"), text("seat-here")]);
  dialog.showModal();
  dispatchEvent(new CustomEvent("page-command", { detail: "let-go" }));
}

// Adds a text to the table's queue for screen readers; false if there is no queue.
function queue(textContent) {
  const said = document.getElementById("said");
  said?.append(Object.assign(document.createElement("p"), { textContent }));
  return said !== null;
}

const say = async (name, gap = "") => queue((await text(name)).replace("%", () => gap));

// Announces that another device has opened the seat. Another tab of this browser disconnects instead, so it is not
// announced.
let open = 0;
function count({ seat, devices }) {
  if (seat !== own) return;
  if (open && devices > open) setTimeout(() => open >= devices && tabs.onmessage && bar("note-devices"), 6000);
  open = devices;
}

// Announces a player's turn ten seconds before its end, and a new host.
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
    // A cut link opens no seat, but still lets its reader watch a public table.
    if (snapshot.seat === undefined && ![0, 1, 65].includes(location.hash.length)) bar("note-cut");
    open = snapshot.seats[own]?.devices ?? 0;
    names = snapshot.seats.map(({ name }) => name ?? "");
  }
  const told = snapshot ?? delta ?? events;
  if (!told) return;
  for (const event of (delta ?? events)?.events ?? []) {
    const [changed, host] = [event["seat-changed"], event.maker ?? event.host];
    if (changed) names[changed.seat] = changed.name ?? "";
    if (host) say(host.seat === own ? "maker-you" : "maker-other", names[host.seat]);
  }
  clearTimeout(low);
  const turn = told.clock.deadline?.turn;
  const left = turn?.seat === own ? turn?.at - told.clock.now - LOW : 0;
  if (left > 0) low = setTimeout(() => say("seconds-left"), left);
}

// A tap on the felt skips the wait for a bot; a drag moves the felt.
function skipWaits() {
  let from;
  addEventListener("pointerdown", (event) => (from = event), true);
  addEventListener("click", ({ target, clientX, clientY }) => {
    const moved = from && Math.hypot(clientX - from.clientX, clientY - from.clientY) > 8;
    if (moved || !target.closest?.(".felt") || target.closest("button, .ghost")) return;
    const waits = document.querySelector(".plate[data-turn=true]") && !document.querySelector(".status.mine");
    if (waits) dispatchEvent(new CustomEvent("page-command", { detail: "pace skip" }));
  });
}
skipWaits();

// Adds the list of players to the menu once tiles were dealt; the client draws each open menu again.
function leadToPeople() {
  const add = async (missed) => {
    const [panel, label] = [document.querySelector("#menu-panel"), await text("people")];
    const is = panel?.isConnected ?? false;
    if (is && own !== undefined && !document.getElementById("room") && !panel.querySelector("#people")) {
      const row = document.createElement("button");
      Object.assign(row, { type: "button", className: "row", textContent: label });
      row.id = "people";
      row.onclick = () => {
        dispatchEvent(new CustomEvent("page-command", { detail: "close" }));
        dispatchEvent(new Event("people"));
      };
      panel.querySelector("h2").after(row);
    }
    if (is || missed < 20) setTimeout(add, 200, is ? 0 : missed + 1);
  };
  // The menu may be open already.
  add(0);
  document.addEventListener("click", ({ target }) => target.closest?.("#menu") && setTimeout(add, 0, 0));
}

// An account has a bell at the table too. Its pages leave this mark.
function ring() {
  try {
    if (localStorage.getItem("capicu.bell")) import("/bell.js").catch(() => {});
  } catch {
    // The browser stores nothing.
  }
}

// Stores the seat of this table for the list on the first page, and starts the announcements.
export function keepSeat() {
  const table = location.pathname.match(/^\/t\/([a-z0-9]+)/)?.[1];
  if (!table) return;
  leadToPeople();
  ring();
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
      // The browser stores nothing; the link still leads back.
    }
  };
  heard.forEach(hear);
  const push = heard.push.bind(heard);
  heard.push = (...all) => {
    all.forEach(hear);
    return push(...all);
  };
}

// A control that disappears after a key gives the focus to the hand. A closed panel gives it back to the element that
// had it.
let had = [document.activeElement];
let wasOpen = false;
const there = (one) => one.isConnected ? one : document.getElementById(one.id);
const back = () => [150, 500, 1500].forEach((after) => setTimeout(give, after));
function give() {
  if (document.activeElement !== document.body) return;
  const [hand, before] = [document.querySelector(".hand .tile[tabindex='0']"), had.map(there)];
  const all = wasOpen ? [hand, ...before] : [...before, hand];
  all.findLast((one) => one?.getClientRects().length && !one.closest("[inert]"))?.focus();
}
const atTable = () => document.querySelector("main.table") !== null;
// Nothing behind a dialog can have the focus.
addEventListener("focusin", ({ target }) => {
  const dialog = [...document.querySelectorAll("[role=dialog]")].at(-1);
  if (dialog && !dialog.contains(target) && target.closest(".table, .veil")) return dialog.querySelector("button")?.focus();
  had = [...had.slice(-30), target];
  wasOpen = target.closest(".menu, .veil") !== null;
});
addEventListener("click", (event) => event.detail === 0 && atTable() && back());
// The control that the first key pressed may have disappeared before this script was loaded.
export const keepFocus = () => atTable() && back();
// Another view replaces a control at any time: the answer of the server may take seconds. A pointer needs no focus.
let byKeys = true;
addEventListener("pointerdown", () => (byKeys = false), true);
addEventListener("keydown", () => (byKeys = true), true);
new MutationObserver(() => {
  const last = had.at(-1);
  if (byKeys && last && !last.isConnected && document.activeElement === document.body && atTable()) back();
}).observe(document.body, { childList: true, subtree: true });
addEventListener("keydown", ({ key }) => /^(Escape|\?)$/.test(key) && atTable() && back(), true);
