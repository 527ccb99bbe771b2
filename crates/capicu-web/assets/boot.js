// Loads the client. The names are replaced by hashed ones in the bundle.
import init from "/assets/capicu-web.js";
// A part that comes later may be gone: the server may have another version by now.
const around = () => import("/assets/around.js");
const part = (module) => module.catch(async () => (await around()).stale());
if (location.pathname === "/replay") part(import("/assets/replay.js"));
if (location.pathname === "/play") part(import("/assets/house.js"));
const tags = [document.cookie.match(/(?:^|; )lang=(\w+)/)?.[1], ...navigator.languages];
const lang = tags.join().match(/\b(en|es|fr)\b/)?.[1];
// A lesson is called by its game; what follows is its language, and tells this tab from another one.
const [, lesson] = location.pathname === "/practice" ? location.hash.match(/^#learn=([^&]*)/) ?? [] : [];
if (lesson !== undefined) {
  window.lesson = `${lang ?? "en"}.${Math.random().toString(36).slice(2)}`;
  history.replaceState(null, "", `#learn=${lesson}&${window.lesson}`);
  import("/assets/lesson.js");
}
// What the table heard, for the part that remembers it, which is loaded when it is asked for.
window.heard = [];
addEventListener("memory", async () => (await part(import("/assets/memory.js")))?.toggle());
addEventListener("room", async () => (await part(import("/assets/room.js")))?.open());
addEventListener("people", async () => (await part(import("/assets/room.js")))?.people());
addEventListener("help", async () => (await around()).help());
addEventListener("typed", async () => (await part(import("/assets/typed.js")))?.open());
for (const noise of ["clack", "slam", "slide", "knock", "shuffle", "turn", "won", "lost"]) {
  addEventListener(`noise:${noise}`, async () => (await import("/assets/sounds.js")).play(noise));
}
const settings = () => part(import("/assets/settings.js"));
addEventListener("settings", async () => (await settings())?.open());
try {
  if (Object.keys(localStorage).join().includes("capicu.look.")) settings();
} catch {
  // A browser that keeps nothing has nothing that was chosen.
}
for (const name of ["full", "lost", "elsewhere", "unkept"]) {
  addEventListener(`note:${name}`, async () => (await around()).note(name), { once: name === "unkept" });
}
// The texts of a language that the client has not in it.
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
// What goes when it is used by a key gives the focus to the hand; what was open, to what had it before.
let had = [];
let wasOpen = false;
const there = (one) => one.isConnected ? one : document.querySelector(`[data-testid="${one.dataset.testid}"]`);
const back = () => setTimeout(() => {
  if (document.activeElement !== document.body) return;
  const [hand, before] = [document.querySelector(".hand .tile[tabindex='0']"), had.map(there)];
  const all = wasOpen ? [hand, ...before] : [...before, hand];
  all.findLast((one) => one?.getClientRects().length && !one.closest("[inert]"))?.focus();
}, 150);
// Nothing behind a dialog has it.
addEventListener("focusin", ({ target }) => {
  const dialog = [...document.querySelectorAll("[role=dialog]")].at(-1);
  if (dialog && !dialog.contains(target) && target.closest(".table, .veil")) return dialog.querySelector("button")?.focus();
  had = [...had.slice(-30), target];
  wasOpen = target.closest(".menu, .veil") !== null;
});
addEventListener("click", (event) => event.detail === 0 && back());
addEventListener("keydown", ({ key }) => /^(Escape|\?)$/.test(key) && back(), true);
// What a button at the top has opened.
addEventListener("keydown", ({ key }) => key === "Escape" && document.querySelector(".tool[aria-expanded=true]")?.click());
