// Runs clocks, and reloads pages automatically unless the user is typing. A round ends by the server's clock, even if
// the clock of the phone or laptop is wrong.
let ahead = 0;
function clockOf(answer) {
  const off = Date.parse(answer.headers.get("date")) - Date.now() - ahead;
  if (Math.abs(off) > 3000) ahead += off;
}
// Browsers allow sound only after a click, so the wall and the desk have a button for it.
let sound;
function ring(times) {
  for (let n = 0; sound && n < times; n += 1) {
    const [tone, volume, at] = [sound.createOscillator(), sound.createGain(), sound.currentTime + n * 0.6];
    tone.frequency.value = 880;
    volume.gain.setValueAtTime(0.4, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.5);
    tone.connect(volume).connect(sound.destination);
    tone.start(at);
    tone.stop(at + 0.5);
  }
}
document.addEventListener("click", ({ target }) => {
  if (!target.closest?.("[data-sound]")) return;
  sound = sound ? void sound.close() : new AudioContext();
  ring(1);
  tick();
});
// Seconds left at the last tick, by the end of the clock: two tones five minutes before it, four at it.
const before = new Map();
function warn(until, left) {
  const was = before.get(until) ?? left;
  before.set(until, left);
  if (was > 300 && left <= 300 && left > 0) ring(2);
  if (was > 0 && left <= 0) ring(4);
}
function tick() {
  for (const button of document.querySelectorAll("[data-sound]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(!!sound));
  }
  for (const clock of document.querySelectorAll("[data-until]")) {
    const left = Math.round((Number(clock.dataset.until) - Date.now() - ahead) / 1000);
    const all = Math.abs(Math.min(left, 0) || left);
    const text = Math.floor(all / 60) + ":" + String(all % 60).padStart(2, "0");
    clock.querySelector("b").textContent = (left < 0 ? "+" : "") + text;
    clock.classList.toggle("near", left <= 300 && left > 0);
    clock.classList.toggle("over", left <= 0);
    warn(clock.dataset.until, left);
  }
}
tick();
setInterval(tick, 1000);
if (document.querySelector("[data-until]")) {
  fetch(location.href, { method: "HEAD", cache: "no-store" }).then(clockOf).then(tick, () => { /* No answer: its own clock has to do. */ });
}
// A new club is probably where its founder is.
for (const field of document.querySelectorAll("[data-zone]")) {
  field.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}
// A file fills the field that is sent, so that the form works without a script as well.
document.addEventListener("change", async ({ target }) => {
  const into = target.dataset?.into;
  if (into && target.files?.[0]) target.form.elements[into].value = await target.files[0].text();
});
const every = Number(document.currentScript?.dataset.every ?? document.querySelector("script[data-every]")?.dataset.every);
// The entry line stays where it is when the page changes, with what is typed in it.
const LINE = "section.line";
let touched = false;
document.addEventListener("input", ({ target }) => { touched ||= !target.closest(LINE); });
// The user may be about to type, or may read an open section.
const busy = () => touched || document.querySelector("details[open]:not([data-open])")
  || document.activeElement?.matches(`input:not(${LINE} *), textarea, select`);
// A page without what differs each time.
function plain(content) {
  const copy = content.cloneNode(true);
  copy.querySelector(LINE)?.remove();
  return copy.innerHTML.replace(/name="key" value="[^"]*"/g, "");
}
function exchange(content, fresh) {
  const [line, other] = [content, fresh].map((of) => of.querySelector(`:scope > ${LINE}`));
  if (!line || !other) return content.replaceWith(fresh);
  for (const node of [...content.childNodes]) if (node !== line) node.remove();
  const nodes = [...fresh.childNodes];
  const at = nodes.indexOf(other);
  line.before(...nodes.slice(0, at));
  line.after(...nodes.slice(at + 1));
}
// A player who waits for a table sees it in the title of the tab, and the page opens it.
const title = document.title;
function called(wasReady) {
  const ready = document.querySelector("#content [data-ready]");
  document.title = ready ? "● " + ready.dataset.ready : title;
  if (ready && !wasReady) ready.querySelector("a")?.focus();
}
async function refresh() {
  const content = document.getElementById("content");
  try {
    const answer = await fetch(location.href, { cache: "no-cache" });
    clockOf(answer);
    if (answer.ok && !busy()) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("content");
      const held = document.activeElement?.matches("[data-sound]");
      if (fresh && plain(fresh) !== plain(content)) {
        const wasReady = content.querySelector("[data-ready]") !== null;
        exchange(content, fresh);
        called(wasReady);
      }
      tick();
      if (held) document.querySelector("[data-sound]")?.focus();
    }
  } catch {
    // No answer: perhaps the server is restarting.
  }
}
async function again() {
  await refresh();
  setTimeout(again, every * 1000);
}
if (every) setTimeout(again, every * 1000);
// Lines are sent in order, one after the other, while the next ones are typed.
let [sending, lines] = [Promise.resolve(), 0];
let soon;
document.addEventListener("submit", (event) => {
  const form = event.target.closest?.("form[data-line]");
  if (!form) return;
  event.preventDefault();
  const field = form.elements.line;
  const typed = field.value;
  field.value = "";
  field.focus();
  if (!typed.trim()) return;
  const sent = new URLSearchParams(new FormData(form));
  for (const [name, value] of [["line", typed], ["act", "line"], ["part", "line"]]) sent.set(name, value);
  sent.set("key", `${sent.get("key")}-${lines++}`);
  sending = sending.then(() => enter(form, field, typed, sent));
});
async function enter(form, field, typed, sent) {
  const said = form.parentElement.querySelector("[role=status]");
  let nodes = [];
  try {
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body: sent });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    // Another page says why the desk takes no line now.
    const told = page.getElementById("line-said") ?? page.querySelector("main");
    nodes = [...told.childNodes];
  } catch {
    nodes = [Object.assign(document.createElement("p"), { className: "problem", textContent: form.dataset.line })];
  }
  said.replaceChildren(...nodes);
  const done = said.querySelector(".done") !== null;
  field.toggleAttribute("aria-invalid", false);
  if (!done) {
    field.setAttribute("aria-invalid", "true");
    if (!field.value) field.value = typed;
    field.select();
  }
  clearTimeout(soon);
  soon = setTimeout(refresh, 1000);
}
// A screen on the wall has no reader who scrolls, so it shows one windowful after another.
if (document.querySelector("main.screen")) setInterval(() => {
  const page = document.documentElement;
  const left = page.scrollHeight - page.scrollTop - page.clientHeight;
  page.scrollTo({ top: left > 4 ? page.scrollTop + page.clientHeight * 0.75 : 0, behavior: "instant" });
}, 9000);
// A phone shares the picture of a result. Other devices save it, as without a script.
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("[data-share]");
  if (!link || !navigator.canShare) return;
  event.preventDefault();
  const blob = await (await fetch(link.href)).blob();
  const file = new File([blob], link.download, { type: blob.type });
  if (!navigator.canShare({ files: [file] })) return location.assign(link.href);
  // A person who closes the share sheet needs no message.
  await navigator.share({ files: [file], title: link.dataset.share }).catch(() => null);
});
