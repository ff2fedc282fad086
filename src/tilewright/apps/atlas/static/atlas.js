// The atlas: colors of the page, filters and order of the index, and finding a shape that is drawn.

/**
 * A lattice: kinds of cells, units in a period, the generating rotation, a reflection, and the
 * corners of each kind of cell and the axes, for pictures.
 * @typedef {{ kinds: number, scale: number, turns: number, rotation: number[], reflection: number[],
 *   corners: number[][][], axes: number[][], rows: number, columns: number }} Lattice
 */
/** @typedef {[number, number]} Pair */

const HEIGHT = Math.sqrt(3) / 2;

/** @type {Record<string, Lattice>} */
export const LATTICES = {
  square: {
    kinds: 1,
    scale: 1,
    turns: 4,
    rotation: [0, -1, 1, 0],
    reflection: [1, 0, 0, -1],
    corners: [
      [
        [-0.5, -0.5],
        [-0.5, 0.5],
        [0.5, 0.5],
        [0.5, -0.5],
      ],
    ],
    axes: [
      [0, 1],
      [1, 0],
    ],
    rows: 8,
    columns: 8,
  },
  tri: {
    kinds: 2,
    scale: 3,
    turns: 6,
    rotation: [0, -1, 1, 1],
    reflection: [1, 0, -1, -1],
    corners: [
      [
        [0, 0],
        [0, 3],
        [3, 0],
      ],
      [
        [0, 3],
        [3, 3],
        [3, 0],
      ],
    ],
    axes: [
      [0.5, HEIGHT],
      [1, 0],
    ],
    rows: 6,
    columns: 12,
  },
  hex: {
    kinds: 1,
    scale: 1,
    turns: 6,
    rotation: [0, -1, 1, 1],
    reflection: [1, 0, -1, -1],
    corners: [
      [
        [-2, 1],
        [-1, 2],
        [1, 1],
        [2, -1],
        [1, -2],
        [-1, -1],
      ].map(([a, b]) => [a / 3, b / 3]),
    ],
    axes: [
      [0.5, HEIGHT],
      [1, 0],
    ],
    rows: 7,
    columns: 7,
  },
};

/** @param {number} a @param {number} b */
const modulo = (a, b) => ((a % b) + b) % b;

/**
 * The drawing of each orientation of some cells, moved to the corner.
 * @param {string} name  Of the lattice.
 * @param {Pair[]} cells  At least one.
 */
export function orientations(name, cells) {
  const { kinds, turns, rotation, reflection } = LATTICES[name];
  /** @param {number[]} matrix @param {Pair} point @returns {Pair} */
  const image = ([a, b, c, d], [x, y]) => [a * x + b * y, c * x + d * y];
  /** @param {Pair} cell @returns {Pair} */
  const center = ([row, column]) => {
    if (kinds === 1) return [row, column];
    const kind = modulo(column, 2);
    return [3 * row + 1 + kind, (3 * (column - kind)) / 2 + 1 + kind];
  };
  /** @param {Pair} point @returns {Pair} */
  const cell = ([x, y]) => {
    if (kinds === 1) return [x, y];
    const kind = modulo(x, 3) - 1;
    return [(x - 1 - kind) / 3, (2 * (y - 1 - kind)) / 3 + kind];
  };
  const found = new Set();
  for (let points of [cells.map(center), cells.map((each) => image(reflection, center(each)))])
    for (let turn = 0; turn < turns; turn++) {
      points = points.map((point) => image(rotation, point));
      found.add(drawing(points.map(cell), kinds));
    }
  return found;
}

