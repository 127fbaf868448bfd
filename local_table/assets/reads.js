// The stock page reads its state twice a second, and updates everything it shows after each read. Here a read waits
// until the table reports a state that the page hasn't read, or until the page has done something itself.

import { onState } from "./page_api.js";

const MARK = "X-Table-Mark";
const LONGEST = 5000; // milliseconds that a read waits at most
let newest = null; // the mark of the latest state, as last reported by the table
let read = null; // the mark of the state that the page has read, or is reading
let acted = false; // whether the page has done something since that read
let waits = false; // whether a read is waiting
let wake = () => {}; // ends the wait if there is something to read

function news(signal) {
  return new Promise((resolve, reject) => {
    const end = (how, why) => { waits = false; clearTimeout(timer); how(why); };
    const timer = setTimeout(() => end(resolve), LONGEST);
    signal.addEventListener("abort", () => end(reject, signal.reason), { once: true });
    waits = true;
    wake = () => { if (waits && (acted || newest !== read)) end(resolve); };
    wake();
  });
}

export function readWhatIsNew() {
  const fetchNow = window.fetch.bind(window);
  const act = () => { acted = true; wake(); };
  onState((state) => { newest = state.mark; wake(); });
  window.fetch = async (address, options) => {
    if (address !== "/api/state") {
      const answer = fetchNow(address, options);
      if (options?.method === "POST") answer.then(act, act);
      return answer;
    }
    const { signal } = options;
    const unread = () => { read = null; };
    signal.addEventListener("abort", unread); // an aborted read doesn't count
    await news(signal);
    acted = false;
    const told = newest;
    read = newest;
    try {
      const answer = await fetchNow(address, options);
      if (!signal.aborted) {
        read = answer.headers.get(MARK);
        if (newest === told) newest = read; // the table has reported no newer state in the meantime
      }
      return answer;
    } catch (error) {
      unread();
      throw error;
    }
  };
}

/** Make the stock page read its state now instead of within half a second, unless it is reading already. It reads when
 * it becomes visible again. Its own "refresh" would work too, but accepts no choices or commands while it runs. */
export function look() {
  if (waits || newest === read) return;
  window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
}
