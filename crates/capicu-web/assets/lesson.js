// A lesson next to the table: a card shows the worker's explanations, and the queue for screen readers announces them.
// The table waits while a card is read.
const channel = new BroadcastChannel(`capicu.lesson.${window.lesson}`);
const say = (what) => channel.postMessage(`lesson:${what}`);

const sheet = document.createElement("link");
sheet.rel = "stylesheet";
sheet.href = "/assets/lesson.css";
sheet.onload = () => place();
const marks = document.createElement("style");
document.head.append(sheet, marks);

const card = document.createElement("aside");
card.className = "lesson";
card.id = "lesson";
card.hidden = true;

let told = null;
let before = null;

function make(name, text, more = {}) {
  return Object.assign(document.createElement(name), { textContent: text, ...more });
}

function button(id, text, does, second) {
  const one = make("button", text, { type: "button", className: second ? "do second" : "do", onclick: does });
  one.id = id;
  return one;
}

function link(id, text, href) {
  const one = make("a", text, { className: "do second", href });
  one.id = id;
  return one;
}

const words = () => told.words[document.documentElement.lang] ?? told.words.en;

function show() {
  const { lesson, title, sentences, step, buttons, hint, rest } = words();
  const [goOn, second, third, others] = buttons;
  const reads = Boolean(title);
  card.hidden = false;
  card.setAttribute("aria-label", lesson);
  card.dataset.topic = told.topic;
  document.body.classList.toggle("reads", reads);
  const head = make("p", reads && told.topic !== "end" ? `${lesson} · ${step}` : lesson, { className: "of" });
  const parts = [head];
  if (title) parts.push(make("h2", title));
  parts.push(...sentences.map((text) => make("p", text)));
  if (hint && !reads) parts.push(make("p", hint, { className: "hint" }));
  if (rest) {
    const list = make("details", "", { open: true });
    list.append(make("summary", rest.title));
    for (const [name, about] of rest.topics) list.append(make("h3", name), ...about.map((text) => make("p", text)));
    parts.push(list);
  }
  const row = make("div", "", { className: "doing" });
  if (reads) row.append(button("lesson-go-on", goOn, () => say("go-on")));
  if (told.topic === "end") {
    row.append(link("lesson-bots", third, `/ladder?game=${told.game}`), link("lesson-others", others, "/learn"));
  } else if (told.topic === "why") {
    const next = told.next
      ? button("lesson-next", third, () => open(told.next))
      : link("lesson-bots", third, `/ladder?game=${told.game}`);
    next.className = "do";
    row.firstChild.className = "do second";
    row.prepend(next, button("lesson-again", second, () => open(lessonName()), true));
  } else {
    row.append(button("lesson-skip", second, () => say("skip"), true));
  }
  parts.push(row);
  card.replaceChildren(...parts);
}

const lessonName = () => location.hash.match(/^#learn=([^&]*)/)?.[1] ?? "";

// A lesson begins with its page.
function open(name) {
  history.replaceState(null, "", `/practice#learn=${name}`);
  location.reload();
}

// After all earlier announcements, which the table makes a moment after it receives the events.
const MOMENT = 200;

function speak() {
  const queue = document.getElementById("said");
  if (!queue) return setTimeout(speak, 100);
  const { title, sentences, hint } = words();
  const text = [title && `${title}.`, ...sentences, !title && hint].filter(Boolean).join(" ");
  queue.append(make("p", text));
}

function hide() {
  document.body.classList.remove("reads");
  document.body.style.removeProperty("--under");
  card.hidden = true;
  marks.textContent = "";
}

// A new card gets the focus, and returns it afterwards.
function focus(reads) {
  if (!reads) {
    if (before?.isConnected) before.focus();
    before = null;
    return;
  }
  const now = document.activeElement;
  if (!card.contains(now) && now !== document.body) before = now;
  card.querySelector(".do")?.focus({ preventScroll: true });
  // A long card begins with its title.
  card.scrollTop = 0;
}

const strip = () => document.querySelector(".strip");

function place() {
  const line = document.querySelector(".status");
  const at = line ? innerHeight - line.getBoundingClientRect().top : 0;
  card.style.setProperty("--above", `${Math.max(at, 0)}px`);
  const felt = document.querySelector(".felt")?.getBoundingClientRect();
  if (!felt?.height) return;
  const shrunk = (card.getBoundingClientRect().top - felt.top - 8) / felt.height;
  document.body.style.setProperty("--shrunk", Math.min(1, Math.max(0.35, shrunk)));
  // Tiles that can be tapped are not scaled: the felt ends above the card.
  const under = told?.topic === "try" ? felt.bottom - (strip()?.offsetHeight ?? 0) - card.getBoundingClientRect().top + 4 : 0;
  document.body.style.setProperty("--under", `${Math.max(0, under)}px`);
}

channel.onmessage = ({ data }) => {
  if (!data) {
    told = null;
    if (!card.hidden && card.contains(document.activeElement)) focus(false);
    return hide();
  }
  const next = JSON.parse(data);
  const same = told && told.topic === next.topic && JSON.stringify(told.words.en) === JSON.stringify(next.words.en);
  told = next;
  if (same) return;
  const held = card.contains(document.activeElement);
  show();
  place();
  marks.textContent = told.tile && told.topic === "try"
    ? `.hand [data-tile="${told.tile}"]{outline:3px dashed var(--brass);outline-offset:2px}` : "";
  setTimeout(() => told === next && speak(), MOMENT);
  const reads = Boolean(words().title);
  if (reads || held) focus(reads);
};

document.body.append(card);
addEventListener("resize", place);
new MutationObserver(() => told && show()).observe(document.documentElement, { attributes: true, attributeFilter: ["lang"] });
say("here");
