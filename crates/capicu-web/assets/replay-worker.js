// The script of the worker that looks at a match again. What the page says before it is loaded waits.
import init from "/assets/capicu-replay.js";
const early = [];
onmessage = (event) => early.push(event);
await init({ module_or_path: "/assets/capicu-replay.wasm" });
for (const event of early) onmessage(event);
