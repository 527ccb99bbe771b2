// The findings of match analyses, stored on the device by record and seat, so that a closed page can resume.
const START = "capicu.analysis.";

// A number that identifies a text with high probability.
export function digest(text) {
  let [a, b] = [0, 0];
  for (const unit of text) {
    const code = unit.codePointAt(0);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677) + a;
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

// The name of the module changes with its content.
export const place = (record, seat) => `${START}/assets/capicu-replay.wasm.${digest(record)}.${seat}`;

export function load(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

export function save(key, found) {
  try {
    // Only the last match is stored.
    const others = Object.keys(localStorage).filter((one) => one.startsWith(START));
    for (const other of others) if (other !== key) localStorage.removeItem(other);
    localStorage.setItem(key, JSON.stringify(found));
  } catch {
    // There is no room: the findings are worked out again next time.
  }
}
