// Keeps the queue of a waiting player up to date, and leads to the table once the player has a seat.
const place = document.getElementById("queue");
const title = document.title;
const address = new URL(location.href);
address.searchParams.set("part", "page");
let timer = 0;

function show(part) {
  const focused = place.contains(document.activeElement) && document.activeElement.dataset.testid;
  if (place.innerHTML !== part) place.innerHTML = part;
  if (focused) place.querySelector(`[data-testid="${focused}"]`)?.focus();
  const offer = place.querySelector("[data-offer]");
  document.title = offer ? `● ${offer.dataset.offer}` : title;
}

async function look() {
  clearTimeout(timer);
  try {
    const answer = await fetch(address, { redirect: "manual", cache: "no-store", signal: AbortSignal.timeout(8000) });
    // The player sits, or the queue is over: the page says which.
    if (answer.type === "opaqueredirect" || answer.status === 410) return location.reload();
    if (answer.ok) show(await answer.text());
  } catch {
    // No answer: perhaps the server restarts.
  }
  timer = setTimeout(look, document.hidden ? 5000 : 2500);
}
document.addEventListener("visibilitychange", () => document.hidden || look());
timer = setTimeout(look, 2500);
