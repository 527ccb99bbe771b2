// Searches the sections of the pages in the language of this page. The list is loaded with the first key.
"use strict";
const script = document.currentScript;
const { root, lang, nothing } = script.dataset;
const field = document.getElementById("search");
const list = document.getElementById("found");
let sections = null;

// Without accents, so that "tecnica" finds "técnica".
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function capicuSearch(entries) {
  sections = entries.map(([address, page, title, text]) => ({ address, page, title, text, plain: [page, title, text].map(plain) }));
  show();
}

function load() {
  if (document.getElementById("sections")) return;
  const list = document.createElement("script");
  list.id = "sections";
  list.src = `${root}search-${lang}.js`;
  document.head.append(list);
}

function score(section, words) {
  let sum = 0;
  for (const word of words) {
    const found = section.plain.map((text) => text.includes(word));
    if (!found.includes(true)) return 0;
    sum += found[0] * 10 + found[1] * 5 + found[2];
  }
  return sum;
}

function show() {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  list.hidden = words.length === 0;
  if (list.hidden || !sections) return;
  const found = sections.map((section) => [score(section, words), section]).filter(([points]) => points > 0);
  found.sort(([a], [b]) => b - a);
  const rows = found.slice(0, 12).map(([, section]) => {
    const row = document.createElement("li");
    const link = document.createElement("a");
    link.href = root + section.address;
    link.textContent = section.title && section.title !== section.page ? `${section.page}: ${section.title}` : section.page;
    const at = Math.max(0, plain(section.text).indexOf(words[0]) - 40);
    const text = document.createElement("small");
    text.textContent = section.text.slice(at, at + 120);
    row.append(link, text);
    return row;
  });
  if (rows.length === 0) {
    const row = document.createElement("li");
    row.textContent = nothing;
    rows.push(row);
  }
  list.replaceChildren(...rows);
}

field.addEventListener("focus", load);
field.addEventListener("input", () => { load(); show(); });
field.form.addEventListener("submit", (event) => {
  event.preventDefault();
  list.querySelector("a")?.focus();
});