/** @param {Pair[]} cells @param {number} kinds */
function drawing(cells, kinds) {
  const top = Math.min(...cells.map(([row]) => row)),
    left = Math.floor(Math.min(...cells.map(([, column]) => column)) / kinds) * kinds;
  /** @type {string[][]} */
  const lines = Array.from({ length: Math.max(...cells.map(([row]) => row)) - top + 1 }, () => []);
  for (const [row, column] of cells) lines[row - top][column - left] = "#";
  return lines.map((line) => Array.from(line, (letter) => letter ?? ".").join("")).join("/");
}

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** The button for light and dark; the page that plays keeps its choice in the same place. */
function themes() {
  const KEY = "tilewright:setting:theme",
    names = ["auto", "light", "dark"],
    root = document.documentElement,
    button = byId("theme");
  /** @param {string} name */
  const apply = (name) => {
    root.dataset.theme = name;
    button.textContent = name[0].toUpperCase() + name.slice(1);
    button.title = `Colors: ${name === "auto" ? "as the system" : name}`;
    button.setAttribute("aria-label", button.title);
  };
  let kept = "auto";
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? '"auto"');
  } catch {
    // Not allowed, or damaged.
  }
  apply(names.includes(kept) ? kept : "auto");
  button.addEventListener("click", () => {
    const next = names[(names.indexOf(root.dataset.theme ?? "auto") + 1) % names.length];
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // Then it holds for this page.
    }
    apply(next);
  });
  button.hidden = false;
}

/** The filters of the index, which the address keeps, and the field to draw on. */
function index() {
  const form = /** @type {HTMLFormElement} */ (byId("filters")),
    sorted = byId("sorted"),
    cards = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".family li")]),
    homes = cards.map((card) => /** @type {HTMLElement} */ (card.parentElement)),
    names = ["form", "cells", "symmetry", "plane", "boxes", "sort"];
  /** @type {string | null} */
  let key = null;
  /** @param {string} name */
  const select = (name) => /** @type {HTMLSelectElement} */ (form.elements.namedItem(name));

  /** @param {HTMLElement} card */
  const wanted = ({ dataset }) => {
    if (key !== null && dataset.key !== key) return false;
    return names.slice(0, -1).every((name) => {
      const value = select(name).value,
        own = dataset[name];
      if (!value) return true;
      if (name === "plane" && value === "tiles")
        return own !== undefined && own !== "none" && own !== "unknown";
      return own === value;
    });
  };

  function show() {
    const by = select("sort").value;
    const shown = new Set(cards.filter(wanted));
    for (const card of cards) card.hidden = !shown.has(card);
    /** @param {HTMLElement} card */
    const rank = (card) =>
      by === "symmetry"
        ? -(card.dataset.symmetry ?? "").length * 100 -
          Number((card.dataset.symmetry ?? "").slice(1))
        : Number(card.dataset[by] ?? Number.POSITIVE_INFINITY);
    if (by) {
      const ranks = new Map(cards.map((card, place) => [card, { rank: rank(card), place }]));
      /** @param {HTMLElement} card */
      const of = (card) => /** @type {{ rank: number, place: number }} */ (ranks.get(card));
      sorted.append(
        ...[...cards].sort((a, b) =>
          of(a).rank === of(b).rank ? of(a).place - of(b).place : of(a).rank < of(b).rank ? -1 : 1,
        ),
      );
    } else for (const [place, card] of cards.entries()) homes[place].append(card);
    sorted.hidden = !by;
    for (const home of new Set(homes)) {
      const section = /** @type {HTMLElement} */ (home.closest(".family"));
      section.hidden =
        Boolean(by) || !cards.some((card, at) => homes[at] === home && shown.has(card));
    }
    byId("found").textContent =
      shown.size === cards.length ? "" : `${shown.size} of ${cards.length} pieces`;
    const words = new URLSearchParams();
    for (const name of names) if (select(name).value) words.set(name, select(name).value);
    history.replaceState(null, "", `${location.pathname}${words.size ? `?${words}` : ""}`);
  }

  const asked = new URLSearchParams(location.search);
  for (const name of names) {
    const value = asked.get(name);
    if (value && [...select(name).options].some((option) => option.value === value))
      select(name).value = value;
  }
  form.addEventListener("change", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(show));
  drawingField((name, cells) => {
    key = null;
    const match = byId("match");
    if (!cells.length) match.textContent = "";
    else {
      const drawn = [...orientations(name, cells)].map((each) => `${name} ${each}`);
      const card = cards.find(({ dataset }) => drawn.includes(dataset.key ?? ""));
      key = card?.dataset.key ?? "";
      match.textContent = card
        ? (card.querySelector("span")?.textContent ?? "")
        : "Not in this atlas";
    }
    show();
  });
  byId("search").hidden = false;
  show();
}

