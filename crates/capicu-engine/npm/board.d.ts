/** Defines `<capicu-board>`: a record of a match with buttons to step through it. */
declare global {
  interface HTMLElementTagNameMap {
    "capicu-board": HTMLElement;
  }
}
export {};
