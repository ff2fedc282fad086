// Reads a board from a picture by dividing it into a grid. Cells that are mostly dark, or not
// transparent, are on the board (as in `tilewright convert PICTURE ROWSxCOLUMNS`).

import { OWN } from "../../texts/en.js";

/** In a cell of the board, at least so much of the area is dark. */
const SHARE = 0.5;
/** Levels of gray that dark and light are apart at least: what differs less is noise. */
const CONTRAST = 64;
/** The most pixels across and down that are looked at. */
const PIXELS = 1000;

/**
 * The level that parts the pixels best, by their histogram (Otsu's).
 * @param {Uint32Array} histogram
 */
function parting(histogram) {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  const whole = histogram.reduce((sum, count, level) => sum + count * level, 0);
  let best = 0,
    found = 0,
    count = 0,
    sum = 0;
  for (let level = 0; level < 255; level++) {
    count += histogram[level];
    sum += histogram[level] * level;
    if (!count || count === total) continue;
    const between = (sum / count - (whole - sum) / (total - count)) ** 2 * count * (total - count);
    if (between > best) {
      best = between;
      found = level;
    }
  }
  return found;
}

/**
 * Which pixels are dark, or not transparent.
 * @param {Uint8ClampedArray} pixels  Red, green, blue and how much there is of it.
 */
function inked(pixels) {
  const size = pixels.length / 4;
  const there = Uint8Array.from({ length: size }, (_, i) => Number(pixels[4 * i + 3] > 127));
  if (there.some((each) => !each)) return there;
  const gray = Uint8Array.from({ length: size }, (_, i) =>
    Math.floor((299 * pixels[4 * i] + 587 * pixels[4 * i + 1] + 114 * pixels[4 * i + 2]) / 1000),
  );
  const histogram = new Uint32Array(256);
  for (const level of gray) histogram[level] += 1;
  const level = parting(histogram),
    dark = gray.map((each) => Number(each <= level));
  /** The mean of one side. @param {number} side */
  const mean = (side) => {
    const those = gray.filter((_, i) => dark[i] === side);
    return those.reduce((sum, each) => sum + each, 0) / those.length;
  };
  if (mean(0) - mean(1) >= CONTRAST) return dark;
  // A picture of one color, or nearly: all of it is board if it is dark.
  return gray.fill(Number(gray.reduce((sum, each) => sum + each, 0) / size < 128));
}

/**
 * The cells that are there, row by row.
 * @param {Uint8Array} ink
 * @param {number} width
 * @param {number} height  In pixels.
 * @param {number} rows
 * @param {number} columns
 */
function cellsIn(ink, width, height, rows, columns) {
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => {
      const [top, bottom] = [row, row + 1].map((each) => Math.round((each * height) / rows));
      const [left, right] = [column, column + 1].map((each) =>
        Math.round((each * width) / columns),
      );
      let dark = 0;
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++) dark += ink[y * width + x];
      return dark >= SHARE * (bottom - top) * (right - left);
    }),
  );
}

/** @param {Blob} file @param {number} rows @param {number} columns */
export async function scan(file, rows, columns) {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error(OWN.notPicture);
  });
  const scale = Math.min(1, PIXELS / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  );
  if (width < columns || height < rows)
    throw new Error(OWN.smallPicture(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error(OWN.unreadable);
  context.drawImage(picture, 0, 0, width, height);
  const cells = cellsIn(
    inked(context.getImageData(0, 0, width, height).data),
    width,
    height,
    rows,
    columns,
  );
  if (!cells.flat().some(Boolean)) throw new Error(OWN.noDark);
  return cells;
}
