// IDs of puzzles: what a name or an ID stands for, and the ID of a puzzle. The format is described in
// `model/puzzle/ids.py`.

/** @import { Facts } from "./catalog.js" */
/** @import { Turn } from "./space.js" */
/** @import { Piece, Words } from "./words.js" */

import { FAULTS } from "../../texts/en.js";
import { Board, Boards, everyCell } from "./boards.js";
import { Invalid, Unsupported } from "./space.js";
import { unlettered, packed, through } from "./packing.js";
import { look, TURNS } from "./words.js";

/**
 * A puzzle in words.
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {string} title  Of a named puzzle; that of others follows from their kind and board.
 * @property {string} kind
 * @property {Board} board
 * @property {string[]} pieces
 * @property {Turn} turn
 * @property {string} source
 * @property {number | null} tilings
 * @property {string | null} level
 * @property {string[]} placed
 * @property {[number, number]} empty
 * @property {boolean} byWrap
 * @property {string[]} conditions  The words of its rules.
 * @property {Record<string, string[]> | null} agree  Which marks agree, if not only equal ones.
 */

const PREFIX = "id:";
const MADE = "made with tilewright";

/** @param {string} text */
const bytesOf = (text) => new TextEncoder().encode(text);

/** A number made of digits, each with a base of its own. */
class Numerals {
  /** @param {bigint} value */
  constructor(value = 0n) {
    this.value = value;
    this.scale = 1n;
  }

  /** @param {number} digit @param {number} base */
  add(digit, base) {
    if (!(digit >= 0 && digit < base)) throw new Invalid(FAULTS.notShort);
    this.value += BigInt(digit) * this.scale;
    this.scale *= BigInt(base);
  }

  /** Add a number of any size: digits of which all but the last say that there is another. @param {number} count @param {number} base */
  addCount(count, base) {
    let left = count;
    while (left >= base) {
      this.add(base + (left % base), 2 * base);
      left = Math.floor(left / base);
    }
    this.add(left, 2 * base);
  }

  /** @param {number} base */
  take(base) {
    const digit = Number(this.value % BigInt(base));
    this.value /= BigInt(base);
    return digit;
  }

  /** @param {number} base */
  takeCount(base) {
    let count = 0,
      scale = 1,
      digit = this.take(2 * base);
    while (digit >= base && scale < 2 ** 53) {
      count += (digit - base) * scale;
      scale *= base;
      digit = this.take(2 * base);
    }
    return count + digit * scale;
  }
}

/** A name without its collection. @param {string} id */
const after = (id) => id.slice(id.indexOf(":") + 1);

/** How many letters to add, remove or change to make one word of another. @param {string} one @param {string} other */
function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, own] of [...other].entries())
      next.push(Math.min(next[j] + 1, row[j + 1] + 1, row[j] + Number(own !== letter)));
    row = next;
  }
  return row[other.length];
}

export class Identity {
  /** @param {Words} words */
  constructor(words) {
    this.words = words;
    /** @type {Facts} */
    this.facts = words.facts;
    this.boards = new Boards(this.facts);
  }

  /** The puzzle of a name or an ID. @param {string} name @returns {Promise<Puzzle>} */
  async read(name) {
    if (name.length > this.facts.ids.longest) throw new Invalid(FAULTS.longId);
    const code = name.toLowerCase().startsWith(PREFIX);
    return code ? this.readCode(name.slice(PREFIX.length)) : this.readName(name);
  }

  /** The puzzle of a name. @param {string} name @returns {Puzzle} */
  readName(name) {
    const colon = name.indexOf(":"),
      collection = name.slice(0, Math.max(0, colon)).toLowerCase();
    const calendar = this.facts.calendars.find((each) => each.collection === collection);
    if (calendar) return this.readDate(calendar, name.slice(colon + 1));
    const named = this.facts.named.find(({ id }) => id === name.toLowerCase());
    if (!named) throw new Invalid(FAULTS.puzzle(name, this.near(name)));
    const { board, ...others } = named;
    return { ...others, ...PLAIN, board: this.boards.parse(board) };
  }

