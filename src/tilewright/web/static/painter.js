// The painter: a board whose cells are taken away and put back, by mouse, touch or keyboard.

import { s } from "./dom.js";

export class Painter {
  constructor(rows, columns, off, changed) {
    this.off = off;
    this.changed = changed;
    this.painting = null;
    this.element = s("svg", { class: "paint", role: "grid", "aria-label": "Board. Space takes a cell away or puts it back, arrow keys move." });
    this.element.addEventListener("pointerdown", (event) => this.down(event));
    this.element.addEventListener("pointermove", (event) => this.moved(event));
    for (const name of ["pointerup", "pointercancel"]) this.element.addEventListener(name, () => { this.painting = null; });
    this.element.addEventListener("keydown", (event) => this.keyDown(event));
    this.resize(rows, columns);
  }

  resize(rows, columns) {
    this.rows = rows;
    this.columns = columns;
    this.off = new Set([...this.off].filter((name) => { const [row, column] = name.split(",").map(Number); return row < rows && column < columns; }));
    this.element.setAttribute("viewBox", `-0.2 -0.2 ${columns + 0.4} ${rows + 0.4}`);
    this.element.replaceChildren();
    for (let row = 0; row < rows; row++) {
      const line = s("g", { role: "row" });
      for (let column = 0; column < columns; column++) {
        const name = `${row},${column}`;
        const cell = s("rect", {
          class: this.off.has(name) ? "off" : "on", x: column + 0.04, y: row + 0.04, width: 0.92, height: 0.92, rx: 0.12, role: "gridcell",
          tabindex: row === 0 && column === 0 ? "0" : "-1", "aria-label": `row ${row + 1}, column ${column + 1}`, "aria-selected": String(!this.off.has(name)),
        });
        cell.dataset.name = name;
        line.append(cell);
      }
      this.element.append(line);
    }
  }

  /** Mark the cells with a 1, or show the numbers of all: an argument why there is no tiling is about them. */
  show(weights) {
    const marks = weights?.flat().every((weight) => weight === 0 || weight === 1);
    this.element.querySelectorAll("text").forEach((text) => text.remove());
    for (const cell of this.element.querySelectorAll("[data-name]")) {
      const [row, column] = cell.dataset.name.split(",").map(Number);
      const weight = weights?.[row][column];
      cell.classList.toggle("marked", Boolean(marks && weight));
      if (weights && !marks && !this.off.has(cell.dataset.name)) {
        this.element.append(s("text", { class: "weight", x: column + 0.5, y: row + 0.5, text: String(weight) }));
      }
    }
  }

  get area() { return this.rows * this.columns - this.off.size; }

  /** The board in the words of the grammar. */
  board() {
    if (!this.off.size) return `${this.rows}x${this.columns}`;
    const line = (row) => Array.from({ length: this.columns }, (_, column) => (this.off.has(`${row},${column}`) ? "." : "#")).join("");
    return `${Array.from({ length: this.rows }, (_, row) => line(row)).join("\n")}\n`;
  }

  set(cell, on) {
    const { name } = cell.dataset;
    if (on === !this.off.has(name)) return;
    if (on) this.off.delete(name);
    else this.off.add(name);
    cell.setAttribute("class", on ? "on" : "off");
    cell.setAttribute("aria-selected", String(on));
    this.changed();
  }

  down(event) {
    const cell = event.target.closest("[data-name]");
    if (!cell) return;
    event.preventDefault();
    this.element.setPointerCapture(event.pointerId);
    this.painting = this.off.has(cell.dataset.name);
    this.set(cell, this.painting);
  }

  moved(event) {
    if (this.painting === null) return;
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".paint [data-name]");
    if (cell) this.set(cell, this.painting);
  }

  keyDown(event) {
    const cell = event.target.closest("[data-name]");
    if (!cell) return;
    const [row, column] = cell.dataset.name.split(",").map(Number);
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (step) {
      event.preventDefault();
      const next = this.element.querySelector(`[data-name="${row + step[0]},${column + step[1]}"]`);
      if (next) { cell.setAttribute("tabindex", "-1"); next.setAttribute("tabindex", "0"); next.focus(); }
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      this.set(cell, this.off.has(cell.dataset.name));
    }
  }
}
