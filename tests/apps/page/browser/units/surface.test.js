// Surfaces: which cell is pointed at, and what drags are told.

import { squares } from "/static/geometry/lattice.js";
import { Surface } from "/static/board/look/surface.js";
import { same, test } from "./testing.js";

/** A surface of 4 x 6 cells of 20 pixels, in the page. */
function made() {
  document.body.style.margin = "0";
  document.body.replaceChildren();
  const surface = new Surface(squares, {}, ["one", "two"]);
  surface.scale(4, 6, 20);
  surface.element.style.display = "block";
  document.body.append(surface.element);
  return surface;
}

/** Where the middle of a cell is. @param {number} row @param {number} column */
const middle = (row, column) => ({ clientX: (column + 0.9) * 20, clientY: (row + 0.9) * 20 });

/** @param {Surface<any>} surface @param {string} type @param {PointerEventInit} more */
function send({ element }, type, more) {
  // Only a pointer that is there can be captured: these are not.
  element.setPointerCapture = () => {};
  element.dispatchEvent(
    new PointerEvent(type, { pointerId: 1, bubbles: true, cancelable: true, ...more }),
  );
}

/** Take drags; what they were told. @param {Surface<any>} surface */
function listen(surface) {
  /** @type {string[]} */
  const told = [];
  surface.onDrag((event) => {
    told.push(`press ${surface.cell(event)}`);
    return {
      move: (_, way) => {
        told.push(`move ${way.map(({ cell }) => cell.join()).join(" ")}`);
      },
      end: () => {
        told.push("end");
      },
      cancel: () => {
        told.push("cancel");
      },
    };
  });
  return told;
}

test("layers are one above the other", () => {
  same(
    [...made().element.children].map((layer) => layer.getAttribute("class")),
    ["layer-one", "layer-two"],
  );
});

test("the cell at a point of the screen", () => {
  const surface = made();
  same(surface.cell(new MouseEvent("click", middle(2, 5))), [2, 5]);
  same(surface.cell(new MouseEvent("click", { clientX: 2, clientY: 2 })), [-1, -1]);
});

test("the cell at a point, where the picture is shown smaller and the board is not at its corner", () => {
  const surface = made();
  surface.scale(4, 6, 20, { origin: { x: 2, y: 1 }, size: { width: 10, height: 8 } });
  surface.element.style.width = "100px";
  surface.element.style.height = "80px";
  same(surface.cell(new MouseEvent("click", { clientX: 10 * 2 + 35, clientY: 10 + 15 })), [1, 3]);
});

test("a drag is told of each cell that was passed", () => {
  const surface = made(),
    told = listen(surface);
  send(surface, "pointerdown", middle(0, 0));
  send(surface, "pointermove", middle(0, 3));
  send(surface, "pointerup", middle(0, 3));
  send(surface, "pointermove", middle(1, 3));
  same(told, ["press 0,0", "move 0,0 0,1 0,2 0,3", "end"]);
});

test("one drag at a time: a second finger changes nothing", () => {
  const surface = made(),
    told = listen(surface);
  send(surface, "pointerdown", middle(0, 0));
  send(surface, "pointerdown", { ...middle(3, 3), pointerId: 2 });
  send(surface, "pointermove", { ...middle(3, 4), pointerId: 2 });
  send(surface, "pointerup", { ...middle(3, 4), pointerId: 2 });
  send(surface, "pointerup", middle(0, 0));
  same(told, ["press 0,0", "end"]);
});

test("Escape ends a drag, and is heard by nobody else; without one it is", () => {
  const surface = made(),
    told = listen(surface);
  let heard = 0;
  const listener = () => {
    heard += 1;
  };
  document.body.addEventListener("keydown", listener);
  const press = () =>
    document.body.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }),
    );
  send(surface, "pointerdown", middle(0, 0));
  press();
  send(surface, "pointermove", middle(1, 1));
  send(surface, "pointerup", middle(1, 1));
  same([told, heard], [["press 0,0", "cancel"], 0]);
  press();
  same(heard, 1);
  document.body.removeEventListener("keydown", listener);
});

test("a drag whose pointer is taken away is cancelled", () => {
  const surface = made(),
    told = listen(surface);
  send(surface, "pointerdown", middle(0, 0));
  send(surface, "pointercancel", middle(0, 0));
  same(told, ["press 0,0", "cancel"]);
});
