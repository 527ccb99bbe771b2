// Starts the form of a table. The names are replaced by hashed ones in the bundle.
import init from "/assets/capicu-form.js";
import { start } from "/assets/house-rules.js";

const code = fetch("/assets/capicu-form.wasm");
// Texts of a language that the client does not contain.
if (document.documentElement.lang === "fr") {
  try {
    const texts = await fetch("/assets/form-texts-fr.bin");
    if (texts.ok) window.texts = new Uint8Array(await texts.arrayBuffer());
  } catch {
    // English is used instead.
  }
}
addEventListener("note:unkept", async () => (await import("/assets/app-shell.js")).note("unkept"), { once: true });
await init({ module_or_path: code });
start();
