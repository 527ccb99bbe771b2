// The tally of private tables: the days by the clock of the device, and the picture to share.
const asked = new URLSearchParams(location.search);
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && !asked.has("zone")) {
  asked.set("zone", zone);
  location.replace(`${location.pathname}?${asked}`);
}
const button = document.getElementById("share");
if (button) button.hidden = false;
button?.addEventListener("click", async () => {
  try {
    await (await import("/assets/share.js")).share();
  } catch {
    document.getElementById("share-failed").hidden = false;
  }
});
