// Typed commands: a worker reads each line and the table's messages. It answers with a text and a command for the
// client.
const OPEN = "capicu.look.typed";
const root = document.documentElement;
const lang = () => root.lang || "en";
const named = (id) => document.getElementById(id);

const sheet = document.createElement("link");
sheet.rel = "stylesheet";
sheet.href = "/assets/text-commands.css";
document.head.append(sheet);

const panel = document.createElement("section");
panel.className = "typed";
panel.id = "typed-panel";
panel.hidden = true;
panel.innerHTML = '<div class="shown" aria-hidden="true"></div><form><label for="typed-line"></label><div><input id="typed-line" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="60"><button class="do" id="typed-send"></button><button class="do second" type="button" id="typed-close"></button></div></form>';
const input = panel.querySelector("input");

const worker = new Worker("/assets/replay-worker.js", { type: "module", name: `#${document.documentElement.lang}` });
let sent = 0;
let last = null;

function ask(line) {
  const fresh = heard.slice(sent);
  sent = heard.length;
  const box = document.querySelector(".felt")?.getBoundingClientRect();
  const felt = [Math.round(box?.width ?? 800), Math.round(box?.height ?? 600)];
  worker.postMessage(JSON.stringify({ type: { heard: fresh, lang: lang(), line, felt } }));
}

// Shows the last announcements here, too. Screen readers have read them in the queue.
function show() {
  const lines = [...(named("said")?.children ?? [])].slice(-4);
  panel.querySelector(".shown").replaceChildren(...lines.map((line) => line.cloneNode(true)));
  panel.querySelector(".shown").scrollTop = 10_000;
}
const watched = new MutationObserver(show);
const measured = new ResizeObserver(() => document.body.style.setProperty("--typed", `${panel.offsetHeight}px`));
measured.observe(panel);

// Adds an answer to the table's queue, after all earlier announcements.
function say(text) {
  const line = document.createElement("p");
  line.textContent = text;
  named("said")?.append(line);
}

worker.onmessage = ({ data: [text] }) => {
  const { typed } = JSON.parse(text);
  if (!typed) return;
  if (typed === "again") say(last ?? "");
  if (typed.say) say(typed.say);
  if (typed.command) dispatchEvent(new CustomEvent("page-command", { detail: typed.command }));
  // The focus may have been on something that the command removed.
  if (!panel.hidden && !document.querySelector("[role=dialog], dialog[open]")) input.focus();
};

panel.querySelector("form").onsubmit = (event) => {
  event.preventDefault();
  const line = input.value;
  input.value = "";
  last = named("said")?.lastElementChild?.textContent;
  ask(line);
};
// Keys pressed here do not reach the table.
panel.onkeydown = (event) => {
  event.stopPropagation();
  if (event.key === "Escape") close();
};

async function words() {
  const page = await fetch(`/settings?lang=${lang()}`).then((answer) => answer.text()).catch(() => "");
  const told = new DOMParser().parseFromString(page, "text/html");
  const text = (name) => told.querySelector(`[data-text="${name}"]`)?.textContent ?? "";
  panel.setAttribute("aria-label", text("typed-open"));
  panel.querySelector("label").textContent = text("typed-label");
  named("typed-send").textContent = text("typed-send");
  named("typed-close").textContent = text("typed-close");
}

function keep(value) {
  try {
    if (value) localStorage.setItem(OPEN, value);
    else localStorage.removeItem(OPEN);
  } catch {
    // It is open now, even if that cannot be stored.
  }
}

export async function open() {
  if (!named("said")) return;
  watched.observe(named("said"), { childList: true });
  show();
  document.body.append(panel);
  panel.hidden = false;
  document.body.classList.add("types");
  keep("on");
  input.focus();
  await words();
}

function close() {
  panel.hidden = true;
  document.body.classList.remove("types");
  keep("");
  named("typed-open")?.focus();
}

panel.querySelector("#typed-close").addEventListener("click", close);
new MutationObserver(words).observe(root, { attributes: true, attributeFilter: ["lang"] });
