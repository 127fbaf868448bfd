// Adds what the stock page lacks for commands: choices before anything is typed, and whole commands in one line.

import { ask, find } from "./page_api.js";
import { look } from "./reads.js";

const FIELD = ".command-option-input[aria-autocomplete]";
const NONE = ".command-empty";
const LOADING = "Loading options …";
let offered = ""; // the field for which choices were last requested, because a redrawn field gets the focus again

export function takeTypedLines() {
  document.addEventListener("submit", async (event) => {
    const input = find("channel-composer-input");
    if (!input?.isConnected || event.target.id !== "channel-composer" || !/^\/\S/.test(input.value)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const line = input.value;
    input.value = "";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    await ask("line", { line });
    look();
  }, true);
}

export function offerChoices() {
  document.addEventListener("focusin", ({ target }) => {
    if (target.id === "channel-composer-input") offered = "";
    if (!target.matches?.(FIELD) || target.value) return;
    const row = [...target.closest(".command-row").querySelectorAll(".command-option-input")];
    const field = [target.dataset.controlKey, ...row.map((one) => one.value)].join();
    if (field === offered) return;
    offered = field;
    target.dispatchEvent(new Event("input", { bubbles: true }));
  });
  // Until the bot has answered, the stock page would say that there are no options.
  document.addEventListener("input", ({ target }) => {
    const none = target.matches?.(FIELD) && document.querySelector(NONE);
    if (none) none.textContent = LOADING;
  });
}
