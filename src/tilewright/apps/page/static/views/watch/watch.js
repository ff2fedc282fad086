// Watch: the search engine at work, and Golomb's proof, step by step.

/** @import { Card } from "../../../answers" */
/** @import { Cell } from "../../geometry/geometry.js" */

import { LANGUAGE, SHARED, WATCH } from "../../texts/en.js";
import { gallery, puzzle as load, watch } from "../../server/api.js";
import { aborted, said } from "../../server/errors.js";
import { button, clear, h, s } from "../../parts/dom.js";
import { definitions, frame, ground, still, tile } from "../../board/look/board.js";
import { exportSvg } from "../../parts/exporting.js";
import { moved, rectangle, stepOf } from "../../geometry/geometry.js";
import { squares } from "../../geometry/lattice.js";
import { onScheme } from "../../parts/palette.js";
import { proof } from "../../geometry/golomb.js";
import { isLong, Lie } from "../../game/lie.js";
import { Surface } from "../../board/look/surface.js";
import { showTabs } from "../../parts/tabs.js";
import { playback } from "./playback.js";
import { Tree } from "./tree.js";

/** @param {HTMLElement} host @param {string[]} words */
export const show = (host, [id]) => {
  const wanted = id === "proof" ? undefined : id;
  return showTabs(
    host,
    WATCH.title,
    WATCH.tabs,
    [
      {
        name: "search",
        text: WATCH.search,
        link: `#/watch${wanted ? `/${encodeURIComponent(wanted)}` : ""}`,
        show: (body) => watchSearch(body, wanted),
      },
      { name: "proof", text: WATCH.proof, link: "#/watch/proof", show: watchProof },
    ],
    id,
  );
};

