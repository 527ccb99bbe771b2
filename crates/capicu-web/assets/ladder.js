// The ladder: its page, and the marks of this device for the bots that its player has beaten.
const PLACE = "capicu.ladder";

// The game played last on the ladder, and when each bot was beaten, by level.
export function marks() {
  try {
    const { game, beaten } = JSON.parse(localStorage.getItem(PLACE)) ?? {};
    return { game, beaten: Object(beaten) };
  } catch {
    // A browser without storage has no marks.
    return { beaten: {} };
  }
}

function keep(what) {
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...marks(), ...what }));
  } catch {
    // The match counts all the same, but this device forgets it.
  }
}

export function mark(level) {
  const { beaten } = marks();
  keep({ beaten: { [level]: Date.now(), ...beaten } });
}

const list = document.querySelector(".rungs");

function show() {
  const { beaten } = marks();
  const rungs = [...list.children];
  const is = ({ dataset }) => dataset.level in beaten;
  const next = rungs.find((rung) => !is(rung));
  for (const rung of rungs) {
    rung.classList.toggle("beaten", is(rung));
    rung.querySelector("[data-mark]").hidden = !is(rung);
    rung.querySelector("button").classList.toggle("second", rung !== next);
  }
  const climbed = document.getElementById("climbed");
  const n = rungs.filter(is).length;
  climbed.hidden = n === 0;
  climbed.textContent = next ? climbed.dataset.count.replace("%", n) : climbed.dataset.all;
}

if (list) {
  const select = document.getElementById("game");
  const { game } = marks();
  const has = [...select.options].some(({ value }) => value === game);
  if (has && !("asked" in select.dataset)) select.value = game;
  select.form.addEventListener("submit", () => keep({ game: select.value }));
  show();
  // A browser may show this page again as it was left.
  addEventListener("pageshow", show);
}
