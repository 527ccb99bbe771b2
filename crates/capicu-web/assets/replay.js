// The page for match review: a worker makes its contents, and the client draws the table.
import { digest, load, place as placeOf, save as saveFindings } from "/assets/findings.js";
import { copy, pack, unpack } from "/assets/record-link.js";

const sheet = document.createElement("link");
sheet.rel = "stylesheet";
sheet.href = "/assets/replay.css";
document.head.append(sheet);
document.body.classList.add("replay");

const panel = document.createElement("div");
panel.className = "panel";
panel.setAttribute("role", "complementary");
panel.id = "replay";
const heard = document.createElement("p");
heard.className = "heard";
heard.setAttribute("role", "status");
heard.id = "replay-said";
document.body.append(panel, heard);

const worker = new Worker("/assets/replay-worker.js", { type: "module", name: `#${document.documentElement.lang}` });
const ask = (message) => worker.postMessage(JSON.stringify(message));
const one = (id) => panel.querySelector(`#${id}`);
const language = () => document.documentElement.lang || "en";
// The record is stored for this tab, so that a reload finds it, and the last one for all tabs.
const KEPT = "capicu.replay";
const LAST = "capicu.replayed";
// The largest record, in bytes: more than any match that can be reviewed.
const LARGEST = 1024 * 1024;

let record = null;
// The record in the form of a link, once it is packed.
let packed = null;
let notice = null;
let last = 0;
let shown = null;
let hears = [];
let asked = 0;

// The address has the match of the history, the moment, the seat of the view, and whose hands are shown.
const address = () => new URLSearchParams(location.hash.slice(1));
const match = new URLSearchParams(location.search).get("match");
// The page of the own match with this number, or the shared one of this link.
const stored = /^\d+$/.test(match) ? `/history/${match}` : /^\d+-[\da-f]+$/.test(match) ? `/m/${match}` : null;
// Questions about a lead have a page of their own.
if (new URLSearchParams(location.search).has("pose")) location.replace("/lead");
const practiced = new URLSearchParams(location.search).has("practice");

// The worker's answer, and for a moment the messages for the client.
worker.onmessage = ({ data: [text, ...messages] }) => {
  const told = JSON.parse(text);
  if (told.begun) begin(told.begun.html);
  if (told.refused) refuse(told.refused.why);
  if (told.opened) open(told.opened);
  if (told.shown) show(told.shown, messages);
  if (told.worked) worked(told.worked);
  if (told.puzzle) puzzle(told.puzzle);
  if (told.answered) answered(told.answered);
  if (told.page) savePage(told.page.html);
};

function begin(html) {
  panel.innerHTML = html;
  head();
  document.body.classList.add("choosing");
  // Without a table, the panel is the main part of the page.
  panel.setAttribute("role", "main");
  one("resume").hidden = !kept(localStorage, LAST);
  one("record-file").onchange = (event) => read(event.target.files[0]);
  if (panel.dataset.problem) refuse(panel.dataset.problem);
}

function refuse(why) {
  const problem = one("problem");
  panel.dataset.problem = why;
  if (!problem) return start(null);
  problem.textContent = why;
  problem.hidden = false;
  delete panel.dataset.problem;
}

// Puts the head of the page above the table.
function head() {
  document.querySelector("body > #top")?.remove();
  document.body.prepend(one("top"));
  ring();
}

// The bell of an account: its pages leave this mark. The table shows its notices, and the head their number.
let bell = null;
addEventListener("bell", ({ detail }) => {
  bell = detail;
  ring();
});
function ring() {
  const link = document.getElementById("top-bell");
  if (!link || !bell) return;
  const count = link.lastElementChild;
  link.hidden = false;
  link.ariaLabel = bell.label;
  [count.textContent, count.hidden] = [bell.n, bell.n === 0];
}
if (kept(localStorage, "capicu.bell")) import("/bell.js").catch(() => {});

// Shows the start page, and why there is no match if one was requested.
function start(why) {
  notice = why;
  ask({ begin: { lang: language(), notice } });
}

