// The page: which view is shown, light and dark.

import { clear, h, icon } from "./dom.js";
import { get } from "./api.js";
import { forgetOldGames, keepSetting, setting } from "./storage.js";
import { setScheme } from "./palette.js";

const views = {
  "": () => import("./gallery.js"),
  p: () => import("./player.js"),
  make: () => import("./maker.js"),
  watch: () => import("./watch.js"),
  deficient: () => import("./deficient.js"),
};

const main = document.getElementById("main");
let leave = null;
let turn = 0;

async function show() {
  const mine = ++turn;
  const [name = "", ...rest] = location.hash.replace(/^#\/?/, "").split("/");
  leave?.();
  leave = null;
  const load = views[name] ?? views[""];
  for (const link of document.querySelectorAll("nav a")) {
    const here = link.getAttribute("href") === `#/${name === "p" ? "" : name}`;
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const view = await load();
  if (mine !== turn) return;
  const host = h("div", { class: `view view-${name || "gallery"}` });
  clear(main, host);
  window.scrollTo(0, 0);
  try {
    const left = await view.show(host, rest.map(decodeURIComponent));
    if (mine === turn) leave = left;
    else left?.();
  } catch (error) {
    if (mine !== turn) return;
    clear(host, h("section", { class: "notice" }, h("h1", { text: "That did not work" }), h("p", { text: error.message }), h("p", {}, h("a", { href: "#/", text: "Back to the puzzles" }))));
  }
}

const themes = ["auto", "light", "dark"];
const themeButton = document.getElementById("theme");
function applyTheme(theme) {
  document.documentElement.dataset.theme = theme;
  clear(themeButton, icon({ auto: "auto", light: "sun", dark: "moon" }[theme]));
  themeButton.title = `Colors: ${theme === "auto" ? "as the system" : theme}`;
  themeButton.setAttribute("aria-label", themeButton.title);
}
themeButton.addEventListener("click", () => {
  const next = themes[(themes.indexOf(document.documentElement.dataset.theme) + 1) % themes.length];
  keepSetting("theme", next);
  applyTheme(next);
});
applyTheme(setting("theme", "auto"));
setScheme(setting("colors", {}));
forgetOldGames();

window.addEventListener("hashchange", show);

if (!location.hash) {
  const { first } = await get("/start.json").catch(() => ({ first: "" }));
  if (first) history.replaceState(null, "", `#/p/${first}`);
}
show();
