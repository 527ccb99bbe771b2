// Times as the reader's own clock shows them, and what only a script can do.
for (const time of document.querySelectorAll("time")) {
  const at = new Date(time.dateTime);
  const long = { dateStyle: "medium", timeStyle: "short" };
  time.textContent = at.toLocaleString(document.documentElement.lang, long);
}
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    const from = document.getElementById(button.dataset.copy);
    await navigator.clipboard.writeText(from.value ?? from.innerText);
    button.textContent = button.dataset.copied;
  });
}
// A game that a link brings along is for the form of the table.
if (location.pathname === "/" && location.hash.startsWith("#game=")) {
  location.replace("/play" + location.hash);
}
// Parts that only some pages have.
for (const part of new Set([...document.querySelectorAll("[data-module]")].map((one) => one.dataset.module))) {
  if (part) import(part);
}
