// Messages to this device while no page is open. The browser keeps the subscription, and the server its address.
const section = document.getElementById("push");
const box = document.getElementById("push-switch");
const told = document.getElementById("push-told");
const texts = section.dataset;
const can = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

const post = async (fields) => {
  const answer = await fetch("/me/push", { method: "POST", body: new URLSearchParams(fields) });
  if (!answer.ok) throw new Error(answer.status);
};

const fields = (of) => ({ endpoint: of.endpoint, key: text(of.getKey("p256dh")), auth: text(of.getKey("auth")) });

function show(isOn, said) {
  box.checked = isOn;
  told.textContent = said;
}

async function current() {
  const worker = await navigator.serviceWorker.getRegistration();
  return worker?.pushManager.getSubscription();
}

// Why there are no messages: the browser asks only once, and afterwards its own settings decide.
const why = (otherwise) => (Notification.permission === "denied" ? texts.refused : otherwise);

async function allow() {
  if ((await Notification.requestPermission()) !== "granted") return show(false, why(texts.dismissed));
  await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  const worker = await navigator.serviceWorker.ready;
  // A subscription with other keys has to end first.
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: texts.key });
  await post(fields(made));
  show(true, texts.on);
}

async function end() {
  await post({});
  await (await current())?.unsubscribe();
  show(false, "");
}

// Compares the browser with the server: the permission may be withdrawn, and the subscription ended or renewed.
async function begin() {
  const own = await current();
  const isKept = texts.state === "on";
  const isGood = own && Notification.permission === "granted" && text(own.options.applicationServerKey) === texts.key;
  if (isKept && isGood) {
    await post(fields(own));
    return show(true, texts.on);
  }
  // Another account of this browser wanted these messages, or they cannot arrive.
  await own?.unsubscribe();
  if (isKept) await post({});
  show(false, why(isKept ? texts.withdrawn : ""));
}

async function tried(act) {
  box.disabled = true;
  try {
    await act();
  } catch {
    show(false, why(texts.failed));
  }
  box.disabled = false;
}

section.hidden = false;
if (can) {
  box.addEventListener("change", () => tried(box.checked ? allow : end));
  tried(begin);
} else {
  box.disabled = true;
  told.textContent = texts.cannot;
}
