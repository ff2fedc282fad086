// Controls that choose the board of a random tiling: its sort, its sizes, or a drawing.

import { RANDOM, SHARED } from "../../texts/en.js";
import { CHOICES, choiceOf, LARGEST } from "../elements/boards.js";
import { h, s } from "../../parts/dom.js";
import { key } from "../../geometry/geometry.js";
import { makePainter } from "../../board/look/painter.js";
import { wordOf } from "../elements/shape.js";

/**
 * @param {(board: string) => void} choose  Called with the board that is chosen.
 * @param {(text: string) => void} say  Called with what to do if no board is chosen.
 */
export function boardForm(choose, say) {
  const order = h("input", {
    type: "range",
    min: 1,
    max: LARGEST.aztec,
    id: "order",
    oninput: () => choose(`aztec:${order.value}`),
  });
  const orderText = h("output", { for: "order", class: "number" });
  /**
   * @param {string} label @param {string} name @param {number} most
   * @param {() => void} change
   */
  const number = (label, name, most, change) => {
    const input = h("input", { type: "number", min: 1, max: most, name, value: "10" });
    input.addEventListener("input", () => {
      if (input.checkValidity() && input.value) change();
    });
    return { input, label: h("label", {}, label, input) };
  };
  const sides = ["A", "B", "C"].map((name) =>
    number(RANDOM.side(name), `side-${name}`, LARGEST.hexagon, () =>
      choose(`tri:hexagon${sides.map(({ input }) => input.value).join(",")}`),
    ),
  );
  const rectangle = /** @type {const} */ (["rows", "columns"]).map((name) =>
    number(SHARED[name], name, LARGEST.rectangle, () =>
      choose(rectangle.map(({ input }) => input.value).join("x")),
    ),
  );
  const painter = makePainter((off) => {
    const away = new Set(off);
    const cells = CHOICES.own.cells.filter((cell) => !away.has(key(cell)));
    if (cells.length) choose(wordOf(cells, "", 1));
    else say(RANDOM.drawBoard);
  });
  const numbers = (/** @type {typeof sides} */ inputs) =>
    h(
      "div",
      { class: "numbers" },
      inputs.map(({ label }) => label),
    );
  const sizes = /** @type {const} */ ({
    aztec: h("label", { for: "order" }, h("span", {}, RANDOM.order, orderText), order),
    hexagon: numbers(sides),
    rectangle: numbers(rectangle),
    own: h("div", { class: "bench" }, painter.element),
  });
  /** @typedef {keyof typeof sizes} Sort */
  const sorts = /** @type {[Sort, HTMLInputElement][]} */ (
    Object.keys(sizes).map((sort) => [
      sort,
      h("input", {
        type: "radio",
        name: "sort",
        value: sort,
        onchange: () => choose(CHOICES[/** @type {Sort} */ (sort)].first),
      }),
    ])
  );

  /** Show which board is chosen. @param {string} board */
  function show(board) {
    const { sort, numbers: said, cells } = choiceOf(board);
    for (const [name, input] of sorts) {
      input.checked = name === sort;
      sizes[name].hidden = name !== sort;
    }
    if (sort === "aztec") order.value = String(said[0]);
    orderText.textContent = order.value;
    for (const [inputs, name] of /** @type {const} */ ([
      [sides, "hexagon"],
      [rectangle, "rectangle"],
    ]))
      if (sort === name)
        for (const [i, { input }] of inputs.entries()) {
          const value = String(said[i] ?? said[0]);
          if (Number(input.value) !== Number(value)) input.value = value;
        }
    const there = new Set((cells ?? []).map(key));
    const { rows, columns, cells: field } = CHOICES.own;
    if (sort === "own")
      painter.show({ rows, columns, off: field.map(key).filter((name) => !there.has(name)) });
  }

  const parts = [
    h(
      "fieldset",
      { class: "sorts" },
      h("legend", { text: SHARED.board }),
      sorts.map(([sort, input]) =>
        h(
          "label",
          { class: "sort" },
          input,
          thumbnail(CHOICES[sort].drawing),
          h("span", { class: "name", text: RANDOM.sorts[sort][0] }),
        ),
      ),
    ),
    ...Object.values(sizes),
  ];
  return { parts, show };
}

/** A small drawing of a board. @param {string} d */
const thumbnail = (d) =>
  s("svg", { class: "thumbnail", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d }));
