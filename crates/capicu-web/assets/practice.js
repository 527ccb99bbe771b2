// The script of the worker that keeps a practice table. What the page says before it is loaded waits.
import init from "/assets/capicu-practice.js";
const early = [];
onmessage = (event) => early.push(event);
await init({ module_or_path: "/assets/capicu-practice.wasm" });
for (const event of early) onmessage(event);
