// The hand that sets clues: strokes draw regions, and keys say what a cell or its region says.

/** @import { Tool } from "../../board/look/painter.js" */
/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { Editor, Setting } from "./editors.js" */
/** @import { Steps } from "./steps.js" */

import { key } from "../../geometry/geometry.js";
import { cellsOf } from "../elements/draft.js";
import { EDITORS, withRegion } from "./editors.js";

/** The keys that empty a cell. */
const EMPTY = ["Backspace", "Delete"];

/**
 * @param {Steps<Setting>} steps @param {(what: Partial<Setting>, field?: string) => void} change
 * @param {{ about: () => { editor: Editor, values: string[] }, painter: { go: (name: string) => void }, draw: (setting: Setting) => void }} board  What is set, and where.
 */
export function makeClues(steps, change, { about, painter, draw }) {
  /** Whether the next key begins a clue anew. */
  let anew = true;
  const begin = () => {
    anew = true;
  };
  /** The cells of the board, by their names. */
  const cells = () => cellsOf(steps.now).map(key);
  /** @param {string} name */
  const regionAt = (name) => steps.now.regions.find(({ cells }) => cells.includes(name));

  /** Have a cell or its region say something. @param {string} name @param {string} says */
  function put(name, says) {
    const { regions: all } = steps.now,
      isRegion = about().editor.regions,
      region = regionAt(name) ?? { cells: [name], says: "" },
      left = all.filter((each) => each !== region);
    if (isRegion && left.length === all.length) return;
    // A region that says nothing goes away altogether.
    const stays = says || (isRegion && region.says);
    change({ regions: stays ? [...left, { ...region, says }] : left }, says && `clue ${name}`);
  }

  /** A key at a cell: whether it means something. @param {Cell} cell @param {string} pressed */
  function press(cell, pressed) {
    const { editor, values } = about(),
      name = key(cell),
      isEmpty = EMPTY.includes(pressed);
    if (editor.regions && !regionAt(name) && (pressed === " " || pressed === "Enter")) {
      change({ regions: withRegion(steps.now.regions, undefined, [name]) });
      return true;
    }
    const says = isEmpty
      ? ""
      : editor.typed(
          anew && editor !== EDITORS.dots ? "" : (regionAt(name)?.says ?? ""),
          pressed === "Enter" ? " " : pressed,
          values,
        );
    if (says === null) return false;
    // The digits of a number are one step.
    if (anew) steps.settle();
    put(name, says);
    anew = isEmpty || editor === EDITORS.dots;
    if (editor.advances && !isEmpty) {
      const all = cells(),
        next = all[all.indexOf(name) + 1];
      if (next) painter.go(next);
    }
    return true;
  }

  /** @type {Tool} */
  const tool = {
    press(cell) {
      const { editor } = about(),
        name = key(cell);
      if (editor === EDITORS.dots) return { end: () => press(cell, "o") };
      if (!editor.regions) return {};
      const into = regionAt(name),
        passed = [name];
      const after = () => withRegion(steps.now.regions, into, passed);
      return {
        move: (cells) => {
          passed.push(...cells.map(key));
          draw({ ...steps.now, regions: after() });
        },
        end: () => {
          if (passed.some((each) => !into?.cells.includes(each))) change({ regions: after() });
        },
        cancel: () => draw(steps.now),
      };
    },
    key: press,
    extend: (from, to) => {
      if (about().editor.regions)
        change({
          regions: withRegion(steps.now.regions, regionAt(key(from)), [key(from), key(to)]),
        });
    },
    at: begin,
  };

  return { tool, press, begin, cells };
}