async function read(file) {
  if (!file) return;
  if (file.size > LARGEST) tooLarge();
  else look(await file.text());
}

function tooLarge() {
  record = null;
  start("too-large");
}

function look(text) {
  if (text.length > LARGEST) return tooLarge();
  notice = null;
  there?.abort();
  found = null;
  record = text;
  packed = null;
  pack(text).then((code) => { if (record === text) packed = code; });
  ask({ open: { text, lang: language() } });
}

function open({ html, last: n, seats }) {
  last = n;
  try {
    sessionStorage.setItem(KEPT, record);
    localStorage.setItem(LAST, record);
  } catch {
    // Too large to be stored: a reload loses it.
  }
  document.body.classList.remove("choosing", "puzzling");
  panel.setAttribute("role", "complementary");
  panel.innerHTML = html;
  head();
  if (stored) Object.assign(one("to-match"), { href: stored, hidden: false });
  const from = address().get("from");
  one("seen-from").value = from && seats.includes(from) ? from : seats[0];
  one("all-hands").checked = address().get("hands") === "all";
  one("seen-from").onchange = () => {
    go(shown.at, true);
    // The analysis may be over for one seat only.
    if (one("stop-analysis").hidden) running(false);
  };
  one("all-hands").onchange = () => go(shown.at, true);
  offered.then((is) => { one("analyze-there").hidden = !is || found !== null; });
  one("scrubber").oninput = (event) => step(Number(event.target.value), false);
  // A link for the mistakes leads to a full table, and then to the first mistake.
  seeks = address().has("analyze") && !address().has("move");
  go(seeks ? last - 1 : Number(address().get("move")) || 0, false);
  if (address().has("analyze") || load(place())) analyze();
}

// Goes to a moment; `live` to show and announce the last move.
function go(at, live) {
  asked = Math.max(0, Math.min(last, at));
  const seat = one("seen-from").value;
  const all = one("all-hands").checked;
  ask({ show: { at: asked, seat, all, live } });
}

function show(told, messages) {
  if (told.at !== asked) return;
  shown = told;
  hears = messages;
  tell();
  one("scrubber").value = told.at;
  one("scrubber").setAttribute("aria-valuetext", told.label);
  one("moment").textContent = told.label;
  const puzzling = document.body.classList.contains("puzzling");
  // The sentence would reveal the solution of a puzzle.
  const mistake = puzzling ? null : told.mistake;
  one("mistake").textContent = mistake ?? "";
  one("mistake").hidden = !mistake;
  heard.textContent = [told.label, mistake].filter(Boolean).join(". ");
  panel.querySelector(".beside").innerHTML = told.html;
  one("copy-position").disabled = !told.position;
  history.replaceState(null, "", here());
}

function here() {
  // A digest identifies the record if the address does not.
  const which = match || practiced ? "" : `&record=${digest(record)}`;
  return `${location.pathname}${location.search}#${moment()}${which}`;
}

function moment() {
  const hands = one("all-hands").checked ? "&hands=all" : "";
  return `move=${shown.at}&from=${one("seen-from").value}${hands}`;
}

// The link has the record if it fits, and then works on other devices.
const link = () => location.origin + (packed ? `/replay#${moment()}&packed=${packed}` : here());

function kept(where, key) {
  try {
    return where.getItem(key);
  } catch {
    return null;
  }
}

// Findings are stored by record and seat, so that a page that was closed can resume the analysis.
let found = null;
// Whether the player asked for the analysis that is running.
let asks = false;
// Where the findings of a finished analysis are stored.
let done = null;
// Whether the first mistake is shown once it is known.
let seeks = false;

const place = () => placeOf(record, one("seen-from").value);

function analyze() {
  begun("worker");
}

function begun(by) {
  const [key, seat] = [place(), one("seen-from").value];
  found = { key, kept: load(key) ?? [], saved: 0 };
  ask({ analyze: { seat, kept: found.kept, by } });
  running(true);
  return seat;
}

