// The players before the first deal, and later in a dialog. The server writes the HTML for these rules and this seat.
// Seats, readiness and absence come from the table's messages. Commands go through the client.
const sheet = document.createElement("link");
sheet.rel = "stylesheet";
sheet.href = "/assets/waiting-room.css";
document.head.append(sheet);

const lang = () => document.documentElement.lang || "en";
const ask = (detail) => dispatchEvent(new CustomEvent("page-command", { detail }));

let table = null;
let code = null;
let shown = "";
let moving = null;
// The action that the host has to confirm: `{ seat, what }`.
let sure = null;
let copied = false;

function happened(events) {
  for (const event of events ?? []) {
    const { ready } = event;
    const changed = event["seat-changed"];
    if (event["match-began"]) table.ready.clear();
    if (ready) table.ready.add(ready.seat);
    if (changed) {
      const seat = table.seats[changed.seat];
      if (seat.holder !== changed.holder) {
        table.ready.delete(changed.seat);
        seat.devices = changed.holder === "person" ? 1 : 0;
        delete seat.stand_in;
      }
      seat.holder = changed.holder;
      seat.name = changed.name;
    }
    if (event["stand-in"]) table.seats[event["stand-in"].seat].stand_in = event["stand-in"].why;
    const host = event.maker ?? event.host;
    if (host) table.maker = host.seat;
    if (event.dealt) for (const seat of table.seats) if (seat.stand_in === "next-deal") delete seat.stand_in;
  }
}

function attend({ seat, devices }) {
  table.seats[seat].devices = devices;
}

function hear(said) {
  const { snapshot, delta, events, presence, code: coded } = JSON.parse(said);
  if (snapshot) {
    table = { maker: snapshot.host, ...snapshot, seats: snapshot.seats.map((seat) => ({ ...seat })), ready: new Set() };
    moving = null;
    sure = null;
    happened(snapshot.events);
  }
  if (coded) code = coded.code;
  if (!table) return;
  happened(delta?.events);
  happened(events?.events);
  delta?.presence.forEach(attend);
  if (presence) attend(presence);
}

// The place in the page, which the client adds and removes; once tiles were dealt, a dialog.
let dialog = null;
const place = () => document.getElementById("room") ?? (dialog?.open ? dialog : null);

async function draw() {
  const room = place();
  if (!room || !table || table.seat === undefined) return;
  const asked = new URLSearchParams({ rules: JSON.stringify(table.rules), seat: table.seat });
  const which = `${lang()} ${asked} ${room.id}`;
  if (shown !== which || !room.firstElementChild) {
    shown = which;
    const answer = await fetch(`/room?lang=${lang()}`, { method: "POST", body: asked });
    if (!answer.ok || shown !== which || place() !== room) return;
    room.innerHTML = await answer.text();
    if (room === dialog) furnish(room);
    listen(room);
  }
  fill(room);
}

// Adds the parts that only a dialog has.
function furnish(room) {
  room.querySelector("h2").textContent = plain(room, "people");
  room.setAttribute("aria-label", plain(room, "people"));
  const close = document.createElement("button");
  close.type = "button";
  close.dataset.do = "close";
  close.id = "people-close";
  close.textContent = plain(room, "close");
  room.querySelector(".room").append(close);
  close.focus();
}

// Opens the list of players with their actions, during the match.
export async function people() {
  if (!dialog) {
    dialog = document.createElement("dialog");
    dialog.className = "people";
    dialog.id = "people-panel";
    // The menu that led here is closed.
    dialog.onclose = () => document.getElementById("menu")?.focus();
    document.body.append(dialog);
  }
  moving = null;
  sure = null;
  shown = "";
  dialog.showModal();
  await draw();
}

const plain = (room, name, gap = "") =>
  room.querySelector(`[data-text="${name}"]`).content.textContent.replaceAll("%", () => gap);

function called(room, seat) {
  const { holder, name } = table.seats[seat];
  if (holder === "open") return plain(room, "free");
  return name || plain(room, holder === "bot" ? "bot" : "guest");
}

function state(room, seat) {
  const { holder, devices, stand_in } = table.seats[seat];
  if (holder !== "person") return "";
  if (stand_in && stand_in !== "next-deal") return "stood-in";
  if (!devices) return "away";
  // Readiness does not matter once tiles were dealt.
  if (room === dialog) return "";
  return table.ready.has(seat) ? "ready" : "unready";
}

// A button with a short text or a sign, and its whole label for a screen reader.
function short(room, seat, what, label, text) {
  const one = button(room, seat, what, label);
  one.ariaLabel = one.title = one.textContent;
  one.textContent = text;
  return one;
}

function button(room, seat, what, label, gap = "") {
  const one = document.createElement("button");
  one.type = "button";
  one.dataset.do = what;
  one.id = `room-${what}-${seat}`;
  one.textContent = plain(room, label, gap);
  return one;
}

// Lists the actions of this player on a seat.
function doings(room, seat, made) {
  const { holder, devices, stand_in } = table.seats[seat];
  const early = room !== dialog;
  if (moving !== null) return [moving === seat ? button(room, seat, "cancel", "cancel") : button(room, seat, "to", "swap-to")];
  if (sure?.seat === seat) {
    const said = document.createElement("span");
    said.textContent = plain(room, `${sure.what}-sure`, called(room, seat));
    return [said, button(room, seat, `${sure.what}-sure`, sure.what, called(room, seat)), button(room, seat, "cancel", "cancel")];
  }
  const doing = [];
  const other = seat !== table.seat && !table.lobby;
  // An absent player cannot stop the others.
  if (other && holder === "person" && !devices && !stand_in && !table.rated) doing.push(button(room, seat, "wait-no-more", "wait-no-more"));
  if (made && early) doing.push(short(room, seat, "swap", "swap", "⇄"));
  if (other && holder === "open" && (made || table.seats[table.maker].stand_in)) doing.push(short(room, seat, "bot", "bot-here", plain(room, "bot-short")));
  if (made && other && holder === "person") {
    if (devices) doing.push(button(room, seat, "give", "give", called(room, seat)));
    doing.push(button(room, seat, "remove", "remove"));
  }
  return doing;
}

