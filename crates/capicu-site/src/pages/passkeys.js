// Makes passkeys and signs in by them: asks the server, then the browser, and sends the result as a form, so that the
// answer is a page.
const bytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

function send(button, fields) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = button.dataset.end;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}

async function run(button) {
  const username = document.getElementById(button.dataset.username)?.value.trim();
  const asked = username === undefined ? {} : { username };
  const answer = await fetch(button.dataset.begin, { method: "POST", body: JSON.stringify(asked) });
  const said = await answer.json();
  // The page of the answer shows the error.
  if (!answer.ok) return send(button, { ...asked, problem: said.code });
  const publicKey = said.options;
  publicKey.challenge = bytes(publicKey.challenge);
  for (const list of ["excludeCredentials", "allowCredentials"]) {
    for (const known of publicKey[list] ?? []) known.id = bytes(known.id);
  }
  const response = {};
  let made;
  if (publicKey.user) {
    publicKey.user.id = bytes(publicKey.user.id);
    made = await navigator.credentials.create({ publicKey });
    response.attestationObject = text(made.response.attestationObject);
  } else {
    made = await navigator.credentials.get({ publicKey });
    response.authenticatorData = text(made.response.authenticatorData);
    response.signature = text(made.response.signature);
    if (made.response.userHandle) response.userHandle = text(made.response.userHandle);
  }
  response.clientDataJSON = text(made.response.clientDataJSON);
  const credential = JSON.stringify({ rawId: text(made.rawId), response });
  send(button, { ...asked, ceremony: said.ceremony, credential });
}

// Errors of the browser, and the text for each.
const kinds = {
  NotAllowedError: "cancelled",
  AbortError: "cancelled",
  InvalidStateError: "known",
  NotSupportedError: "unsupported",
  TypeError: "offline",
};

for (const button of document.querySelectorAll("[data-begin]")) {
  const problem = document.getElementById("passkey-problem");
  if (!window.PublicKeyCredential) {
    document.getElementById("passkey-none").hidden = false;
    continue;
  }
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    problem.textContent = "";
    try {
      await run(button);
    } catch (error) {
      problem.textContent = button.dataset[kinds[error.name] ?? "failed"];
    }
    button.disabled = false;
  });
}
