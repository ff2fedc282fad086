// The menus of a game: how tiles are colored, and where a puzzle can be taken.

/** @import { Round, Tool } from "../player/player.js" */
/** @import { Messages } from "../player/messages.js" */
/** @import { Children, Icon } from "../../parts/dom.js" */

import { GAME, LINKS, SHARED } from "../../texts/en.js";
import { said } from "../../server/errors.js";
import { around, button, h, icon } from "../../parts/dom.js";
import { coloring, numberOf, scheme, setScheme } from "../../parts/palette.js";
import { alone, embedder, framed } from "../../parts/embedder.js";
import {
  copyCommand,
  copyFrame,
  copyLink,
  onPaper,
  printPicture,
  savePicture,
} from "../../parts/exporting.js";
import { linkTo, puzzleAt, shared } from "../../server/files.js";
import { linkedOf, sitesOf } from "../../game/links.js";
import { sounding, switchSound } from "../../parts/sound.js";
import { learnLink } from "./learn.js";
import * as storage from "../../parts/storage.js";

/**
 * A button that opens a panel; Escape closes it.
 * @param {string} label
 * @param {Icon} symbol
 * @param {Children} content
 */
export function menu(label, symbol, content) {
  const summary = h(
    "summary",
    { title: label, "aria-label": label },
    icon(symbol),
    h("span", { text: label }),
  );
  /** @param {KeyboardEvent} event */
  const close = (event) => {
    if (event.key !== "Escape" || !details.open) return;
    event.stopPropagation();
    details.open = false;
    summary.focus();
  };
  const details = h(
    "details",
    { class: "menu", onkeydown: close },
    summary,
    h("div", { class: "panel" }, content),
  );
  return details;
}

/**
 * Let a press elsewhere close the menus that are open; gives what ends that.
 * @param {HTMLElement} host
 */
export function closeMenus(host) {
  /** @param {Event} event */
  const pressed = (event) => {
    for (const open of /** @type {NodeListOf<HTMLDetailsElement>} */ (
      host.querySelectorAll("details.menu[open]")
    ))
      if (!open.contains(/** @type {Node} */ (event.target))) open.open = false;
  };
  document.addEventListener("pointerdown", pressed);
  return () => document.removeEventListener("pointerdown", pressed);
}