// The address of the face in a seat. The bots of a table have different portraits.
function face(seat) {
  const { holder, name = "" } = table.seats[seat];
  if (holder === "bot") {
    const nth = table.seats.slice(0, seat).filter((one) => one.holder === "bot").length;
    return `/face?level=${table.level}&nth=${nth}`;
  }
  const at = location.pathname.split("/")[2];
  return `/face?table=${at}&seat=${seat}&name=${encodeURIComponent(name)}`;
}

function fill(room) {
  const made = table.maker === table.seat && !table.lobby;
  const host = room.querySelector(".host");
  host.hidden = made || room === dialog;
  host.textContent = plain(room, "host", called(room, table.maker));
  const missing = [];
  for (const row of room.querySelectorAll("li[data-seat]")) {
    const seat = Number(row.dataset.seat);
    const now = state(room, seat);
    row.className = now || (table.seats[seat].holder === "open" ? "free" : "");
    row.querySelector("b").textContent = called(room, seat);
    row.querySelector(".portrait").style.backgroundImage = table.seats[seat].holder === "open" ? "" : `url("${face(seat)}")`;
    row.querySelector("i").textContent = now && plain(room, now);
    if (now === "unready" && seat !== table.seat) missing.push(called(room, seat));
    const doing = doings(room, seat, made);
    const was = row.contains(document.activeElement);
    row.querySelector(".doing").replaceChildren(...doing);
    if (was) (doing.find((one) => one.dataset?.do === "cancel") ?? row.querySelector(".doing button"))?.focus();
  }
  const open = table.seats.some(({ holder }) => holder === "open");
  const names = new Intl.ListFormat(lang()).format(missing);
  let said = "";
  if (room === dialog) said = "";
  else if (moving !== null) said = plain(room, "swap-with", called(room, moving));
  else if (missing.length) said = plain(room, "missing", names);
  else if (!open && table.ready.has(table.seat)) said = plain(room, "all");
  const line = room.querySelector(".missing");
  if (line.textContent !== said) line.textContent = said;
  room.querySelector(".called").hidden = room === dialog || Boolean(table.seats[table.seat].name);
  room.querySelector(".invite").hidden = !(made && code);
  if (made && code && room.querySelector("b.coded").textContent !== code) {
    room.querySelector("b.coded").textContent = code;
    room.querySelector(".invite img").src = `/j/${code}/picture.svg`;
    const link = room.querySelector(".invite a");
    link.href = `/j/${code}`;
    link.textContent = link.href;
  }
  room.querySelector("[data-do=queue]").hidden = table.lobby || table.of_event || table.rated || !location.pathname.startsWith("/t/");
  room.querySelector("[data-do=share]").hidden = !navigator.share;
  if (copied) room.querySelector("[data-do=copy]").textContent = plain(room, "copied");
}

async function invite(room, how) {
  const said = plain(room, "invitation", called(room, table.seat));
  const url = `${location.origin}/j/${code}`;
  if (how === "share") {
    await navigator.share({ text: said, url }).catch(() => {});
  } else {
    await navigator.clipboard.writeText(`${said} ${url}`);
    copied = true;
    fill(room);
  }
}

function listen(room) {
  room.onclick = ({ target }) => {
    const what = target.closest("[data-do]")?.dataset.do;
    const seat = Number(target.closest("[data-seat]")?.dataset.seat);
    if (what === "share" || what === "copy") invite(room, what);
    if (what === "swap") moving = seat;
    if (what === "to") ask(`swap ${moving} ${seat}`);
    if (what === "to" || what === "cancel") moving = null;
    if (what === "bot") ask(`bot ${seat}`);
    if (what === "wait-no-more") ask(`stand-in ${seat}`);
    if (what === "remove" || what === "give") sure = { seat, what };
    else if (what) sure = null;
    if (what === "remove-sure") ask(`new-link ${seat}`);
    if (what === "give-sure") ask(`give-table ${seat}`);
    if (what === "close") return dialog.close();
    if (what === "queue") {
      if (room === dialog) dialog.close();
      import("/assets/queue.js").then((queue) => queue.show());
    }
    if (what) fill(room);
  };
  room.onsubmit = (event) => {
    event.preventDefault();
    const name = new FormData(event.target).get("name").trim();
    if (name) ask(`name ${name.slice(0, 99)}`);
  };
  // Keys pressed here do not reach the table.
  room.onkeydown = (event) => {
    event.stopPropagation();
    if (event.key === "Escape" && (moving !== null || sure)) {
      event.preventDefault();
      moving = null;
      sure = null;
      fill(room);
    }
  };
}

heard.forEach(hear);
const push = heard.push.bind(heard);
heard.push = (...all) => {
  all.forEach(hear);
  setTimeout(draw);
  return push(...all);
};
new MutationObserver(draw).observe(document.documentElement, { attributes: true, attributeFilter: ["lang"] });

export const open = draw;
