// Loads the client. The names are replaced by hashed ones in the bundle.
import init from "/assets/capicu-web.js";
if (location.pathname === "/replay") import("/assets/replay.js");
// What the table heard, for the part that remembers it, which is loaded when it is asked for.
window.heard = [];
addEventListener("memory", async () => (await import("/assets/memory.js")).toggle());
init({ module_or_path: "/assets/capicu-web.wasm" });
