// Calls the example's `main` in WebAssembly: what it returned, and processor seconds, the best of so
// many times.
import fs from "node:fs";

const [path, times] = process.argv.slice(2);
const module = await WebAssembly.compile(fs.readFileSync(path));
let best = Infinity;
let code = 0;
for (let run = 0; run < Number(times); run++) {
  const instance = await WebAssembly.instantiate(module, {});
  const begun = process.cpuUsage().user;
  code ||= instance.exports.main(0, 0);
  best = Math.min(best, (process.cpuUsage().user - begun) / 1e6);
}
console.log(code, best);
