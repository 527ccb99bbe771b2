// Loads the client. The names are replaced by hashed ones in the bundle.
import init from "/assets/capicu-web.js";
// A part that comes later may be gone: the server may have another version by now.
const around = () => import("/assets/around.js");
const part = (module) => module.catch(async () => (await around()).stale());
if (location.pathname === "/replay") part(import("/assets/replay.js"));
const house = async () => location.pathname === "/play" && (await part(import("/assets/house.js")))?.start();
house();
addEventListener("popstate", house);
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
// The colors of the system are a part of what is around the table; and whoever uses keys has the focus kept there.
if (matchMedia("(forced-colors: active)").matches) around();
addEventListener("keydown", around, { once: true, capture: true });
