// The move list of this table: a worker receives the table's messages and answers with HTML.
const sheet = document.createElement("link");
sheet.rel = "stylesheet";
sheet.href = "/assets/move-list.css";
document.head.append(sheet);

const panel = document.createElement("aside");
panel.className = "memory";
panel.id = "memory-panel";
panel.hidden = true;
document.body.append(panel);

const worker = new Worker("/assets/replay-worker.js", { type: "module", name: `#${document.documentElement.lang}` });
const ask = (message) => worker.postMessage(JSON.stringify(message));
let sent = 0;
let step = null;
let opener = null;

function tell() {
  const fresh = heard.slice(sent);
  sent = heard.length;
  ask({ remember: { heard: fresh, lang: document.documentElement.lang || "en" } });
}

worker.onmessage = ({ data: [text] }) => {
  const told = JSON.parse(text);
  const focused = panel.contains(document.activeElement) && document.activeElement.dataset.key;
  if (told.remembered) {
    const closed = [...panel.querySelectorAll("details:not([open])")].map((one) => one.dataset.key);
    const first = !panel.firstChild;
    panel.innerHTML = told.remembered.html;
    for (const one of panel.querySelectorAll("details")) if (closed.includes(one.dataset.key)) one.open = false;
    panel.setAttribute("aria-label", panel.querySelector("h2").textContent);
    if (first) panel.querySelector("h2").focus();
    if (step) ask({ step });
  }
  if (told.stepped) {
    panel.querySelector(".step").innerHTML = told.stepped.html;
    mark();
  }
  if (focused) panel.querySelector(`[data-key="${focused}"]`)?.focus();
};

function mark() {
  for (const one of panel.querySelectorAll("ol button, .last button")) {
    const is = step && Number(one.dataset.round) === step.round && Number(one.dataset.moves) === step.moves;
    if (is) one.setAttribute("aria-current", "step");
    else one.removeAttribute("aria-current");
  }
}

export function toggle() {
  if (!panel.hidden) return close();
  opener = document.activeElement;
  panel.hidden = false;
  document.body.classList.add("remembers");
  tell();
  panel.querySelector("h2")?.focus();
}

function close() {
  panel.hidden = true;
  document.body.classList.remove("remembers");
  step = null;
  panel.querySelector(".step")?.replaceChildren();
  opener?.focus();
}

panel.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (button?.dataset.do === "close") close();
  if (button?.dataset.do === "step") {
    step = { round: Number(button.dataset.round), moves: Number(button.dataset.moves) };
    ask({ step });
  }
});
// Keys pressed here do not reach the table.
panel.addEventListener("keydown", (event) => {
  event.stopPropagation();
  if (event.key === "Escape") close();
});

// While the panel is open, new messages are sent on a moment later.
let waits = false;
heard.push = (...texts) => {
  const n = Array.prototype.push.apply(heard, texts);
  if (!waits && !panel.hidden) {
    waits = true;
    setTimeout(() => {
      waits = false;
      tell();
    }, 200);
  }
  return n;
};
new MutationObserver(tell).observe(document.documentElement, { attributes: true, attributeFilter: ["lang"] });