/** @param {HTMLElement} body */
async function watchSearch(body, wanted = "talos:tower-gates-3") {
  clear(body, h("p", { class: "loading", text: WATCH.starting }));
  const { puzzles } = await gallery();
  const listed = puzzles.filter((puzzle) => puzzle.cells.length * puzzle.cells[0].length <= 200);
  const sheet = await load(wanted);
  /** Its title; with its level, if others have the same one. @param {Card} puzzle */
  const titled = (puzzle) =>
    puzzle.level && listed.some((other) => other !== puzzle && other.title === puzzle.title)
      ? `${puzzle.title}, ${SHARED.levels[puzzle.level]}`
      : puzzle.title;
  const known = listed.some((puzzle) => puzzle.id === wanted);
  const select = h(
    "select",
    {
      id: "which",
      onchange: () => {
        location.hash = `#/watch/${encodeURIComponent(select.value)}`;
      },
    },
    known ? null : h("option", { value: wanted, text: sheet.title, selected: true }),
    listed.map((puzzle) =>
      h("option", { value: puzzle.id, text: titled(puzzle), selected: puzzle.id === wanted }),
    ),
  );
  const { columns } = sheet;
  // On a phone a long board stands upright.
  const lying = new Lie(sheet, false),
    lie = isLong(lying.lattice) ? new Lie(sheet, true) : lying;
  const { element: picture, draw: drawTiles } = still(
    lie,
    { class: "table watching", "aria-label": WATCH.solving(sheet.title) },
    "w",
  );
  const figures = h("dl", { class: "figures" });
  const tree = new Tree(),
    plot = h("canvas", {
      class: "tree",
      role: "img",
      title: WATCH.tree,
      onclick: go,
    });
  const say = h("p", { class: "caption", role: "status" });
  const flash = h("p", { class: "verdict good" });

  const aborter = new AbortController();
  /**
   * Depth, piece and cells: a tiling if the depth is negative, a piece taken back if there is none.
   * @type {number[][]}
   */
  const events = [];
  /** @type {{ complete: boolean, error?: string } | null} */
  let ended = null;
  let at = 0,
    shown = 0,
    found = 0,
    backs = 0;
  /** @type {{ piece: number, cells: Cell[] }[]} */
  let stack = [];

  function restart() {
    at = shown = found = backs = 0;
    stack = [];
    flash.textContent = "";
    say.textContent = "";
    draw();
  }

  /**
   * Do what an event says: it is one placement, one retraction or a tiling.
   * @param {number[]} event
   */
  function take([depth, piece, ...list]) {
    if (depth < 0) found++;
    else if (piece === undefined) {
      stack.pop();
      backs++;
    } else {
      stack.push({
        piece,
        cells: list.map((cell) =>
          lie.shown(lie.lattice.layered([Math.floor(cell / columns), cell % columns])),
        ),
      });
      shown++;
    }
  }

  /** @param {number[]} event */
  const told = ([depth, piece]) =>
    depth < 0
      ? WATCH.solved(found.toLocaleString(LANGUAGE))
      : piece === undefined
        ? WATCH.removed(depth + 1)
        : WATCH.placed(depth + 1, where());

  /** @param {number} count */
  function step(count) {
    for (let i = 0; i < count; i++) {
      if (at >= events.length) {
        draw();
        if (ended)
          say.textContent =
            ended.error ?? (ended.complete ? WATCH.complete(found) : WATCH.stopped(shown));
        return !ended;
      }
      const event = events[at++];
      take(event);
      if (event[0] < 0) {
        flash.textContent = WATCH.solution(found.toLocaleString(LANGUAGE));
        say.textContent = told(event);
        // The first one is worth a look.
        if (found === 1 && count < 400) {
          say.textContent += WATCH.pressPlay;
          draw();
          return "pause";
        }
        continue;
      }
      if (count === 1) say.textContent = told(event);
    }
    draw();
    return true;
  }

  function draw() {
    drawTiles(
      stack.map(({ piece, cells }) => ({ cells, color: sheet.pieces[piece]?.color ?? piece })),
    );
    clear(
      figures,
      h("dt", { text: WATCH.tried }),
      h("dd", { text: shown.toLocaleString(LANGUAGE) }),
      h("dt", { text: WATCH.backs }),
      h("dd", { text: backs.toLocaleString(LANGUAGE) }),
      h("dt", { text: WATCH.onBoard }),
      h("dd", { text: String(stack.length) }),
      h("dt", { text: WATCH.solutions }),
      h("dd", { text: found.toLocaleString(LANGUAGE) }),
      ended && at >= events.length
        ? [
            h("dt", { text: WATCH.end }),
            h("dd", { text: ended.complete ? WATCH.triedAll : WATCH.stoppedHere }),
          ]
        : null,
    );
    picture.dataset.steps = String(shown);
    tree.grow(events);
    tree.draw(plot, shown, stack.length);
    plot.setAttribute("aria-label", WATCH.treeNow(shown, stack.length));
  }

  /** Go to the placement that was pointed at in the tree. @param {MouseEvent} event */
  function go({ clientX, clientY }) {
    const { left, top } = plot.getBoundingClientRect(),
      to = tree.stepAt(clientX - left, clientY - top);
    if (!to) return;
    player.pause();
    seek(to);
  }

  let engine = "scan";
  const where = () => (engine === "scan" ? WATCH.places.scan : WATCH.places.dance);
  const lead = h("p", { class: "lead" });
  const explain = () => {
    lead.textContent = WATCH.about(where());
  };
  /**
   * Go to a place: all is done again from the beginning, and only the end of it is drawn.
   * @param {number} to
   */
  function seek(to) {
    at = shown = found = backs = 0;
    stack = [];
    while (at < to) take(events[at++]);
    flash.textContent = found ? WATCH.solution(found.toLocaleString(LANGUAGE)) : "";
    say.textContent = to ? told(events[to - 1]) : "";
    draw();
  }

  const player = playback(step, restart, { place: () => [at, events.length], seek });
  clear(
    body,
    h(
      "div",
      { class: "columns" },
      h("div", {}, h("div", { class: "stage" }, picture), say),
      h(
        "div",
        { class: "side" },
        h("label", { for: "which" }, WATCH.puzzle, select),
        player.element,
        plot,
        figures,
        flash,
        lead,
        button(SHARED.saveAs("SVG"), {
          icon: "save",
          onclick: () => exportSvg(picture, sheet.title),
        }),
      ),
    ),
  );
  explain();
  draw();
  (async () => {
    try {
      for await (const line of watch(wanted, aborter.signal)) {
        if (line.engine) {
          engine = line.engine;
          explain();
        }
        if (line.events) events.push(...line.events);
        if (line.end) ended = line.end;
      }
      ended ??= { complete: false };
    } catch (error) {
      if (aborted(error)) return;
      say.textContent = said(error);
      ended ??= { complete: false, error: said(error) };
    }
  })();
  const unpainted = onScheme(draw);
  return () => {
    player.stop();
    aborter.abort();
    unpainted();
  };
}

