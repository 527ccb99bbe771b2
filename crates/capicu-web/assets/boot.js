// Loads the client. The names are replaced by hashed ones in the bundle.
import init from "/assets/capicu-web.js";
if (location.pathname === "/replay") import("/assets/replay.js");
init({ module_or_path: "/assets/capicu-web.wasm" });