  /** Up to two names that a word may be a misspelling of. @param {string} word */
  near(word) {
    const wanted = word
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_]+/g, "-");
    return this.facts.named
      .map(({ id }) => ({
        id,
        far: Math.min(distance(wanted, id), 1 + distance(wanted, after(id))),
      }))
      .filter(({ id, far }) => far <= id.length / 4)
      .sort((one, other) => one.far - other.far)
      .slice(0, 2)
      .map(({ id }) => id);
  }

  /** The puzzle of a date. @param {import("./catalog.js").CalendarFacts} calendar @param {string} word @returns {Puzzle} */
  readDate(calendar, word) {
    const { months, weekdays } = this.facts;
    const match = /^(?:([0-9]{4})-)?([0-9]{1,2})-([0-9]{1,2})(?:-([a-z]+))?$/.exec(
      word.trim().toLowerCase(),
    );
    if (!match) throw new Unsupported(`'${word}' is not a date`);
    const [month, day] = [Number(match[2]), Number(match[3])];
    // A calendar without a year has a February 29.
    const date = new Date(Date.UTC(Number(match[1] ?? 2000), month - 1, day));
    if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)
      throw new Invalid(FAULTS.day(word));
    const short = weekdays.map((name) => name.slice(0, 3));
    let weekday = -1;
    if (match[4]) {
      weekday = [...short, ...weekdays].findIndex((name) => name.toLowerCase() === match[4]) % 7;
      if (weekday < 0 || !calendar.weekdays) throw new Invalid(FAULTS.weekday(match[4]));
      if (match[1] && (date.getUTCDay() + 6) % 7 !== weekday)
        throw new Invalid(FAULTS.otherWeekday(word));
    } else if (calendar.weekdays) {
      // Without a year, the day of the week is that of this year.
      if (!match[1]) throw new Unsupported(`which year? ${word}`);
      weekday = (date.getUTCDay() + 6) % 7;
    }
    const free = [months[month - 1].slice(0, 3), String(day), ...short.slice(weekday, weekday + 1)];
    const spots = calendar.names
      .filter(([, , name]) => !free.slice(0, weekday < 0 ? 2 : 3).includes(name))
      .map(([row, column]) => ({ cell: [row, column], optional: false, mark: "" }));
    const two = (/** @type {number} */ number) => String(number).padStart(2, "0"),
      ending = weekday < 0 ? "" : `-${short[weekday].toLowerCase()}`;
    return {
      ...PLAIN,
      id: `${calendar.collection}:${two(month)}-${two(day)}${ending}`,
      title: this.dateTitle(month, day, weekday),
      kind: "calendar",
      board: new Board(this.facts.lattices.square, [calendar.rows, calendar.columns], spots),
      pieces: calendar.pieces,
      turn: "free",
      source: calendar.source,
      tilings: null,
      level: null,
    };
  }

  /** @param {number} month @param {number} day @param {number} weekday */
  dateTitle(month, day, weekday) {
    const named = weekday < 0 ? "" : `${this.facts.weekdays[weekday]} `;
    return `A puzzle a day, ${named}${this.facts.months[month - 1]} ${day}`;
  }

  /** The calendar that a board is of, with its date; null for any other board. @param {Board} board */
  calendarOf({ lattice, shape, number }) {
    for (const calendar of this.facts.calendars) {
      if (lattice.dimension !== 2 || String(shape) !== String([calendar.rows, calendar.columns]))
        continue;
      const named = new Map(
        calendar.names.map(([row, column, name]) => [`${row},${column}`, name]),
      );
      if (![...number.keys()].every((cell) => named.has(cell))) continue;
      const free = everyCell(shape)
        .filter((cell) => !number.has(String(cell)) && named.has(String(cell)))
        .map((cell) => named.get(String(cell)) ?? "");
      const place = (/** @type {string[]} */ names) =>
        free
          .map((name) => names.findIndex((each) => each.slice(0, 3) === name))
          .filter((i) => i >= 0);
      const months = place(this.facts.months),
        days = free.filter((name) => /^[0-9]+$/.test(name)).map(Number),
        weekdays = place(this.facts.weekdays);
      if (months.length === 1 && days.length === 1 && weekdays.length === Number(calendar.weekdays))
        return { calendar, free, month: months[0] + 1, day: days[0], weekday: weekdays[0] ?? -1 };
    }
    return null;
  }

  /** @param {string} given @returns {Promise<Puzzle>} */
  async readCode(given) {
    const code = plainCode(given),
      short =
        code.includes("-") &&
        /^[0-9A-Za-z]{4}(-[0-9A-Za-z]{4})*(-[0-9A-Za-z]{1,4})?$/.test(code) &&
        (code === code.toUpperCase() || code === code.toLowerCase());
    const ways = [async () => this.readShort(code), () => this.readLong(code)];
    if (!short) ways.reverse();
    try {
      return await ways[0]();
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      try {
        return await ways[1]();
      } catch (second) {
        throw second instanceof Invalid ? error : second;
      }
    }
  }

  /** @param {string} code @returns {Promise<Puzzle>} */
  async readLong(code) {
    const { ids, kinds } = this.facts;
    if (!/^[A-Za-z0-9_-]+$/.test(code)) throw new Invalid(FAULTS.badId);
    const text = await described(code, ids);
    const [rules, board, pieces = "", placed = "", conditions = "", agree = ""] = text.split("\n");
    const match = new RegExp(`^([a-z])([a-z])(${ids.by_wrap}?)(?:(\\d{1,4}),(\\d{1,4}))?$`).exec(
      rules,
    );
    const kind = Object.keys(kinds).find((name) => kinds[name].letter === match?.[1]),
      turn = TURNS.find((name) => ids.turn_letters[name] === match?.[2]);
    if (!match || !kind || !turn || board === undefined) throw new Invalid(FAULTS.badId);
    const split = (/** @type {string} */ words) => words.split(/\s+/).filter(Boolean);
    return {
      ...made(kind, this.readBoard(board), split(pieces), turn),
      id: PREFIX + code,
      placed: split(placed),
      empty: match[4] ? [Number(match[4]), Number(match[5])] : [0, 0],
      byWrap: Boolean(match[3]),
      conditions: conditions.split(";").filter(Boolean),
      agree: agreeing(agree),
    };
  }

  /** The ID of a puzzle, given also its pieces. @param {Puzzle} puzzle @param {Piece[]} pieces */
  async write(puzzle, pieces) {
    const { kind, board, turn, placed, empty, byWrap, conditions, agree } = puzzle,
      { ids, kinds, plain } = this.facts,
      ruled = conditions.length > 0 || agree !== null;
    if (kind === plain && board.isRectangle && !placed.length && !empty[1] && !ruled) {
      const short = this.shortId(board.shape, pieces, turn);
      if (short) return PREFIX + short;
    }
    const rules = `${kinds[kind].letter}${ids.turn_letters[turn]}${byWrap ? ids.by_wrap : ""}`;
    const text = [
      rules + (empty[1] ? String(empty) : ""),
      board.word(),
      puzzle.pieces.join(" "),
      placed.join(" "),
      conditions.join(";"),
      agree ? JSON.stringify(agree) : "",
    ].join("\n");
    const id = PREFIX + (await packed(text.replace(/\n+$/, "")));
    if (id.length > ids.longest) throw new Invalid(FAULTS.needsLong(id.length, ids.longest));
    return id;
  }

  /** The board of an ID. @param {string} word */
  readBoard(word) {
    const { largest_area: largest } = this.facts.ids;
    let area = 0;
    if (word.endsWith("/")) {
      const lines = word.replace(/\/+$/, "").split("/");
      area = lines.length * Math.max(...lines.map((line) => [...line].length));
    } else {
      const sides = /^(?:[a-z]+(?:\[[-0-9,;|@]*\])?:){0,2}(\d{1,4}(?:x\d{1,4}){1,2})(?!\d)/.exec(
        word,
      );
      if (!sides) throw new Invalid(FAULTS.boardOfId(word));
      area = sides[1].split("x").reduce((product, side) => product * Number(side), 1);
      if (word.includes("tri:")) area *= 2;
    }
    if (area > largest) throw new Invalid(FAULTS.largeId(largest, area));
    return word.endsWith("/")
      ? this.boards.fromText(word.replace(/\/+$/, "").replaceAll("/", "\n"))
      : this.boards.parse(word);
  }

  /** @param {string} code @returns {Puzzle} */
  readShort(code) {
    const { letters: alphabet, longest_short: longest, turns } = this.facts.ids;
    const letters = code
      .replaceAll("-", "")
      .toUpperCase()
      .replaceAll("I", "1")
      .replaceAll("L", "1")
      .replaceAll("O", "0");
    if (
      letters.length < 4 ||
      letters.length > longest ||
      [...letters].some((x) => !alphabet.includes(x))
    )
      throw new Invalid(FAULTS.shortId(longest));
    if (this.sum(letters)) throw new Invalid(FAULTS.typo);
    let value = 0n;
    for (const letter of letters.slice(1, -1))
      value = 32n * value + BigInt(alphabet.indexOf(letter));
    if (letters[0] !== alphabet[0])
      throw new Unsupported("only the generator can make this puzzle");
    const numerals = new Numerals(value),
      turn = turns[numerals.take(turns.length)],
      shape = this.takeShape(numerals),
      pieces = this.takePieces(numerals);
    const { square } = this.facts.lattices;
    const spots = everyCell(shape).map((cell) => ({ cell, optional: false, mark: "" }));
    const again = this.shortId(shape, this.parsed(pieces, turn), turn);
    if (again?.replaceAll("-", "") !== letters) throw new Invalid(FAULTS.noId);
    return {
      ...made(this.facts.plain, new Board(square, shape, spots), pieces, turn),
      id: PREFIX + again,
    };
  }

  /** The sum of letters, each times its own power of x; 0 for a whole ID. @param {string} letters */
  sum(letters) {
    const { letters: alphabet } = this.facts.ids;
    return [...letters].reduce((total, letter) => this.timesX(total) ^ alphabet.indexOf(letter), 0);
  }

  /** @param {number} element */
  timesX(element) {
    const doubled = element << 1;
    return doubled & 32 ? doubled ^ this.facts.ids.field : doubled;
  }

  /** @param {Numerals} numerals */
  takeShape(numerals) {
    const { side } = this.facts.ids,
      rows = numerals.take(side) + 1;
    return [rows, numerals.take(side) + 1];
  }

  /** @param {Numerals} numerals */
  takePieces(numerals) {
    const { words, copies, pieces } = this.facts.ids;
    return Array.from({ length: Math.min(numerals.takeCount(4), 100) }, () => {
      const digit = numerals.take(words * copies.length),
        form = digit % copies.length,
        base = pieces[Math.floor(digit / copies.length)];
      if (base === undefined) throw new Invalid(FAULTS.noId);
      return base + copies[form] + (form === 3 ? String(numerals.takeCount(4) + 2) : "");
    });
  }

  /** The pieces that words name; none if one of them names no piece. @param {string[]} words @param {Turn} turn */
  parsed(words, turn) {
    const { square } = this.facts.lattices;
    try {
      return words.flatMap((word) => this.words.pieces(word, turn, square));
    } catch (error) {
      if (error instanceof Invalid) return [];
      throw error;
    }
  }

  /**
   * The ID of a list of pieces for a rectangle, without its prefix; null if only a long one can say it.
   * @param {number[]} shape @param {Piece[]} pieces @param {Turn} turn
   */
  shortId(shape, pieces, turn) {
    const { letters: alphabet, longest_short: longest, turns, side } = this.facts.ids,
      numerals = new Numerals();
    if (!turns.includes(turn)) return null;
    try {
      numerals.add(turns.indexOf(turn), turns.length);
      for (const length of shape) numerals.add(length - 1, side);
      this.addPieces(numerals, pieces, turn);
    } catch (error) {
      if (error instanceof Invalid) return null;
      throw error;
    }
    let digits = "";
    for (let { value } = numerals; value || digits.length < 2; value /= 32n)
      digits = alphabet[Number(value % 32n)] + digits;
    const letters = alphabet[0] + digits,
      checked = letters + alphabet[this.timesX(this.sum(letters))];
    return checked.length > longest ? null : (checked.match(/.{1,4}/g) ?? []).join("-");
  }

  /** @param {Numerals} numerals @param {Piece[]} pieces @param {Turn} turn */
  addPieces(numerals, pieces, turn) {
    const { words: room, copies, pieces: bases } = this.facts.ids;
    /** @type {[number, number, number][]} */
    const found = [];
    for (let at = 0; at < pieces.length; ) {
      const { least, most } = pieces[at],
        form = ["1,1", "0,", "0,1"].indexOf(`${least},${most ?? ""}`);
      if (form < 0 && (least !== most || least < 2)) throw new Invalid("copies");
      const ending = form < 0 ? `${copies[3]}${least}` : copies[form];
      const named = bases.map((base) => this.parsed([base + ending], turn));
      const word = named.findIndex(
        (own) => own.length && samePieces(own, pieces.slice(at, at + own.length)),
      );
      if (word < 0) throw new Invalid("pieces");
      found.push([word, form < 0 ? 3 : form, least]);
      at += named[word].length;
    }
    numerals.addCount(found.length, 4);
    for (const [word, form, least] of found) {
      numerals.add(word * copies.length + form, room * copies.length);
      if (form === 3) numerals.addCount(least - 2, 4);
    }
  }
}

