// <capicu-board>: a record of a match with buttons to step through it.
//
// The record is the text of the element, or the file that `src` names.

import { load } from "./index.js";

const STYLE = `
  :host { display: block; max-width: 40rem; }
  svg { display: block; max-width: 100%; height: auto; }
  nav { display: flex; gap: .5rem; align-items: center; margin-top: .5rem; }
  button { font: inherit; min-width: 2.75rem; min-height: 2.75rem; }
  p { margin: 0 0 0 .5rem; }
`;

const BUTTONS = [
  ["«", "First", () => 0],
  ["‹", "Back", at => at - 1],
  ["›", "Next", at => at + 1],
  ["»", "Last", (_, last) => last],
];

class Board extends HTMLElement {
  #at = 0;
  #moments = [];

  async connectedCallback() {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    const source = this.getAttribute("src");
    try {
      const record = source ? await this.#fetch(source) : this.textContent;
      this.#moments = (await load()).moments(record.trim() + "\n");
      if (this.#moments.length === 0) throw new Error("the record has no complete round");
    } catch (error) {
      const told = document.createElement("p");
      told.setAttribute("role", "alert");
      told.textContent = error.message;
      root.replaceChildren(told);
      return;
    }
    const style = document.createElement("style");
    style.textContent = STYLE;
    const picture = document.createElement("div");
    const controls = document.createElement("nav");
    const label = document.createElement("p");
    label.setAttribute("aria-live", "polite");
    for (const [sign, name, to] of BUTTONS) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = sign;
      button.setAttribute("aria-label", name);
      button.addEventListener("click", () => this.#show(to(this.#at, this.#moments.length - 1), picture, label));
      controls.append(button);
    }
    controls.append(label);
    root.replaceChildren(style, picture, controls);
    this.#show(0, picture, label);
  }

  async #fetch(source) {
    const answer = await fetch(source);
    if (!answer.ok) throw new Error(`${source}: ${answer.status}`);
    return answer.text();
  }

  #show(at, picture, label) {
    this.#at = Math.min(Math.max(at, 0), this.#moments.length - 1);
    const { round, moves, move, picture: svg } = this.#moments[this.#at];
    picture.innerHTML = svg;
    label.textContent = move ? `Round ${round}, move ${moves}: ${move.seat} ${move.action}` : `Round ${round}`;
  }
}

customElements.define("capicu-board", Board);