async function running(is) {
  const [start, end] = [one("analyze"), one("stop-analysis")];
  const leaves = document.activeElement === (is ? start : end);
  start.hidden = is || done === place();
  end.hidden = !is;
  if (leaves) (is ? end : start.hidden ? one("scrubber") : start).focus({ preventScroll: true });
  one("analyze-there").hidden = start.hidden || !(await offered);
}

// Whether the server analyzes matches for slow devices.
const offered = fetch("/replay/analysis").then((answer) => answer.json()).then((is) => is === true, () => false);
let there = null;

// Has the server analyze the match. If it fails or the connection is lost, this device does the rest.
async function analyzeThere() {
  const seat = begun("server");
  there = new AbortController();
  const { signal } = there;
  try {
    const body = JSON.stringify({ record, seat, known: found.kept.map(([job]) => job) });
    const headers = { "content-type": "application/json" };
    const address = `/replay/analysis?lang=${language()}`;
    const answer = await fetch(address, { method: "POST", headers, body, signal });
    if (!answer.ok) {
      const why = await answer.text();
      stop();
      one("progress").textContent = why;
      return;
    }
    let rest = "";
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split("\n");
      rest = lines.pop();
      for (const line of lines.filter(Boolean)) {
        const [job, text] = JSON.parse(line);
        ask({ found: { job, line: text } });
      }
    }
  } catch {
    // The connection is lost, or the player stopped it.
  }
  if (!signal.aborted) ask("go-on");
}

function worked({ kept, label, is_over, html, first }) {
  if (!one("progress") || !found) return;
  one("progress").textContent = label;
  if (kept) found.kept.push(kept);
  if (is_over || Date.now() - found.saved > 1000) save();
  if (html) {
    redraw(one("mistakes"), html[0]);
    one("save-page").hidden = false;
    one("numbers").hidden = false;
    const root = one("analysis");
    (root.shadowRoot ?? root.attachShadow({ mode: "open" })).innerHTML = html[1];
  }
  if (!is_over) return;
  done = found.key;
  running(false);
  if (seeks && first !== null) go(first, false);
  else if (shown) go(asked, false);
  seeks = false;
  if (asks && scrollY < innerHeight / 2) one("mistakes").scrollIntoView();
  asks = false;
}

// Replaces what changed, so that a tap or the focus on a mistake is not lost while the analysis runs.
const drawn = new WeakMap();
function redraw(element, html) {
  if (drawn.get(element) === html) return;
  drawn.set(element, html);
  element.innerHTML = html;
}

function save() {
  found.saved = Date.now();
  saveFindings(found.key, found.kept);
}

function stop() {
  there?.abort();
  save();
  ask("stop");
  running(false);
}

// Saves the findings as one file without scripts, as the command line does.
function savePage(html) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([html], { type: "text/html" }));
  link.download = "capicu-analysis.html";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// Shows the player's own mistake at its moment, with no other hand and nothing that reveals the solution.
function puzzle({ at, seat, html }) {
  document.body.classList.add("puzzling");
  one("seen-from").value = seat;
  one("all-hands").checked = false;
  go(at, false);
  one("puzzle").innerHTML = html;
  one("puzzle").querySelector("h2").focus();
}

function answered({ html, is_over }) {
  if (!one("answered")) return;
  one("answered").innerHTML = html;
  one("answered").dataset.over = is_over;
  one("answered").scrollIntoView({ block: "nearest" });
}

function leavePuzzles() {
  document.body.classList.remove("puzzling");
  one("puzzle").innerHTML = "";
  go(asked, false);
  one("puzzles")?.focus();
}

// The client receives nothing before it is ready.
function tell() {
  for (const message of hears) postMessage(message, location.origin);
}
addEventListener("replay", tell);

function step(at, live) {
  seeks = false;
  go(at, live);
}

const steps = {
  first: () => step(0, false),
  back: () => step(asked - 1, true),
  forward: () => step(asked + 1, true),
  last: () => step(last, true),
};
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };

