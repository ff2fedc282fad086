// The result of a game as a card to be shared: what was solved, when and how, and not the solution.

/** @import { Round } from "./player.js" */

import { GAME, RESULT, SHARED } from "../../texts/en.js";
import { commas } from "../../texts/joining.js";
import { clock, dayOf, resultLine, streak } from "../elements/days.js";
import { seenAs } from "../elements/cards.js";
import { dayName, today } from "../../parts/dates.js";
import { button, h, toast } from "../../parts/dom.js";
import { copyText, offer } from "../../parts/exporting.js";
import { dayAt, opening, shared } from "../../server/files.js";
import { COLORS, IVORY } from "../../parts/palette.js";
import * as storage from "../../parts/storage.js";

/** The side of the card, in pixels, and what there is around what it shows. */
const SIDE = 1080,
  EDGE = 84;

/** What leads others to a puzzle: to its day, if it has one. @param {string} id */
function leading(id) {
  const day = dayOf(id);
  return day && shared ? dayAt(day) : opening(id);
}

/** What the card says. @param {Round} round */
function said({ sheet, game }) {
  const row = streak(storage.days(), today()),
    day = dayOf(sheet.id),
    title = seenAs(
      sheet,
      sheet.pieces.map(({ most }) => most),
    );
  // Where outlines are drawn, an order would tell where the pieces are.
  const colors = game.tiles
    .filter(({ color, given }) => !given && color !== IVORY)
    .map(({ color }) => color % COLORS.length);
  return {
    // A day may have puzzles of several levels that look alike.
    title: day && sheet.level ? RESULT.ofLevel(title, SHARED.levels[sheet.level]) : title,
    when: dayName(day ?? today(), { weekday: "long", month: "long", day: "numeric" }),
    colors: game.drawn ? colors.sort((one, other) => one - other) : colors,
    figures: [clock(game.seconds), GAME.hints(game.hints), ...(row ? [RESULT.row(row)] : [])],
  };
}

/** The result as text. @param {Round} round @param {ReturnType<typeof said>} result */
const written = ({ sheet, game }, { title, when, figures: [, , ...row] }) =>
  [`tilewright, ${when}`, resultLine(title, game), ...row, leading(sheet.id)].join("\n");

/**
 * Draw the card, in the colors of the page.
 * @param {HTMLCanvasElement} canvas @param {Round} round @param {ReturnType<typeof said>} result
 */
function draw(canvas, { game }, { title, when, colors, figures }) {
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")),
    style = getComputedStyle(document.documentElement);
  /** @param {string} name */
  const token = (name) => style.getPropertyValue(name).trim();
  /** Write a line, smaller if it has no room. @param {string} text @param {number} y @param {number} size @param {number} weight @param {string} color */
  const write = (text, y, size, weight, color) => {
    pen.fillStyle = token(color);
    pen.font = `${weight} ${size}px ${token("--font")}`;
    pen.fillText(text, EDGE, y, SIDE - 2 * EDGE);
  };
  pen.fillStyle = token("--surface");
  pen.fillRect(0, 0, SIDE, SIDE);
  write("tilewright", EDGE + 40, 44, 800, "--ink");
  pen.textAlign = "right";
  pen.font = `400 34px ${token("--font")}`;
  pen.fillStyle = token("--muted");
  pen.fillText(when, SIDE - EDGE, EDGE + 38);
  pen.textAlign = "left";

  // The silhouette of the board, without what lies on it.
  const { lattice, cells } = game,
    box = lattice.box(cells),
    room = 500,
    unit = Math.min((SIDE - 2 * EDGE) / box.width, room / box.height);
  pen.save();
  pen.translate((SIDE - unit * box.width) / 2, EDGE + 90 + (room - unit * box.height) / 2);
  pen.scale(unit, unit);
  pen.translate(-box.x, -box.y);
  const board = new Path2D(lattice.outline(cells, 0, 0.12));
  pen.lineJoin = "round";
  pen.lineWidth = 14 / unit;
  pen.strokeStyle = token("--well");
  pen.fillStyle = token("--cell-b");
  pen.stroke(board);
  pen.fill(board, "evenodd");
  pen.restore();

  // The pieces as they came, each a square of its color.
  const across = Math.min(colors.length, Math.max(12, Math.ceil(colors.length / 2))),
    step = Math.min(76, (SIDE - 2 * EDGE) / across);
  for (const [i, color] of colors.entries()) {
    pen.fillStyle = COLORS[color];
    pen.beginPath();
    pen.roundRect(
      EDGE + step * (i % across),
      EDGE + 640 + step * Math.floor(i / across),
      0.86 * step,
      0.86 * step,
      0.18 * step,
    );
    pen.fill();
  }
  write(title, SIDE - EDGE - 74, 58, 800, "--ink");
  write(figures.join("  ·  "), SIDE - EDGE - 4, 42, 600, "--muted");
}

/** Show the result as a card, with what can be done with it. @param {Round} round */
export async function shareResult(round) {
  const result = said(round),
    text = written(round, result);
  const canvas = h("canvas", {
    width: SIDE,
    height: SIDE,
    role: "img",
    "aria-label": commas([result.when, result.title, ...result.figures]),
  });
  await Promise.all([400, 600, 800].map((weight) => document.fonts.load(`${weight} 40px Figtree`)));
  draw(canvas, round, result);
  const picture = await new Promise((/** @type {(blob: Blob | null) => void} */ done) =>
    canvas.toBlob(done, "image/png"),
  );
  if (!picture) throw new Error(SHARED.large);
  const file = new File([picture], "tilewright.png", { type: "image/png" }),
    whole = { files: [file], text };
  const before = document.activeElement;
  const dialog = h(
    "dialog",
    { class: "result", "aria-labelledby": "result" },
    h("h2", { id: "result", text: RESULT.title }),
    canvas,
    h(
      "div",
      { class: "row" },
      navigator.canShare?.(whole)
        ? button(GAME.share, {
            icon: "share",
            class: "primary",
            // Who has changed his mind need not be told.
            onclick: () => navigator.share(whole).catch(() => {}),
          })
        : null,
      button(RESULT.copy, { onclick: () => copyText(text) }),
      "ClipboardItem" in globalThis
        ? button(RESULT.copyPicture, {
            onclick: () =>
              navigator.clipboard
                .write([new ClipboardItem({ "image/png": picture })])
                .then(() => toast(RESULT.pictureCopied))
                .catch(() => toast(RESULT.notAllowed)),
          })
        : null,
      button(SHARED.saveAs("PNG"), { icon: "save", onclick: () => offer(picture, file.name) }),
      button(RESULT.close, { onclick: () => dialog.close() }),
    ),
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
}
