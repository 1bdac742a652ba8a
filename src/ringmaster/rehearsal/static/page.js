// The page around the screens: who one is, where one looks, what time it is.
const $ = (id) => document.getElementById(id);
const SPEEDS = [1, 60, 600, 3600];
const chosen = { person: null, spot: null };
let state = null;
let shown = null;
const lastSpot = {};

async function call(path, body) {
  const options = body === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  const answer = await fetch(path, { cache: "no-store", ...options });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name in element && name !== "list") element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// Redraws a list only when it has changed, and keeps the keyboard's place in it.
function redraw(container, value, draw) {
  const mark = JSON.stringify(value);
  if (container.dataset.mark === mark) return;
  container.dataset.mark = mark;
  const focused = document.activeElement?.closest(`#${container.id} [data-id]`)?.dataset.id;
  container.replaceChildren(...draw());
  if (focused) container.querySelector(`[data-id="${focused}"]`)?.focus();
}

function badge(count) {
  return count ? [make("span", { className: "unread", textContent: count > 99 ? "99+" : String(count), title: `${count} unread` })] : [];
}

function drawPeople() {
  redraw($("people"), [state.people, chosen.person], () => state.people.map((person) => {
    const player = person.out ? "out" : person.computer ? "computer" : state.status === "setup" ? "player" : "you";
    const notes = [person.alias, person.part === "player" ? player : person.part].filter(Boolean);
    const current = person.id === chosen.person;
    const button = make("button", { type: "button", className: `person${person.out ? " out" : ""}`, "data-id": person.id,
      "aria-current": String(current), title: `Be ${person.name}` },
      make("img", { src: `/rehearsal/face/${person.id}.png`, alt: "", width: 32, height: 32 }),
      make("span", { className: "who" }, make("strong", { textContent: person.name }), make("small", { textContent: notes.join(" · ") })),
      ...badge(current ? 0 : person.unread));
    button.addEventListener("click", () => be(person.id));
    return make("li", {}, button);
  }));
}

function drawSpots() {
  const person = state.people.find((other) => other.id === chosen.person);
  $("spots-title").textContent = person ? `${person.name} sees` : "Look at";
  redraw($("spots"), [state.spots, chosen.spot], () => {
    const groups = new Map();
    for (const spot of state.spots) groups.set(spot.group, [...(groups.get(spot.group) ?? []), spot]);
    return [...groups].map(([group, spots]) => make("section", {},
      make("h3", { textContent: group }),
      make("ul", {}, ...spots.map((spot) => {
        const button = make("button", { type: "button", className: `spot ${spot.kind}`, "data-id": spot.id,
          "aria-current": String(spot.id === chosen.spot) },
          make("span", { className: "glyph", "aria-hidden": "true", textContent: { direct: "@", thread: "↳", channel: "#" }[spot.kind] }),
          make("span", { className: "name", textContent: spot.name }), ...badge(spot.id === chosen.spot ? 0 : spot.unread));
        button.addEventListener("click", () => lookAt(spot.id));
        return make("li", {}, button);
      }))));
  });
}

// Backquoted parts of a hint are what one can type.
function drawHint() {
  redraw($("hint"), state.hint, () => state.hint.split("`").map((part, place) =>
    place % 2 ? make("code", { textContent: part }) : document.createTextNode(part)));
  const seat = $("seat");
  const person = state.people.find((other) => other.id === chosen.person);
  seat.hidden = !state.seated || person?.out || state.status === "over";
  seat.textContent = state.computer ? "Take this seat over" : "Let the computer play";
}

function span(milliseconds) {
  const minutes = Math.max(0, Math.round(milliseconds / 60000));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  if (days) return `${days} d ${hours} h`;
  return hours ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

function phaseName(phase) {
  return phase.replace(/-/g, " ").replace(/^./, (letter) => letter.toUpperCase());
}

function drawBar() {
  $("title").textContent = state.title || "Setting up …";
  const parts = [];
  if (state.status === "over") parts.push("The game is over");
  else if (state.phase) {
    parts.push(phaseName(state.phase));
    if (state.status === "paused") parts.push("paused");
    else if (state.deadline) parts.push(`closes in ${span(new Date(state.deadline) - new Date(state.now))}`);
  }
  $("phase").textContent = parts.join(" · ");
  const now = new Date(state.now);
  $("day").textContent = now.toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });
  $("hour").textContent = now.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });
  $("clock").dateTime = state.now;
  $("pause").textContent = state.paused ? "Go on" : "Pause";
  $("pause").setAttribute("aria-pressed", String(state.paused));
  const speeds = SPEEDS.includes(state.speed) ? SPEEDS : [...SPEEDS, state.speed].sort((one, two) => one - two);
  redraw($("speeds"), [speeds, state.speed], () => speeds.map((speed) => {
    const button = make("button", { type: "button", "data-id": String(speed), "aria-pressed": String(speed === state.speed),
      textContent: `${speed}×`, title: `One real second is ${span(speed * 1000) === "0 min" ? `${speed} s` : span(speed * 1000)}` });
    button.addEventListener("click", () => act("/rehearsal/pace", { speed }));
    return button;
  }));
  $("trouble").hidden = !state.trouble;
  $("trouble").textContent = state.trouble;
}

async function showScreen() {
  const wanted = `${chosen.person}/${chosen.spot}`;
  if (shown === wanted || !chosen.spot) return;
  shown = wanted;
  try {
    const { key } = await call("/rehearsal/look", { person: chosen.person, spot: chosen.spot });
    if (shown !== wanted) return;
    const fresh = $("screen").cloneNode(false);  // a new frame leaves no trace in the browser's history
    fresh.src = `/screen#${key}`;
    fresh.dataset.shows = wanted;
    $("screen").replaceWith(fresh);
  } catch {
    shown = null;
  }
}

function remember() {
  history.replaceState(null, "", `#${chosen.person}/${lastSpot[chosen.person] ?? ""}`);
}

async function be(person) {
  chosen.person = person;
  await refresh();
}

async function lookAt(spot) {
  lastSpot[chosen.person] = spot;
  await refresh();
}

async function act(path, body) {
  await call(path, body).catch(() => {});
  await refresh();
}

// Until one has chosen, one looks at the stage as soon as there is one.
function choose() {
  const wanted = lastSpot[chosen.person];
  const found = state.spots.find((spot) => spot.id === wanted)
    ?? state.spots.find((spot) => spot.name.includes("stage"))
    ?? state.spots.at(-1);
  chosen.spot = found?.id ?? null;
}

async function refresh() {
  try {
    const asked = chosen.person;
    const answer = await call(`/rehearsal/state${asked ? `?person=${asked}` : ""}`);
    if (asked !== chosen.person) return;
    state = answer;
    document.body.classList.remove("gone");
  } catch {
    document.body.classList.add("gone");
    return;
  }
  chosen.person = state.person;
  choose();
  drawBar();
  drawPeople();
  drawSpots();
  drawHint();
  remember();
  await showScreen();
}

$("pause").addEventListener("click", () => act("/rehearsal/pace", { paused: !state.paused }));
$("skip").addEventListener("click", () => act("/rehearsal/pace", { skip: 3600 }));
$("seat").addEventListener("click", () => act("/rehearsal/seat", { person: chosen.person, computer: !state.computer }));
$("about-open").addEventListener("click", () => $("about").showModal());

const [person, spot] = location.hash.slice(1).split("/");
if (/^\d+$/.test(person)) {
  chosen.person = person;
  if (spot) lastSpot[person] = spot;
}
await refresh();
setInterval(refresh, 1000);