const doing = {
  ...steps,
  resume: () => look(kept(localStorage, LAST) ?? ""),
  page: () => ask("page"),
  paste: () => look(one("record-text").value),
  analyze: () => {
    asks = true;
    analyze();
  },
  "analyze-there": () => {
    asks = true;
    analyzeThere();
  },
  stop,
  puzzle: (button) => ask({ puzzle: { number: Number(button.dataset.number) } }),
  answer: (button) => answer(button, Number(button.dataset.action)),
  solution: (button) => answer(button, null),
  "back-to-match": leavePuzzles,
  go: (button) => {
    go(Number(button.dataset.at), true);
    one("scrubber").focus({ preventScroll: true });
    document.querySelector(".table").scrollIntoView();
  },
  "copy-position": () => copied(shown.position),
  "copy-link": () => copied(link()),
};

function answer(button, action) {
  ask({ answer: { number: Number(button.dataset.number), action } });
}

async function copied(text) {
  await copy(text);
  one("copied").textContent = one("copied").dataset.copied;
}

panel.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (button) doing[button.dataset.do](button);
});

// A tap on a tile of the hand answers a puzzle too. Where the tile has two places, the choices ask for one.
document.addEventListener("click", (event) => {
  const tile = event.target.closest(".hand [data-tile]");
  if (!tile || !document.body.classList.contains("puzzling")) return;
  const fits = panel.querySelectorAll(`[data-do=answer][data-tile="${tile.dataset.tile}"]`);
  if (fits.length === 1) doing.answer(fits[0]);
  // The table moves the focus to the tile first.
  else setTimeout(() => fits[0]?.focus());
});

addEventListener("keydown", (event) => {
  const step = keys[event.key];
  const busy = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
  const puzzling = document.body.classList.contains("puzzling");
  if (!step || busy || puzzling || !shown || event.target.closest?.("input, select, textarea")) return;
  event.preventDefault();
  event.stopPropagation();
  steps[step]();
}, true);

// A swipe to the left goes forward.
let from = null;
addEventListener("touchstart", (event) => {
  const table = event.target.closest?.(".table") && !document.querySelector(".plane.closer");
  from = table && event.touches.length === 1 ? event.touches[0] : null;
}, { passive: true });
addEventListener("touchend", (event) => {
  const to = event.changedTouches[0];
  if (!from || !shown || document.body.classList.contains("puzzling")) return;
  const [dx, dy] = [to.clientX - from.clientX, to.clientY - from.clientY];
  from = null;
  if (Math.abs(dx) > 50 && Math.abs(dx) > 2 * Math.abs(dy)) steps[dx < 0 ? "forward" : "back"]();
}, { passive: true });

addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  const text = event.dataTransfer.getData("text");
  if (file) read(file);
  else if (text) look(text);
});
addEventListener("hashchange", () => {
  if (address().has("packed")) openLink();
  else if (shown) go(Number(address().get("move")) || 0, false);
});

// Opens the record in the address, at the moment of the address.
async function openLink() {
  const { hash } = location;
  const text = await unpack(address().get("packed"), LARGEST);
  if (text) {
    history.replaceState(null, "", location.pathname + location.search + hash);
    return look(text);
  }
  there?.abort();
  ask("stop");
  record = shown = found = packed = null;
  // An old browser unpacks nothing.
  start("DecompressionStream" in window ? "broken-link" : "elsewhere");
}

// A new language updates all texts.
new MutationObserver(() => {
  if (record) look(record);
  else start(notice);
}).observe(document.documentElement, { attributes: true, attributeFilter: ["lang"] });

// The record for a link to a moment, if it is on this device; for other links, the last record of this tab.
function known() {
  if (practiced) return kept(localStorage, "capicu.played");
  const which = address().get("record");
  const here = [kept(sessionStorage, KEPT), kept(localStorage, LAST)];
  if (which) return here.find((text) => text && digest(text) === which);
  return location.hash ? here[0] : null;
}

if (stored) {
  const answer = await fetch(`${stored}/record`).catch(() => null);
  if (answer?.ok) look(await answer.text());
  else start("not-theirs");
} else if (address().has("packed")) {
  await openLink();
} else {
  const text = known();
  if (text) look(text);
  else start(address().get("record") ? "elsewhere" : null);
}
