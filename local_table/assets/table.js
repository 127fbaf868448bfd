// The parts of the page around the chat: seats, channels, clock, restart, problems.

import { ask, context, find, hush, make, onState, say, watch, write } from "./page_api.js";
import { tendMessages } from "./messages.js";
import { takePicturesInTurn } from "./pictures.js";
import { offerChoices, takeTypedLines } from "./choices.js";
import { takePresses } from "./presses.js";
import { look, readWhatIsNew } from "./reads.js";

const PAUSE = 500; // milliseconds between two polls of the table
const WIDE = 1000; // px: on a screen this wide a table opens with wide pictures
const SKIPPING = "Skipping time: the bot does everything that becomes due on the way, which takes a while.";
const REMEMBERED = "miasma-table"; // stores this tab's seat and channel across a reload

// If the address has no hash, set it: the page reads it when it starts, and again after this change.
if (!location.hash) location.hash = "table";

function button(id, text, title, act) {
  const made = make("button", "toolbar-button", text);
  made.id = id;
  made.type = "button";
  made.title = title;
  made.addEventListener("click", () => act(made));
  return made;
}

function build() {
  const toolbar = find("toolbar");
  const brand = toolbar.querySelector(".preview-brand");
  brand.querySelector(".brand-mark").textContent = "M";
  brand.querySelector("strong").textContent = "Miasma";
  brand.querySelector("small").textContent = "local table";
  find("messages-toggle").lastChild.textContent = "Channels";

  const seats = make("div", "table-seats");
  seats.id = "table-seats";
  seats.setAttribute("role", "group");
  seats.setAttribute("aria-label", "Seats");
  brand.after(seats, button("table-problems-toggle", "", "Errors", () => {
    find("table-problems").hidden = !find("table-problems").hidden;
  }));

  const channels = make("nav", "table-channels");
  channels.id = "table-channels";
  channels.setAttribute("aria-label", "Channels");
  const clock = make("time", "table-clock");
  clock.id = "table-clock";
  clock.title = "Simulated time (UTC)";
  const tools = make("div", "table-tools");
  tools.append(
    clock,
    button("table-hour", "+1 h", "Skip one hour", working(() => ask("skip_time", { seconds: 3600 }), SKIPPING)),
    button("table-day", "+1 d", "Skip one day", working(() => ask("skip_time", { seconds: 86400 }), SKIPPING)),
    button("table-restart", "Restart bot", "Restart the bot, as after an update", working(() => ask("restart"))),
  );
  find("messages-sidebar").append(channels, tools);

  const problems = make("section", "table-problems");
  problems.id = "table-problems";
  problems.hidden = true;
  const toast = make("div", "table-toast");
  toast.id = "table-toast";
  toast.hidden = true;
  toast.setAttribute("role", "status");
  const news = make("div", "table-news");
  news.id = "table-news";
  news.hidden = true;
  news.setAttribute("role", "status");
  const lost = make("div", "table-lost-note", "The local table is not responding. If you stopped it, start it again; this page reconnects by itself.");
  document.body.append(problems, toast, news, lost);
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#table-problems, #table-problems-toggle")) problems.hidden = true;
  });
}

/** Wrap a button's action: the button shows that the action is running, and the page explains why it takes long. */
function working(act, why = "") {
  return async (made) => {
    made.disabled = true;
    if (why) say(why, true);
    await act(made);
    if (why) hush(why);
    made.disabled = false;
    look();
  };
}

async function show(request) {
  document.body.classList.add("table-moving");
  const now = await ask("show", request);
  document.body.classList.remove("table-moving");
  document.getElementById("preview-shell").classList.contains("messages-open") && find("drawer-scrim").click();
  look();
  if (now) sessionStorage.setItem(REMEMBERED, JSON.stringify({ seat: now.seat, channel: now.channel }));
}

/** Redraw a list of buttons only if it has changed: a button must not vanish under a finger. */
function draw(container, entries, fill) {
  const said = JSON.stringify(entries);
  if (container.dataset.said === said) return;
  container.dataset.said = said;
  const focused = container.contains(document.activeElement) ? document.activeElement.dataset.id : null;
  container.replaceChildren(...entries.map(fill));
  if (focused) container.querySelector(`[data-id="${focused}"]`)?.focus();
}

function badge(count) {
  const mark = make("span", "table-badge", String(count));
  mark.title = count === 1 ? "1 unread ping" : `${count} unread pings`;
  return mark;
}