/** @param {HTMLElement} body */
async function watchProof(body) {
  let n = 4,
    at = 0;
  /** @type {Cell} */
  let hole = [5, 9];
  let steps = proof(n, hole);
  const surface = new Surface(
    squares,
    {
      class: "table watching proof",
      role: "img",
      tabindex: "0",
      "aria-label": WATCH.proofBoard,
    },
    ["ground", "tiles", "marks"],
  );
  const {
    element: picture,
    layers: { ground: floor, tiles, marks },
  } = surface;
  const say = h("p", { class: "caption", role: "status" });
  const size = h("input", {
    type: "range",
    min: 1,
    max: 6,
    value: String(n),
    id: "proof-size",
    oninput: () => {
      n = Number(size.value);
      remove([hole[0] % 2 ** n, hole[1] % 2 ** n]);
    },
  });
  const text = h("output", { class: "number", for: "proof-size" });

  function begin() {
    const side = 2 ** n;
    steps = proof(n, hole);
    at = 0;
    text.textContent = `${side} × ${side}`;
    size.setAttribute("aria-valuetext", text.textContent);
    surface.scale(side, side);
    floor.replaceChildren(
      definitions("g"),
      ground({}, rectangle(side, side)),
      frame("removed", hole),
    );
    tiles.replaceChildren();
    marks.replaceChildren();
    say.textContent = WATCH.oneRemoved(side);
    picture.dataset.steps = "0";
  }

  /** @param {Cell} cell */
  function remove(cell) {
    if (cell.some((at) => at < 0 || at >= 2 ** n)) return;
    hole = cell;
    begin();
    player.fresh();
  }

  picture.addEventListener("click", (event) => remove(surface.cell(event)));
  picture.addEventListener("keydown", (event) => {
    const by = stepOf(event);
    if (!by) return;
    event.preventDefault();
    remove(moved(hole, by));
  });

  /** @param {number} count */
  function step(count) {
    for (let i = 0; i < count; i++) {
      if (at >= steps.length) {
        marks.replaceChildren();
        say.textContent = WATCH.allPlaced((4 ** n - 1) / 3);
        return false;
      }
      const now = steps[at++];
      const half = now.size / 2;
      const square = s("rect", {
        class: "proof-square",
        x: now.left,
        y: now.top,
        width: now.size,
        height: now.size,
        rx: 0.1,
      });
      const cross = [
        s("line", {
          class: "proof-line",
          x1: now.left + half,
          x2: now.left + half,
          y1: now.top,
          y2: now.top + now.size,
        }),
        s("line", {
          class: "proof-line",
          x1: now.left,
          x2: now.left + now.size,
          y1: now.top + half,
          y2: now.top + half,
        }),
      ];
      if (now.kind === "square") {
        marks.replaceChildren(square, ...cross);
        say.textContent = WATCH.divide(now.size);
      } else {
        tiles.append(tile(now.cells, (now.level * 3 + 1) % 8, { prefix: "g" }));
        marks.replaceChildren(square, ...cross);
        say.textContent = now.size === 2 ? WATCH.single : WATCH.center(half);
      }
    }
    picture.dataset.steps = String(at);
    return true;
  }

  const player = playback(
    step,
    begin,
    {
      place: () => [at, steps.length],
      seek: (to) => {
        begin();
        if (to) step(to);
      },
    },
    { speed: 8 },
  );
  clear(
    body,
    h(
      "div",
      { class: "columns" },
      h("div", {}, h("div", { class: "stage" }, picture), say),
      h(
        "div",
        { class: "side" },
        h("label", { for: "proof-size" }, h("span", {}, WATCH.size, text), size),
        player.element,
        h(
          "div",
          { class: "row" },
          h("a", { class: "button", href: "#/deficient", text: WATCH.anySize }),
        ),
        h("p", {
          class: "lead",
          text: WATCH.proofAbout,
        }),
      ),
    ),
  );
  begin();
  return () => player.stop();
}
