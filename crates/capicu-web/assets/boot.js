// Loads the client. The names are replaced by hashed ones in the bundle.
import init from "/assets/capicu-web.js";
if (location.pathname === "/replay") import("/assets/replay.js");
if (location.pathname === "/play") import("/assets/house.js");
// A lesson is called by its game; what follows tells this tab from another one.
const [, lesson] = location.pathname === "/practice" ? location.hash.match(/^#learn=([^&]*)/) ?? [] : [];
if (lesson !== undefined) {
  window.lesson = Math.random().toString(36).slice(2);
  history.replaceState(null, "", `#learn=${lesson}&${window.lesson}`);
  import("/assets/lesson.js");
}
// What the table heard, for the part that remembers it, which is loaded when it is asked for.
window.heard = [];
addEventListener("memory", async () => (await import("/assets/memory.js")).toggle());
addEventListener("room", async () => (await import("/assets/room.js")).open());
addEventListener("typed", async () => (await import("/assets/typed.js")).open());
for (const noise of ["clack", "slam", "slide", "knock", "shuffle", "turn", "won", "lost"]) {
  addEventListener(`noise:${noise}`, async () => (await import("/assets/sounds.js")).play(noise));
}
const settings = () => import("/assets/settings.js");
addEventListener("settings", async () => (await settings()).open());
try {
  if (Object.keys(localStorage).some((key) => key.startsWith("capicu.look."))) settings();
} catch {
  // A browser that keeps nothing has nothing that was chosen.
}
const around = () => import("/assets/around.js");
for (const name of ["full", "lost", "elsewhere"]) addEventListener(`note:${name}`, async () => (await around()).note(name));
// The texts of a language that the client has not in it.
const tags = [document.cookie.match(/(?:^|; )lang=(\w+)/)?.[1], ...navigator.languages];
const lang = tags.map((tag) => tag?.slice(0, 2)).find((tag) => ["en", "es", "fr"].includes(tag));
if (lang === "fr") {
  try {
    const texts = await fetch("/texts/fr");
    if (texts.ok) window.texts = new Uint8Array(await texts.arrayBuffer());
  } catch {
    // Then it is said in English.
  }
}
init({ module_or_path: "/assets/capicu-web.wasm" });
// What need not be there for the table to be played.
const wait = setInterval(async () => {
  if (document.querySelector("main.table") && !document.querySelector(".hand")) return;
  clearInterval(wait);
  const { start, keepSeat } = await around();
  keepSeat();
  start(true);
}, 4000);
// A button that goes when it is pressed by a key gives the focus back to the hand.
const hand = () => document.activeElement === document.body && document.querySelector(".hand .tile[tabindex='0']")?.focus();
addEventListener("click", (event) => event.detail === 0 && setTimeout(hand, 150));
