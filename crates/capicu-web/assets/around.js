// What stands around the table once it is playable: the game kept on the device, a new version announced, a seat that
// can be found again, and what goes wrong with what is kept.
const lang = () => document.documentElement.lang || "en";

const sheet = document.createElement("link");
sheet.rel = "stylesheet";
sheet.href = "/assets/around.css";
document.head.append(sheet);

// Texts are those of the page about this device.
let device;
async function text(name) {
  device ??= fetch(`/settings?lang=${lang()}`).then((answer) => answer.text());
  const page = new DOMParser().parseFromString(await device, "text/html");
  return page.querySelector(`[data-text="${name}"]`)?.textContent ?? "";
}

async function bar(name, doing) {
  const [said, close, label] = await Promise.all([text(name), text("close"), doing && text(doing.label)]);
  if (!said || document.querySelector(`.around[data-testid="${name}"]`)) return;
  const line = document.createElement("div");
  line.className = "around";
  line.dataset.testid = name;
  line.setAttribute("role", "status");
  const button = (called, does) => {
    const one = document.createElement("button");
    one.type = "button";
    one.textContent = called;
    one.onclick = does;
    return one;
  };
  line.append(Object.assign(document.createElement("p"), { textContent: said }));
  if (doing) line.append(button(label, doing.does));
  line.append(button(close, () => line.remove()));
  document.body.append(line);
}

// What the worker of a practice table has to say.
export const note = (name) => bar(`note-${name}`);

// The state of what is kept: "ready", "fetching", "not-yet", "failed", or "never" where a browser keeps nothing.
export const offline = new EventTarget();
offline.state = "never";

function told(state) {
  offline.state = state;
  document.documentElement.dataset.offline = state;
  offline.dispatchEvent(new Event("change"));
}

export async function ask(what) {
  const registration = await navigator.serviceWorker.ready;
  registration.active.postMessage({ ask: what, lang: lang() });
}

export async function start(fills) {
  if (!navigator.serviceWorker) return told("never");
  navigator.serviceWorker.onmessage = ({ data }) => told(data.offline);
  // Another version took over because somebody asked for it, here or in another tab.
  const had = navigator.serviceWorker.controller;
  let left = false;
  navigator.serviceWorker.oncontrollerchange = () => {
    if (had && left) location.reload();
  };
  const registration = await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => null);
  if (!registration) return told("never");
  const announce = () => registration.waiting && registration.active && bar("update", {
    label: "update-now",
    does: () => {
      left = true;
      registration.waiting?.postMessage({ ask: "apply" });
    },
  });
  announce();
  registration.onupdatefound = () => {
    const fresh = registration.installing;
    fresh?.addEventListener("statechange", () => fresh.state === "installed" && announce());
  };
  const spares = navigator.connection?.saveData;
  await ask(fills && !spares ? "fill" : "state");
}

// The seat of this table, for the list on the first page.
export function keepSeat() {
  const table = location.pathname.match(/^\/t\/([a-z0-9]+)/)?.[1];
  if (!table) return;
  const place = `capicu.sat.${table}`;
  const hear = (said) => {
    try {
      const { snapshot, closed } = JSON.parse(said);
      if (snapshot && snapshot.seat !== undefined) {
        const { game, title } = snapshot.rules;
        localStorage.setItem(place, JSON.stringify({ at: Date.now(), game, title }));
      }
      if (["unknown-table", "deleted", "bad-token"].includes(closed?.why)) localStorage.removeItem(place);
    } catch {
      // Nothing is kept here: the link leads back all the same.
    }
  };
  heard.forEach(hear);
  const push = heard.push.bind(heard);
  heard.push = (...all) => {
    all.forEach(hear);
    return push(...all);
  };
}
