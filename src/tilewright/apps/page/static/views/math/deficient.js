// The deficient board: 2^n x 2^n without one cell, for n up to 60, from the whole board down to a
// cell.

/** @import { FarCell } from "../../geometry/golomb.js" */
/** @import { Point } from "../../geometry/geometry.js" */

import { LANGUAGE, MISSING, SHARED } from "../../texts/en.js";
import { announce, around, button, calm, clear, h } from "../../parts/dom.js";
import { looking, stage } from "../../parts/stage.js";
import { Camera } from "../../geometry/camera.js";
import { COLORINGS, levelFor, paintMap, paintView, penOf, viewAsSvg } from "./deep.js";
import { saveCanvas, saveSvg, takeAway } from "../../parts/exporting.js";
import { stepOf } from "../../geometry/geometry.js";
import { takeGestures } from "../../board/hands/gestures.js";
import { onScheme, scheme, setScheme } from "../../parts/palette.js";
import * as storage from "../../parts/storage.js";

const MOST = 60;
/** How long one level of squares fades into the next, in milliseconds. */
const FADE = 160;
const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";
/** @param {number} number */
const raised = (number) => [...String(number)].map((digit) => SUPERSCRIPT[Number(digit)]).join("");
/** @param {number} n */
const power = (n) => `2${raised(n)}`;

/** A number with its digits in threes; a very long one in short. @param {bigint} value */
function digits(value, most = 20) {
  const text = value.toString();
  return text.length <= most
    ? text.replace(/\B(?=(\d{3})+$)/g, "\u202f")
    : `${text[0]}.${text.slice(1, 4)} × 10${raised(text.length - 1)}`;
}

/**
 * The place of a cell in words: rows and columns are counted from 1, as everywhere on the page.
 * @param {FarCell} cell
 */
const spoken = ([row, column]) => MISSING.at(String(row + 1n), String(column + 1n));

/**
 * A typed number from 1 to a greatest one; digits may stand in groups of three. Null if it is not one.
 * @param {string} text
 * @param {bigint} most
 */
