// House rules next to the fields of the form: only relevant options, in groups, each with its sentence; presets of
// other games; and a summary to save and send. A worker that knows the rules answers; without it the fields stay as
// they are.
const one = (id) => document.getElementById(id);
const COMPANY = ["option-level", "option-hints", "option-watching", "option-passed"];
const fields = () => [...document.querySelectorAll(".option")]
  .map((label) => ({ label, input: label.querySelector("input, select") }))
  .filter(({ input }) => !COMPANY.includes(input.id));
const nameOf = (input) => input.id.slice("option-".length);

let worker = null;
let asked = "";
let house = null;
// The rules of a link come with their description, or without it if the worker takes too long.
let awaited = location.hash.startsWith("#game=");
let calls = "";

function question() {
  const pressed = document.querySelector('[id^="players-"][aria-pressed="true"]');
  const all = fields();
  if (!all.length || !pressed) return null;
  return {
    lang: document.documentElement.lang || "en",
    game: one("game").value,
    name: calls,
    players: Number(pressed.textContent),
    options: Object.fromEntries(all.map(({ input }) => [nameOf(input), input.value])),
  };
}

function ask() {
  const what = question();
  if (!what) return;
  const text = JSON.stringify(what);
  if (text === asked) return house && arrange();
  asked = text;
  if (!worker) {
    worker = new Worker("/assets/practice.js", { type: "module", name: `house#${document.documentElement.lang}` });
    worker.onmessage = ({ data }) => {
      try {
        house = JSON.parse(data);
      } catch {
        return;
      }
      if (house.groups && document.querySelector("details.all")) still(arrange);
      shown();
    };
  }
  worker.postMessage(`house:${text}`);
}

// Keeps the touched element in place while the rest moves.
function still(act) {
  const details = document.querySelector("details.all");
  const parts = ".form :is(.field, summary, .next)";
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const held = document.activeElement.closest(parts) ?? middle?.closest(parts) ?? details.firstElementChild;
  const before = held.getBoundingClientRect().top;
  act();
  details.ariaBusy = null;
  if (held.isConnected) scrollBy(0, held.getBoundingClientRect().top - before);
}

function put(parent, name, text, key) {
  let part = parent.querySelector(`:scope > [data-part="${key}"]`);
  if (!text) return part?.remove();
  if (!part) {
    part = document.createElement(name);
    part.dataset.part = key;
    parent.append(part);
  }
  if (part.textContent !== text) part.textContent = text;
  return part;
}

function arrange() {
  const all = fields();
  const details = document.querySelector("details.all");
  const stated = new Map(house.groups.flatMap(({ options }) => options.map((option) => [option.name, option])));
  for (const { label, input } of all) {
    const option = stated.get(nameOf(input));
    label.hidden = !option;
    put(label, "small", option?.says, "says");
    put(label, "small", option?.usual && `${house.texts.usual} ${option.usual}`, "usual");
  }
  for (const [n, { title, options }] of house.groups.entries()) {
    const key = `group-${n}`;
    const here = options.map(({ name }) => all.find(({ input }) => nameOf(input) === name)?.label)
      .filter((label) => label && details.contains(label));
    let group = details.querySelector(`[data-part="${key}"]`);
    if (!group) {
      group = document.createElement("section");
      group.dataset.part = key;
      group.setAttribute("role", "group");
      details.append(group);
    }
    put(group, "h3", title, "title");
    group.setAttribute("aria-label", title);
    group.hidden = !here.length;
    for (const label of here) if (label.parentElement !== group) group.append(label);
  }
  for (const group of details.querySelectorAll('[data-part^="group-"]')) {
    if (Number(group.dataset.part.slice(6)) >= house.groups.length) group.hidden = true;
  }
  panel();
}

