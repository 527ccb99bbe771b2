// Winner stays at a private table. The server writes the queue as HTML; a message of the table says that it changed.
const SECOND = 1000;
const address = `/q/${location.pathname.split("/")[2]}`;
const lang = () => document.documentElement.lang || "en";

document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/assets/queue.css" }));

let dialog = null;
let part = "";
let failed = 0;
let timer = 0;

// The line that is always in view; at the end of a match also on the result sheet.
function line(place, text, put) {
  let one = place?.querySelector(".queue-line");
  if (!place || !text) return one?.remove();
  if (!one) {
    one = Object.assign(document.createElement("button"), { type: "button", className: "queue-line", onclick: show });
    put(one);
  }
  if (one.textContent !== text) one.textContent = text;
}

function draw() {
  const read = document.createElement("template");
  read.innerHTML = part;
  const text = read.content.querySelector("[data-line]")?.textContent ?? "";
  const table = document.querySelector("main.table");
  line(table, text, (one) => {
    one.id = "queue-line";
    table.append(one);
  });
  const next = document.querySelector(".veil .sheet .next");
  line(next?.parentElement, text, (one) => next.before(one));
  if (!dialog?.open) return;
  const shown = dialog.firstElementChild;
  if (shown.dataset.part === part) return;
  shown.dataset.part = part;
  shown.innerHTML = part;
}

// Fetches the queue. Without an answer it tries again, more and more slowly.
async function look() {
  clearTimeout(timer);
  try {
    const answer = await fetch(`${address}?part=panel&lang=${lang()}`, { cache: "no-store", signal: AbortSignal.timeout(8 * SECOND) });
    if (!answer.ok && answer.status !== 410) throw new Error(String(answer.status));
    failed = 0;
    part = answer.ok ? await answer.text() : "";
    const read = document.createElement("template");
    read.innerHTML = part;
    // A player who gave up the seat waits on a page of its own.
    if (read.content.getElementById("queue-leave")) return location.assign(address);
    draw();
    // The result sheet comes after the message about the queue.
    setTimeout(draw, 2 * SECOND);
    // The expected waits change without a message.
    if (dialog?.open) timer = setTimeout(look, 15 * SECOND);
  } catch {
    failed += 1;
    timer = setTimeout(look, Math.min(30, 2 ** failed) * SECOND);
  }
}

async function send(event) {
  event.preventDefault();
  const form = event.target;
  for (const button of form.querySelectorAll("button")) button.disabled = true;
  try {
    await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), signal: AbortSignal.timeout(8 * SECOND) });
  } catch {
    // The queue as it is now follows.
  }
  dialog.firstElementChild.dataset.part = "";
  await look();
}

// Opens the queue in a dialog.
export function show() {
  if (!dialog) {
    dialog = Object.assign(document.createElement("dialog"), { className: "queue", id: "queue-panel" });
    const close = Object.assign(document.createElement("button"), { type: "button", className: "close", textContent: "✕" });
    close.onclick = () => dialog.close();
    close.id = "queue-close";
    close.ariaLabel = { en: "Close", es: "Cerrar", fr: "Fermer" }[lang()];
    dialog.append(document.createElement("div"), close);
    dialog.onsubmit = send;
    // Keys pressed here do not reach the table.
    dialog.onkeydown = (event) => event.stopPropagation();
    document.body.append(dialog);
  }
  dialog.showModal();
  draw();
  look();
}

export const changed = look;
