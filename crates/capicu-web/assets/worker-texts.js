// Gives a worker the texts of its language, if no module contains them. The language is in the worker's name:
// `#fr`, or `&fr.` and the id of a lesson's tab. Without the texts they appear in English.
const FILES = { fr: "/assets/worker-texts-fr.bin" };

export async function withTexts() {
  const file = FILES[self.name.match(/[#&](\w+)/)?.[1]];
  if (!file) return;
  try {
    const texts = await fetch(file);
    if (texts.ok) self.texts = new Uint8Array(await texts.arrayBuffer());
  } catch {
    // There is no network, and the device has not stored them.
  }
}
