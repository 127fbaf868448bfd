// The stock page reads its state twice a second, and after each read tends all that it shows. Here a read waits until the
// table says that there is something else to read than the page has read, or until the page has done something itself.

import { onState } from "./page_api.js";

const MARK = "X-Table-Mark";
const LONGEST = 5000; // milliseconds that a read waits
let newest = null; // the mark of what there is to read, as the table last said
let read = null; // the mark of what the page has read, or is reading
let acted = false; // since then
let waits = false; // whether a read does
let wake = () => {}; // it, if there is something to read

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
    signal.addEventListener("abort", unread); // what was broken off was not read
    await news(signal);
    acted = false;
    const told = newest;
    read = newest;
    try {
      const answer = await fetchNow(address, options);
      if (!signal.aborted) {
        read = answer.headers.get(MARK);
        if (newest === told) newest = read; // the table has said nothing since
      }
      return answer;
    } catch (error) {
      unread();
      throw error;
    }
  };
}

/** Let the stock page read its state now rather than at its next half second, if it does not do so already: it does when
 * it comes back into sight. Its own "refresh" would do too, but while that is under way it takes no choice and no command. */
export function look() {
  if (waits || newest === read) return;
  window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
}
