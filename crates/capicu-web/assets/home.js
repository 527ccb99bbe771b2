// On pages of the server: lists of what this device stores, the game for offline use, and a search in a list.
import { ask, offline, start } from "/assets/app-shell.js";
import { match, matches, removeMatch, removeTable, tables } from "/assets/storage.js";

const lang = document.documentElement.lang;
const one = (name) => document.querySelector(`[data-kept="${name}"]`);
const inWords = (at) => new Date(at).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });

// The name of a game, from its card on the page or from a list of names.
function called(game, title) {
  if (title) return title;
  const named = document.querySelector(`[data-game="${CSS.escape(game)}"]`);
  return named?.dataset.called ?? named?.textContent ?? "";
}

// Fills a line for each item by the section's template.
function list(section, all, fill) {
  const [template, lines] = [section.querySelector("template"), section.querySelector("ul")];
  for (const of of all) {
    const line = template.content.firstElementChild.cloneNode(true);
    line.querySelector("b").textContent = called(of.game, of.title);
    line.querySelector("small").textContent = of.at ? inWords(of.at) : "";
    fill(line, of);
    lines.append(line);
  }
  section.hidden = lines.children.length === 0;
}

function removed(line, section) {
  const next = line.nextElementSibling ?? line.previousElementSibling;
  line.remove();
  section.hidden = section.querySelectorAll("li").length === 0;
  next?.querySelector("a, button")?.focus();
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

// Seats stored on this device that the server does not list already.
function seats() {
  const section = one("seats");
  if (!section) return;
  const listed = [...document.querySelectorAll("[data-continue]")].map((link) => link.pathname);
  const month = Date.now() - 31 * 86_400_000;
  const all = Object.keys(localStorage)
    .filter((key) => key.startsWith("capicu.sat."))
    .map((key) => ({ ...read(key), key, table: key.slice("capicu.sat.".length) }))
    .filter(({ at, table }) => at > month && !listed.includes(`/t/${table}`))
    .sort((a, b) => b.at - a.at);
  list(section, all.slice(0, 5), (line, { table, key }) => {
    line.querySelector("a").href = `/t/${table}`;
    line.querySelector("button").onclick = () => {
      localStorage.removeItem(key);
      removed(line, section);
    };
  });
}

async function practiced() {
  const section = one("tables");
  if (!section) return;
  const going = (await tables()).filter(({ over }) => !over).sort((a, b) => b.at - a.at);
  list(section, going.slice(0, 5), (line, { id }) => {
    line.querySelector("a").href = `/practice#${id}`;
    line.querySelector("button").onclick = async () => {
      await removeTable(id);
      removed(line, section);
    };
  });
}

async function finished() {
  const section = one("matches");
  if (!section) return;
  const all = (await matches()).sort((a, b) => b.at - a.at);
  list(section, all, (line, { id }) => {
    line.querySelector("a").onclick = async (event) => {
      event.preventDefault();
      const { record } = await match(id);
      // The page for match review finds its last record here.
      sessionStorage.setItem("capicu.replay", record);
      location.assign("/replay#move=0");
    };
    line.querySelector("button").onclick = async () => {
      await removeMatch(id);
      removed(line, section);
    };
  });
}

// Rules played lately that differ from the usual ones of their game.
function houses() {
  const section = one("houses");
  if (!section) return;
  const kept = read("capicu.houses") ?? [];
  const form = read("capicu.form");
  const file = read("capicu.file");
  const changed = form && Object.keys(form.rules.options ?? {}).length > 0;
  const last = file ?? (changed && { id: "", name: called(form.rules.game), line: "", rules: [form.rules] });
  const same = (a, b) => JSON.stringify(a.rules) === JSON.stringify(b.rules) && a.name === b.name;
  const all = [...(last ? [last] : []), ...kept.filter((house) => !last || !same(house, last))].slice(0, 5);
  list(section, all.map((house) => ({ ...house, title: house.name, game: house.rules[0]?.game })), (line, house) => {
    const { id, name, line: about, rules } = house;
    line.querySelector("a").href = `/play#game=${encodeURIComponent(JSON.stringify({ id, name, line: about, rules }))}`;
    line.querySelector("button").onclick = () => {
      const left = (read("capicu.houses") ?? []).filter((other) => !same(other, house));
      localStorage.setItem("capicu.houses", JSON.stringify(left));
      removed(line, section);
    };
  });
  // They are listed even if nothing more can be stored.
  if (all.length) localStorage.setItem("capicu.houses", JSON.stringify(all));
}

// "Play now" starts the game last played here, unless the server knows a later one.
function usual() {
  const line = document.querySelector("[data-plays]");
  const game = (read("capicu.practice") ?? read("capicu.form"))?.rules?.game;
  const name = game && called(game);
  if (!line || !name) return;
  for (const button of document.querySelectorAll("button[data-usual]")) button.value = game;
  document.querySelector("a[data-usual]").href = `/play?game=${game}`;
  line.textContent = line.dataset.plays.replace("%", name);
}

// Finds games by any of their words, without regard to accents.
function search() {
  const field = document.querySelector("[data-search]");
  if (!field) return;
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const lines = [...document.querySelectorAll(`#${field.dataset.search} > li`)];
  const none = document.querySelector("[data-none]");
  field.closest("[hidden]").hidden = false;
  const kind = document.querySelector("[data-filter]");
  const is = (line) => !kind.value || line.dataset.kind.split(" ").includes(kind.value);
  kind.onchange = field.oninput = () => {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    for (const line of lines) line.hidden = !is(line) || !words.every((word) => plain(line.textContent).includes(word));
    none.hidden = lines.some((line) => !line.hidden);
  };
  field.oninput();
}

// A line with the state of offline storage, and a button if it has to be requested.
function readiness() {
  const line = one("offline");
  if (!line) return;
  const show = () => {
    const state = offline.state;
    for (const text of line.querySelectorAll("[data-state]")) text.hidden = text.dataset.state !== state;
    const button = line.querySelector("button");
    button.hidden = !["not-yet", "failed"].includes(state);
    button.onclick = () => ask("fill");
    line.hidden = false;
  };
  offline.addEventListener("change", show);
}

// A page that stands in for one the server did not deliver is replaced when the server answers.
function comeBack() {
  if (!document.querySelector("[data-stands-in]") || location.pathname === "/offline") return;
  const look = async () => {
    const answer = await fetch("/api/health", { cache: "no-store" }).catch(() => null);
    if (answer?.ok) location.reload();
  };
  addEventListener("online", look);
  setInterval(look, 5000);
}

readiness();
comeBack();
search();
try {
  seats();
  usual();
  houses();
} catch {
  // A browser without storage has nothing to list.
}
for (const part of [practiced, finished]) part().catch(() => {});
start(false);
