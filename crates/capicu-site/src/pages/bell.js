// The bell: challenges, friend requests and tables that wait for an account. It listens to a stream while the page is
// shown, and polls while it is hidden, since browsers limit the connections to a server.
const KEPT = "capicu.bell";
const NEWS = "application/x-ndjson";
const HIDDEN = 30_000;
const AGAIN = 5_000;
const isAccount = document.querySelector("meta[name=account]") !== null;
const header = document.querySelector("body > header");
const here = location.pathname.match(/^\/[te]\/([a-z0-9]+)/)?.[1] ?? "";
// Pages with the list itself, or with a seat to take.
const QUIET = /^\/(bell$|j\/)/;

// Notices that this tab has announced.
const rung = new Set(read(sessionStorage, KEPT)?.split(" "));
let bell;
let menu;
let toast;
let reading;

function read(store, key) {
  try {
    return store.getItem(key);
  } catch {
    return null;
  }
}
function keep(store, key, value) {
  try {
    if (value === null) store.removeItem(key);
    else store.setItem(key, value);
  } catch {
    // Nothing is stored, so notices ring on each page.
  }
}

const BELL = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 10a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7zm4 10h4"/></svg><b id="bell-count" hidden></b>`;

// A button at the right end of the header that opens a panel.
function hang(id, button) {
  const made = document.createElement("details");
  made.className = "hung";
  made.id = id;
  made.innerHTML = `<summary>${button}</summary><div class="panel"></div>`;
  header.append(made);
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !made.open) return;
    made.open = false;
    made.firstChild.focus();
  });
  addEventListener("click", ({ target }) => !made.contains(target) && (made.open = false));
  return made;
}

function hangBell() {
  const made = hang("bell", BELL);
  made.addEventListener("toggle", () => made.open && toast?.remove());
  return made;
}

// The menu has the same languages as the footer.
function hangMenu({ label, button, html }) {
  const made = hang("account-menu", button);
  const [summary, panel] = made.children;
  summary.setAttribute("aria-label", label);
  panel.innerHTML = html;
  const languages = document.createElement("p");
  for (const { href, lang, hreflang, textContent, ariaCurrent } of document.querySelectorAll(".langs a")) {
    languages.append(Object.assign(document.createElement("a"), { href, lang, hreflang, textContent, ariaCurrent }));
  }
  panel.lastElementChild.before(languages);
  return made;
}

function show({ n, label, hide, html, account }) {
  // The review has a bell of its own.
  dispatchEvent(new CustomEvent("bell", { detail: { n, label } }));
  if (header) {
    bell ??= hangBell();
    menu ??= hangMenu(account);
    const [summary, panel] = bell.children;
    summary.setAttribute("aria-label", label);
    const count = summary.lastElementChild;
    [count.textContent, count.hidden] = [n, n === 0];
    // A button that has the focus stays where it is. The page of the bell has the same list.
    for (const list of [panel, document.getElementById("waits")]) {
      if (list && !list.contains(document.activeElement)) list.innerHTML = html;
    }
  }
  waiting = n;
  count();
  const list = new DOMParser().parseFromString(html, "text/html");
  const notices = [...list.querySelectorAll("[data-notice]")];
  const fresh = notices.find((one) => !rung.has(one.dataset.notice) && !isOnPage(one));
  for (const one of notices) rung.add(one.dataset.notice);
  keep(sessionStorage, KEPT, [...rung].slice(-50).join(" "));
  // Somebody else answered it, perhaps on another device.
  if (toast && !notices.some((one) => one.dataset.notice === toast.dataset.notice)) toast.remove();
  if (fresh && !bell?.open && !QUIET.test(location.pathname)) ring(fresh, hide);
}

// Puts the number of notices before the title. A table changes its title with each turn.
let waiting = 0;
function count() {
  const own = document.title.replace(/^\(\d+\) /, "");
  const now = waiting ? `(${waiting}) ${own}` : own;
  if (now !== document.title) document.title = now;
}
new MutationObserver(count).observe(document.querySelector("title"), { childList: true });

// A banner or a list of the page leads to the same table.
function isOnPage(notice) {
  const link = notice.querySelector("a.do")?.getAttribute("href").split("#")[0];
  return !!link && !!document.querySelector(`body > :not(header, #bell-toast) a[href="${link}"]`);
}

// Shows one notice with its buttons on the page. At a table it goes through the queue for screen readers.
function ring(notice, hide) {
  toast?.remove();
  toast = document.createElement("div");
  toast.className = header ? "toast" : "around";
  toast.dataset.notice = notice.dataset.notice;
  toast.id = "bell-toast";
  toast.append(...notice.cloneNode(true).childNodes);
  const close = Object.assign(document.createElement("button"), { type: "button", className: "second", textContent: hide });
  close.onclick = () => toast.remove();
  toast.append(close);
  // The table has rows of its own.
  if (!header) {
    toast.querySelector("form")?.removeAttribute("class");
    toast.querySelector("svg")?.remove();
  }
  const queue = document.getElementById("said");
  const text = toast.querySelector("p").textContent;
  if (queue) queue.append(Object.assign(document.createElement("p"), { textContent: text }));
  else toast.setAttribute("role", "status");
  document.body.append(toast);
}

// Returns whether to listen again.
async function listen(accept, signal) {
  const answer = await fetch(`/bell?part=now&here=${here}`, { headers: { accept }, signal });
  if (answer.status === 401) {
    keep(localStorage, KEPT, null);
    bell?.remove();
    menu?.remove();
    toast?.remove();
    return false;
  }
  if (!answer.ok) return true;
  if (answer.headers.get("content-type") !== NEWS) {
    show(await answer.json());
    return true;
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ; ) {
    const { done, value } = await reader.read();
    if (done) return true;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines.filter(Boolean)) show(JSON.parse(line));
  }
}

async function follow() {
  const own = (reading = new AbortController());
  for (let goesOn = true; goesOn && !own.signal.aborted; ) {
    const isHidden = document.hidden;
    goesOn = await listen(isHidden ? "application/json" : NEWS, own.signal).catch(() => true);
    if (goesOn) await new Promise((resolve) => setTimeout(resolve, isHidden ? HIDDEN : AGAIN));
  }
}

if (isAccount) keep(localStorage, KEPT, "on");
if (isAccount || read(localStorage, KEPT)) {
  follow();
  document.addEventListener("visibilitychange", () => {
    reading.abort();
    follow();
  });
  // A page from the cache of the browser has lost its stream.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    reading.abort();
    follow();
  });
}
