// What is loaded is kept for when there is no network, where the browser allows it: on this computer,
// or by https. A new version is announced.

import { PAGE } from "../texts/en.js";
import { h } from "../parts/dom.js";
import { at, filesRead } from "../server/files.js";

/** How often a page that stays open looks for a new version, in milliseconds. */
const LOOKS = 3_600_000;

/** Keep what the page has loaded, and what it will load. */
export async function keepAll() {
  if (!navigator.serviceWorker) return;
  try {
    const registration = await navigator.serviceWorker.register(at("/offline.js"));
    announceVersions(registration);
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage(filesRead().map(at));
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
  document.querySelector(".version")?.remove();
  const notice = h(
    "div",
    { class: "version", role: "status" },
    h("span", { text: PAGE.newVersion }),
    h("button", {
      type: "button",
      class: "small",
      text: PAGE.reload,
      onclick: () => {
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), {
          once: true,
        });
        waiting.postMessage("now");
      },
    }),
    h("button", {
      type: "button",
      class: "small",
      text: PAGE.later,
      onclick: () => notice.remove(),
    }),
  );
  document.body.append(notice);
}
