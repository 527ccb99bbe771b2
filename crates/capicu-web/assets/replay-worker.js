// The script of the worker for match review. Messages from the page wait until it is loaded.
import init from "/assets/capicu-replay.js";
const early = [];
onmessage = (event) => early.push(event);
await init({ module_or_path: "/assets/capicu-replay.wasm" });
for (const event of early) onmessage(event);