const PLAIN = {
  placed: /** @type {string[]} */ ([]),
  empty: /** @type {[number, number]} */ ([0, 0]),
  byWrap: false,
  conditions: /** @type {string[]} */ ([]),
  agree: /** @type {Record<string, string[]> | null} */ (null),
};

/** A puzzle without a name. @param {string} kind @param {Board} board @param {string[]} pieces @param {Turn} turn @returns {Puzzle} */
export const made = (kind, board, pieces, turn) => ({
  ...{ ...PLAIN, id: "", title: "", kind, board, pieces, turn },
  ...{ source: MADE, tilings: null, level: null },
});

/** Which marks agree, as an ID says it; null if only equal ones do. @param {string} text @returns {Record<string, string[]> | null} */
function agreeing(text) {
  if (!text) return null;
  try {
    const found = JSON.parse(text),
      lists = Object.values(found);
    const isText = (/** @type {unknown} */ mark) => typeof mark === "string";
    if (lists.every((marks) => Array.isArray(marks) && marks.every(isText))) return found;
  } catch {
    // It is no JSON.
  }
  throw new Invalid(FAULTS.badId);
}

/** Whether pieces have the same names, cells, marks, turns and copies. @param {Piece[]} own @param {Piece[]} others */
const samePieces = (own, others) =>
  own.length === others.length &&
  own.every((piece, i) => {
    const other = others[i];
    return (
      piece.name === other.name &&
      piece.least === other.least &&
      piece.most === other.most &&
      piece.turn === other.turn &&
      look(piece) === look(other)
    );
  });

/** The description that a code packs. @param {string} code @param {import("./catalog.js").IdFacts} ids */
async function described(code, { dictionary, longest_description: most }) {
  try {
    const own = unlettered(code);
    // A stream knows no dictionary: it comes first, as a block that is not packed.
    const before = bytesOf(dictionary),
      sizes = Uint16Array.of(before.length, ~before.length);
    const unpacked = (/** @type {number} */ end) =>
      through(new DecompressionStream("deflate-raw"), [
        ...[Uint8Array.of(0), sizes, before, own.subarray(0, end)],
      ]);
    const bytes = (await unpacked(own.length)).subarray(before.length);
    // Not all streams refuse bytes behind the end.
    const cut = await unpacked(own.length - 1).catch(() => null);
    if (cut || bytes.length > most) throw new Invalid(FAULTS.badId);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Invalid(FAULTS.badId);
  }
}

/**
 * A code as it was before a phone or a PDF got hold of it: letters of full width are plain ones, every
 * dash is `-`, and there are no spaces.
 * @param {string} code
 */
const plainCode = (code) =>
  code
    .normalize("NFKC")
    .replaceAll(/[\p{Pd}\u2212]/gu, "-")
    .replaceAll(/[\s\p{Cf}]/gu, "");
