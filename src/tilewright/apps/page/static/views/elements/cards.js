// The cards of puzzles: a picture of each as one has left it, its name and its level.

/** @import { Card, MakeRequest, Sheet } from "../../../answers" */
/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { SavedGame } from "../../game/session.js" */

import { GALLERY, SHARED } from "../../texts/en.js";
import { h } from "../../parts/dom.js";
import { thumbnail } from "../../board/look/board.js";
import { keys } from "../../geometry/geometry.js";
import { dressed, regionsIn } from "../../game/conditions.js";
import { standing } from "../../game/session.js";
import { clock } from "./days.js";
import { sized } from "../../parts/sizes.js";
import * as storage from "../../parts/storage.js";

/**
 * What the card of a puzzle shows, with the pieces that are placed. Those that were made here have
 * no collection.
 * @typedef {Omit<Card, "collection"> & { collection?: string, names?: Sheet["names"], seams?: Sheet["seams"], request?: MakeRequest, row?: number, regions?: ReturnType<typeof regionsIn>, placed?: { cells: Cell[], color: number }[] }} CardOf
 */

/** The puzzles whose own titles say where they come from, and not what one sees. */
const isNamedByOrigin = (/** @type {string} */ id) => id.startsWith("talos:");

/**
 * What a puzzle is called here: its board and its pieces, if its title does not say what it is.
 * @param {Pick<Sheet, "id" | "title" | "cells">} puzzle
 * @param {(number | null)[]} copies  Of each piece.
 */
export function seenAs({ id, title, cells }, copies) {
  if (!isNamedByOrigin(id)) return sized(title);
  const count = copies.reduce((/** @type {number} */ sum, each) => sum + (each ?? 0), 0);
  return SHARED.boardAndPieces(`${cells.length} × ${cells[0].length}`, count);
}

/**
 * The shelf of a puzzle: that of its lattice, of squares that of its collection.
 * @param {Pick<Card, "collection" | "lattice">} card
 */
export const shelfOf = ({ collection, lattice }) =>
  lattice?.layers ? "cubes" : (lattice?.cells ?? collection);

/** How many copies of each piece there are. @param {Pick<CardOf, "pieces">} puzzle */
export const copiesOf = ({ pieces }) => pieces.map(([, , most]) => most);

/** Where a puzzle comes from, unless its name says that. @param {{ id: string, title: string }} puzzle */
export const originOf = ({ id, title }) => (isNamedByOrigin(id) ? title : "");

/** What the card of a puzzle shows of its sheet. @param {Sheet} sheet @returns {CardOf} */
export function asCard(sheet) {
  const {
    id,
    title,
    kind,
    level,
    cells,
    lattice,
    seams,
    marks,
    clues = [],
    rules = [],
    names,
    placed,
    pieces,
  } = dressed(sheet);
  const colors = new Map(pieces.map((piece) => [piece.name, piece.color]));
  /** @param {string} name */
  const given = (name) => placed.filter((each) => each.piece === name).length;
  return {
    id,
    title,
    kind,
    level,
    cells,
    lattice,
    seams,
    marks: [...marks, ...clues],
    regions: regionsIn(rules),
    names,
    placed: placed.map((each) => ({ cells: each.cells, color: colors.get(each.piece) ?? 0 })),
    // What is on the board is not shown below it once more.
    pieces: pieces.map((piece) => [
      piece.cells,
      piece.color,
      piece.most === null ? null : piece.most - given(piece.name),
    ]),
  };
}

/** A shape whichever way it lies: the least of its eight images. @param {Cell[]} cells */
function freely(cells) {
  const images = [0, 1, 2, 3].flatMap((turns) =>
    [false, true].map((flipped) => {
      let own = cells;
      for (let i = 0; i < turns; i++) own = own.map(([row, column]) => [column, -row]);
      if (flipped) own = own.map(([row, column]) => [row, -column]);
      const top = Math.min(...own.map(([row]) => row)),
        left = Math.min(...own.map(([, column]) => column));
      return keys(own.map(([row, column]) => [row - top, column - left]));
    }),
  );
  return images.sort()[0];
}

/** Where a game stands that was kept; nowhere if it cannot be read. @param {SavedGame} session */
function standingOf(session) {
  try {
    return standing(session);
  } catch {
    return standing({ puzzle: "" });
  }
}

/**
 * The card of a puzzle as one has left it: with what one has put on the board, or drawn.
 * @param {CardOf} puzzle
 * @returns {{ card: CardOf, drawn: [Cell, Cell][] }}
 */
