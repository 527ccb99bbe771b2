// For browsers and bundlers.

import start, * as bindings from "./capicu-engine.js";
import { engine } from "./engine.js";

let loading;

export const load = (module = new URL("./capicu-engine.wasm", import.meta.url)) => {
  loading ??= start({ module_or_path: module }).then(() => engine(bindings));
  return loading;
};
