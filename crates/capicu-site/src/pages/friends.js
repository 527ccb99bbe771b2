// Refreshes friends and requests every ten seconds, unless the user is about to press a button or has opened a fold.
const part = document.getElementById("circle");
const address = new URL(location.href);
address.searchParams.set("part", "circle");
let shown;
async function look() {
  try {
    const answer = await fetch(address);
    const now = answer.ok ? await answer.text() : shown;
    const isInUse = part.contains(document.activeElement) || part.querySelector("details[open]");
    shown ??= now;
    if (now !== shown && !isInUse) part.innerHTML = shown = now;
  } catch {
    // No answer: perhaps the server is restarting.
  }
  setTimeout(look, 10000);
}
look();
