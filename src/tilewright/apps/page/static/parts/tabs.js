// Tabs: a view of several parts, one of which is shown at a time.

import { clear, h } from "./dom.js";

/** @typedef {(() => void) | void} Leave  What to do when a part is left. */
/**
 * A part: what it is called in the link and on its tab, its link, and how it fills an element;
 * `first` if it is opened by the link.
 * @typedef {{ name: string, text: string, link: string, show: (body: HTMLElement, first: boolean) => Promise<Leave> | Leave }} Part
 */

/**
 * @param {HTMLElement} host
 * @param {string} title
 * @param {string} label
 * @param {Part[]} parts
 * @param {string} [name]  Of the part to begin with.
 */
export async function showTabs(host, title, label, parts, name) {
  /** @type {Leave} */
  let leave;
  let turn = 0;
  const holder = h("div", {});
  const tabs = parts.map((part) =>
    h("button", { type: "button", onclick: () => pick(part), text: part.text }),
  );

  /** @param {Part} part @param {boolean} [first] */
  async function pick(part, first = false) {
    const mine = ++turn;
    leave?.();
    leave = undefined;
    for (const [i, tab] of tabs.entries())
      tab.setAttribute("aria-pressed", String(parts[i] === part));
    // At first the address is that of the view, or by now that of another one.
    if (!first) history.replaceState(null, "", part.link);
    const body = h("div", {});
    clear(holder, body);
    const left = await part.show(body, first);
    if (mine === turn) leave = left;
    else left?.();
  }

  clear(
    host,
    h("h1", { text: title }),
    h("div", { class: "tabs", role: "group", "aria-label": label }, tabs),
    holder,
  );
  await pick(parts.find((part) => part.name === name) ?? parts[0], true);
  return () => {
    turn++;
    leave?.();
  };
}
