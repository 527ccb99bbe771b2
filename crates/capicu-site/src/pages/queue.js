// Keeps the queue of a waiting player up to date, and leads to the table once the player has a seat.
const place = document.getElementById("queue");
const title = document.title;
const address = new URL(location.href);
address.searchParams.set("part", "page");
let timer = 0;

// A screen reader does not read the page again for each second.
const bare = (part) => part.replace(/(<small data-seconds[^>]*>).*?<\/small>/, "$1");
let shown = bare(place.innerHTML);

function show(part) {
  if (bare(part) === shown) {
    const read = document.createElement("template");
    read.innerHTML = part;
    const left = place.querySelector("[data-seconds]");
    if (left) left.textContent = read.content.querySelector("[data-seconds]").textContent;
    return;
  }
  shown = bare(part);
  const focused = place.contains(document.activeElement) && document.activeElement.id;
  place.innerHTML = part;
  if (focused) document.getElementById(focused)?.focus();
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