// The panel below the fields.
function panel() {
  let panel = one("house");
  if (!panel) {
    panel = document.createElement("section");
    panel.className = "house";
    panel.id = "house";
    panel.innerHTML = '<p id="house-summary"></p><label class="field"><span></span><select id="house-as-in"></select></label>'
      + '<label class="field"><span></span><input type="text" maxlength="40" id="house-name"></label>'
      + '<p class="row"><button type="button" class="do second" id="house-save"></button>'
      + '<button type="button" class="do second" id="house-link"></button>'
      + '<a class="do second" id="house-file" download="house-rules.toml"></a>'
      + '<a class="do second" id="house-learn"></a></p><p role="status" id="house-told"></p>';
    one("changed").after(panel);
    // It pushes other buttons away: a tap meant for one of them must not hit this panel.
    panel.inert = true;
    setTimeout(() => { panel.inert = false; }, 500);
    one("house-as-in").onchange = preset;
    one("house-name").oninput = ({ target }) => {
      calls = target.value;
      later();
    };
    one("house-save").onclick = save;
    one("house-link").onclick = copy;
    one("house-file").onclick = file;
    one("house-learn").onclick = learn;
  }
  const { texts, summary, presets } = house;
  const write = (id, text) => {
    const part = one(id);
    if (part.textContent !== text) part.textContent = text;
  };
  write("house-summary", summary);
  const [asIn, name] = panel.querySelectorAll("label > span");
  if (asIn.textContent !== texts["as-in"]) [asIn.textContent, name.textContent] = [texts["as-in"], texts.name];
  for (const part of ["save", "link", "file", "learn"]) write(`house-${part}`, texts[part]);
  const select = one("house-as-in");
  const names = ["", ...presets.map(([called]) => called)];
  if ([...select.options].map(({ value }) => value).join() !== names.join()) {
    select.replaceChildren(...names.map((called) => new Option(called || texts.choose, called)));
  }
  select.closest("label").hidden = presets.length < 2;
  for (const button of panel.querySelectorAll("button, a")) {
    button.toggleAttribute("aria-disabled", !summary);
  }
}

const say = (text) => {
  one("house-told").textContent = text;
};

// Sets the fields of the form to a preset.
function preset({ target }) {
  const values = house.presets.find(([called]) => called === target.value)?.[1];
  if (!values) return;
  for (const { input } of fields()) {
    const value = values[nameOf(input)];
    if (value === undefined || value === input.value) continue;
    input.value = value;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }
  target.value = "";
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

// With the current name, which the worker may not know yet.
const called = () => ({ ...house.kept, name: calls.trim() || house.kept.name });

// Saves the rules for the first page, which keeps the last five.
function save() {
  if (!house.summary) return;
  const own = called();
  const kept = (read("capicu.houses") ?? []).filter(({ name }) => name !== own.name);
  try {
    localStorage.setItem("capicu.houses", JSON.stringify([own, ...kept].slice(0, 5)));
    say(house.texts.saved);
  } catch {
    say(house.texts.full);
  }
}

async function copy() {
  if (!house.summary) return;
  const link = `${location.origin}/play#game=${encodeURIComponent(JSON.stringify(called()))}`;
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    return navigator.share({ title: called().name, text: house.summary, url: link }).catch(() => {});
  }
  await navigator.clipboard.writeText(link).then(() => say(house.texts.copied), () => say(link));
}

function file(event) {
  if (!house.summary) return event.preventDefault();
  event.currentTarget.href = URL.createObjectURL(new Blob([house.file], { type: "application/toml" }));
}

// Opens the lesson for the rules stored for practice.
function learn(event) {
  event.currentTarget.href = "/practice#learn=";
  if (!house.summary) return event.preventDefault();
  try {
    localStorage.setItem("capicu.practice", JSON.stringify({ rules: house.kept.rules[0], seats: [] }));
  } catch {
    event.preventDefault();
    say(house.texts.full);
  }
}

let waits = 0;
function later() {
  clearTimeout(waits);
  waits = setTimeout(ask, 80);
}

// The description of the chosen level, for which the list on a phone has no room.
function help() {
  const level = one("option-level");
  const [, manner] = level?.selectedOptions[0]?.text.split(" – ") ?? [];
  if (level) put(level.closest("label"), "small", manner, "manner");
  if (!awaited) shown();
}

function shown() {
  awaited = false;
  document.querySelector(".make")?.classList.add("helped");
}

// Coming back from a table makes a new form. Nothing is fetched before somebody opens the house rules.
let begin = () => {};
export function start() {
  const wait = setInterval(() => {
    const details = document.querySelector("details.all:not([data-read])");
    if (!details) return;
    clearInterval(wait);
    details.dataset.read = "";
    const form = details.closest(".form");
    let begun = false;
    begin = () => {
      if (begun) return;
      begun = true;
      asked = "";
      house = null;
      // Fields appear in their groups, or ungrouped if the worker takes too long.
      details.ariaBusy = "true";
      setTimeout(() => {
        details.ariaBusy = null;
        shown();
      }, 4000);
      ask();
      new MutationObserver(later).observe(form, { childList: true, subtree: true });
    };
    help();
    new MutationObserver(help).observe(form, { childList: true, characterData: true, subtree: true });
    details.addEventListener("toggle", () => begin());
    if (details.open || location.hash.startsWith("#game=")) begin();
  }, 50);
}
addEventListener("change", ({ target }) => {
  if (target.closest?.(".option")) begin();
  if (asked) later();
  help();
});
addEventListener("click", () => asked && later());
new MutationObserver(() => asked && later()).observe(document.documentElement, { attributes: true, attributeFilter: ["lang"] });