function asLeft(puzzle) {
  const { session } = storage.game(puzzle.id) ?? {};
  // What lies on other boards than flat ones of squares is not shown on the card.
  if (!session || puzzle.lattice) return { card: puzzle, drawn: [] };
  const position = standingOf(session);
  const pieces = puzzle.pieces.map(([cells, color, most]) => ({
    cells,
    color,
    most,
    shape: freely(cells),
  }));
  /** @type {{ cells: Cell[], color: number }[]} */
  const placed = [];
  for (const { cells } of position.placed) {
    const piece = pieces.find((each) => each.shape === freely(cells) && each.most !== 0);
    if (!piece) continue;
    if (piece.most !== null) piece.most--;
    placed.push({ cells, color: piece.color });
  }
  return {
    card: {
      ...puzzle,
      placed: [...(puzzle.placed ?? []), ...placed],
      pieces: pieces.map(({ cells, color, most }) => [cells, color, most]),
    },
    drawn: [...position.edges.values()],
  };
}

/** The picture of a puzzle as one has left it. @param {CardOf} puzzle */
function pictureOf(puzzle) {
  const { card: left, drawn } = asLeft(puzzle);
  return thumbnail(left, drawn);
}

/** @param {string | null} level */
export function levelTag(level) {
  return level ? h("span", { class: `level ${level}`, text: SHARED.levels[level] ?? level }) : null;
}

/** The address of a puzzle within the page. @param {string} id */
const linkOf = (id) => `#/p/${encodeURIComponent(id)}`;

/** How much of a puzzle that is not solved is done, in percent. @param {string} id */
const shareOf = (id) => Math.round(100 * (storage.game(id)?.share ?? 0));

/**
 * A link to a puzzle of one of several levels, and how far it is.
 * @param {Pick<Card, "id" | "level">} puzzle @param {ReturnType<typeof storage.solved>} solved
 */
function levelLink({ id, level }, solved) {
  const record = solved[id],
    share = shareOf(id),
    text = record ? `✓ ${clock(record.seconds)}` : share > 0 ? `${share}%` : "";
  return h(
    "a",
    { class: "one-of", href: linkOf(id) },
    levelTag(level),
    text ? h("small", { text }) : null,
    record ? h("span", { class: "hidden", text: `, ${GALLERY.done}` }) : null,
  );
}

/**
 * A link to a puzzle, with its picture.
 * @param {CardOf} puzzle @param {ReturnType<typeof storage.solved>} solved
 * @param {{ kind?: "" | "large" | "of-day", name?: string, kicker?: string, about?: string, levels?: Pick<Card, "id" | "level">[] }} [looks]
 *   `levels` are puzzles of several levels, to each of which the card has a link.
 */
export function card(
  puzzle,
  solved,
  { kind = "", name = seenAs(puzzle, copiesOf(puzzle)), kicker, about, levels = [puzzle] } = {},
) {
  const origin = originOf(puzzle),
    several = levels.length > 1,
    record = levels.every(({ id }) => solved[id]) ? solved[puzzle.id] : undefined,
    share = shareOf(puzzle.id),
    href = linkOf(puzzle.id);
  return h(
    several ? "div" : "a",
    { class: `card ${kind}${record ? " solved" : ""}`, href: several ? null : href },
    h(
      "div",
      { class: "picture" },
      h("div", { class: "sight" }, pictureOf(puzzle)),
      record ? h("span", { class: "tick", text: "✓", title: GALLERY.done }) : null,
    ),
    h(
      "div",
      { class: "words" },
      kicker ? h("span", { class: "kicker", text: kicker }) : null,
      several
        ? h("a", { class: "name", href, text: name })
        : h("span", { class: "name", text: name }),
      origin ? h("small", { class: "origin", text: origin }) : null,
      about ? h("span", { class: "lead", text: about }) : null,
      several
        ? h(
            "span",
            { class: "about", role: "group", "aria-label": kicker },
            levels.map((each) => levelLink(each, solved)),
          )
        : h(
            "span",
            { class: "about" },
            levelTag(puzzle.level) ?? h("span", { class: "level none", text: SHARED.ungraded }),
            record
              ? h("span", { class: "record", text: GALLERY.solvedIn(clock(record.seconds)) })
              : share > 0
                ? h("span", { class: "record", text: GALLERY.share(share) })
                : null,
          ),
      kind === "large"
        ? h("span", {
            class: "go",
            "aria-hidden": "true",
            text: record ? SHARED.again : share > 0 ? GALLERY.go : GALLERY.play,
          })
        : null,
    ),
  );
}
