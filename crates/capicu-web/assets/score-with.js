// Writes the score sheet together with the other phones of the table. The server has one order of lines. A line that
// comes second is not written, and its phone shows it.
const SECOND = 1000;
const panel = document.getElementById("sheet-with");
const state = document.getElementById("sheet-with-state");

const address = (id) => `/score/with/${id}`;
const parts = (text) => text.split("\n").filter(Boolean);
const patient = () => ({ signal: AbortSignal.timeout(8 * SECOND) });
const sending = (id, at, lines) =>
  fetch(address(id), { ...patient(), method: "POST", body: new URLSearchParams({ at, lines: lines.join("\n") }) });

// Shares these lines, and returns the name of the shared sheet. Fails without a server.
export async function share(lines) {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const answer = await sending(id, 0, lines);
  if (!answer.ok) throw new Error(String(answer.status));
  return id;
}

// Returns the lines of a shared sheet; nothing if it expired. Fails without a server.
export async function fetched(id, at) {
  const answer = await fetch(`${address(id)}?at=${at}`, patient());
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(String(answer.status));
  return parts(await answer.text());
}

// Follows a shared sheet. `page` reads the lines that are shared and replaces them, keeps the number of those that the
// server knows, and shows refused lines.
export function follow(page, id, known) {
  let [busy, over, timer] = [false, false, 0];
  const tell = (what) => { state.textContent = panel.dataset[what]; };
  const end = (what) => {
    over = true;
    tell(what);
  };
  const know = (n) => {
    known = n;
    page.keep(n);
  };

  async function send(lines) {
    const answer = await sending(id, known, lines.slice(known));
    const text = await answer.text();
    if (over) return;
    if (answer.ok) return know(lines.length);
    if (answer.status === 404) return end("over");
    if (answer.status === 413) return end("long");
    if (answer.status !== 409 && answer.status !== 422) throw new Error(text);
    const theirs = answer.status === 409 ? parts(text) : [];
    const own = page.lines().slice(known);
    // The same line on both phones is no disagreement, and an answer may have been lost.
    const sent = lines.slice(known);
    if (theirs.length >= sent.length && sent.every((line, n) => line === theirs[n])) return know(lines.length);
    const agreed = [...lines.slice(0, known), ...theirs];
    page.replace(agreed);
    know(agreed.length);
    page.refuse(own);
  }

  async function hear() {
    if (page.busy()) return;
    const news = await fetched(id, known);
    if (over || page.busy()) return;
    if (!news) return end("over");
    // A line that was written meanwhile is sent first.
    if (!news.length || page.lines().length !== known) return;
    page.replace([...page.lines(), ...news]);
    know(known + news.length);
  }

  async function turn() {
    clearTimeout(timer);
    if (busy || over) return;
    busy = true;
    try {
      const lines = page.lines();
      await (lines.length > known ? send(lines) : hear());
      if (!over) tell("live");
    } catch {
      tell("waits");
    }
    busy = false;
    if (!over) timer = setTimeout(turn, (document.hidden ? 20 : 2) * SECOND);
  }

  document.getElementById("sheet-with-code").src = `${address(id)}/picture.svg`;
  panel.hidden = false;
  turn();
  return {
    turn,
    isOver: () => over,
    leave() {
      over = true;
      clearTimeout(timer);
      panel.hidden = true;
    },
  };
}
