// Adds what the stock page lacks for messages: who was pinged, dismissing, staying at the bottom, live relative times.

import { ask, find, make, onState, table, write } from "./page_api.js";
import { lastPress } from "./presses.js";
import { look } from "./reads.js";

const NEAR = 160; // within this many pixels of the bottom, a person is reading the newest message
const HAND = 1000; // milliseconds that scrolling continues after a person's movement
const ANSWER = 4000; // milliseconds within which a new message after a press counts as its answer

export function tendMessages() {
  const list = find("channel-message-list");
  const timeline = find("channel-timeline");
  let near = true;
  let newest = "";
  let hand = -Infinity; // when a person last scrolled the page
  for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    timeline.addEventListener(kind, (event) => {
      if (kind !== "pointerdown" || !event.target.closest("button")) hand = performance.now();
    }, { passive: true });
  }
  const gap = () => timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight;
  const down = () => { timeline.scrollTop = timeline.scrollHeight; };
  let top = 0;
  timeline.addEventListener("scroll", () => {
    // Arriving pictures and growing messages also cause scrolling, so only a person who scrolls up leaves the bottom.
    if (gap() < NEAR) near = true;
    else if (timeline.scrollTop < top && performance.now() - hand < HAND) near = false;
    top = timeline.scrollTop;
  }, { passive: true });

  const tend = () => {
    let stood = false;
    for (const message of list.querySelectorAll("[data-message-id]")) {
      stood = keepPictures(message) || stood;
      addDismissal(message);
      addMenu(message);
      addPinged(message);
    }
    // Until its pictures were loaded, the list was too short for this scroll position. An open select would close if it
    // moved out of sight.
    if (stood && near) down();
    const last = list.lastElementChild?.dataset.messageId || "";
    if (last !== newest) {
      const answered = performance.now() - lastPress < ANSWER && list.lastElementChild?.querySelector(".message-ephemeral-note");
      newest = last;
      if (answered) near = true;
      if (near) requestAnimationFrame(down);
    }
  };
  new MutationObserver(tend).observe(list, { childList: true, subtree: true });
  new ResizeObserver(() => { if (near) down(); }).observe(list);
  onState(tend);
  setInterval(keepTimes, 1000);
}

const PICTURE = "img.gallery-image:not(.table-stand-in)";
const PATIENCE = 5000; // milliseconds until an old picture is removed even if the new one hasn't loaded
const pictures = new WeakMap(); // message -> its pictures when all of them were last loaded

// A redrawn message starts without its pictures, so everything below it would jump up and down again, even buttons
// under the finger. So the old picture stands in until the new one has loaded. Return whether a stand-in was just
// added.
function keepPictures(message) {
  let stood = false;
  const seen = pictures.get(message) || [];
  pictures.set(message, seen);
  message.querySelectorAll("figure.gallery-item").forEach((figure, index) => {
    const picture = figure.querySelector(PICTURE);
    const settle = () => {
      figure.querySelector(".table-stand-in")?.remove();
      figure.classList.remove("table-waiting");
    };
    const arrived = () => { settle(); picture.classList.remove("table-stand-in"); seen[index] = picture; };
    if (picture?.naturalWidth) { arrived(); return; }
    if (picture && !picture.dataset.awaited) {
      picture.dataset.awaited = "yes";
      picture.addEventListener("load", arrived, { once: true });
    }
    const old = seen[index];
    if (!old || old.isConnected || figure.dataset.waited) return;
    figure.dataset.waited = "yes";
    old.classList.add("table-stand-in");
    figure.classList.add("table-waiting");
    figure.prepend(old);
    stood = true;
    setTimeout(settle, PATIENCE);
  });
  return stood;
}

function addDismissal(message) {
  const note = message.querySelector(":scope > .message-ephemeral-note");
  if (!note || note.querySelector(".table-dismiss")) return;
  const button = make("button", "table-dismiss", "Dismiss message");
  button.type = "button";
  button.addEventListener("click", async () => {
    message.classList.add("table-going");
    await ask("dismiss", { message: message.dataset.messageId });
    look();
  });
  note.append(" · ", button);
}

// The menu of a message, with the bot's commands. In Discord it opens on a right click or a long press.
function addMenu(message) {
  const header = message.querySelector(":scope > .message-header");
  if (!header || header.querySelector(".table-menu") || !table()?.menu.length || !header.querySelector(".message-app-badge")) return;
  const toggle = make("button", "table-menu", "⋯");
  toggle.type = "button";
  toggle.title = "More";
  toggle.setAttribute("aria-label", "More");
  const open = () => {
    document.querySelector(".table-menu-list")?.remove();
    const list = make("div", "table-menu-list");
    for (const { name, title } of table().menu) {
      const entry = make("button", "table-menu-entry", title);
      entry.type = "button";
      entry.addEventListener("click", async () => {
        list.remove();
        await ask("menu", { message: message.dataset.messageId, name });
        look();
      });
      list.append(entry);
    }
    header.append(list);
    list.firstElementChild.focus();
    document.addEventListener("pointerdown", (event) => { if (!list.contains(event.target)) list.remove(); }, { once: true, capture: true });
  };
  toggle.addEventListener("click", open);
  message.addEventListener("contextmenu", (event) => {
    if (event.target.closest("a, img, input, textarea")) return;
    event.preventDefault();
    open();
  });
  header.append(toggle);
}

function addPinged(message) {
  const names = table()?.pinged?.[message.dataset.messageId]?.join(", ") || "";
  let line = message.querySelector(":scope > .table-pinged");
  if (!names) { line?.remove(); return; }
  const text = `🔔 Pinged: ${names}`;
  if (!line) message.append(line = make("div", "table-pinged"));
  write(line, text);
}

const UNITS = [["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

// The stock page writes "5 minutes ago" once and never updates it, but the element has the exact time.
function keepTimes() {
  const now = table() && Date.parse(table().now) + (performance.now() - heard);
  if (!now) return;
  for (const time of document.querySelectorAll("#channel-message-list time.discord-timestamp")) {
    const moment = Date.parse(time.dateTime || "");
    if (!/^(in |.* ago$|now$|yesterday$|tomorrow$|(last|next|this) )/.test(time.textContent) || !Number.isFinite(moment)) continue;
    const seconds = (moment - now) / 1000;
    const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) || UNITS[UNITS.length - 1];
    const text = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" }).format(Math.round(seconds / size), unit);
    write(time, text);
  }
}
let heard = 0;
onState(() => { heard = performance.now(); });
