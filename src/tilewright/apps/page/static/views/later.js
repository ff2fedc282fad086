// What the first views do not need: it is loaded together, when they are there.

export * as collections from "./gallery/collections.js";
export * as day from "./gallery/day.js";
export * as explore from "./gallery/explore.js";
export * as progress from "./gallery/progress.js";
export * as canvas from "./classroom/canvas.js";
export * as find from "./classroom/find.js";
export * as lesson from "./classroom/lesson.js";
export * as maker from "./maker/maker.js";
export { paperOf } from "./maker/paper.js";
export * as all from "./math/all.js";
export * as deficient from "./math/deficient.js";
export * as figures from "./math/figures.js";
export * as plane from "./math/plane.js";
export * as random from "./math/random.js";
export * as learn from "./player/learn.js";
export { shareResult } from "./player/result.js";
export * as tilings from "./watch/pager.js";
export * as watch from "./watch/watch.js";
