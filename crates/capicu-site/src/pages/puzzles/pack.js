// The puzzles that this device keeps. The page has every answer; the server hears of them once it can be reached.
const KEY = "capicu.puzzles";
const MOST_KEPT = 500;
const main = document.getElementById("content");
const templates = [...document.querySelectorAll("template[data-puzzle]")];
const questions = templates.filter((one) => !one.dataset.answer);
const kept = { done: [], unsent: [] };
let current = null;
let wrong = 0;

try {
  Object.assign(kept, JSON.parse(localStorage.getItem(KEY)));
} catch {
  // Nothing readable is kept.
}

function save() {
  kept.done = kept.done.slice(-MOST_KEPT);
  kept.unsent = kept.unsent.slice(-MOST_KEPT);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // The puzzles also work where the device stores nothing.
  }
}

function show(template) {
  main.replaceChildren(template.content.cloneNode(true));
  for (const button of main.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard && !navigator.share;
  const line = main.querySelector("#share-line");
  if (line) {
    const squares = line.textContent.replace("🟩", "🟥".repeat(wrong) + "🟩");
    line.textContent = squares.replace("\n/puzzles/", `\n${location.origin}/puzzles/`);
  }
  const told = main.querySelector(".told");
  told.tabIndex = -1;
  if (template.dataset.answer) told.focus({ preventScroll: true });
}

function next() {
  const fresh = questions.filter((one) => !kept.done.includes(one.dataset.puzzle) && one.dataset.puzzle !== current);
  const among = fresh.length ? fresh : questions.filter((one) => one.dataset.puzzle !== current);
  const asked = fresh.find((one) => location.pathname.endsWith(`/${one.dataset.puzzle}`) && !current);
  const chosen = asked ?? among[0] ?? questions[0];
  if (!chosen) return;
  current = chosen.dataset.puzzle;
  wrong = 0;
  show(chosen);
}

let sending = false;

async function send() {
  if (sending) return;
  sending = true;
  try {
    while (kept.unsent.length) {
      const [id, name, value] = kept.unsent[0];
      const answer = await fetch(`/puzzles/${id}`, { method: "POST", body: new URLSearchParams({ [name]: value }) });
      // A server in trouble gets it later.
      if (answer.status >= 500 || answer.status === 429) break;
      kept.unsent.shift();
      save();
    }
  } catch {
    // There is no connection.
  }
  sending = false;
}

main.addEventListener("submit", (event) => {
  event.preventDefault();
  const { name, value } = event.submitter;
  const answer = name === "solution" ? "solution" : value;
  const template = templates.find((one) => one.dataset.puzzle === current && one.dataset.answer === answer);
  if (!template) return;
  kept.unsent.push([current, name, value]);
  const over = !template.content.querySelector("form");
  if (over && !kept.done.includes(current)) kept.done.push(current);
  save();
  show(template);
  if (!over) wrong += 1;
  send();
});

main.addEventListener("click", async (event) => {
  if (event.target.closest("#next-puzzle")) {
    event.preventDefault();
    next();
  }
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const text = document.getElementById(button.dataset.copy).textContent;
  if (navigator.share) return navigator.share({ text }).catch(() => null);
  await navigator.clipboard.writeText(text);
  button.textContent = button.dataset.copied;
});

addEventListener("online", send);
next();
send();