/** A field to draw on, by pointer or keys. @param {(name: string, cells: Pair[]) => void} drawn */
function drawingField(drawn) {
  const NS = "http://www.w3.org/2000/svg";
  const select = /** @type {HTMLSelectElement} */ (byId("lattice"));
  /** @type {Map<SVGElement, Pair>} */
  let places = new Map();
  const tell = () =>
    drawn(
      select.value,
      [...places].flatMap(([cell, place]) => (cell.classList.contains("on") ? [place] : [])),
    );

  function lay() {
    const { kinds, scale, corners, axes, rows, columns } = LATTICES[select.value];
    const svg = document.createElementNS(NS, "svg");
    svg.setAttribute("role", "application");
    svg.setAttribute("tabindex", "0");
    svg.setAttribute("aria-label", "Field: arrow keys move, the space bar adds or removes a cell");
    places = new Map();
    /** @type {Pair[]} */
    const points = [];
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        // Rows of rhombs are moved back, so that the field is upright.
        const back = axes[0][0] ? Math.floor(row / 2) * kinds : 0;
        /** @type {Pair} */
        const place = [row, column - back];
        const kind = modulo(place[1], kinds),
          shift = [row, (place[1] - kind) / kinds];
        const outline = corners[kind].map(([a, b]) => {
          const [x, y] = [a / scale + shift[0], b / scale + shift[1]];
          return /** @type {Pair} */ ([
            x * axes[0][0] + y * axes[1][0],
            x * axes[0][1] + y * axes[1][1],
          ]);
        });
        points.push(...outline);
        const cell = document.createElementNS(NS, "polygon");
        cell.setAttribute("points", outline.map((point) => point.join()).join(" "));
        places.set(cell, place);
        svg.append(cell);
      }
    const xs = points.map(([x]) => x),
      ys = points.map(([, y]) => y),
      left = Math.min(...xs) - 0.1,
      top = Math.min(...ys) - 0.1;
    svg.setAttribute(
      "viewBox",
      [left, top, Math.max(...xs) - left + 0.1, Math.max(...ys) - top + 0.1].join(" "),
    );
    byId("field").replaceChildren(svg);
    takeStrokes(svg, columns);
  }

  /** @param {SVGSVGElement} svg @param {number} columns */
  function takeStrokes(svg, columns) {
    const cells = [...places.keys()];
    /** @type {boolean | null} */
    let adding = null;
    let here = 0;
    /** @param {Element | null} cell */
    const stroke = (cell) => {
      if (adding === null || !(cell instanceof SVGElement) || !places.has(cell)) return;
      cell.classList.toggle("on", adding);
    };
    svg.addEventListener("pointerdown", (event) => {
      const cell = /** @type {Element} */ (event.target);
      if (event.button || !(cell instanceof SVGElement) || !places.has(cell)) return;
      adding = !cell.classList.contains("on");
      svg.setPointerCapture(event.pointerId);
      stroke(cell);
    });
    svg.addEventListener("pointermove", (event) =>
      stroke(document.elementFromPoint(event.clientX, event.clientY)),
    );
    for (const end of ["pointerup", "pointercancel"])
      svg.addEventListener(end, () => {
        if (adding !== null) tell();
        adding = null;
      });
    /** @param {boolean} on */
    const mark = (on) => cells[here].classList.toggle("here", on);
    svg.addEventListener("focus", () => mark(svg.matches(":focus-visible")));
    svg.addEventListener("blur", () => mark(false));
    svg.addEventListener("keydown", (event) => {
      /** @type {Record<string, number>} */
      const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
      const step = steps[event.key];
      if (step === undefined && event.key !== " ") return;
      event.preventDefault();
      mark(false);
      if (step === undefined) {
        cells[here].classList.toggle("on");
        tell();
      } else if (cells[here + step]) here += step;
      mark(true);
    });
  }

  select.addEventListener("change", () => {
    lay();
    tell();
  });
  byId("clear").addEventListener("click", () => {
    for (const cell of places.keys()) cell.classList.remove("on");
    tell();
  });
  lay();
}

if (typeof document !== "undefined") {
  themes();
  if (document.getElementById("filters")) index();
}
