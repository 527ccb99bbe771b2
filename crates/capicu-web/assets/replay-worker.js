// The script of the worker for match review. Messages from the page wait until it is loaded.
import init from "/assets/capicu-replay.js";
import { withTexts } from "/assets/worker-texts.js";

const module = fetch("/assets/capicu-replay.wasm");
const early = [];
onmessage = (event) => early.push(event);
await withTexts();
await init({ module_or_path: module });
for (const event of early) onmessage(event);
