// The page: which view is shown, light and dark.

import { LANGUAGE, PAGE, SHARED } from "../texts/en.js";
import * as home from "./gallery/home.js";
import * as player from "./player/player.js";
import { knowPlayers } from "./elements/learn.js";
import { today } from "../parts/dates.js";
import { puzzlesOf } from "./elements/archive.js";
import { around, button, byId, clear, h, icon, untoast } from "../parts/dom.js";
import { answerHere, first, puzzle } from "../server/api.js";
import { Gone, Refused, said, sentence, Unreachable } from "../server/errors.js";
import { reach } from "../server/files.js";
import { answerer } from "../engine/local.js";
import { alone, embedder, framed } from "../parts/embedder.js";
import { keepAll, tellLost } from "./gallery/keeping.js";
import "./elements/install.js";
import { forgetOldGames, keepLesson, keepSetting, lesson, setting } from "../parts/storage.js";
import { repaint, setScheme } from "../parts/palette.js";
import { takeShortcuts } from "../parts/shortcuts.js";

/**
 * A view: fills an element, given the words of the link after its name, and gives what to do when
 * it is left.
 * @typedef {{ show: (host: HTMLElement, words: string[]) => Promise<(() => void) | void> }} View
 */

/** The other views. */
const load = () => import("./later.js");

/**
 * A view that is loaded when it is first shown.
 * @param {(views: Awaited<ReturnType<typeof load>>) => View} chosen @returns {View}
 */
const later = (chosen) => ({
  show: async (host, words) => {
    const view = await load().then(chosen, () => {
      throw new Gone();
    });
    // Whoever has left in the meantime keeps the address of where they are.
    return host.isConnected ? view.show(host, words) : undefined;
  },
});

/** @type {Record<string, View>} */
const views = {
  "": home,
  p: player,
  learn: later((views) => views.learn),
  collections: later((views) => views.collections),
  make: later((views) => views.maker),
  watch: later((views) => views.watch),
  deficient: later((views) => views.deficient),
  plane: later((views) => views.plane),
  figures: later((views) => views.figures),
  random: later((views) => views.random),
  all: later((views) => views.all),
  find: later((views) => views.find),
  lesson: later((views) => views.lesson),
  canvas: later((views) => views.canvas),
  progress: later((views) => views.progress),
  day: later((views) => views.day),
  explore: later((views) => views.explore),
  ...(embedder ? { tilings: later((views) => views.tilings) } : {}),
};

// The HTML has its texts in English.
document.documentElement.lang = LANGUAGE;
for (const [name, text] of Object.entries(PAGE.html)) {
  const element = /** @type {HTMLElement} */ (document.querySelector(`[data-text="${name}"]`));
  for (const name of ["title", "aria-label"])
    if (element.hasAttribute(name)) element.setAttribute(name, text);
  if (!element.hasAttribute("aria-label")) element.textContent = text;
}

/** For each view that the header does not list: the page of the header that it belongs to. @type {Record<string, string>} */
const PAGES = {
  p: "",
  learn: "",
  collections: "",
  ...Object.fromEntries(
    ["watch", "deficient", "plane", "figures", "random", "all", "find", "canvas", "lesson"].map(
      (name) => [name, "explore"],
    ),
  ),
};

/** What an address shows that leads to no view. @type {View} */
const nowhere = {
  show: async (host) => {
    clear(host, notice(PAGE.nowhere, PAGE.nowhereAbout));
  },
};

const main = byId("main");
/** @type {(() => void) | null} */
let leave = null;
let turn = 0;
/** @type {string | null} */
let shown = null;
/** Where the collections were scrolled to when a puzzle was chosen. */
let browsed = 0;
/** Shows the view once more, if it could not be shown. @type {(() => void) | null} */
let again = null;

/** The words of a link. @param {string[]} words */
function decoded(words) {
  try {
    return words.map(decodeURIComponent);
  } catch {
    throw new Error(PAGE.badLink);
  }
}

