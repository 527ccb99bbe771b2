// The moments of a finished match on its page: in words, and on the chart of its scores. Each leads to the review. A
// worker finds them when the reader asks, or at once if the review has found them.
import { load, place, save } from "/assets/findings.js";

const section = document.getElementById("moments");
const [, button, told, list] = section.children;
const { match, seat } = section.dataset;
const lang = document.documentElement.lang;

const answer = await fetch(`/history/${match}/record`).catch(() => null);
const record = answer?.ok ? await answer.text() : null;
section.hidden = !record;
button.onclick = () => {
  find();
  // The text takes the focus of the button.
  told.focus();
};
if (record && load(place(record, seat))) find();

function find() {
  button.hidden = true;
  const key = place(record, seat);
  const kept = load(key) ?? [];
  const worker = new Worker("/assets/replay-worker.js", { type: "module", name: `#${lang}` });
  const ask = (message) => worker.postMessage(JSON.stringify(message));
  let saved = Date.now();
  let summary = null;
  const fail = (why) => {
    worker.terminate();
    told.textContent = why;
    button.hidden = false;
    if (document.activeElement === told) button.focus();
  };
  worker.onerror = () => fail(section.dataset.failed);
  worker.onmessage = ({ data: [text] }) => {
    const { opened, refused, worked } = JSON.parse(text);
    if (opened) ask({ analyze: { seat, kept, by: "worker", place: "sheet" } });
    if (refused) fail(refused.why);
    if (!worked) return;
    if (worked.kept) kept.push(worked.kept);
    if (worked.is_over || Date.now() - saved > 1000) {
      save(key, kept);
      saved = Date.now();
    }
    // Once there is a summary, it stays until the next one.
    summary = worked.sheet?.[0] ?? summary;
    told.textContent = summary ?? worked.label;
    if (!worked.is_over) return;
    const found = new DOMParser().parseFromString(worked.sheet[1], "text/html");
    const articles = found.querySelectorAll("article");
    if (!articles.length) told.textContent += ` ${found.body.textContent}`;
    show(articles);
    worker.terminate();
  };
  ask({ open: { text: record, lang } });
}

function show(articles) {
  articles.forEach((article, at) => {
    const [title, sentence] = [".place", "b"].map((one) => article.querySelector(one).textContent);
    const { at: move } = article.querySelector("a[data-at]").dataset;
    const href = `/replay?match=${match}#move=${move}&from=${seat}&analyze`;
    const row = document.createElement("li");
    const link = Object.assign(document.createElement("a"), { href, className: "whole" });
    link.innerHTML = `<i class="moment">${at + 1}</i><span class="told"><b></b><small></small></span>`;
    [link.querySelector("b").textContent, link.querySelector("small").textContent] = [title, sentence];
    row.append(link);
    list.append(row);
    const spot = document.querySelector(`.spot[data-step="${article.dataset.round}"]`);
    const texts = { textContent: at + 1, ariaLabel: `${at + 1}: ${title}` };
    spot?.append(Object.assign(document.createElement("a"), { href, className: "moment", ...texts }));
  });
}
