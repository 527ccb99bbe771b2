// Tells once a second how the wait goes on, and leads to the table.
const people = document.getElementById("people");
const time = document.getElementById("time");
const address = new URL(location.href);
address.searchParams.set("part", people.dataset.part);
async function look() {
  try {
    const answer = await fetch(address, { redirect: "manual" });
    if (answer.type === "opaqueredirect" || answer.status === 410) {
      location.reload();
      return;
    }
    if (answer.ok) {
      const [who, when] = (await answer.text()).split("\n");
      // Said aloud where it changes.
      if (people.textContent !== who) people.textContent = who;
      time.textContent = when;
    }
  } catch {
    // No answer: perhaps the server is starting anew.
  }
  setTimeout(look, 1000);
}
setTimeout(look, 1000);