/** What tiles are colored by, and with how many colors. */
export function colorMenu() {
  /** @param {Parameters<typeof setScheme>[0]} what */
  const change = (what) => {
    setScheme(what);
    storage.keepSetting("colors", { ...scheme() });
  };
  /** @param {string} value @param {string} text */
  const choice = (value, text) =>
    h(
      "label",
      { class: "inline" },
      h("input", {
        type: "radio",
        name: "scheme",
        value,
        checked: scheme().scheme === value,
        onchange: () => change({ scheme: value }),
      }),
      h("span", { text }),
    );
  const count = h(
    "select",
    { onchange: () => change({ count: Number(count.value) }) },
    [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((number) =>
      h("option", {
        value: String(number),
        text: number ? String(number) : GAME.fewest,
        selected: scheme().count === number,
      }),
    ),
  );
  const counts = h("label", { class: "colors-count" }, GAME.count, count);
  const note = h("p", { class: "note", role: "status" });
  const hatched = h("input", {
    type: "checkbox",
    checked: scheme().patterns,
    onchange: () => change({ patterns: hatched.checked }),
  });

  function verdict() {
    const found = coloring(),
      { count: wanted } = scheme();
    if (!found) return GAME.asPlaced;
    const { used, fewest, proven } = found;
    if (wanted && wanted < fewest) return GAME.notEnough(wanted, fewest);
    if (used > fewest) return GAME.tooMany(used, fewest);
    return fewest > 1 && proven ? GAME.usedLeast(used) : GAME.used(used);
  }

  return {
    content: [
      h(
        "fieldset",
        {},
        h("legend", { text: GAME.colorBy }),
        choice("pieces", GAME.byPiece),
        choice("edge", GAME.byEdge),
        choice("strong", GAME.byCorner),
      ),
      counts,
      note,
      h("label", { class: "inline" }, hatched, h("span", { text: SHARED.patterns })),
    ],
    /** Say how many colors there are, and whether fewer would do. */
    refresh() {
      counts.hidden = note.hidden = scheme().scheme === "pieces";
      note.textContent = verdict();
    },
  };
}

/**
 * A button that shuts its menu: what it does is seen on the board.
 * @param {string} label @param {Icon} symbol @param {() => void} act @param {string} [title]
 */
const shutting = (label, symbol, act, title) =>
  button(label, {
    icon: symbol,
    ...(title ? { title } : {}),
    onclick: (event) => {
      around(event, "details")?.removeAttribute("open");
      act();
    },
  });

/** What is shown beside the title, unless it was switched off. */
export const meters = () => storage.setting("meters", { time: true, ways: true });

/**
 * All that is not at the thumb: what else there is to do with the board, what is shown, links, files
 * and paper.
 * @param {Round} round
 * @param {Messages} messages
 * @param {{ changed: () => void, restart: () => void, next: () => void }} told  Of other meters, and to begin again, or another puzzle.
 * @param {Tool[]} tools  Those that are not beside it.
 */
export function moreMenu(round, messages, { changed, restart, next }, tools) {
  const { sheet, game, view, exercise } = round;
  const colors = colorMenu();
  const link = () => linkTo(sheet.id),
    linked = linkedOf(sheet);

  /**
   * The puzzle as one would hand it to a friend: with its title and rules, as it begins or with
   * what is on the board.
   * @param {(picture: Blob) => unknown} use
   * @param {"svg" | "png"} format
   * @param {boolean} [begins]
   */
  async function printed(use, format, begins = false) {
    try {
      const colors = [...view.surface.layers.tiles.querySelectorAll(".face")].map((face) =>
        numberOf(face.getAttribute("fill") ?? ""),
      );
      await use(await drawn(colors, format, begins));
    } catch (error) {
      messages.tell(said(error));
    }
  }
  /** @param {(number | null)[]} colors  Of the tiles. @param {"svg" | "png"} format @param {boolean} begins */
  async function drawn(colors, format, begins) {
    const { paperOf } = await import("../later.js");
    const placed = game.tiles.map(({ piece, cells, marks, color, given }, i) => ({
      ...{ piece, cells: game.meant(cells), marks, color: colors[i] ?? color, given },
    }));
    const edges = game.asked.state.edges.map(
      ([a, b, c, d]) =>
        /** @type {import("../../geometry/geometry.js").Edge} */ ([
          [a, b],
          [c, d],
        ]),
    );
    const there = placed.filter(({ given }) => given || !(begins || game.drawn));
    return onPaper(paperOf(sheet, there, begins ? [] : edges), format);
  }
  const print = () => printed(printPicture, "svg", true);
  /** @param {"svg" | "png"} format */
  const save = (format) => printed((drawn) => savePicture(drawn, sheet.title, format), format);

  /** A switch that is remembered. @param {"time" | "ways"} name @param {string} text */
  const meter = (name, text) => {
    const box = h("input", {
      type: "checkbox",
      checked: meters()[name],
      onchange: () => {
        storage.keepSetting("meters", { ...meters(), [name]: box.checked });
        changed();
      },
    });
    return h("label", { class: "inline" }, box, h("span", { text }));
  };

  const redo = shutting(SHARED.redo, "redo", () => game.redo(), SHARED.redoKey);
  return {
    print,
    /** What follows when something changes. */
    refresh() {
      redo.setAttribute("aria-disabled", String(!game.canRedo));
      colors.refresh();
    },
    content: [
      h(
        "div",
        { class: "deeds" },
        redo,
        tools.map(({ label, symbol, title, press }) => shutting(label, symbol, press, title)),
        shutting(SHARED.clear, "clear", () => game.clear()),
        shutting(GAME.restart, "again", restart, GAME.restartTitle),
        alone ? null : shutting(SHARED.next, "next", next, GAME.nextTitle),
        exercise ? null : learnLink(sheet),
      ),
      h(
        "div",
        { class: "deeds" },
        soundSwitch(),
        meter("time", GAME.showClock),
        meter("ways", GAME.showWays),
      ),
      h(
        "details",
        { class: "fold" },
        h("summary", {}, icon("palette"), h("span", { text: SHARED.colors })),
        colors.content,
      ),
      h(
        "div",
        { class: "deeds" },
        framed
          ? h(
              "a",
              { class: "button", href: puzzleAt(sheet.id), target: "_blank", rel: "noopener" },
              icon("next"),
              h("span", { text: SHARED.open }),
            )
          : null,
        embedder
          ? null
          : button(SHARED.copyLink, {
              icon: "share",
              onclick: () => {
                messages.forget();
                copyLink(link());
              },
            }),
        linked && !embedder
          ? sitesOf(linked).map(({ title, write }) =>
              button(LINKS.copy(title), {
                icon: "share",
                title: LINKS.copyTitle(title),
                onclick: async () => {
                  messages.forget();
                  copyLink(await write(linked));
                },
              }),
            )
          : null,
        embedder
          ? null
          : button(SHARED.copyCommand, {
              icon: "command",
              class: "at-desk",
              title: SHARED.copyCommandTitle,
              onclick: () => {
                messages.forget();
                copyCommand(sheet.id);
              },
            }),
        shared && !framed
          ? button(SHARED.copyFrame, {
              icon: "command",
              class: "at-desk",
              title: SHARED.copyFrameTitle,
              onclick: () => {
                messages.forget();
                copyFrame(puzzleAt(sheet.id), sheet.title);
              },
            })
          : null,
        button(SHARED.saveAs("SVG"), { icon: "save", onclick: () => save("svg") }),
        button(SHARED.saveAs("PNG"), { icon: "save", onclick: () => save("png") }),
        button(GAME.print, { icon: "print", onclick: print }),
        sheet.changeable
          ? h(
              "a",
              { class: "button", href: `#/make/own/${encodeURIComponent(sheet.id)}` },
              icon("palette"),
              h("span", { text: GAME.change }),
            )
          : null,
        h(
          "a",
          { class: "button", href: `#/watch/${encodeURIComponent(sheet.id)}` },
          icon("watch"),
          h("span", { text: GAME.watch }),
        ),
      ),
    ],
  };
}

/** What switches sound on and off. */
function soundSwitch() {
  const box = h("input", {
    type: "checkbox",
    checked: sounding(),
    onchange: () => switchSound(box.checked),
  });
  return h("label", { class: "inline" }, box, h("span", { text: GAME.sounds }));
}
