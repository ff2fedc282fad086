// A pager: tilings one after the other, in colors, to be saved as pictures.

import { LANGUAGE, PAGER, SHARED } from "../../texts/en.js";
import { announce, around, button, clear, h } from "../../parts/dom.js";
import { tiling } from "../../server/api.js";
import { said } from "../../server/errors.js";
import { still } from "../../board/look/board.js";
import { exportPng, exportSvg } from "../../parts/exporting.js";
import { Lattice } from "../../geometry/lattice.js";
import { isLong } from "../../game/lie.js";
import { closeMenus, colorMenu, menu } from "../elements/menus.js";
import { onScheme, tint } from "../../parts/palette.js";

/** @param {HTMLElement} host */
export async function show(host) {
  let shown = await tiling(0),
    turn = 0;
  const heading = h("h1", {});
  const stage = h("div", { class: "stage" });
  /** @type {SVGSVGElement} */
  let picture;
  const place = h("input", {
    type: "number",
    min: 0,
    value: "0",
    "aria-label": PAGER.place,
    onchange: () => go(Number(place.value)),
  });
  const total = h("output", { class: "number" });
  const say = h("p", { class: "caption", role: "status" });
  const first = button("", { icon: "again", title: PAGER.first, onclick: () => go(0) });
  const back = button("", {
    icon: "undo",
    title: PAGER.before,
    onclick: () => go(shown.number - 1),
  });
  const next = button("", {
    icon: "redo",
    title: PAGER.next,
    onclick: () => go(shown.number + 1),
  });
  const colors = colorMenu();

  const known = () =>
    shown.count === null ? PAGER.many : PAGER.ofAll(shown.count.toLocaleString(LANGUAGE));
  const name = () => `${shown.title} ${shown.number}`;

  function draw() {
    const { tiles, number, count, title } = shown,
      lying = new Lattice(shown.lattice, shown);
    // Of cubes, what is beside the layers is below them on a narrow screen.
    const lattice = isLong(lying) ? new Lattice(shown.lattice, shown, true) : lying;
    const board = {
      sheet: { seams: shown.seams },
      cells: lattice.read(shown.cells).map(([cell]) => cell),
      lattice,
    };
    const paints = tint(
      tiles.map((each) => each.cells),
      tiles.map(({ color }) => color),
      lattice,
    );
    const drawn = still(
      board,
      {
        class: "table watching",
        "data-number": String(number),
        "aria-label": PAGER.picture(
          title,
          number,
          known(),
          tiles.map(({ piece }) => piece).join(" "),
        ),
      },
      "l",
    );
    drawn.draw(tiles.map(({ cells }, i) => ({ cells, color: paints[i] })));
    picture = drawn.element;
    clear(stage, picture);
    heading.textContent = title;
    place.value = String(number);
    total.textContent = known();
    for (const [each, off] of /** @type {const} */ ([
      [first, number === 0],
      [back, number === 0],
      [next, count !== null && number + 1 >= count],
    ]))
      each.setAttribute("aria-disabled", String(off));
    colors.refresh();
  }

  /** @param {number} number */
  async function go(number) {
    const mine = ++turn;
    try {
      const found = await tiling(Math.max(0, Math.floor(number) || 0));
      if (mine !== turn) return;
      shown = found;
      say.textContent = "";
      draw();
      announce(PAGER.now(shown.number, known()));
    } catch (error) {
      if (mine === turn) say.textContent = said(error);
    }
  }

  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    if (around(event, "input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    go(shown.number + by);
  };
  document.addEventListener("keydown", keys);
  const endings = [closeMenus(host), onScheme(draw)];
  if (shown.count === 0) {
    clear(host, h("h1", { text: shown.title }), h("p", { text: PAGER.none }));
  } else {
    clear(
      host,
      heading,
      h(
        "div",
        { class: "pager", role: "toolbar", "aria-label": PAGER.tools },
        first,
        back,
        place,
        total,
        next,
        h(
          "span",
          { class: "end" },
          menu(SHARED.colors, "palette", colors.content),
          button("SVG", {
            icon: "save",
            title: SHARED.saveAs("SVG"),
            onclick: () => exportSvg(picture, name()),
          }),
          button("PNG", {
            icon: "save",
            title: SHARED.saveAs("PNG"),
            onclick: () => exportPng(picture, name()),
          }),
        ),
      ),
      stage,
      say,
    );
    draw();
  }
  return () => {
    document.removeEventListener("keydown", keys);
    for (const end of endings) end();
  };
}
