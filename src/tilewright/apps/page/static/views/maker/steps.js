// Steps that can be taken back, and made again.

/** Whether a key takes a step back or makes it again; null for others. @param {KeyboardEvent} event @returns {"undo" | "redo" | null} */
export function wayOf({ key, shiftKey, altKey }) {
  const letter = key.toLowerCase();
  if (altKey || !["y", "z"].includes(letter)) return null;
  return letter === "y" || shiftKey ? "redo" : "undo";
}

/** @template Value */
export class Steps {
  /** @param {Value} now */
  constructor(now) {
    this.now = now;
    /** @type {Value[]} */
    this.past = [];
    /** @type {Value[]} */
    this.future = [];
    this.kind = "";
  }

  /**
   * Go on to a value. Steps of one kind that follow each other are one, until they are settled.
   * @param {Value} value
   */
  go(value, kind = "") {
    if (!kind || kind !== this.kind) this.past.push(this.now);
    this.kind = kind;
    this.now = value;
    this.future = [];
  }

  settle() {
    this.kind = "";
  }

  undo() {
    this.#move(this.past, this.future);
  }
  redo() {
    this.#move(this.future, this.past);
  }

  /** @param {Value[]} from @param {Value[]} to */
  #move(from, to) {
    const next = from.pop();
    if (next === undefined) return;
    to.push(this.now);
    this.now = next;
    this.settle();
  }
}
