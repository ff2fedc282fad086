// What plays steps: speed, pause, single steps to and fro, any place at once, again.

import { LANGUAGE, WATCH } from "../../texts/en.js";
import { around, button, calm, clear, h, icon } from "../../parts/dom.js";

/** Fewer steps a second than this are seen one by one, and may be shown in between. */
const SLOW = 24;

/**
 * A player of steps: speed, pause, single steps to and fro, any place at once, again.
 * @param {(count: number) => boolean | "pause"} step  Goes so many steps; says whether there may be more.
 * @param {() => void} restart
 * @param {{ place: () => [at: number, all: number], seek: (to: number) => void, between?: (share: number) => void }} line  Where one is, of what is known; goes elsewhere; is told how much of the next step is over.
 */
export function playback(step, restart, { place, seek, between }, { speed = 42 } = {}) {
  // Nothing moves by itself for those who want it calm.
  let running = !calm(),
    timer = 0,
    due = 0,
    last = 0,
    over = false;
  const play = button("", {
    class: "primary",
    onclick: () => {
      if (over) again();
      else set(!running);
    },
  });
  const single = button("", { icon: "step", title: WATCH.step, onclick: () => once() });
  const backward = button("", {
    icon: "undo",
    title: WATCH.stepBack,
    onclick: () => go(place()[0] - 1),
  });
  const where = h("input", {
    type: "range",
    min: 0,
    max: 0,
    value: "0",
    "aria-label": WATCH.place,
    oninput: () => go(Number(where.value)),
  });
  const first = button("", { icon: "again", title: WATCH.beginning, onclick: again });
  const slider = h("input", {
    type: "range",
    min: 0,
    max: 100,
    value: String(speed),
    "aria-label": WATCH.speed,
    oninput: () => show(),
  });
  const text = h("output", { class: "number" });
  const rate = () => Math.round(10 ** ((Number(slider.value) / 100) * 4.3 + 0.2) * 10) / 10;
  const show = () => {
    text.textContent = WATCH.rate(
      (rate() >= 100 ? Math.round(rate()) : rate()).toLocaleString(LANGUAGE),
    );
    slider.setAttribute("aria-valuetext", text.textContent);
  };
  function label() {
    /** @type {[string, "again" | "pause" | "watch"]} */
    const [words, name] = over
      ? [WATCH.again, "again"]
      : running
        ? [WATCH.pause, "pause"]
        : [WATCH.play, "watch"];
    clear(play, icon(name), h("span", { text: words }));
    single.disabled = first.hidden = over;
  }
  /** @param {boolean} on */
  function set(on) {
    running = on && !over;
    label();
  }
  function once() {
    set(false);
    if (step(1) === false) end();
  }
  /** @param {number} to */
  function go(to) {
    const [, all] = place();
    over = false;
    set(false);
    seek(Math.max(0, Math.min(all, to)));
  }
  function end() {
    over = true;
    set(false);
  }
  function again() {
    over = false;
    due = 0;
    restart();
    set(true);
  }
  /** @param {number} now */
  const frame = (now) => {
    timer = requestAnimationFrame(frame);
    const [at, all] = place();
    if (Number(where.max) !== all) where.max = String(all);
    if (Number(where.value) !== at) where.value = String(at);
    backward.disabled = at === 0;
    const gone = Math.min(0.2, (now - last) / 1000);
    last = now;
    if (!running) return;
    due += gone * rate();
    const whole = Math.floor(due);
    due -= whole;
    const more = whole <= 0 || step(whole);
    if (more === false) end();
    else if (more === "pause") set(false);
    if (running && rate() < SLOW) between?.(due);
  };
  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    if (
      around(event, "input, select, textarea, button, a, summary, [tabindex]:not(main)") ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return;
    if (event.key === " ") {
      event.preventDefault();
      play.click();
    } else if (event.key === "ArrowRight" && !over) {
      event.preventDefault();
      once();
    } else if (event.key === "ArrowLeft") {
      event.preventDefault();
      go(place()[0] - 1);
    }
  };
  document.addEventListener("keydown", keys);
  timer = requestAnimationFrame(frame);
  show();
  label();
  const row = h("div", { class: "row" }, play, backward, single, first);
  const sliders = [
    h("label", { class: "place" }, WATCH.placeLabel, where),
    h("div", { class: "speed" }, h("span", { text: WATCH.speedLabel }), text, slider),
  ];
  return {
    /** All of it; the buttons and the sliders may also be put in different places. */
    element: h("div", { class: "playback" }, row, sliders),
    row,
    sliders,
    /** Go through all steps in about so many seconds. @param {number} seconds */
    within: (seconds) => {
      const wanted = Math.log10(Math.max(1, place()[1] / seconds));
      slider.value = String(Math.round(((wanted - 0.2) / 4.3) * 100));
      show();
    },
    running: () => running,
    /** Nothing is left to be shown. */
    end,
    stop: () => {
      cancelAnimationFrame(timer);
      document.removeEventListener("keydown", keys);
    },
    fresh: () => {
      over = false;
      set(running);
    },
    pause: () => {
      over = false;
      set(false);
    },
  };
}
