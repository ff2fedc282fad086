// Where the page can be installed, the browser says so; it asks when the visitor wants that.

/** @type {(Event & { prompt: () => Promise<unknown> }) | null} */
let offered = null;
/** The button that installs the page. @type {HTMLElement | null} */
let shown = null;

/** @param {typeof offered} offer */
function keep(offer) {
  offered = offer;
  if (shown) shown.hidden = !offered;
}
window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  keep(/** @type {typeof offered} */ (event));
});
window.addEventListener("appinstalled", () => keep(null));

/** Make a button install the page, and show it while that is possible. @param {HTMLElement} button */
export function installs(button) {
  shown = button;
  button.hidden = !offered;
  button.addEventListener("click", () => {
    // It asks once; if the visitor did not want to, the browser offers it again at some time.
    offered?.prompt();
    keep(null);
  });
  return button;
}
