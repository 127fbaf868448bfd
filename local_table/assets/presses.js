// Handles presses of buttons. The stock page handles one action at a time and drops the others. Here every press goes
// to the table, in order, with the ID that the button had when it was pressed, as in Discord.

import { ask } from "./page_api.js";
import { look } from "./reads.js";

const BUTTON = "button.component-button[data-control-key]";
const ID_MARK = "~";
let held = null; // the button under the finger, in case the message is redrawn before the finger lifts

function pressable(target) {
  const button = target instanceof Element ? target.closest(BUTTON) : null;
  return button && !button.disabled && button.dataset.controlKey.includes(ID_MARK) ? button : null;
}

async function press(key) {
  const mark = (on) => {
    for (const button of document.querySelectorAll(BUTTON)) {
      if (button.dataset.controlKey === key) button.classList.toggle("is-pressed", on);
    }
  };
  mark(true);
  lastPress = performance.now();
  await ask("press", { key });
  mark(false);
  look();
}

/** Return the time of the last press of a button, in milliseconds since the page was loaded. */
export let lastPress = -Infinity;

export function takePresses() {
  document.addEventListener("click", (event) => {
    const button = pressable(event.target);
    if (!button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void press(button.dataset.controlKey);
  }, true);
  document.addEventListener("pointerdown", (event) => {
    const button = pressable(event.target);
    held = button && { button, key: button.dataset.controlKey };
  }, true);
  document.addEventListener("pointerup", (event) => {
    if (!held) return;
    const { button, key } = held;
    held = null;
    // The browser fires no click if the press began on a button that has since been removed.
    const over = pressable(event.target);
    if (!button.isConnected && over && over.getBoundingClientRect && over.dataset.controlKey.split(ID_MARK)[0] === key.split(ID_MARK)[0]) {
      void press(key);
    }
  }, true);
}
