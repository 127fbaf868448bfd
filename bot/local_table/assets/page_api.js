// The page's way to the API of the local table, and what the table last said.

export const find = (id) => document.getElementById(id);

export function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

/** Write a text where it is not written already: the page would be laid out anew. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const fetchNow = window.fetch.bind(window); // whatever becomes of the page's own requests
const listeners = [];
let latest = null;
let queue = Promise.resolve();

/** Call back with every new state of the table. */
export const onState = (listener) => listeners.push(listener);
export const table = () => latest;

let faded = 0;
/** Show a sentence for a few seconds. */
export function say(text) {
  const toast = find("table-toast");
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(faded);
  faded = setTimeout(() => { toast.hidden = true; }, 6000);
}

/** Ask the table, in the order of asking. Resolves to its answer, or to null when the table does not answer. */
export function ask(kind, request = {}) {
  const answer = queue.then(() => send(kind, request));
  queue = answer.catch(() => null);
  return queue;
}

let known = null;
/** Under what id the table knows the page, once it does. To ask costs as much as to lay out the page. */
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

/** Ask for the state for ever; load the page again when the table was closed and opened meanwhile. */
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
