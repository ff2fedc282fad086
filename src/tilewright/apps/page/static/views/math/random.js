// Random tilings: dominoes and lozenges, all tilings equally likely. They grow by domino shuffling, or
// by flips; tiles are turned by a click.

/** @import { RandomAnswer } from "../../../answers" */
/** @import { Point } from "../../geometry/geometry.js" */

import { LANGUAGE, RANDOM, SHARED } from "../../texts/en.js";
import { post } from "../../server/api.js";
import { aborted, said, sentence } from "../../server/errors.js";
import { announce, around, button, calm, clear, h, s } from "../../parts/dom.js";
import { boardForm } from "../maker/boardform.js";
import { boardOf, choiceOf, linkOf, tilingsOf } from "../elements/boards.js";
import { saveCanvas, saveSvg, takeAway } from "../../parts/exporting.js";
import { looking, stage } from "../../parts/stage.js";
import { stepOf } from "../../geometry/geometry.js";
import { Mosaic } from "./mosaic.js";
import { numbers } from "../../geometry/matching.js";
import { onScheme, PALETTES } from "../../parts/palette.js";
import { penOf } from "./deep.js";
import { playback } from "../watch/playback.js";
import { takeMoves, View } from "../watch/view.js";
import * as storage from "../../parts/storage.js";

/** How long the whole animation takes at first, in seconds. */
const LASTS = 6;
/** How many flips are shown at most; the first ones are left out if there are more. */
const MOST_FLIPS = 600_000;
/** How wide or high a saved picture is, in pixels. */
const SAVED = 3000;
/** How much one press of a button zooms, and how far a key moves, in pixels. */
const ZOOM = 1.5;
/** How long a change of the board is waited for, in milliseconds. */
const PAUSE = 250;

/** The weights of a horizontal domino that are offered. */
const WEIGHTS = ["1/8", "1/4", "1/2", "1", "2", "4", "8"];
/** @param {string} text  A number or a fraction. */
const numberOf = (text) =>
  text
    .split("/")
    .map(Number)
    .reduce((over, under) => over / under);

const anySeed = () => 1 + Math.floor(Math.random() * 999_999);

/**
 * @param {HTMLElement} host
 * @param {string[]} given  The board, the seed, and the colors and the weight if they are not the usual ones.
 */
