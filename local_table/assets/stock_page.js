// Patches the browser for the stock page, so that it loads and draws quickly.

document.title = "Miasma · local table";

// The stock page waits for fonts of all the world's scripts, 31 MB on each visit. Here it waits only for the font of
// nearly all texts; the browser loads the others when they are used.
const FIRST_FONT = 'normal 16px "Noto Sans"';
for (const name of ["load", "check"]) {
  const stock = document.fonts[name].bind(document.fonts);
  document.fonts[name] = (css, sample) => (css === FIRST_FONT ? stock(css, sample) : name === "check" || Promise.resolve([]));
}

// On every change, the stock page sets the height of its input line to "auto" and measures it, which forces a layout.
// Here the line is measured only if its text has changed.
const height = Object.getOwnPropertyDescriptor(Element.prototype, "scrollHeight");
Object.defineProperty(HTMLTextAreaElement.prototype, "scrollHeight", {
  get() {
    if (this.style.height === "auto" && this.measuredText !== this.value) {
      this.measuredText = this.value;
      this.measuredHeight = height.get.call(this);
    }
    return this.measuredHeight ?? 0;
  },
});
