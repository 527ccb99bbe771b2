// The moments of a finished match on its result sheet. A worker analyzes the record while the sheet is read.
import { load, place, save } from "/assets/findings.js";
import { copy, pack } from "/assets/record-link.js";

document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/assets/lookback.css" }));

let work = null;

// The record of practice, which the page stores a moment after the end.
async function played() {
  for (let tries = 0; tries < 20; tries += 1) {
    const record = localStorage.getItem("capicu.played");
    if (record) return record;
    await new Promise((done) => setTimeout(done, 250));
  }
  return null;
}

// The address of the review and the record. The server has that of its tables, and the device that of practice.
async function find(table) {
  if (!table) return ["/replay?practice", await played()];
  const last = await fetch(`/history/last?table=${table}`);
  const match = new URL(last.url).searchParams.get("match");
  if (!match) return [];
  const answer = await fetch(`/history/${match}/record`);
  return [`/replay?match=${match}`, answer.ok ? await answer.text() : null];
}

export async function open() {
  const { seat, table } = document.getElementById("lookback")?.dataset ?? {};
  if (!seat) return;
  const [page, record] = await find(table).catch(() => []);
  // The sheet may have been drawn again in the meantime.
  const section = document.getElementById("lookback");
  if (!section) return;
  const root = document.createElement("div");
  const lang = document.documentElement.lang || "en";
  const key = record && place(record, seat) + lang;
  if (work?.key !== key) {
    work?.worker?.terminate();
    work = record ? start({ key, record, seat, page, lang, root }) : null;
  }
  // Without a record there is nothing to say.
  section.hidden = !work;
  if (work) section.append(work.root);
}

function start(found) {
  const { record, seat, page, lang, root } = found;
  root.innerHTML = `<p class="told" role="status"></p><p class="wait"><progress></progress> <span></span></p><div></div>`;
  const [told, wait, moments] = root.children;
  const store = place(record, seat);
  const kept = load(store) ?? [];
  const worker = new Worker("/assets/replay-worker.js", { type: "module", name: `#${lang}` });
  const ask = (message) => worker.postMessage(JSON.stringify(message));
  let saved = 0;
  let packed = null;
  pack(record).then((code) => (packed = code));
  worker.onmessage = ({ data: [text] }) => {
    const { opened, refused, worked } = JSON.parse(text);
    if (opened) ask({ analyze: { seat, kept, by: "worker", place: "sheet" } });
    // The next match has begun, or the record cannot be analyzed.
    if (refused || !document.querySelector("main.table.over")) {
      worker.terminate();
      work = null;
      if (refused && root.parentElement) root.parentElement.hidden = true;
      return;
    }
    if (!worked) return;
    if (worked.kept) kept.push(worked.kept);
    if (worked.is_over || Date.now() - saved > 1000) {
      save(store, kept);
      saved = Date.now();
    }
    if (!worked.sheet) {
      wait.lastChild.textContent = worked.label;
      return;
    }
    const [sentence, html] = worked.sheet;
    told.textContent = sentence;
    if (!moments.querySelector("article")) moments.innerHTML = html;
    wait.hidden = worked.is_over || !!moments.querySelector("article");
    const moment = (link) => `#move=${link.dataset.at}&from=${seat}&analyze`;
    for (const link of moments.querySelectorAll("a[data-at]")) link.href = page + moment(link);
    // Without the record, a link leads nowhere on other devices.
    for (const button of packed ? moments.querySelectorAll("[data-do=copy-link]") : []) {
      button.hidden = false;
      button.onclick = () => send(button, `${location.origin}/replay${moment(button)}&packed=${packed}`);
    }
    if (worked.is_over) worker.terminate();
  };
  moments.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-do=next-moment]")) return;
    const all = [...moments.querySelectorAll("article")];
    const at = all.findIndex((one) => !one.hidden);
    const next = all[(at + 1) % all.length];
    all[at].hidden = true;
    next.hidden = false;
    next.querySelector("[data-do=next-moment]").focus();
  });
  ask({ open: { text: record, lang } });
  return { key: found.key, worker, root };
}

// Sends a link to the share sheet of a phone, or copies it.
async function send(button, url) {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) return navigator.share({ url }).catch(() => null);
  await copy(url);
  button.textContent = button.dataset.copied;
}
