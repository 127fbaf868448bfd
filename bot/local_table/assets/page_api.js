// The page's way to the API of the local table, and what the table last said.

export const find = (id) => document.getElementById(id);

export function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

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

/** Let the stock page read its state now rather than at its next half second: it does so when it comes back into sight.
 * Its own "refresh" would do too, but while that is under way it takes no choice and no command. */
export function look() {
  window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
}

/** Ask the table, in the order of asking. Resolves to its answer, or to null when the table does not answer. */
export function ask(kind, request = {}) {
  const answer = queue.then(() => send(kind, request));
  queue = answer.catch(() => null);
  return queue;
}

async function send(kind, request) {
  const context = window.simcordPreview.contextId;
  if (!context) return null;
  const response = await fetch("/api/action", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Simcord-Capability": location.hash.slice(1),
      "X-Simcord-Context": context,
    },
    body: JSON.stringify({ kind: `table.${kind}`, ...request }),
  });
  if (!response.ok) throw new Error(`the table answers ${response.status}`);
  latest = await response.json();
  if (!latest.ok) say(latest.error);
  for (const listener of listeners) listener(latest);
  return latest;
}

/** Ask for the state for ever; load the page again when the table was closed and opened meanwhile. */
export async function watch(pause) {
  let lost = 0;
  for (;;) {
    if (!document.hidden && window.simcordPreview.contextId) {
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
  try { return (await fetch("/", { cache: "no-store" })).ok; } catch (error) { return false; }
}
