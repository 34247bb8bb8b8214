/** Single-key shortcuts, which users of speech input can turn off. */
const KEPT = "keys";

class Keys {
  on = $state(localStorage.getItem(KEPT) !== "off");

  constructor() {
    this.#show();
  }

  turn(): void {
    this.on = !this.on;
    localStorage.setItem(KEPT, this.on ? "on" : "off");
    this.#show();
  }

  /** What is written on buttons is seen only while it is true. */
  #show(): void {
    document.documentElement.dataset["keys"] = this.on ? "on" : "off";
  }
}

export const keys = new Keys();
