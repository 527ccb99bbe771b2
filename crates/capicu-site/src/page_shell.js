// Shows times in the reader's time zone, and adds features that need a script.
for (const time of document.querySelectorAll("time")) {
  const at = new Date(time.dateTime);
  const day = { dateStyle: "medium", timeZone: "UTC" };
  const how = time.dateTime.length > 10 ? { dateStyle: "medium", timeStyle: "short" } : day;
  time.textContent = at.toLocaleString(document.documentElement.lang, how);
}
for (const button of document.querySelectorAll("[data-copy]")) {
  const sends = button.dataset.send && navigator.share;
  button.hidden = !navigator.clipboard && !sends;
  button.addEventListener("click", async () => {
    const from = document.getElementById(button.dataset.copy);
    const text = from.value ?? from.innerText;
    // Somebody who closes the share sheet sends nothing.
    if (sends) return navigator.share({ text }).catch(() => null);
    await navigator.clipboard.writeText(text);
    button.textContent = button.dataset.copied;
  });
}
// Labels a file field in the language of the page, with the name of the file next to it. Without a script the browser
// labels it.
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
// Live boards: while somebody looks, the server sends them again. After an error the last known board stays.
for (const live of document.querySelectorAll("[data-live]")) {
  let shown = "";
  const look = async () => {
    try {
      const answer = document.hidden || live.contains(document.activeElement) ? {} : await fetch(live.dataset.live);
      const now = answer.ok ? await answer.text() : shown;
      if (now !== shown) live.innerHTML = shown = now;
    } catch {}
    setTimeout(look, 4000);
  };
  setTimeout(look, 4000);
}
// Parts that only some pages have. Lists of stored data load at once where the device stores anything. Elsewhere they load
// when the reader comes to the line about offline play.
const parts = [...document.querySelectorAll("[data-module]")];
const load = (some) => new Set(some.map((one) => one.dataset.module)).forEach((part) => part && import(part));
const lists = parts.filter((one) => one.dataset.kept);
async function keeps() {
  try {
    return Object.keys(localStorage).length > 0 || navigator.serviceWorker?.controller || (await indexedDB.databases()).length > 0;
  } catch {
    // The browser does not report it.
    return true;
  }
}
load(parts.filter((one) => !lists.includes(one)));
if (lists.length) keeps().then((any) => {
  if (any) return load(lists);
  const line = lists.find((one) => one.dataset.kept === "offline");
  const beside = line?.nextElementSibling ?? line?.previousElementSibling;
  const seen = new IntersectionObserver((all) => all.some((one) => one.isIntersecting) && load(lists));
  if (beside) seen.observe(beside);
});
