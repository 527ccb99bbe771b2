// Refreshes friends and requests every ten seconds, unless the user is about to press a button.
const part = document.getElementById("circle");
const address = new URL(location.href);
address.searchParams.set("part", "circle");
let shown;
async function look() {
  try {
    const answer = await fetch(address);
    const now = answer.ok ? await answer.text() : shown;
    if (now !== shown && shown !== undefined && !part.contains(document.activeElement)) {
      part.innerHTML = now;
    }
    shown = now;
  } catch {
    // No answer: perhaps the server is restarting.
  }
  setTimeout(look, 10000);
}
look();