function drawSeats(state) {
  draw(find("table-seats"), state.seats.map((seat) => ({ ...seat, here: seat.id === state.seat })), (seat) => {
    const chip = make("button", "table-seat", seat.name);
    chip.type = "button";
    chip.dataset.id = seat.id;
    chip.setAttribute("aria-pressed", String(seat.here));
    chip.title = seat.pings ? `Play as ${seat.name} in the channel where they were pinged` : `Play as ${seat.name}`;
    if (seat.pings) chip.append(badge(seat.pings));
    chip.addEventListener("click", () => show({ seat: seat.id, pinged: seat.pings > 0 }));
    return chip;
  });
}

function drawChannels(state) {
  const threads = (parent) => state.channels.filter((channel) => channel.parent === parent);
  const rows = [];
  for (const channel of state.channels.filter((one) => one.kind === "channel")) {
    rows.push(channel, ...threads(channel.id));
  }
  rows.push(...state.channels.filter((one) => one.kind === "direct"));
  const entries = rows.map((row) => ({ ...row, here: row.id === state.channel }));
  draw(find("table-channels"), [{ heading: "Channels" }, ...entries, { thread: true }], (row) => {
    if (row.heading) return make("h1", "table-heading", row.heading);
    if (row.thread) return button("table-thread", "New thread", "Open a thread in this channel", openThread);
    const sign = { channel: "#", thread: "↳", direct: "@" }[row.kind];
    const link = make("button", `table-channel is-${row.kind}`);
    link.type = "button";
    link.dataset.id = row.id;
    link.append(make("span", "table-sign", sign), make("span", "table-name", row.name));
    if (row.here) link.setAttribute("aria-current", "page");
    if (row.fresh) link.classList.add("is-fresh");
    if (row.pings) link.append(badge(row.pings));
    link.addEventListener("click", () => show({ channel: row.id }));
    return link;
  });
}

async function openThread() {
  const name = window.prompt("Thread name");
  if (!name) return;
  await ask("thread", { name });
  look();
}

function drawProblems(state) {
  const toggle = find("table-problems-toggle");
  toggle.hidden = !state.problems.length;
  write(toggle, `⚠ ${state.problems.length}`);
  if (!state.problems.length) find("table-problems").hidden = true;
  draw(find("table-problems"), [{ forget: true }, ...[...state.problems].reverse().map((text) => ({ text }))], (row) => {
    if (row.forget) return button("table-forget", "Clear", "Clear the list of errors", () => ask("forget"));
    const entry = make("details");
    entry.append(make("summary", "", row.text.trim().split("\n").at(-1)), make("pre", "", row.text));
    return entry;
  });
}

const FACE = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", weekday: "short", hour: "2-digit", minute: "2-digit" });

function drawClock(state) {
  const clock = find("table-clock");
  clock.dateTime = state.now;
  write(clock, FACE.format(new Date(state.now)));
}

/** Show what the table is doing on its own, until it is done. */
function drawNews(state) {
  const news = find("table-news");
  news.hidden = !state.news;
  write(news, state.news);
}

/** Greet people in an empty channel, so that they need no command to start. Wait until earlier tables are posted. */
function drawGreeting(state) {
  const empty = find("channel-empty");
  const rows = state.news ? [{ hello: state.news }] : state.greeting;
  draw(empty, rows.map((row) => ({ ...row, channel: state.channel })), (row) => {
    if (row.hello) return make("span", "table-hello", row.hello);
    const made = button(`table-${row.kind}-${row.id.replaceAll(" ", "-")}`, row.title, row.title, working(() => ask(row.kind, { game: row.id, wide: innerWidth >= WIDE })));
    made.classList.add(`is-${row.kind}`);
    return made;
  });
}

/** Show the stock page's report of a failed action. Its other reports don't interest players. */
function tellBadNews() {
  const status = find("action-status");
  new MutationObserver(() => {
    const said = status.textContent;
    if (/not completed|uncertain|unavailable/.test(said)) void ask("state").then((now) => { if (!now || now.why) say(now?.why || said); });
  }).observe(status, { childList: true, characterData: true, subtree: true });
}

async function sitDownAgain() {
  const seat = sessionStorage.getItem(REMEMBERED);
  while (!context()) await new Promise((resolve) => setTimeout(resolve, 50));
  if (seat) await show(JSON.parse(seat));
}

build();
takePicturesInTurn();
readWhatIsNew();
takePresses();
tendMessages();
offerChoices();
takeTypedLines();
tellBadNews();
onState(() => document.body.classList.add("table-known"));
onState(drawSeats);
onState(drawChannels);
onState(drawProblems);
onState(drawClock);
onState(drawNews);
onState(drawGreeting);
await sitDownAgain();
void watch(PAUSE);
