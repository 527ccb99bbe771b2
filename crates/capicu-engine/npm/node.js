// For Node.

import { readFile } from "node:fs/promises";
import * as bindings from "./capicu-engine.js";
import { engine } from "./engine.js";

let loading;

const begin = async module => {
  const bytes = module ?? (await readFile(new URL("./capicu-engine.wasm", import.meta.url)));
  bindings.initSync({ module: bytes });
  return engine(bindings);
};

export const load = module => {
  loading ??= begin(module);
  return loading;
};
