// The bot across a practice table: its portrait, its lines, and the mark for a match won against it. All are on the page
// of the ladder.
import { mark, marks } from "/assets/ladder.js";

document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/assets/opponent.css" }));

let level, game;

// The bot on the page of the ladder, which the device stores for offline play.
let found;
async function bot() {
  if (found?.dataset.level === level) return found;
  const answer = await fetch(`/ladder?lang=${document.documentElement.lang}`).catch(() => null);
  const page = new DOMParser().parseFromString(answer?.ok ? await answer.text() : "", "text/html");
  found = page.querySelector(`[data-level="${CSS.escape(level)}"]`);
  if (found) found.ladder = page.querySelector("h1").textContent;
  return found;
}

function make(name, text, more = {}) {
  return Object.assign(document.createElement(name), { textContent: text, ...more });
}

// The portrait with a line, which screen readers hear in the queue of the table.
function said(one, line) {
  const box = make("aside", "", { className: "opponent" });
  box.append(document.importNode(one.querySelector("svg"), true), make("p", ""));
  box.lastChild.append(make("b", one.dataset.name), " ", make("q", line));
  const queue = document.getElementById("said");
  setTimeout(() => queue?.append(make("p", `${one.dataset.name}: ${line}`)), 400);
  return box;
}

async function appears(what) {
  for (let tries = 0; tries < 40; tries += 1) {
    const is = document.querySelector(what);
    if (is) return is;
    await new Promise((done) => setTimeout(done, 150));
  }
  return null;
}

// The greeting leaves with the first tile, or after a few seconds.
let greets = false;
async function greet() {
  if (greets) return;
  greets = true;
  const [one, felt] = [await bot(), await appears(".felt")];
  greets = false;
  if (!one || !felt || document.querySelector(".felt .laid, .felt .opponent")) return;
  const box = said(one, one.querySelector("[data-hello]").textContent);
  felt.append(box);
  const end = Date.now() + 6000;
  const wait = setInterval(() => {
    if (Date.now() < end && !document.querySelector(".felt .laid")) return;
    clearInterval(wait);
    box.remove();
  }, 200);
}

async function remark() {
  const [one, sheet] = [await bot(), await appears(".sheet:not(.finished)")];
  if (one && sheet && !sheet.querySelector(".opponent")) sheet.querySelector(".awards").before(said(one, one.dataset.capicu));
}

// After a match, the result sheet has what the bot says, and the way to the next.
async function finish() {
  const sheet = await appears(".sheet.finished");
  const isWon = sheet?.classList.contains("won");
  if (isWon) mark(level);
  const one = sheet && (await bot());
  if (!one || !sheet.isConnected || sheet.querySelector(".opponent")) return;
  const { won, lost, beaten, next, after } = one.dataset;
  const box = said(one, isWon ? lost : won);
  const row = make("p", "", { className: "steps" });
  if (isWon) {
    box.lastChild.append(make("span", next ? beaten : `${beaten} ${after}`, { className: "mark" }));
    if (next) row.append(link("next-rung", after, `/practice?game=${encodeURIComponent(game)}&level=${next}`, "do second"));
  }
  row.append(link("to-ladder", one.ladder, `/ladder?game=${encodeURIComponent(game)}`, "quiet"));
  box.append(row);
  sheet.querySelector("#lookback").before(box);
}

function link(id, text, href, className) {
  const one = make("a", text, { href, className });
  one.id = id;
  return one;
}

function hear(text) {
  const { snapshot, events, delta } = JSON.parse(text);
  if (snapshot) {
    const { rules, match, events: since } = snapshot;
    ({ level } = snapshot);
    // The rules of a file have their own name, and the page of the ladder knows its id.
    game = (rules.title ? marks().game : rules.game) ?? "";
    if (!match.sheet && !match.over && !since.some(({ done }) => done)) greet();
  }
  for (const { "match-began": began, "round-over": over } of (events ?? delta)?.events ?? []) {
    if (began) greet();
    if (over && !over.result && over.written.some(({ why }) => why === "capicu")) remark();
  }
}

addEventListener("lookback", finish);
heard.forEach(hear);
const push = heard.push.bind(heard);
heard.push = (...all) => {
  all.forEach(hear);
  return push(...all);
};
