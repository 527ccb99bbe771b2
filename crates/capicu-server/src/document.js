// Times as the reader's own clock shows them, and what only a script can do.
for (const time of document.querySelectorAll("time")) {
  const at = new Date(time.dateTime);
  const day = { dateStyle: "medium", timeZone: "UTC" };
  const how = time.dateTime.length > 10 ? { dateStyle: "medium", timeStyle: "short" } : day;
  time.textContent = at.toLocaleString(document.documentElement.lang, how);
}
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    const from = document.getElementById(button.dataset.copy);
    await navigator.clipboard.writeText(from.value ?? from.innerText);
    button.textContent = button.dataset.copied;
  });
}
// A field for a file in the words of the page, with the name of the file beside it; without a script it has those of the browser.
for (const input of document.querySelectorAll("label > input[type=file]")) {
  const name = document.createElement("output");
  input.parentElement.classList.add("do", "second", "file");
  input.parentElement.after(" ", name);
  input.addEventListener("change", () => (name.textContent = input.files[0]?.name ?? ""));
}
// A game that a link brings along is for the form of the table.
if (location.pathname === "/" && location.hash.startsWith("#game=")) {
  location.replace("/play" + location.hash);
}
// Parts that only some pages have. What lists what this device keeps comes at once where it keeps anything; elsewhere with the
// list that can be searched, and with the line about playing without a network.
const parts = [...document.querySelectorAll("[data-module]")];
const load = (some) => new Set(some.map((one) => one.dataset.module)).forEach((part) => part && import(part));
const lists = parts.filter((one) => one.dataset.kept);
async function keeps() {
  try {
    return Object.keys(localStorage).length > 0 || navigator.serviceWorker?.controller || (await indexedDB.databases()).length > 0;
  } catch {
    // A browser that does not say.
    return true;
  }
}
load(parts.filter((one) => !lists.includes(one)));
if (lists.length) keeps().then((any) => {
  if (any) return load(lists);
  addEventListener("toggle", () => load(lists), { capture: true, once: true });
  const line = lists.find((one) => one.dataset.kept === "offline");
  const beside = line?.nextElementSibling ?? line?.previousElementSibling;
  const seen = new IntersectionObserver((all) => all.some((one) => one.isIntersecting) && load(lists));
  if (beside) seen.observe(beside);
});
