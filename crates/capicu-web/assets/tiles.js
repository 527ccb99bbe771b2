// The entry of a round by tiles, for the score sheet. The module draws it, and the referee in it checks every move.
import init, { act, archive, html, lines, load, newest, open as begin, said, stored } from "/assets/capicu-tiles.js";

let ready = null;

async function start(lang) {
  await init({ module_or_path: fetch("/assets/capicu-tiles.wasm") });
  if (lang !== "fr") return;
  const answer = await fetch("/assets/tiles-texts-fr.bin").catch(() => null);
  if (answer?.ok) load(lang, new Uint8Array(await answer.arrayBuffer()));
}

// A start that failed is tried again.
const started = (lang) => (ready ??= start(lang).catch((error) => {
  ready = null;
  throw error;
}));

export async function records(lang, sheet) {
  await started(lang);
  return archive(sheet);
}

export async function record(lang, sheet) {
  await started(lang);
  return newest(sheet);
}

export async function open({ root, voice, lang, sheet, moves, keep }) {
  await started(lang);
  begin(lang, sheet, moves);
  const draw = () => {
    const focus = document.activeElement?.closest("#sheet [data-do], #tiles-line");
    const typed = document.getElementById("tiles-line")?.value ?? "";
    root.innerHTML = html();
    const line = document.getElementById("tiles-line");
    // A refused line stays, to be corrected.
    if (line && root.querySelector("[role=alert]")) line.value = typed;
    const same = focus && root.querySelector(focus.id ? `#${focus.id}` : `[data-do="${CSS.escape(focus.dataset.do)}"]`);
    (same || focus && root.querySelector(".entry button"))?.focus({ preventScroll: true });
    voice.textContent = said();
  };
  draw();
  scrollTo(0, 0);
  return {
    lines,
    act(action) {
      act(action);
      keep(stored());
      draw();
    },
  };
}
