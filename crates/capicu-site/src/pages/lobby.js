// Shows the wait and leads to the table: from a stream, or by polling a server that sends none.
const people = document.getElementById("people");
const time = document.getElementById("time");
const places = document.getElementById("places");
const part = (name) => {
  const address = new URL(location.href);
  address.searchParams.set("part", name);
  return address;
};
function show([who, when, seats]) {
  // Read aloud when it changes.
  if (people.textContent !== who) people.textContent = who;
  time.textContent = when;
  // The stream sends the seats only when they change.
  if (places && seats) places.innerHTML = seats;
}
async function follow(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  // A server that hears nothing from the page takes the player for absent.
  const open = setInterval(() => fetch(part("open"), { redirect: "manual" }).catch(() => {}), 1000);
  try {
    for (let rest = ""; ; ) {
      const { done, value } = await reader.read();
      if (done) return true;
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      for (const line of lines.filter(Boolean)) {
        const told = JSON.parse(line);
        if (!told) return false;
        show(told);
      }
    }
  } finally {
    clearInterval(open);
  }
}
// A player who has left the page is not seated. The forms of the page continue the seek, unless they fail.
let leads_on = false;
addEventListener("submit", () => {
  leads_on = true;
  setTimeout(() => (leads_on = false), 5000);
});
addEventListener("pagehide", () => {
  if (people.dataset.part === "status" && !leads_on) navigator.sendBeacon("/lobby/left", new URLSearchParams());
});
async function look() {
  try {
    const accept = "application/x-ndjson";
    const answer = await fetch(part(people.dataset.part), { redirect: "manual", headers: { accept } });
    let waits = answer.type !== "opaqueredirect" && answer.status !== 410;
    if (answer.ok && answer.headers.get("content-type") === accept) waits = await follow(answer.body);
    else if (answer.ok) show((await answer.text()).split("\n"));
    if (!waits) {
      // A form that ended the seek leads to its own page.
      if (!leads_on) location.reload();
      return;
    }
  } catch {
    // No answer: perhaps the server restarts.
  }
  setTimeout(look, 1000);
}
setTimeout(look, 1000);
