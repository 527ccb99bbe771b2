// The page *What to lead?*: the worker for match review rates each lead of a hand.
const one = (id) => document.getElementById(id);
const [form, game, hand, score] = ["pose", "pose-game", "pose-hand", "pose-score"].map(one);
const lang = document.documentElement.lang;
const picks = [...one("pose-tiles").children];

let worker;
function ask(message) {
  if (!worker) {
    worker = new Worker("/assets/replay-worker.js", { type: "module", name: `#${lang}` });
    worker.onmessage = ({ data: [text] }) => {
      const { posed } = JSON.parse(text);
      if (posed) show(posed);
    };
    worker.postMessage(JSON.stringify({ begin: { lang } }));
  }
  worker.postMessage(JSON.stringify(message));
}

// Results that arrive after a stop are not shown.
let asks = false;
function show({ html, is_over }) {
  if (!asks) return;
  one("leads").innerHTML = html;
  works(!is_over);
}

function works(is) {
  asks = is;
  one("pose-stop").hidden = !is;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  works(true);
  one("leads").textContent = "";
  ask({ pose: { game: game.value, score: score.value, hand: hand.value } });
});
one("pose-stop").addEventListener("click", () => {
  works(false);
  ask("stop");
});

// The tiles to tap and the text show the same hand. Another set is typed.
const typed = () => hand.value.match(/\d+-?\d+/g) ?? [];
const same = (text) => text.split("").filter((c) => c !== "-").sort().join("");
const has = (tile) => typed().some((text) => same(text) === same(tile));
function draw() {
  one("pose-tiles").hidden = !("six" in game.selectedOptions[0].dataset);
  for (const pick of picks) pick.ariaPressed = has(pick.dataset.tile);
}
for (const pick of picks) {
  pick.addEventListener("click", () => {
    const { tile } = pick.dataset;
    const others = typed().filter((text) => same(text) !== same(tile));
    hand.value = (has(tile) ? others : [...others, tile]).join(" ");
    draw();
  });
}
hand.addEventListener("input", draw);
game.addEventListener("change", draw);
draw();