export function readNumber(text, most) {
  const digitsOnly = text.trim().replace(/(?<=\d)[\s,._'](?=\d{3}(?!\d))/g, "");
  if (!/^\d{1,19}$/.test(digitsOnly)) return null;
  const value = BigInt(digitsOnly);
  return value >= 1n && value <= most ? value : null;
}

/**
 * What a link says: the board, the removed cell, the view and the colors if they are not the usual
 * ones.
 * @param {string[]} words
 */
function readLink([size, cell, ...rest]) {
  const n = Math.max(1, Math.min(MOST, Math.floor(Number(size)) || 4));
  const camera = new Camera(n),
    { side } = camera;
  const found = /^(\d{1,19}),(\d{1,19})$/.exec(cell ?? "");
  const hole = camera.nearest(
    found ? [BigInt(found[1]), BigInt(found[2])] : [side / 3n, side / 5n],
  );
  /** @param {string} text */
  const colored = (text) => COLORINGS.some(([value]) => value === text);
  const step = rest.map((text) => /^step(\d{1,2})$/.exec(text)?.[1]).find(Boolean);
  return {
    camera,
    hole,
    view: rest.find((text) => !colored(text) && !text.startsWith("step")),
    coloring: rest.find(colored),
    steps: step === undefined ? null : Number(step),
  };
}

/** @param {HTMLElement} host @param {string[]} given */
export async function show(host, given) {
  const link = readLink(given);
  const { camera } = link;
  let { hole, steps } = link;
  let coloring = link.coloring ?? storage.setting("deficient", "colors");
  /** @type {Point | null} */
  let pointed = null;
  /** @type {FarCell | null} */
  let cursor = null;

  const canvas = h("canvas", {
    class: "deep",
    tabindex: "0",
    role: "img",
    "aria-describedby": "deep-how",
    "aria-label": MISSING.board,
  });
  const context = penOf(canvas);
  const map = h("canvas", {
    class: "map",
    "aria-hidden": "true",
    title: MISSING.map,
  });
  const bar = h("div", { class: "bar" }),
    barText = h("span", {});
  const pointer = h("div", { class: "pointed", "aria-hidden": "true" });
  const swipe = h("p", { class: "caption coarse", "aria-hidden": "true" });
  const where = h("dl", { class: "figures" });
  const size = h("input", {
    type: "range",
    min: 1,
    max: MOST,
    step: 1,
    value: String(camera.n),
    id: "size",
    oninput: () => setSize(Number(size.value)),
  });
  const sizeText = h("output", { for: "size", class: "number" });
  const scale = h("input", {
    type: "range",
    min: 0,
    max: 1000,
    value: "0",
    "aria-label": SHARED.zoom,
    oninput: () => {
      stop();
      camera.zoom = camera.least + (Number(scale.value) / 1000) * (camera.most - camera.least);
      camera.bound();
      draw();
    },
  });
  const row = h("input", {
    type: "text",
    inputmode: "numeric",
    name: "row",
    size: 8,
    autocomplete: "off",
  });
  const column = h("input", {
    type: "text",
    inputmode: "numeric",
    name: "column",
    size: 8,
    autocomplete: "off",
  });
  const wrong = h("p", { class: "wrong-input", role: "alert" });
  const say = h("output", { class: "told" });
  const back = button("", {
    icon: "back",
    title: MISSING.before,
    onclick: () => stepTo((steps ?? 0) - 1),
  });
  const next = button("", {
    icon: "next",
    title: MISSING.after,
    onclick: () => stepTo((steps ?? 0) + 1),
  });
  const levels = h(
    "div",
    { class: "levels", role: "group", "aria-label": MISSING.levels },
    back,
    say,
    next,
    button("", { icon: "close", title: MISSING.all, onclick: () => stepTo(null) }),
  );
  const stepwise = button(MISSING.stepwise, {
    icon: "step",
    "aria-pressed": "false",
    onclick: () => {
      glide(camera.least);
      stepTo(steps === null ? 0 : null);
    },
  });
  const box = h(
    "div",
    { class: "deep-box" },
    canvas,
    pointer,
    map,
    h("div", { class: "scale-bar", "aria-hidden": "true" }, bar, barText),
    levels,
  );

  clear(
    host,
    stage(box, {
      name: "deficient",
      title: MISSING.title,
      lead: MISSING.lead,
      tools: [
        stepwise,
        button(MISSING.toHole, { title: MISSING.toHoleTitle, onclick: dive }),
        button(MISSING.whole, { title: MISSING.wholeTitle, onclick: () => glide(camera.least) }),
        looking(box, canvas, (by) => glide(camera.zoom + 1.5 * by)),
      ],
      below: swipe,
      side: [
        h("label", { for: "size" }, h("span", {}, MISSING.size, sizeText), size),
        h("label", {}, SHARED.zoom, scale),
        h(
          "fieldset",
          {},
          h("legend", { text: SHARED.colors }),
          COLORINGS.map(([value, text]) =>
            h(
              "label",
              { class: "inline" },
              h("input", {
                type: "radio",
                name: "deep",
                value,
                checked: coloring === value,
                onchange: () => {
                  coloring = value;
                  storage.keepSetting("deficient", value);
                  draw();
                },
              }),
              h("span", { text }),
            ),
          ),
          h(
            "label",
            { class: "inline" },
            h("input", {
              type: "checkbox",
              checked: scheme().patterns,
              onchange: (/** @type {Event} */ event) => {
                setScheme({ patterns: /** @type {HTMLInputElement} */ (event.target).checked });
                storage.keepSetting("colors", { ...scheme() });
              },
            }),
            h("span", { text: SHARED.patterns }),
          ),
        ),
        h(
          "form",
          {
            class: "remove",
            onsubmit: (/** @type {SubmitEvent} */ event) => {
              event.preventDefault();
              removeTyped();
            },
          },
          h(
            "div",
            { class: "row" },
            h("label", {}, MISSING.row, row),
            h("label", {}, MISSING.column, column),
            h("button", { type: "submit", text: MISSING.remove }),
          ),
          wrong,
        ),
        where,
        takeAway(keepLink, {
          SVG: () => saveSvg(viewAsSvg(camera, hole, painted(), steps ?? Infinity), name()),
          PNG: () => saveCanvas(canvas, name()),
        }),
        h("p", {
          class: "caption fine",
          id: "deep-how",
          text: MISSING.how,
        }),
      ],
    }),
  );

  const name = () => `deficient 2^${camera.n}`;

  // The link follows what is shown, so that a reload or a copy of it comes back here.
  let linkTimer = 0,
    shown = location.hash;
  function keepLink() {
    clearTimeout(linkTimer);
    // Somebody has gone on to another link, and the page is about to hear of it.
    if (location.hash !== shown) return;
    const words = [
      camera.words(),
      coloring === "colors" ? "" : coloring,
      steps === null ? "" : `step${steps}`,
    ].filter(Boolean);
    history.replaceState(
      null,
      "",
      `#/${["deficient", camera.n, hole.join(","), ...words].join("/")}`,
    );
    shown = location.hash;
  }

  /** @param {number} value */
  function setSize(value) {
    stop();
    const before = camera.n;
    camera.n = value;
    cursor = null;
    // The hole keeps its place on the board as well as it can.
    const shift = BigInt(Math.abs(value - before));
    hole =
      value >= before ? [hole[0] << shift, hole[1] << shift] : [hole[0] >> shift, hole[1] >> shift];
    camera.whole();
    draw();
  }

  /** @param {FarCell} cell */
  function remove(cell) {
    if (!camera.has(cell)) return;
    hole = cell;
    announce(MISSING.removed(String(cell[0] + 1n), String(cell[1] + 1n)));
    draw();
  }

  function removeTyped() {
    const typed = [row, column].map((input) => readNumber(input.value, camera.side));
    const [at, to] = typed;
    wrong.textContent = at === null || to === null ? MISSING.wrong(digits(camera.side, 26)) : "";
    if (at === null || to === null) return;
    remove([at - 1n, to - 1n]);
    dive();
  }

  // The proof, level by level --------

  /** How many levels are large enough to be seen. */
  const most = () => camera.n - levelFor(camera);

  /** Tiles that are placed together have a color, unless others were chosen. */
  const painted = () => (steps !== null && coloring === "colors" ? "levels" : coloring);

  /** Show so many levels, or all of the tiling. @param {number | null} to */
  function stepTo(to) {
    steps = to === null ? null : Math.max(0, Math.min(most(), to));
    if (steps !== null) announce(sayStep());
    draw();
  }

  /** What the last step does, in words. */
  function sayStep() {
    const at = Math.min(steps ?? 0, most()),
      { n } = camera,
      square = (/** @type {number} */ level) =>
        level <= 12 ? `${2 ** level} × ${2 ** level}` : `${power(level)} × ${power(level)}`;
    if (!at) return MISSING.begin(square(n));
    const number = 4 ** (at - 1);
    const tiles = number === 1 ? MISSING.one : MISSING.many(number.toLocaleString(LANGUAGE));
    if (at === n) return MISSING.end(at, tiles, number === 1);
    if (at === most()) return MISSING.further(at, tiles, n - at);
    return number === 1
      ? MISSING.first(at, tiles, square(n - at))
      : MISSING.next(at, tiles, square(n - at + 1), square(n - at));
  }

  function drawStep() {
    levels.hidden = steps === null;
    stepwise.setAttribute("aria-pressed", String(steps !== null));
    if (steps === null) return;
    const text = sayStep();
    if (say.textContent !== text) say.textContent = text;
    back.setAttribute("aria-disabled", String(steps === 0));
    next.setAttribute("aria-disabled", String(steps >= most()));
  }

  // Moving by itself --------

  let gliding = 0;
  const stop = () => cancelAnimationFrame(gliding);

  /** @param {number} zoom @param {FarCell | null} [aim] */
  function glide(zoom, aim = null) {
    stop();
    let last = performance.now();
    const frame = (now = last) => {
      // By the clock, so that a slow machine glides as fast as a quick one; at once for those who
      // want it calm.
      const beat = calm() ? Infinity : Math.max(0.2, Math.min(8, (now - last) / 16.7));
      last = now;
      let there = camera.approach(zoom, aim, beat);
      if (!there && calm()) there = camera.approach(zoom, aim, beat);
      draw();
      if (!there) gliding = requestAnimationFrame(frame);
    };
    frame();
  }

  function dive() {
    cursor = hole;
    glide(Math.min(5, camera.most), Camera.middle(hole));
  }

  // Drawing --------

  /** The level that was seen last, and the one before while it fades. */
  let level = -1;
  /** @type {{ k: number, until: number } | null} */
  let before = null;
  /**
   * What is still seen of the level before: it fades by the clock, and at rest there is one level
   * only.
   */
  function fading() {
    const now = performance.now(),
      k = levelFor(camera);
    if (level >= 0 && k !== level) before = calm() ? null : { k: level, until: now + FADE };
    level = k;
    if (before && (before.until <= now || Math.abs(before.k - k) !== 1)) before = null;
    if (before) draw();
    return before && { k: before.k, alpha: (before.until - now) / FADE };
  }

  let frameAsked = 0;
  function draw() {
    if (!frameAsked)
      frameAsked = requestAnimationFrame(() => {
        frameAsked = 0;
        paint();
      });
  }

  function paint() {
    const ratio = devicePixelRatio || 1;
    if (!canvas.clientWidth) return;
    const wide = Math.round(camera.wide * ratio),
      high = Math.round(camera.high * ratio);
    if (canvas.width !== wide) canvas.width = wide;
    if (canvas.height !== high) canvas.height = high;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const k = paintView(context, camera, hole, painted(), fading(), steps ?? Infinity);
    drawStep();
    if (document.activeElement === canvas && canvas.matches(":focus-visible")) cross();
    map.hidden = camera.zoom < camera.least + 0.6;
    // One finger moves the board where there is more of it than is seen; otherwise it scrolls the
    // page.
    canvas.style.touchAction = camera.isWhole() ? "pan-y" : "none";
    swipe.textContent = camera.isWhole() ? MISSING.scroll : MISSING.move;
    paintMap(map, camera, hole);
    drawScale();
    drawPointed();
    tell(k);
    clearTimeout(linkTimer);
    linkTimer = setTimeout(keepLink, 250);
  }

  /** The cross that the arrow keys move. */
  function cross() {
    const [x, y] = camera.pointOf(mark(), levelFor(camera));
    for (const [color, width] of /** @type {const} */ ([
      ["white", 4.5],
      ["black", 2],
    ])) {
      context.strokeStyle = color;
      context.lineWidth = width;
      context.beginPath();
      context.moveTo(x - 12, y);
      context.lineTo(x + 12, y);
      context.moveTo(x, y - 12);
      context.lineTo(x, y + 12);
      context.stroke();
    }
  }

  /** The cell under the cross: the hole at first, or the middle if the hole is not in view. */
  function mark() {
    /** @param {FarCell} cell */
    const inside = (cell) => {
      const [x, y] = camera.pointOf(cell);
      return x >= 0 && y >= 0 && x <= camera.wide && y <= camera.high;
    };
    if (!cursor || !inside(cursor))
      cursor = inside(hole)
        ? hole
        : camera.nearest(camera.cellAt(camera.wide / 2, camera.high / 2));
    return cursor;
  }

  /** @param {number} down @param {number} right */
  function step(down, right) {
    stop();
    const k = BigInt(levelFor(camera)),
      last = camera.side - 1n;
    const at = mark();
    // By one of the squares that are seen; to its middle, where that is many cells.
    const half = k ? 1n << (k - 1n) : 0n;
    /** @param {bigint} value @param {number} by */
    const next = (value, by) => {
      const square = (value >> k) + BigInt(by);
      return by === 0 || square < 0n || square > last >> k ? value : (square << k) + half;
    };
    cursor = [next(at[0], down), next(at[1], right)];
    camera.reveal(camera.pointOf(cursor, Number(k)));
    announce(spoken(cursor));
    draw();
  }

  function drawScale() {
    const exponent = Math.max(0, Math.min(camera.n, Math.floor(Math.log2(130) - camera.zoom)));
    bar.style.width = `${2 ** (camera.zoom + exponent)}px`;
    barText.textContent =
      exponent > 0
        ? MISSING.cellsOf(exponent > 9 ? power(exponent) : 2 ** exponent)
        : MISSING.oneCell;
  }

  /** The cell under the mouse, where cells can be seen. */
  function drawPointed() {
    const cell = pointed && camera.zoom > 3 ? camera.cellAt(...pointed) : null;
    pointer.hidden = !cell || !camera.has(cell);
    if (!cell) return;
    const { unit, top, left, x, y } = camera.squares(0);
    pointer.style.width = pointer.style.height = `${unit}px`;
    pointer.style.translate = `${x + Number(cell[1] - left) * unit}px ${y + Number(cell[0] - top) * unit}px`;
  }

  /** @param {number} k */
  function tell(k) {
    const { n, side, zoom } = camera;
    scale.value = String(
      camera.most > camera.least
        ? Math.round((1000 * (zoom - camera.least)) / (camera.most - camera.least))
        : 0,
    );
    sizeText.textContent =
      n <= 12 ? `${power(n)} × ${power(n)} = ${2 ** n} × ${2 ** n}` : `${power(n)} × ${power(n)}`;
    size.setAttribute("aria-valuetext", MISSING.sizeSpoken(n));
    const middle = camera.nearest(camera.cellAt(camera.wide / 2, camera.high / 2));
    /** @param {FarCell} cell */
    const place = ([at, to]) => [
      h("span", { text: MISSING.atRow(digits(at + 1n, 26)) }),
      " ",
      h("span", { text: MISSING.atColumn(digits(to + 1n, 26)) }),
    ];
    where.classList.toggle("long", n > 24);
    clear(
      where,
      h("dt", { text: MISSING.cells }),
      h("dd", { text: digits(side * side - 1n) }),
      h("dt", { text: MISSING.trominoes }),
      h("dd", { text: digits((side * side - 1n) / 3n) }),
      h("dt", { text: MISSING.hole }),
      h("dd", {}, place(hole)),
      h("dt", { text: MISSING.middle }),
      h("dd", {}, place(middle)),
      h("dt", { text: MISSING.square }),
      h("dd", { text: k ? MISSING.squareOf(power(k)) : MISSING.isCell }),
    );
    canvas.dataset.state = JSON.stringify({
      n,
      still: !before,
      hole: hole.map(String),
      middle: middle.map(String),
      k,
      zoom,
      coloring,
      steps,
    });
  }

  // Mouse, touch, keyboard --------

  /** How two fingers began. */
  let pinch = { center: camera.center, zoom: camera.zoom };
  takeGestures(canvas, {
    touch: stop,
    move: (right, down) => {
      camera.move(-right, -down);
      draw();
    },
    pinch: () => {
      pinch = { center: camera.center, zoom: camera.zoom };
    },
    spread: (from, times, to) => {
      Object.assign(camera, pinch);
      camera.zoomAt(...from, pinch.zoom + Math.log2(times), to);
      draw();
    },
    wheel: (at, by) => {
      camera.zoomAt(...at, camera.zoom + by);
      draw();
    },
    tap: (at) => remove(camera.cellAt(...at)),
  });
  canvas.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") {
      pointed = [event.offsetX, event.offsetY];
      drawPointed();
    }
  });
  canvas.addEventListener("pointerleave", () => {
    pointed = null;
    drawPointed();
  });
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = stepOf(event);
    if (by) step(by[0], by[1]);
    else if (event.key === "+" || event.key === "=") glide(camera.zoom + 1, Camera.middle(mark()));
    else if (event.key === "-") glide(camera.zoom - 1, Camera.middle(mark()));
    else if (event.key === "0") glide(camera.least);
    else if (event.key === "Enter") remove(mark());
    else if (event.key.toLowerCase() === "h") dive();
    else return;
    event.preventDefault();
  });
  canvas.addEventListener("focus", draw);
  canvas.addEventListener("blur", draw);
  /** The keys of a presenter go through the steps, wherever the focus is. @param {KeyboardEvent} event */
  const keys = (event) => {
    if ((event.key !== "PageDown" && event.key !== "PageUp") || around(event, "input, dialog *"))
      return;
    if (steps === null && event.key === "PageUp") return;
    event.preventDefault();
    stepTo(steps === null ? 0 : steps + (event.key === "PageDown" ? 1 : -1));
  };
  document.addEventListener("keydown", keys);
  map.addEventListener("pointerdown", (event) => {
    stop();
    /** @param {number} at */
    const scaled = (at) =>
      BigInt(Math.round(Math.max(0, Math.min(1, at / map.clientWidth)) * 2 ** 40));
    const [whole] = Camera.middle([camera.side, camera.side]);
    camera.center = [
      (scaled(event.offsetY) * whole) >> 40n,
      (scaled(event.offsetX) * whole) >> 40n,
    ];
    camera.bound();
    draw();
  });

  let fresh = true;
  const resized = new ResizeObserver(() => {
    if (!canvas.clientWidth) return;
    camera.resize(canvas.clientWidth, canvas.clientHeight);
    if (fresh) camera.read(link.view);
    fresh = false;
    draw();
  });
  resized.observe(canvas);
  const off = onScheme(draw);
  return () => {
    off();
    resized.disconnect();
    document.removeEventListener("keydown", keys);
    stop();
    clearTimeout(linkTimer);
    cancelAnimationFrame(frameAsked);
  };
}