export async function show(host, [linked, seeded, colored, weighed]) {
  let board = boardOf(linked) ?? "aztec:40",
    seed = /^\d{1,15}$/.test(seeded ?? "") ? Number(seeded) : anySeed(),
    palette = Object.hasOwn(PALETTES, colored ?? "")
      ? /** @type {string} */ (colored)
      : storage.setting("random-colors", "bright"),
    weight = WEIGHTS.includes(weighed ?? "") ? /** @type {string} */ (weighed) : "1";
  const view = new View(1.2);
  /** @type {Mosaic | null} */
  let mosaic = null;
  /** @type {RandomAnswer | null} */
  let answer = null;
  /** @type {AbortController | null} */
  let asked = null;
  /** The corners that are turned to come to the tiling, and by hand after that. */
  let path = /** @type {number[]} */ ([]),
    hand = /** @type {number[]} */ ([]);
  let at = 0,
    share = 1,
    cursor = -1,
    pointed = -1,
    own = false,
    left = false,
    frameAsked = 0,
    timer = 0;

  const canvas = h("canvas", {
    class: "deep mosaic",
    tabindex: "0",
    role: "img",
    "aria-label": RANDOM.tiling,
    "aria-describedby": "random-how",
  });
  const pen = penOf(canvas);
  const box = h("div", { class: "deep-box" }, canvas);
  const lead = h("p", { class: "lead", role: "status" });
  const figures = h("dl", { class: "figures" });

  const form = boardForm(choose, (text) => {
    lead.textContent = text;
  });
  /** @param {string} word */
  function choose(word) {
    board = word;
    weighing.hidden = choiceOf(board).sort === "hexagon";
    form.show(board);
    clearTimeout(timer);
    timer = setTimeout(() => ask(), PAUSE);
  }

  // The steps --------

  const total = () => (mosaic?.growth ? mosaic.growth.order : path.length);

  /** Go to a place: first the steps of the algorithm, then what was turned by hand. @param {number} to */
  function seek(to) {
    if (!mosaic) return;
    const { pairs, growth } = mosaic,
      first = total();
    share = 1;
    while (at > Math.max(first, to)) pairs.flip(hand[--at - first]);
    const within = Math.min(first, to);
    if (growth && at <= first && at !== within) {
      growth.seek(within);
      growth.lay(pairs);
      at = within;
    }
    while (at > within && at <= first) pairs.flip(path[--at]);
    while (at < within) pairs.flip(path[at++]);
    while (at < to) pairs.flip(hand[at++ - first]);
    draw();
  }

  const player = playback(
    (count) => {
      if (!mosaic) return true;
      const [, all] = place();
      seek(Math.min(all, at + count));
      if (at < all) return true;
      told();
      return false;
    },
    () => seek(0),
    {
      place: () => place(),
      seek,
      between: (part) => {
        // Dominoes slide only where they are seen to.
        share = mosaic?.growth && mosaic.growth.now < 40 ? part : 1;
        draw();
      },
    },
  );
  /** @returns {[number, number]} */
  const place = () => [at, total() + hand.length];

  /** Turn the tiles around a corner. @param {number} corner */
  function turn(corner) {
    if (!mosaic || corner < 0 || !mosaic.pairs.turnable(corner)) return;
    hand.length = at - total();
    hand.push(corner);
    seek(at + 1);
    player.end();
    const [row, column] = mosaic.pairs.place(corner);
    announce(RANDOM.turned(row, Math.floor(column / mosaic.pairs.kinds)));
  }

  /** Show all steps at once. */
  function skip() {
    seek(total());
    player.end();
    told();
  }

  // What is said --------

  function told() {
    if (!mosaic || !answer) return;
    const { sort } = choiceOf(board);
    const count = mosaic.count.toLocaleString(LANGUAGE);
    const tiles = answer.lattice ? RANDOM.lozenges(count) : RANDOM.dominoes(count);
    lead.textContent = answer.lattice ? RANDOM.clickLozenges(tiles) : RANDOM.clickDominoes(tiles);
    canvas.setAttribute("aria-label", RANDOM.tilingOf(RANDOM.sorts[sort][1], tiles));
  }

  function tell() {
    const number = tilingsOf(board);
    clear(
      figures,
      h("dt", { text: RANDOM.tiles }),
      h("dd", {
        text: mosaic && answer?.tiles ? mosaic.count.toLocaleString(LANGUAGE) : RANDOM.noTiles,
      }),
      number ? [h("dt", { text: RANDOM.tilings }), h("dd", { text: number })] : null,
      answer?.how ? [h("dt", { text: RANDOM.method }), h("dd", { text: answer.how })] : null,
    );
  }

  async function ask() {
    clearTimeout(timer);
    asked?.abort();
    const mine = new AbortController();
    asked = mine;
    seedInput.value = String(seed);
    const slow = setTimeout(() => {
      lead.textContent = RANDOM.drawing;
    }, 300);
    try {
      const found = await post(
        "/api/random",
        { board, seed, weight: weighing.hidden ? 1 : numberOf(weight) },
        mine.signal,
      );
      if (mine.signal.aborted || left) return;
      begin(found);
    } catch (error) {
      if (aborted(error)) return;
      answer = mosaic = null;
      lead.textContent = sentence(said(error));
      announce(lead.textContent);
      tell();
      draw();
    } finally {
      clearTimeout(slow);
    }
  }

  /** @param {RandomAnswer} found */
  function begin(found) {
    answer = found;
    mosaic = new Mosaic(found);
    path = [];
    hand = [];
    at = 0;
    cursor = pointed = -1;
    own = false;
    home();
    if (found.tiles && !mosaic.growth)
      path = mosaic.pairs.descend(numbers(seed), MOST_FLIPS).reverse();
    if (found.reason) {
      lead.textContent = RANDOM.none(found.reason);
      player.end();
    } else {
      lead.textContent = mosaic.growth
        ? RANDOM.growing
        : path.length < MOST_FLIPS
          ? RANDOM.flipsFromLowest
          : RANDOM.flips;
      player.within(LASTS);
      if (calm()) skip();
      else player.fresh();
    }
    tell();
    draw();
  }

  /** Another tiling of the same board. */
  function anew() {
    seed = anySeed();
    ask();
  }

  // The picture --------

  function home() {
    if (!mosaic) return;
    const { x, y, width, height } = mosaic.box;
    view.fit({ x, y, width, height }, 1.06);
    own = false;
  }

  const looks = () => {
    const style = getComputedStyle(document.documentElement);
    /** @param {string} name */
    const token = (name) => style.getPropertyValue(name).trim();
    return {
      colors: PALETTES[palette].colors,
      seam: token("--between"),
      seams: seams.checked,
      well: token("--well"),
      paper: token("--paper"),
      many: token("--accent"),
      few: token("--ink"),
      other: token("--cell-a"),
    };
  };

  function draw() {
    if (!frameAsked)
      frameAsked = requestAnimationFrame(() => {
        frameAsked = 0;
        paint();
      });
  }

  function paint() {
    if (!canvas.clientWidth) return;
    const ratio = devicePixelRatio || 1;
    const wide = Math.round(view.wide * ratio),
      high = Math.round(view.high * ratio);
    if (canvas.width !== wide) canvas.width = wide;
    if (canvas.height !== high) canvas.height = high;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, view.wide, view.high);
    if (mosaic && answer?.proof) mosaic.paintProof(pen, view, answer.proof, looks());
    else if (mosaic) mosaic.paint(pen, view, looks(), player.running() ? share : 1);
    const marked = document.activeElement === canvas && canvas.matches(":focus-visible");
    outline(marked ? mark() : pointed);
    canvas.dataset.state = JSON.stringify({
      board,
      seed,
      at,
      total: total(),
      hand: hand.length,
      running: player.running(),
      tiled: Boolean(answer?.tiles),
      unit: view.unit,
      x: view.x,
      y: view.y,
    });
    keepLink();
  }

  /** Show what a click or Enter would turn. @param {number} corner */
  function outline(corner) {
    if (!mosaic || corner < 0 || !mosaic.pairs.turnable(corner)) return;
    pen.beginPath();
    for (const [x, y] of mosaic.ringOf(corner)) pen.lineTo(...view.seen(x, y));
    pen.closePath();
    for (const [color, width] of /** @type {const} */ ([
      ["white", 5],
      ["black", 2.5],
    ])) {
      pen.strokeStyle = color;
      pen.lineWidth = width;
      pen.lineJoin = "round";
      pen.stroke();
    }
  }

  /** The corner where the keyboard is: at first the one nearest to the middle of what is seen. */
  function mark() {
    if (!mosaic) return -1;
    if (cursor >= 0 && mosaic.pairs.turnable(cursor)) return cursor;
    cursor = nearest(([x, y]) => Math.hypot(x, y), view.x, view.y);
    return cursor;
  }

  /**
   * The corner that can be turned with the least cost, by how far away it is from a point.
   * @param {(by: Point) => number} cost  Infinite if it is out of the question.
   * @param {number} x @param {number} y
   */
  function nearest(cost, x, y) {
    let best = -1,
      least = Infinity;
    for (const corner of mosaic?.pairs.corners() ?? []) {
      const [u, v] = /** @type {Mosaic} */ (mosaic).placeOf(corner),
        now = cost([u - x, v - y]);
      if (now < least) {
        least = now;
        best = corner;
      }
    }
    return best;
  }

  /** @param {number} down @param {number} right */
  function step(down, right) {
    const from = mark();
    if (!mosaic || from < 0) return;
    const [x, y] = mosaic.placeOf(from);
    const next = nearest(
      ([u, v]) => {
        const ahead = u * right + v * down,
          aside = Math.abs(u * down) + Math.abs(v * right);
        return ahead > 0.1 ? ahead + 2.5 * aside : Infinity;
      },
      x,
      y,
    );
    if (next < 0) return;
    cursor = next;
    reveal(mosaic.placeOf(next));
    const [row, column] = mosaic.pairs.place(next);
    announce(RANDOM.at(row, Math.floor(column / mosaic.pairs.kinds)));
    draw();
  }

  /** Move what is seen so that a point is in it. @param {Point} point */
  function reveal([x, y]) {
    const [u, v] = view.seen(x, y),
      margin = 24;
    view.move(
      Math.max(0, margin - u) - Math.max(0, u - view.wide + margin),
      Math.max(0, margin - v) - Math.max(0, v - view.high + margin),
    );
  }

  // The link follows what is shown, so that a reload or a copy of it comes back here.
  let shown = location.hash;
  function keepLink() {
    if (left || location.hash !== shown) return;
    const biased = weight !== "1" && !weighing.hidden;
    const words = [
      "random",
      linkOf(board),
      seed,
      ...(palette === "bright" && !biased ? [] : [palette]),
      ...(biased ? [encodeURIComponent(weight)] : []),
    ];
    const link = `#/${words.join("/")}`;
    if (link === shown) return;
    history.replaceState(null, "", link);
    shown = location.hash;
  }

  /** What is seen was chosen by hand. */
  function moved() {
    own = true;
    draw();
  }

  /** @param {number} times */
  function zoom(times) {
    view.to(view.unit * times);
    moved();
  }

  const name = () => `random ${board.length < 40 ? board : "drawing"} ${seed}`;

  function savePng() {
    if (!mosaic) return;
    const { x, y, width, height } = mosaic.box,
      unit = SAVED / (Math.max(width, height) + 2);
    const picture = h("canvas", {
      width: Math.round((width + 2) * unit),
      height: Math.round((height + 2) * unit),
    });
    const large = new View(0);
    Object.assign(large, {
      unit,
      x: x + width / 2,
      y: y + height / 2,
      wide: picture.width,
      high: picture.height,
    });
    const other = penOf(picture),
      look = looks();
    other.fillStyle = look.paper;
    other.fillRect(0, 0, picture.width, picture.height);
    mosaic.paint(other, large, look);
    saveCanvas(picture, name());
  }

  const seams = h("input", {
    type: "checkbox",
    checked: storage.setting("random-seams", true),
    onchange: () => {
      storage.keepSetting("random-seams", seams.checked);
      draw();
    },
  });
  const seedInput = h("input", {
    type: "number",
    name: "seed",
    min: 0,
    max: 999_999_999_999_999,
    onchange: () => {
      if (!seedInput.value || !seedInput.checkValidity()) return;
      seed = Number(seedInput.value);
      ask();
    },
  });

  const weighing = h(
    "label",
    { hidden: choiceOf(board).sort === "hexagon" },
    RANDOM.weight,
    h(
      "select",
      {
        name: "weight",
        onchange: (/** @type {Event} */ { currentTarget }) => {
          weight = /** @type {HTMLSelectElement} */ (currentTarget).value;
          ask();
        },
      },
      WEIGHTS.map((value) => h("option", { value, text: value, selected: value === weight })),
    ),
  );

  clear(
    host,
    stage(box, {
      name: "random",
      title: RANDOM.title,
      lead,
      tools: [
        button(RANDOM.anew, { icon: "dice", class: "primary", onclick: anew }),
        player.row,
        looking(box, canvas, (by) => zoom(ZOOM ** by)),
      ],
      side: [
        form.parts,
        weighing,
        player.sliders,
        h(
          "fieldset",
          { class: "palettes" },
          h("legend", { text: SHARED.colors }),
          Object.entries(PALETTES).map(([value, { colors }]) => {
            const text = RANDOM.palettes[/** @type {keyof typeof RANDOM.palettes} */ (value)];
            return h(
              "label",
              { class: "sort", title: text },
              h("input", {
                type: "radio",
                name: "palette",
                value,
                "aria-label": text,
                checked: value === palette,
                onchange: () => {
                  palette = value;
                  storage.keepSetting("random-colors", value);
                  draw();
                },
              }),
              swatch(colors),
            );
          }),
        ),
        h("label", { class: "inline" }, seams, h("span", { text: RANDOM.seams })),
        h("label", {}, RANDOM.seed, seedInput),
        figures,
        takeAway(keepLink, {
          SVG: () => mosaic && saveSvg(mosaic.svg(looks()), name()),
          PNG: savePng,
        }),
        h("p", {
          class: "caption fine",
          id: "random-how",
          text: RANDOM.how,
        }),
      ],
    }),
  );

  // Mouse, touch, keyboard --------

  takeMoves(canvas, view, moved, (point) => {
    if (at < total()) skip();
    else turn(mosaic?.cornerAt(view.place(point)) ?? -1);
  });
  canvas.addEventListener("pointermove", (event) => {
    const now =
      event.pointerType === "mouse" && at >= total()
        ? (mosaic?.cornerAt(view.place([event.offsetX, event.offsetY])) ?? -1)
        : -1;
    if (now === pointed) return;
    pointed = now;
    draw();
  });
  canvas.addEventListener("pointerleave", () => {
    pointed = -1;
    draw();
  });
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = stepOf(event);
    if (by) step(by[0], by[1]);
    else if (event.key === "+" || event.key === "=") zoom(ZOOM);
    else if (event.key === "-") zoom(1 / ZOOM);
    else if (event.key === "0") {
      home();
      draw();
    } else if (event.key === "Enter" || event.key === " ") {
      if (at < total()) skip();
      else turn(mark());
    } else return;
    event.preventDefault();
  });
  canvas.addEventListener("focus", draw);
  canvas.addEventListener("blur", draw);
  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    if (around(event, "input, select, dialog *") || event.altKey) return;
    const letter = event.key.toLowerCase();
    if (letter === "z" && at > total()) seek(at - 1);
    else if (letter === "y" && at < place()[1]) seek(at + 1);
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", keys);

  const resized = new ResizeObserver(() => {
    if (!canvas.clientWidth) return;
    [view.wide, view.high] = [canvas.clientWidth, canvas.clientHeight];
    if (!own) home();
    draw();
  });
  resized.observe(canvas);
  const off = onScheme(draw);
  form.show(board);
  await ask();
  return () => {
    left = true;
    asked?.abort();
    player.stop();
    off();
    resized.disconnect();
    document.removeEventListener("keydown", keys);
    clearTimeout(timer);
    cancelAnimationFrame(frameAsked);
  };
}

/** @param {string[]} colors */
const swatch = (colors) =>
  s(
    "svg",
    { class: "swatch", viewBox: "0 0 2 2", "aria-hidden": "true" },
    colors.map((fill, i) =>
      s("rect", { x: i % 2, y: Math.floor(i / 2), width: 1, height: 1, fill }),
    ),
  );
