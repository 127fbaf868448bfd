// The page's client of the local table's API, and the latest state of the table.

export const find = (id) => document.getElementById(id);

export function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

/** Set an element's text only if it differs, because setting it causes a layout of the page. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const fetchNow = window.fetch.bind(window); // not affected when other modules replace window.fetch
const listeners = [];
let latest = null;
let queue = Promise.resolve();

/** Call the listener with every new state of the table. */
export const onState = (listener) => listeners.push(listener);
export const table = () => latest;

let faded = 0;
/** Show a message for a few seconds. */
export function say(text, stays = false) {
  const toast = find("table-toast");
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(faded);
  if (!stays) faded = setTimeout(() => { toast.hidden = true; }, 6000);
}

/** Hide a lasting message, unless another one has replaced it. */
export function hush(text) {
  const toast = find("table-toast");
  if (toast.textContent === text) toast.hidden = true;
}

/** Send a request to the table, in the order of the calls. Resolves to the answer, or to null if there is none. */
export function ask(kind, request = {}) {
  const answer = queue.then(() => send(kind, request));
  queue = answer.catch(() => null);
  return queue;
}

let known = null;
/** Return the ID that the table gave this page, once there is one. A look-up costs as much as a layout of the page. */
export const context = () => known ||= window.simcordPreview?.contextId;

async function send(kind, request) {
  if (!context()) return null;
  const response = await fetchNow("/api/action", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Simcord-Capability": location.hash.slice(1),
      "X-Simcord-Context": context(),
    },
    body: JSON.stringify({ kind: `table.${kind}`, ...request }),
  });
  if (!response.ok) throw new Error(`the local table responded with status ${response.status}`);
  latest = await response.json();
  if (!latest.ok) say(latest.error);
  for (const listener of listeners) listener(latest);
  return latest;
}

/** Poll the state forever; reload the page if the table was closed and has been reopened. */
export async function watch(pause) {
  let lost = 0;
  for (;;) {
    if (!document.hidden && context()) {
      try {
        await send("state", {});
        lost = 0;
      } catch (error) {
        lost += 1;
        if (lost > 1 && await reachable()) location.reload();
      }
      document.body.classList.toggle("table-lost", lost > 0);
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

async function reachable() {
  try { return (await fetchNow("/", { cache: "no-store" })).ok; } catch (error) { return false; }
}
