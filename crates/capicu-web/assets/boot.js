// Loads the client. The names are replaced by hashed ones in the bundle.
import init from "/assets/capicu-web.js";
// A part that is loaded later may be gone: the server may run another version by now.
const around = () => import("/assets/app-shell.js");
const part = (module) => module.catch(async () => (await around()).stale());
if (location.pathname === "/replay") part(import("/assets/replay.js"));
const tags = [document.cookie.match(/(?:^|; )lang=(\w+)/)?.[1], ...navigator.languages];
const lang = tags.join().match(/\b(en|es|fr)\b/)?.[1];
// The scripts of this page start workers in its language.
document.documentElement.lang = lang ?? "en";
// A lesson's address has its game, followed by its language and the id of this tab.
const [, lesson] = location.pathname === "/practice" ? location.hash.match(/^#learn=([^&]*)/) ?? [] : [];
if (lesson !== undefined) {
  window.lesson = `${lang ?? "en"}.${Math.random().toString(36).slice(2)}`;
  history.replaceState(null, "", `#learn=${lesson}&${window.lesson}`);
  import("/assets/lesson.js");
}
// The page of the ladder names a game and the level of the bots. The worker makes that table.
const asked = new URLSearchParams(location.search);
if (location.pathname === "/practice" && asked.has("game")) {
  history.replaceState(null, "", `/practice#rung=${asked.get("game") ?? ""}/${asked.get("level") ?? ""}&${lang ?? "en"}`);
}
// Messages of the table for the move list, which is loaded when it is opened.
window.heard = [];
if (location.pathname === "/practice" && lesson === undefined) part(import("/assets/opponent.js"));
addEventListener("memory", async () => (await part(import("/assets/move-list.js")))?.toggle());
addEventListener("room", async () => (await part(import("/assets/waiting-room.js")))?.open());
addEventListener("people", async () => (await part(import("/assets/waiting-room.js")))?.people());
addEventListener("queue", async () => (await part(import("/assets/queue.js")))?.changed());
addEventListener("help", async () => (await around()).help());
addEventListener("share", async () => (await part(import("/assets/share.js")))?.share());
addEventListener("lookback", async () => location.pathname !== "/replay" && (await part(import("/assets/lookback.js")))?.open());
addEventListener("typed", async () => (await part(import("/assets/text-commands.js")))?.open());
const noises = "clack slam slide knock shuffle turn won lost hush out block key capicu chuchazo corrido muggins hole skunk love";
for (const noise of noises.split(" ")) {
  addEventListener(`noise:${noise}`, async () => (await import("/assets/sounds.js")).play(noise));
}
const settings = () => part(import("/assets/settings.js"));
addEventListener("settings", async () => (await settings())?.open());
try {
  if (Object.keys(localStorage).join().includes("capicu.look.")) settings();
} catch {
  // A browser without storage has no settings.
}
for (const name of ["full", "lost", "elsewhere", "unkept"]) {
  addEventListener(`note:${name}`, async () => (await around()).note(name), { once: name === "unkept" });
}
const client = fetch("/assets/capicu-web.wasm");
// Texts of a language that the client does not contain.
if (lang === "fr") {
  try {
    const texts = await fetch("/assets/texts-fr.bin");
    if (texts.ok) window.texts = new Uint8Array(await texts.arrayBuffer());
  } catch {
    // English is used instead.
  }
}
init({ module_or_path: client });
// Parts that are not needed to play.
const wait = setInterval(async () => {
  if (document.querySelector("main.table") && !document.querySelector(".hand")) return;
  clearInterval(wait);
  const { start, keepSeat } = await around();
  keepSeat();
  start(true);
}, 4000);
// System colors need styles of `app-shell.js`, and keyboard users need its focus handling.
if (matchMedia("(forced-colors: active)").matches) around();
addEventListener("keydown", async () => (await around()).keepFocus(), { once: true, capture: true });
// A tap on the felt skips a wait.
addEventListener("pointerdown", around, { once: true, capture: true });
