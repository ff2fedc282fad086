// What is loaded is kept for when there is no network, where the browser allows it: on this computer,
// or by https. A new version is announced, and that nothing can be saved.

import { PAGE } from "../../texts/en.js";
import { backup } from "../../parts/backup.js";
import { today } from "../../parts/dates.js";
import { button, h } from "../../parts/dom.js";
import { saveText } from "../../parts/exporting.js";
import { onLost } from "../../parts/storage.js";
import { at, filesRead } from "../../server/files.js";

/** How often a page that stays open looks for a new version, in milliseconds. */
const LOOKS = 3_600_000;

/** Keep what the page has loaded, and what it will load. */
export async function keepAll() {
  if (!navigator.serviceWorker) return;
  try {
    const registration = await navigator.serviceWorker.register(at("/offline.js"));
    announceVersions(registration);
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    active?.postMessage([...filesRead().map(at), ...loaded]);
  } catch {
    // The page works without, while the server is there.
  }
}

/** @param {ServiceWorkerRegistration} registration */
function announceVersions(registration) {
  // Without one, the new version is the first.
  const before = navigator.serviceWorker.controller;
  const tell = () => {
    const waiting = registration.waiting;
    if (waiting && before) offer(waiting);
  };
  registration.addEventListener("updatefound", () =>
    registration.installing?.addEventListener("statechange", tell),
  );
  tell();
  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - looked < LOOKS) return;
    looked = Date.now();
    registration.update().catch(() => {});
  });
}

/** Offer a version that waits until nobody uses the old one. @param {ServiceWorker} waiting */
function offer(waiting) {
  announced(PAGE.newVersion, [PAGE.reload, PAGE.later], () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), {
      once: true,
    });
    waiting.postMessage("now");
  });
}

/** Say once, where nothing can be saved, that what is played is gone with the page, and offer it as a file. */
export function tellLost() {
  let told = false;
  onLost(() => {
    if (told) return;
    told = true;
    announced(PAGE.notSaved, [PAGE.exportAll, PAGE.close], () => {
      saveText(backup(), `tilewright-${today()}.json`);
    });
  });
}

/** A line that stays until it is closed, with something to do. @param {string} text @param {[act: string, close: string]} labels @param {() => void} act */
function announced(text, [label, close], act) {
  document.querySelector(".announced")?.remove();
  const line = h(
    "div",
    { class: "announced", role: "status" },
    h("span", { text }),
    button(label, { class: "small", onclick: act }),
    button(close, { class: "small", onclick: () => line.remove() }),
  );
  document.body.append(line);
}
