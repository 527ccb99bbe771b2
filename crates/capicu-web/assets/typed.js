// Playing by typing: what is typed goes to a worker with what the table heard, and comes back as words that are said and
// as buttons of the page that are pressed.
const OPEN = "capicu.look.typed";
const root = document.documentElement;
const lang = () => root.lang || "en";
const named = (id) => document.querySelector(`[data-testid="${id}"]`);

const sheet = document.createElement("link");
sheet.rel = "stylesheet";
sheet.href = "/assets/typed.css";
document.head.append(sheet);

const panel = document.createElement("section");
panel.className = "typed";
panel.dataset.testid = "typed-panel";
panel.hidden = true;
panel.innerHTML = '<div class="shown" aria-hidden="true"></div><form><label for="typed-line"></label><div><input id="typed-line" data-testid="typed-line" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="60"><button class="do" data-testid="typed-send"></button><button class="do second" type="button" data-testid="typed-close"></button></div></form>';
const input = panel.querySelector("input");

const worker = new Worker("/assets/replay-worker.js", { type: "module" });
let sent = 0;
let last = null;

function ask(line) {
  const fresh = heard.slice(sent);
  sent = heard.length;
  const box = document.querySelector(".felt")?.getBoundingClientRect();
  const felt = [Math.round(box?.width ?? 800), Math.round(box?.height ?? 600)];
  worker.postMessage(JSON.stringify({ type: { heard: fresh, lang: lang(), line, felt } }));
}

// What is said is seen here, too. Those who listen have heard it where it was said.
function show() {
  const lines = [...(named("said")?.children ?? [])].slice(-4);
  panel.querySelector(".shown").replaceChildren(...lines.map((line) => line.cloneNode(true)));
  panel.querySelector(".shown").scrollTop = 10_000;
}
const watched = new MutationObserver(show);
const measured = new ResizeObserver(() => document.body.style.setProperty("--typed", `${panel.offsetHeight}px`));
measured.observe(panel);

// Said after all that was said before, in the queue of the table.
function say(text) {
  const line = document.createElement("p");
  line.textContent = text;
  named("said")?.append(line);
}

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

async function press(ids) {
  let pressed = false;
  for (const id of ids) {
    // What follows from the first is there a moment later, if at all.
    for (let tries = pressed ? 8 : 1; tries > 0; tries -= 1) {
      const button = named(id);
      if (button && !button.disabled) {
        button.click();
        pressed = true;
        break;
      }
      if (tries > 1) await wait(40);
    }
  }
  return pressed;
}

worker.onmessage = async ({ data }) => {
  const { typed } = JSON.parse(data);
  if (!typed) return;
  if (typed.again) say(last ?? "");
  if (typed.say) say(typed.say);
  if (typed.points !== null) {
    const sums = named("call-sum");
    if (sums) {
      sums.value = String(typed.points);
      sums.dispatchEvent(new Event("change", { bubbles: true }));
      await wait(40);
    }
  }
  if (typed.press.length > 0 && !(await press(typed.press))) say(typed.otherwise);
  // What a button took away with it had the focus.
  if (!panel.hidden && !document.querySelector("[role=dialog], dialog[open]")) input.focus();
};

panel.querySelector("form").onsubmit = (event) => {
  event.preventDefault();
  const line = input.value;
  input.value = "";
  last = named("said")?.lastElementChild?.textContent;
  ask(line);
};
// Keys of the table do nothing to it from here.
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
    // It is open here and now all the same.
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

panel.querySelector("[data-testid=typed-close]").addEventListener("click", close);
new MutationObserver(words).observe(root, { attributes: true, attributeFilter: ["lang"] });