async function show() {
  const mine = ++turn;
  const [name = "", ...rest] = location.hash.replace(/^#\/?/, "").split("/");
  leave?.();
  leave = null;
  again = null;
  untoast();
  if (shown === "collections") browsed = window.scrollY;
  const back = name === "collections" && shown === "p" ? browsed : 0;
  const view = Object.hasOwn(views, name) ? views[name] : nowhere;
  for (const link of document.querySelectorAll("nav a"))
    if (link.getAttribute("href") === `#/${PAGES[name] ?? name}`)
      link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  const look = name === "learn" && rest[0] ? "p" : name || "home",
    host = h("div", { class: `view view-${view === nowhere ? "nowhere" : look}` });
  const first = shown === null;
  shown = name;
  // Only a lesson and its puzzles lead back to it.
  if (name !== "p" && name !== "lesson" && lesson().link) keepLesson(null);
  clear(main, host);
  window.scrollTo(0, 0);
  // What had the focus is gone with the view before: reading goes on at the new one.
  if (!first && document.activeElement === document.body) main.focus({ preventScroll: true });
  document.title = `${view === nowhere ? PAGE.nowhere : (PAGE.titles[name] ?? PAGE.puzzle)} · tilewright`;
  try {
    const left = await view.show(host, decoded(rest));
    if (mine !== turn) {
      left?.();
      return;
    }
    leave = left ?? null;
    if (["p", "day", "learn"].includes(name))
      document.title = `${host.querySelector("h1")?.textContent} · tilewright`;
    if (back) window.scrollTo(0, back);
  } catch (error) {
    if (mine !== turn) return;
    failed(host, error, mine);
  }
}

/**
 * Something in the place of a view, with ways to go on.
 * @param {string} title @param {string} text @param {HTMLElement | null} [first]  What to do before.
 */
function notice(title, text, first = null) {
  const way = h("a", { class: "button", text: PAGE.todays, hidden: true });
  puzzlesOf(today())
    .then(([{ puzzle }]) => {
      way.href = `#/p/${encodeURIComponent(puzzle.id)}`;
      way.hidden = alone;
    })
    .catch(() => {});
  return h(
    "section",
    { class: "notice", role: "alert" },
    h("h1", { text: title }),
    h("p", { text: sentence(text) }),
    h("div", { class: "row" }, first, way, h("a", { href: "#/", text: SHARED.back })),
  );
}

/**
 * Say why there is no view; where the server may answer later, try again on demand, and by itself
 * when it is back.
 * @param {HTMLElement} host @param {unknown} error @param {number} mine
 */
function failed(host, error, mine) {
  const retry = () => {
    if (mine === turn) show();
  };
  const later = error instanceof Unreachable;
  const refused =
    error instanceof Refused ? { p: PAGE.noPuzzle, day: PAGE.nowhere, learn: PAGE.nowhere } : {};
  const title = /** @type {Record<string, string>} */ (refused)[shown ?? ""] ?? PAGE.failed;
  document.title = `${title} · tilewright`;
  const first = later ? button(PAGE.again, { class: "primary", onclick: retry }) : null;
  clear(host, notice(title, said(error), first));
  if (!later) return;
  again = retry;
  if (!(error instanceof Gone)) return;
  const ask = () => {
    if (mine !== turn) return;
    reach()
      .then(retry)
      .catch(() => setTimeout(ask, 1500));
  };
  setTimeout(ask, 1500);
}

/** The themes, each with its icon, in the order in which the button goes through them. */
const THEMES = /** @type {const} */ ({ auto: "auto", light: "sun", dark: "moon" });
/** @typedef {keyof typeof THEMES} Theme */
const themes = /** @type {Theme[]} */ (Object.keys(THEMES));
const themeButton = byId("theme");
/** @param {Theme} theme */
function applyTheme(theme) {
  document.documentElement.dataset.theme = theme;
  clear(themeButton, icon(THEMES[theme]));
  themeButton.title = PAGE.themes[theme];
  themeButton.setAttribute("aria-label", themeButton.title);
  repaint();
}
themeButton.addEventListener("click", () => {
  const next =
    themes[
      (themes.indexOf(/** @type {Theme} */ (document.documentElement.dataset.theme)) + 1) %
        themes.length
    ];
  keepSetting("theme", next);
  applyTheme(next);
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint);
applyTheme(embedder?.theme ?? setting("theme", /** @type {Theme} */ ("auto")));
/** Look like what is around the frame. @param {import("../parts/embedder.js").Embedder} by */
function embed(by) {
  document.documentElement.dataset.embedded = "";
  window.addEventListener("themechange", () => applyTheme(by.theme));
}
if (embedder) embed(embedder);
if (framed) document.documentElement.dataset.embedded = "";
setScheme(setting("colors", {}));
forgetOldGames();
knowPlayers();
if (!embedder) tellLost();
takeShortcuts(byId("keys"));

window.addEventListener("hashchange", show);
// What is shown is of another day by now.
window.addEventListener("renew", show);
// An address of its own would be that of another view.
document.querySelector("a.skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
// A dialog that opens by itself gives its first button the focus: who points needs no ring around it.
document.addEventListener("keydown", () => delete document.documentElement.dataset.pointing);
document.addEventListener("pointerdown", () => {
  document.documentElement.dataset.pointing = "";
});
document.addEventListener("click", (event) => {
  const link = around(event, "a");
  if (link?.getAttribute("href") === location.hash) again?.();
});
// Where a view is scrolled to is known only once it is there.
history.scrollRestoration = "manual";

async function begin() {
  if (!location.hash) {
    const opened = await first().catch(() => "");
    if (opened) history.replaceState(null, "", `#/p/${opened}`);
  }
  answerHere(answerer(puzzle));
  await show();
  if (!embedder && !framed) keepAll();
  // The other views are there when they are asked for, even if the server is gone by then.
  load().catch(() => {});
}
begin();
