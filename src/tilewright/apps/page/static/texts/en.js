// All texts of the page in English: whatever a person reads or hears, by where it stands. A
// translation is another file like this one (see "The page" in CONTRIBUTING.md). Each group is
// exported by itself and uses no other, so that a script has only the groups that it needs.

/** What is put into a text. @typedef {string | number} Value */

/** The tag of the language: dates and numbers are written as there, too. */
export const LANGUAGE = "en";

/** What several views say. */
export const SHARED = {
  undo: "Undo",
  redo: "Redo",
  undoKey: "Undo (Z)",
  redoKey: "Redo (Y)",
  again: "Play again",
  clear: "Clear the board",
  next: "Next puzzle",
  back: "Back to the puzzles",
  example: "This link cannot be read, so the page shows an example.",
  board: "Board",
  rows: "Rows",
  columns: "Columns",
  /** @param {number} least @param {number} most @param {Value} used */
  range: (least, most, used) =>
    `The number must be an integer from ${least} to ${most}, so ${used} is used.`,
  colors: "Colors",
  patterns: "Add patterns",
  kind: "Kind",
  level: "Level",
  /** The levels of puzzles. @type {Record<string, string>} */
  levels: { easy: "easy", medium: "medium", hard: "hard", expert: "expert" },
  ungraded: "not graded",
  /** @param {Value} size @param {number} count */
  boardAndPieces: (size, count) => `${size}, ${count} ${count === 1 ? "piece" : "pieces"}`,
  solved: "Solved!",
  zoom: "Zoom",
  controls: "Controls",
  copyLink: "Copy link",
  copyCommand: "Copy command",
  copyCommandTitle: "Copy command that opens this puzzle",
  /** @param {Value} kind */
  saveAs: (kind) => `Save as ${kind}`,
  link: "The link:",
  linkCopied: "Link copied.",
  command: "The command:",
  commandCopied: "Command copied. Run the command in a terminal to open the puzzle.",
  copyFrame: "Copy HTML",
  copyFrameTitle: "Copy HTML that shows this puzzle in a web page",
  frame: "The HTML:",
  frameCopied: "HTML copied. Paste the HTML into a web page to show the puzzle there.",
  open: "Open in a tab",
  result: "The result:",
  resultCopied: "Result copied. You can paste the text anywhere.",
  large: "The picture is too large.",
  noFullScreen: "This browser does not allow full-screen mode here",
};

/** Links to other sites. */
export const LINKS = {
  open: "Link from puzz.link or Penpa+",
  opened: "Link opened.",
  /** @param {string} site */
  copy: (site) => `To ${site}`,
  /** @param {string} site */
  copyTitle: (site) => `Copy link for ${site}`,
  damaged: "This link cannot be read.",
  /** @param {string} genre */
  unknown: (genre) =>
    `${genre ? `The genre “${genre}” is not supported.` : "The clues fit no supported genre."} Supported: Shikaku, Pentominous, Tetrominous, Heteromino, Fillomino and, from Penpa+, Dominosa.`,
  /** @param {string} kinds */
  several: (kinds) => `The clues fit several genres: ${kinds}. Choose a genre tag in Penpa+.`,
  /** @param {string} clue */
  clue: (clue) => `The link has an unknown clue, ${clue}.`,
  /** @param {string} part */
  strange: (part) => `The drawing has parts that are not supported: ${part}.`,
  squares: "Only boards of squares are supported.",
  lines: "Lines between the cells of the board are not supported.",
  outside: "A clue is outside of the board.",
  /** @param {number} most */
  large: (most) => `The board has more than ${most} rows or columns.`,
};

/** What there is to explore. */
export const EXPLORE = {
  title: "Explore",
  groups: { proofs: "Proofs", shapes: "Shapes", tilings: "Tilings", lessons: "For a class" },
  /** The title of each view, and what it shows. */
  cards: {
    watch: ["Watch", "See the solver try, fail and backtrack."],
    deficient: ["Missing cell", "Remove any cell, and see L‑trominoes fill the rest."],
    find: ["Find them all", "Draw every shape with a few cells. Can you find them all?"],
    plane: ["The plane", "Draw a shape, and see whether it tiles the plane."],
    figures: ["Figures", "Find a figure that two different pieces can each tile."],
    atlas: ["Atlas", "Look up what is known about every small shape."],
    random: ["Random tilings", "Draw one of billions of equally likely tilings."],
    lesson: ["Lessons", "Share puzzles and notes with a class in a single link."],
    learn: ["Learn", "Five small boards teach each kind of puzzle."],
    canvas: ["Canvas", "Place any tiles you like, and paint them."],
    all: ["All tilings", "See all tilings of a small board at once."],
  },
  docs: "Documentation for the program and library",
  install: "Install to play offline",
};

/** The frame around the views. */
export const PAGE = {
  /** What stands in index.html, too: there it is seen before the page has loaded. */
  html: {
    skip: "Skip to the puzzle",
    pages: "Pages",
    play: "Play",
    make: "Make",
    explore: "Explore",
    keys: "Keys (?)",
  },
  /** The titles of the views. @type {Record<string, string>} */
  titles: {
    "": "Puzzles",
    collections: "Collections",
    make: "Make",
    watch: "Watch",
    deficient: "The missing cell",
    plane: "The plane",
    figures: "Figures",
    random: "Random tilings",
    all: "All tilings",
    find: "Find them all",
    canvas: "Canvas",
    lesson: "Lesson",
    learn: "Learn",
    progress: "Your progress",
    tilings: "Tilings",
    day: "Days",
    explore: "Explore",
  },
  puzzle: "Puzzle",
  badLink: "This link is damaged, so part of it cannot be read.",
  failed: "Something went wrong",
  nowhere: "This page does not exist",
  nowhereAbout: "The link may be old or incomplete.",
  noPuzzle: "Puzzle not found",
  todays: "Today's puzzle",
  again: "Try again",
  themes: {
    auto: "Colors: same as the system",
    light: "Colors: light",
    dark: "Colors: dark",
  },
  notSaved:
    "This browser does not let the page save your games. Your games will be lost when you close the page.",
  exportAll: "Export",
  close: "Close",
  newVersion: "A new version is available.",
  reload: "Reload",
  later: "Later",
  language: "Language",
};

/** What a request could not do. */
export const SERVER = {
  away: "The server is not responding. Is tilewright still running?",
  offline: "The page cannot be loaded. Are you online?",
  interrupted: "The connection was interrupted.",
  /** @param {Value} status */
  answered: (status) => `The server responded with status ${status}.`,
  /** @param {Value} path @param {Value} status */
  noFile: (path, status) => `Part of this site is missing: ${path} (${status}).`,
  /** @param {Value} first @param {Value} last */
  days: (first, last) =>
    `Daily puzzles are available from ${first} to ${last}. For this day, only a calendar puzzle is available.`,
  noPuzzle: "Only the tilewright program can make this puzzle.",
  crashed: "The calculation stopped unexpectedly. Try again.",
  noWorker: "This puzzle needs Web Workers, which this browser does not support or allow.",
  /** @param {Value} command */
  needs: (command) => `This requires the tilewright program: ${command}`,
  noAnswer: "No answer was found. Try a different or smaller input.",
};

/** The first view. */
export const GALLERY = {
  title: "Fit the pieces. Fill the board.",
  lead: "Tiling puzzles with one rule: cover every cell, with no piece left over.",
  welcome: "New here?",
  first: {
    kicker: "Three pieces",
    name: "Your first puzzle",
    about: "Fill the board with all three pieces. This puzzle takes ten seconds.",
  },
  /** @param {Value} day */
  today: (day) => `Today, ${day}`,
  /** @param {Value} day */
  standIn: (day) =>
    `Today's puzzles are not ready yet. Except for the calendar, these puzzles are from ${day}.`,
  /** @param {number} days */
  row: (days) => `${days} ${days > 1 ? "days" : "day"} in a row`,
  progress: "Your progress",
  week: "The last seven days",
  /** @param {Value} day */
  coverAllBut: (day) => `Cover all but ${day}`,
  /** The shelves. @type {Record<string, string>} */
  shelves: {
    talos: "Fit the pieces",
    classic: "Pentomino boards",
    dots: "Dot puzzles",
    triangles: "Triangles",
    hexagons: "Hexagons",
    cubes: "Cubes",
  },
  /** What a shelf has. @type {Record<string, string>} */
  about: {
    talos:
      "Fill the board with all the pieces. You can turn pieces but not flip them. (The boards come from The Talos Principle.)",
    classic:
      "Fill a board with all twelve pentominoes (pieces of five squares), or with all eighteen if mirror images count as different. There are many solutions.",
    triangles:
      "Fill a board with the twelve hexiamonds, each made of six triangles. You can turn pieces in steps of 60 degrees.",
    hexagons:
      "Fill a board with the seven tetrahexes, each made of four hexagons. You can turn pieces in steps of 60 degrees.",
    cubes:
      "Fill a box or build a figure with pieces made of cubes or balls: Soma, the Bedlam cube, Kanoodle and others. You play layer by layer.",
    dots: "Draw lines that divide the board into the pieces shown. Each piece has one dot, but some dots are hidden.",
  },
  collections: "Collections",
  made: "Made here",
  otherDay: "Any other day",
  otherDayAbout:
    "Play the puzzles of another day, or fill that day's empty calendar, which has many solutions.",
  calendar: "Calendar",
  weekday: "Calendar with weekday",
  monthBefore: "Previous month",
  monthAfter: "Next month",
  /** @param {number} done @param {number} all */
  daySolved: (done, all) => `, ${done === all ? "all" : done} solved`,
  /** @param {number} solved @param {number} alone @param {number} missed */
  month: (solved, alone, missed) =>
    `${solved} ${solved === 1 ? "day" : "days"} solved, ${alone} without hints, ${missed} missed`,
  missed: ", missed",
  which: "Which puzzles",
  states: { all: "All", unsolved: "Unsolved", begun: "In progress", solved: "Solved" },
  anyLevel: "Any level",
  none: "No puzzles match.",
  oneRow: "Show one row",
  /** @param {Value} count */
  showAll: (count) => `Show all ${count}`,
  /** @param {Value} count @param {Value} all */
  solvedOf: (count, all) => `${count} of ${all} solved`,
  /** How many are left of each level. @param {number} count @param {[level: string, count: number][]} levels */
  left: (count, levels) =>
    `${count} left: ${levels.map(([level, number]) => `${number} ${level}`).join(", ")}.`,
  /** @param {number} count @param {number} alone */
  finished: (count, alone) =>
    `You have solved all ${count}${alone ? `, ${alone === count ? "all" : alone} of them without a hint` : ""}.`,
  /** @param {Value} name */
  next: (name) => `Next: ${name}`,
  /** @param {Value} name @param {Value} number */
  numbered: (name, number) => `${name}, no. ${number}`,
  /** @param {Value} name */
  eighteen: (name) => `${name}, 18 pieces`,
  /** @param {Value} size @param {string} pieces */
  dotsOf: (size, pieces) => `${size}, ${pieces}`,
  done: "solved",
  /** @param {Value} time */
  solvedIn: (time) => `solved in ${time}`,
  /** @param {Value} percent */
  share: (percent) => `${percent}% done`,
  go: "Continue",
  play: "Play",
  more: "Hints and more",
};

/** The first view: the day, and ways to other puzzles. */
export const HOME = {
  others: "Other puzzles",
  collectionsAbout: "boards, cubes, other days",
  make: "Make a puzzle",
  makeAbout: "any kind, at your level",
  lastOne: "the last puzzle that you played",
  /** @param {number} count */
  allDone: (count) => `All ${count} solved`,
  /** @param {number} hours @param {number} minutes */
  nextIn: (hours, minutes) => `New puzzles in ${hours ? `${hours} h ` : ""}${minutes} min.`,
  missed: "Unsolved this week:",
};

/** A day. */
export const DAY = {
  before: "Previous day",
  after: "Next day",
  week: "The week",
  thisWeek: "This week",
  plan: "Puzzles get harder from Monday to Sunday. Sunday's special puzzle has a board that no other day has.",
  weekDone: "You have solved the whole week.",
  follow: "Follow the days",
  followAbout:
    "Add the daily puzzles to your calendar or feed reader. Each entry links to the puzzles on this page.",
  calendar: "Calendar (iCal)",
  feed: "Feed (Atom)",
  /** @param {Value} word */
  noDay: (word) => `'${word}' is not a date. Write dates as year-month-day.`,
};

/** A game. */
export const GAME = {
  loading: "Loading …",
  pieces: "Pieces",
  eachOnce:
    "Draw lines that divide the board into the pieces shown. Pieces fade once you have found them, and get a red edge if you draw them too often.",
  /** @param {string} name */
  foundPiece: (name) => `${name}: found`,
  hint: "Hint",
  hintKey: "Hint (H)",
  check: "Check",
  checkKey: "Check (C)",
  nextTitle: "Go to the next puzzle",
  tools: "Game",
  restart: "Restart",
  restartTitle: "Restart the puzzle and the clock",
  restarted: "Restarted.",
  restartedKey: "Restarted. Undo (Z) restores the board.",
  more: "More",
  how: "How to play",
  time: "Time",
  damaged: "Your saved game was damaged, so the puzzle starts over.",

  // Hints
  placeIt: "Place it",
  takeOff: "Take it off",
  showIt: "Show it",
  why: "Why?",
  next: "Next",
  back: "Back",
  /** @param {number} number */
  cases: (number) => `All ${number} cases`,
  /** @param {number} at @param {number} number @param {Value} says */
  caseOf: (at, number, says) => `${at} of ${number}: ${says}`,
  noMistakes: "No mistakes so far.",
  closeHint: "Close the hint",
  deadEnd: "Dead end",
  deadEndTitle: "The board cannot be finished from here. Undo a move, or ask for a hint.",
  waysTitle:
    "Solutions that differ only by a rotation of the whole board count as one. Mirror images count separately if pieces cannot be flipped.",
  /** @param {number} count @param {Value} number */
  solutions: (count, number) =>
    `${count ? number : "no"} ${count === 1 ? "solution" : "solutions"}`,
  wholeTitle:
    "Solutions that differ only by a rotation or reflection of the whole board count as one.",
  oneTitle: "Press Check to see whether the board can still be finished.",
  waysDone: "solved",
  away: "The server is not responding. Is tilewright still running? You can keep playing; hints will work again when the server is back.",

  // Menus
  showClock: "show the clock",
  showWays: "show how many solutions are left",
  sounds: "Sound",
  print: "Print",
  change: "Change it",
  watch: "Watch the solver",
  colorBy: "Color by",
  byPiece: "piece",
  byEdge: "Neighbors differ",
  byCorner: "Corners differ too",
  count: "Colors ",
  fewest: "as few as possible",
  asPlaced: "Each tile gets its color when it is placed.",
  /** @param {number} wanted @param {number} fewest */
  notEnough: (wanted, fewest) =>
    `${wanted} ${wanted === 1 ? "color is" : "colors are"} not enough, so ${fewest} are used.`,
  /** @param {number} used @param {number} fewest */
  tooMany: (used, fewest) =>
    `${used} ${used === 1 ? "color" : "colors"} used; ${fewest} would be enough.`,
  /** @param {number} used */
  used: (used) => `${used} ${used === 1 ? "color" : "colors"} used.`,
  /** @param {number} used */
  usedLeast: (used) => `${used} ${used === 1 ? "color" : "colors"} used; fewer are not enough.`,

  // Turning a piece
  turn: "Turn",
  turnTitle: "Turn the selected piece (R)",
  tip: "Tip",
  sidewaysTitle: "Tip sideways, from left to right (G)",
  forwardTitle: "Tip forward (T)",
  flip: "Flip",
  flipTitle: "Flip the selected piece (F)",

  // The end
  /** @param {number} hints */
  hints: (hints) => (hints ? `${hints} ${hints === 1 ? "hint" : "hints"}` : "no hints"),
  scoreTime: "time",
  /** @param {number} hints */
  scoreHints: (hints) => (hints === 1 ? "hint" : "hints"),
  scoreMade: "puzzles made and solved in a row",
  /** @param {number} days */
  scoreRow: (days) => (days === 1 ? "day in a row" : "days in a row"),
  /** @param {Value} name @param {number} count */
  lastOf: (name, count) => `${name}: you have solved all ${count}.`,
  /** @param {Value} time */
  best: (time) => `best ${time}`,
  /** @param {Value} time */
  faster: (time) => `new best time, ${time} faster`,
  /** @param {Value} number */
  foundBefore: (number) => `already found as solution ${number}`,
  /** @param {Value} time @param {Value} help */
  solvedIn: (time, help) => `Solved in ${time} with ${help}!`,
  /** @param {Value} weekday @param {Value} time */
  usual: (weekday, time) => `your usual ${weekday}: ${time}`,
  share: "Share",
  shareTitle: "Share the result",
  others: "More puzzles",
  closeEnd: "Close and look at the board",
  /** @param {Value} number */
  found: (number) => `${number} found`,
  /** @param {Value} number @param {Value} all */
  foundOf: (number, all) => `${number} of ${all} found`,
  /** @param {Value} number */
  number: (number) => `Number ${number}`,
};

/** What teaches a kind of puzzle. */
export const LEARN = {
  title: "Learn",
  about: "Five small boards teach each kind of puzzle.",
  /** @param {string} name */
  invite: (name) => `New to ${name}? Learn this kind of puzzle on five small boards.`,
  learn: "Learn this kind",
  /** @param {string} name @param {number} number @param {number} all */
  board: (name, number, all) => `${name}: board ${number} of ${all}`,
  next: "Next board",
  play: "Play a puzzle",
  /** The boards of each kind, and of puzzles with cubes: what each of them shows. @type {Record<string, { title: string, boards: string[] }>} */
  kinds: {
    dots: {
      title: "Dots",
      boards: [
        "Divide the board into pieces of three cells. A straight piece has its dot in the middle.",
        "An L-shaped piece has its dot in the corner.",
        "Each piece has three cells, so do not cut off a region of one or two cells.",
        "Some dots are hidden: one piece on this board has no dot.",
        "A complete puzzle: begin at a dot where only one piece fits.",
      ],
    },
    sigil: {
      title: "Fit the pieces",
      boards: [
        "Fill the board. The 2 means that you have two copies of this piece: turn them until both fit.",
        "Each piece has four cells, so do not leave a gap of fewer than four.",
        "Begin with the straight piece, because it fits in the fewest places.",
        "You may turn a piece but not flip it: two of these pieces are mirror images.",
        "A complete puzzle: for each corner, ask which pieces can fill it.",
      ],
    },
    given: {
      title: "Finish it",
      boards: [
        "The piece with a lock stays where it is. Fill the rest of the board.",
        "You may flip pieces in this puzzle, and the L has to be flipped.",
        "Look for a cell that only one piece can cover, and place that piece first.",
        "Each piece has five cells, so do not cut off a region of fewer than five cells.",
        "A complete puzzle: three pieces are left. Begin beside the piece with the lock.",
      ],
    },
    hole: {
      title: "Find the hole",
      boards: [
        "One cell stays empty. Draw the three pieces: each L has its dot in the corner.",
        "In some puzzles, you place pieces instead of drawing. The cell left over is the hole.",
        "An L covers the cell with its dot and two cells beside that cell. No L can reach the hole.",
        "A gap of a single cell must be the hole, because no piece fits there.",
        "A complete puzzle: only one cell may stay empty, so leave no other gap.",
      ],
    },
    dominosa: {
      title: "Dominosa",
      boards: [
        "Each domino of the set is on the board once. Join the two numbers of each domino.",
        "Two 0s are side by side in only one place, so they form a domino.",
        "If a number has only one free neighbor, join the two.",
        "Each domino appears only once: after you join two numbers, do not join the same two again.",
        "A complete puzzle: begin with two numbers that are side by side in only one place.",
      ],
    },
    shikaku: {
      title: "Shikaku",
      boards: [
        "Divide the board into rectangles. Each number tells you how many cells its rectangle has.",
        "A rectangle with a 3 is always a line. A rectangle with a 4 is a line or a square.",
        "Each rectangle contains only one number, so stop before the next number.",
        "For each corner, ask which number can reach it.",
        "A complete puzzle: begin with a number whose rectangle fits in only a few places.",
      ],
    },
    pentominous: {
      title: "Pentominous",
      boards: [
        "Divide the board into pieces of five cells. A letter names the piece that covers its cell.",
        "Each piece has five cells, so do not cut off a region of fewer than five cells.",
        "Pieces of the same shape must not share a side, so the piece without a letter is not a P.",
        "Look at the corners: often only one letter can reach a corner.",
        "A complete puzzle: only two of the four pieces have a letter.",
      ],
    },
    tetrominous: {
      title: "Tetrominous",
      boards: [
        "Divide the board into pieces of four cells. A letter names the piece that covers its cell.",
        "Pieces of the same shape must not share a side: the S keeps the two Ls apart.",
        "Two pieces on this board have no letter. Their shapes differ from those of the pieces beside them.",
        "Each piece has four cells, so do not cut off a region of fewer than four cells.",
        "A complete puzzle: only three of the five pieces have a letter.",
      ],
    },
    heteromino: {
      title: "Heteromino",
      boards: [
        "Divide the board into pieces of three cells: lines and corners.",
        "Each piece has three cells, so do not cut off one or two cells.",
        "Two corners may share a side only if they are turned differently.",
        "Two lines may share a side only if one is horizontal and the other is vertical.",
        "A complete puzzle: begin at a cell that only one piece can cover.",
      ],
    },
    fillomino: {
      title: "Fillomino",
      boards: [
        "Divide the board into pieces. A number tells you how many cells its piece has.",
        "Pieces of the same size must not share a side, so the two 2s keep apart.",
        "Equal numbers side by side belong to the same piece.",
        "One piece on this board has no number. Its size differs from those of the pieces beside it.",
        "A complete puzzle: ask for each number which way its piece can grow.",
      ],
    },
    pips: {
      title: "Pips",
      boards: [
        "Place the dominoes so that the numbers in each region add up to the region's number.",
        "The sign = means that all numbers in the region are equal.",
        "The sign ≠ means that all numbers in the region are different.",
        "<3 means that the numbers add up to less than 3, and >10 means more than 10.",
        "A complete puzzle: begin with a region that leaves few choices.",
      ],
    },
    calendar: {
      title: "Calendar",
      boards: [
        "Cover everything except the date, March 14. Only two pieces are left to place.",
        "Begin with a piece that fits in only one place: here, the 2 × 3 rectangle.",
        "Do not cut off a gap that is too small for a piece.",
        "Look for a cell that only one piece can cover.",
        "A complete puzzle: place the last four pieces, and keep the date visible.",
      ],
    },
    weekday: {
      title: "Calendar with weekday",
      boards: [
        "Cover everything except the month, the day and the weekday.",
        "Look for a cell that only one piece can cover.",
        "Do not cut off a gap that is too small for a piece.",
        "Each piece has four or five cells, so count the cells of each gap.",
        "A complete puzzle: place the last four pieces, and keep the date visible.",
      ],
    },
    cubes: {
      title: "Cubes",
      boards: [
        "The board is a box, shown layer by layer. Fill both layers.",
        "Some pieces extend through both layers. Tip a piece to make it stand upright.",
        "A cell and the cell above it are neighbors, so a piece may cover cells in both layers.",
        "You may turn a piece in any direction, but not into its mirror image.",
        "A complete puzzle: two pieces are already placed. Place the other three.",
      ],
    },
  },
};

/** The result of a game, to be shared. */
export const RESULT = {
  title: "Your result",
  /** @param {Value} title @param {Value} level */
  ofLevel: (title, level) => `${title} (${level})`,
  /** @param {number} days */
  row: (days) => `${days} ${days === 1 ? "day" : "days"} in a row`,
  copy: "Copy text",
  copyPicture: "Copy picture",
  pictureCopied: "Picture copied. You can paste the picture anywhere.",
  notAllowed: "This browser does not allow copying here. Save the picture instead.",
  close: "Close",
};

/** Why something cannot be done in a game. The library says the same. */
export const MOVES = {
  /** @param {Value} name */
  noPiece: (name) => `this puzzle has no piece '${name}'`,
  /** @param {Value} cell */
  outside: (cell) => `the cell ${cell} is not on the board`,
  /** @param {Value} one @param {Value} other */
  noEdge: (one, other) => `the cells ${one} and ${other} do not share an edge`,
  /** @param {number} most */
  noCopy: (most) => `the puzzle allows at most ${most} of this piece, and no copies are left`,
  /** @param {Value} cell */
  taken: (cell) => `the cell ${cell} is already covered`,
  noOrientation: "the piece has no orientation with these cells and marks",
  /** @param {Value} cell */
  given: (cell) => `the cell ${cell} is covered by a piece that is part of the puzzle`,
  /** @param {Value} cell */
  empty: (cell) => `the cell ${cell} is empty`,
  /** @param {Value} piece @param {Value} most @param {Value} orientation */
  orientation: (piece, most, orientation) =>
    `the orientation of ${piece} must be between 0 and ${most}, got ${orientation}`,
  unknown: "unknown action",
  notSaved: "this is not a saved game",
  /** @param {Value} fault */
  unfit: (fault) => `the saved game does not match the puzzle: ${fault}`,
  /** @param {Value} cell */
  nothingToLift: (cell) => `the cell ${cell} has no piece to remove`,
  savedEdge: "an edge of the saved game is not on the board",
  bothEdges: "an edge is both drawn and marked as not an edge",
  /** @param {Value} word */
  noMove: (word) => `'${word}' is not a valid move in a saved game`,
};

/** The rules of a puzzle, each in one sentence. */
export const RULES = {
  fill: "Fill the board with all the pieces.",
  oneDot: "Each piece contains at most one dot, in the position shown.",
  outlines: "Draw outlines. Every piece may be used any number of times.",
  solid: "You may turn the pieces in any direction.",
  oneSided: "You may turn the pieces, but not flip them.",
  halfTurn: "You may turn the pieces upside down, but not flip them.",
  joined:
    "Sides with the same arrows are joined. A piece that crosses one joined side continues at the other.",
  fixed: "Do not turn or flip the pieces.",
  /** The rule of a puzzle with dots that has no other rule. */
  dots: "Divide the board into the pieces below. Each dot on the board is the dot of a piece, but some dots are hidden.",
};

/** Keyboard help for all views in which you draw. */
const BY_KEYS =
  "Keyboard: arrow keys move the cursor, Space starts or ends a piece, Shift with an arrow key draws an edge, E selects the eraser, and Delete erases a piece.";
/** What the eraser does. */
const ERASER = "The eraser removes every piece or edge that it touches.";

/**
 * How to draw pieces of any shape, rectangles, and pieces of two cells: for mouse and keyboard, and for a
 * touch screen. The first paragraph also stands below the board.
 * @type {Record<"path" | "rectangle" | "pair", { mouse: string[], touch: string[] }>}
 */
export const DRAWING = {
  path: {
    mouse: [
      "Drag across the cells of a piece, or click its edges.",
      `To mark that a line is not an edge, right-click the line or use the note pencil (X). ${ERASER}`,
      BY_KEYS,
    ],
    touch: [
      "Drag across the cells of a piece, or tap its edges.",
      `To mark that a line is not an edge, choose No edge under More. ${ERASER}`,
    ],
  },
  rectangle: {
    mouse: [
      "Drag from one corner of a rectangle to the opposite one, or click its edges.",
      `To mark that a line is not an edge, right-click the line or use the note pencil (X). ${ERASER}`,
      BY_KEYS,
    ],
    touch: [
      "Drag from one corner of a rectangle to the opposite one, or tap its edges.",
      `To mark that a line is not an edge, choose No edge under More. ${ERASER}`,
    ],
  },
  pair: {
    mouse: [
      "Click the line between two cells to join the cells.",
      `To mark that two cells are not joined, right-click the line between them or use the wall tool (X). ${ERASER}`,
      BY_KEYS,
    ],
    touch: [
      "Tap the line between two cells to join the cells.",
      `To mark that two cells are not joined, use the wall tool. ${ERASER}`,
    ],
  },
};

/** What there is to draw. */
export const TO_DRAW = {
  plain: "Draw the outlines of the pieces. Each piece may be used any number of times.",
  dots: "Draw lines that divide the board into the pieces shown. Each piece has one dot, but some dots are hidden.",
};

/**
 * How to play with pieces, in paragraphs: for everybody, for mouse and keyboard, and for a touch screen.
 * The first paragraph for the device also stands below the board.
 * @type {Record<"cubes" | "turning" | "fixed", { all: string[], mouse: string[], touch: string[] }>}
 */
export const HOW = {
  cubes: {
    all: ["The top layer is shown first, and the whole board is shown beside the layers."],
    mouse: [
      "Drag the pieces onto the layers of the board. R turns a piece in its layer; T and G tip it.",
      "F flips a piece if the puzzle allows flipping. Double-click a piece in the tray to turn it.",
      "Keyboard: press Tab to reach a piece and Enter to pick it up. Arrow keys, Page Up and Page Down move the piece, and R, T and G turn it. Press Enter to place the piece, or Escape to put it back.",
    ],
    touch: [
      "Drag the pieces onto the layers of the board. Tap a piece, then tap Turn or Tip.",
      "Tap the board to place the selected piece, or tap a placed piece to remove it.",
    ],
  },
  turning: {
    all: [],
    mouse: [
      "Drag the pieces onto the board. Double-click a piece or press R to turn it.",
      "While you drag, R, the wheel or a right click turns the piece, and F flips the piece if the puzzle allows flipping.",
      "To mark cells that a piece does not cover, select the piece and right-click the cells, or use Not here (X).",
      "Keyboard: press Tab to reach a piece and Enter to pick it up. Arrow keys move the piece, R turns it, and F flips it. Press Enter to place the piece, or Escape to put it back.",
    ],
    touch: [
      "Drag the pieces onto the board. Tap a piece twice to turn it.",
      "Tap the board to place the selected piece, or tap a placed piece to remove it.",
      "To mark cells that a piece does not cover, tap the piece, choose Not here under More, and tap the cells.",
    ],
  },
  fixed: {
    all: [],
    mouse: [
      "Drag the pieces onto the board.",
      "Keyboard: press Tab to reach a piece and Enter to pick it up. Arrow keys move the piece. Press Enter to place the piece, or Escape to put it back.",
    ],
    touch: [
      "Drag the pieces onto the board.",
      "Tap the board to place the selected piece, or tap a placed piece to remove it.",
    ],
  },
};

/** The board that is played on or painted, and what it says to screen readers. */
export const BOARD = {
  table:
    "Board and pieces. Select a piece with Tab and Enter, and move it with the arrow keys. R turns the piece, F flips it, Enter places it, and Escape puts it back.",
  tableOfCubes:
    "Board and pieces. Select a piece with Tab and Enter. Arrow keys move the piece, and Page Up and Page Down move it between layers. R turns the piece, T and G tip it, F flips it, Enter places it, and Escape puts it back.",
  outlines:
    "Board. Arrow keys move the cursor, Shift with an arrow key draws or erases the edge on that side, and Space starts or ends a piece. X selects the note pencil, E the eraser, and D the pencil. Press Delete to erase the piece.",
  /** @param {Value} name */
  painter: (name) => `${name}. Arrow keys move the cursor, and Space removes or restores a cell.`,

  // Places and pieces
  /** @param {Value} row @param {Value} column */
  cell: (row, column) => `row ${row}, column ${column}`,
  /** @param {Value} layer @param {Value} place */
  inLayer: (layer, place) => `layer ${layer}, ${place}`,
  /** @param {number} layer @param {number} last */
  layer: (layer, last) =>
    `Layer ${layer}${layer === 1 ? ", top" : layer === last ? ", bottom" : ""}`,
  dot: "dot",
  square: "cell",
  gap: "gap",
  /** @param {Value} number */
  cubes: (number) => `${number} cells`,
  /** @param {Value} cells */
  straight: (cells) => `straight: ${cells}`,
  /** @param {Value} row @param {Value} cells */
  row: (row, cells) => `row ${row}: ${cells}`,
  /** @param {Value} piece @param {Value} cell */
  at: (piece, cell) => `${piece} at ${cell}`,
  /** @param {Value} piece */
  given: (piece) => `${piece}, given`,
  /** @param {Value} piece */
  taken: (piece) => `${piece}. Press Enter to pick up the piece, or Delete to remove it.`,
  /** @param {Value} piece @param {number} left @param {string[]} excluded  Where it is noted not to be. */
  left: (piece, left, excluded) =>
    `${piece}, ${left === Infinity ? "any number" : left} left${excluded.length ? `, noted not at ${excluded.join("; ")}` : ""}`,

  // Pieces that are moved
  /** @param {Value} piece */
  placed: (piece) => `${piece} placed`,
  turned: "turned",
  tipped: "tipped",
  flipped: "flipped",
  noTurning: "Pieces cannot be turned in this puzzle",
  noFlipping: "Pieces cannot be flipped in this puzzle",
  choose: "Select a piece first",
  backInTray: "The piece does not fit there, so it returns to the tray",
  notThere: "The piece does not fit there, whichever way you turn it",
  notHere: "The piece does not fit here",
  /** @param {boolean} flips */
  turnFirst: (flips) => `The piece fits there only after you turn ${flips ? "or flip " : ""}it`,
  /** @param {Value} place @param {boolean} fits @param {boolean} doubted */
  fits: (place, fits, doubted) =>
    `${place}, ${fits ? "fits" : "does not fit"}${doubted ? ", noted: not here" : ""}`,

  // Notes
  notHereTool: "Not here",
  notHereTitle: "Not here: mark cells that the selected piece does not cover (X)",
  noting: "You are now marking cells that the selected piece does not cover",
  placing: "You are now placing pieces",
  /** @param {Value} piece @param {string[]} places @param {boolean} back */
  noted: (piece, places, back) =>
    back
      ? `notes removed: ${piece} at ${places.join("; ")}`
      : `noted: ${piece} not at ${places.join("; ")}`,
  /** @param {Value} place @param {Value} piece @param {boolean} noted */
  noteAt: (place, piece, noted) => `${place}${noted ? `, noted: ${piece} not here` : ""}`,
  covered: "A piece covers this cell",

  // Outlines that are drawn
  /** The tools: what each is called, and what one does with it. */
  tools: {
    draw: ["Pencil", "you are now drawing pieces"],
    note: ["No edge", "you are now marking lines that are not edges"],
    erase: ["Eraser", "you are now erasing"],
  },
  /** The same where each piece has two cells. */
  toolsOfPairs: {
    draw: ["Join", "you are now joining cells"],
    note: ["Wall", "you are now marking cells that are not joined"],
    erase: ["Eraser", "you are now erasing"],
  },
  erased: "erased",
  nothingErased: "nothing to erase",
  noteRemoved: "note removed",
  noteAdded: "note added: no edge here",
  edgeErased: "edge erased",
  edgeDrawn: "edge drawn",
  begun: "piece begun",
  /** @param {number} cells @param {number} whole */
  drawnOf: (cells, whole) => `${cells} of ${whole}`,
  /** @param {number} cells */
  drawn: (cells) => `piece of ${cells} ${cells === 1 ? "cell" : "cells"} drawn`,

  // Zooming
  /** @param {Value} scale */
  larger: (scale) => `${scale} times as large`,
  whole: "whole board",
  zoomOut: "Zoom out (-)",
  zoomIn: "Zoom in (+)",
};

/**
 * What keys, mouse and fingers do.
 * @type {{ title: string, close: string, sheet: [where: string, list: [key: string, what: string][]][] }}
 */
export const KEYS = {
  title: "Keys",
  close: "Close",
  sheet: [
    [
      "Everywhere",
      [
        ["?", "this sheet"],
        ["Tab", "go to the next control"],
        ["Esc", "close, or cancel"],
      ],
    ],
    [
      "Every puzzle",
      [
        ["Z", "undo"],
        ["Y", "redo"],
        ["H", "hint; press again for more"],
        ["C", "check"],
        ["+ and -", "zoom (or two fingers)"],
        ["Ctrl P", "print"],
      ],
    ],
    [
      "Fitting pieces",
      [
        ["Enter", "pick up or place a piece"],
        ["Arrow keys", "move it"],
        ["R", "turn (Shift R turns the other way)"],
        ["F", "flip"],
        ["T and G", "tip a piece of cubes forward or sideways"],
        ["Page Up and Page Down", "move the piece to another layer"],
        ["Delete", "remove the piece from the board"],
        ["X", "mark cells that a piece does not cover (or right-click)"],
      ],
    ],
    [
      "Drawing outlines",
      [
        ["Arrow keys", "move"],
        ["Space", "start or end a piece"],
        ["Shift and an arrow key", "draw or erase one edge"],
        ["X", "note pencil: mark that there is no edge (or right-click)"],
        ["E", "the eraser"],
        ["D", "the pencil"],
        ["Delete", "erase a piece"],
      ],
    ],
    [
      "Watching",
      [
        ["Space", "play and pause"],
        ["Right arrow", "one step"],
        ["Left arrow", "one step back"],
      ],
    ],
    [
      "The missing cell",
      [
        ["Arrow keys", "move the cross"],
        ["Enter", "remove its cell"],
        ["+ and -", "zoom"],
        ["0", "see all"],
        ["H", "go to the missing cell"],
        ["Page Down and Page Up", "go through the proof level by level"],
      ],
    ],
    [
      "The plane",
      [
        ["Arrow keys", "move the tiling"],
        ["+ and -", "zoom"],
        ["0", "return to the center"],
        ["Space", "add or remove a cell of the drawing"],
      ],
    ],
    [
      "Random tilings",
      [
        ["Arrow keys", "move between tiles that can be turned"],
        ["Enter", "turn them"],
        ["Z and Y", "undo and redo a turn"],
        ["+ and -", "zoom"],
        ["0", "see all"],
      ],
    ],
    [
      "All tilings",
      [
        ["Arrow keys", "go to another cell"],
        ["Enter", "go to the placements on this cell"],
        ["N and P", "go to the next or previous tiling"],
        ["R", "show a random tiling"],
      ],
    ],
  ],
};

/** Puzzles that are made. */
export const MAKE = {
  title: "Make a puzzle",
  tabs: "How to make it",
  forMe: "Make a puzzle for me",
  own: "My own",
  set: "Set by hand",
  anyLevel: "any",
  make: "Make it",
  cells: "Cells",
  pieces: "Pieces",
  date: "Date",
  number: "Number",
  clues: "Fewest clues",
  more: "Board, pieces, number and more",
  making: "Making a puzzle with exactly one solution",
  /** @param {number} seconds */
  seconds: (seconds) => `Making … ${seconds} s`,
  cancel: "Cancel",
  close: "Close",
  about:
    "The same number always makes the same puzzle. Every puzzle has exactly one solution, verified twice.",
  before: "Made here before",
  none: "No matching puzzle was found. Try another number, board or level.",
  months: ["J", "F", "M", "A"],
  weekdays: ["S", "M"],
};

/** Boards of one's own. */
export const OWN = {
  /** @type {Record<string, string>} */
  turns: {
    free: "turn and flip",
    "one-sided": "turn only",
    "half-turn": "turn upside down only",
    fixed: "neither turn nor flip",
  },
  /** What a person does in a step of a kind. @type {Record<string, string>} */
  steps: {
    cell: "only one placement can cover a cell",
    piece: "a piece has exactly as many places left as it needs",
    rule: "the rules leave only one placement",
    symmetry: "the board is symmetric, so one of several equivalent places is enough",
    region: "a piece would cut off a region that the other pieces cannot fill",
    blocked: "a piece would leave a cell or another piece with no placement",
    trial: "trying a piece leads to a contradiction",
    guess: "a guess that may have to be undone",
  },
  none: "The board cannot be filled.",
  triedAll: "All possibilities were tried.",
  notKnown: "Not known",
  noTime: "The time limit was reached.",
  /** @param {Value} number */
  atLeast: (number) => `At least ${number} solutions`,
  noTimeForAll: "The time limit was reached before all solutions were counted.",
  one: "There is exactly one solution",
  good: "This board makes a good puzzle.",
  /** @param {Value} number */
  solutions: (number) => `${number} solutions`,
  /** @param {Value} number */
  different: (number) => `${number} if rotations of the board count once.`,
  cannotChange:
    "This puzzle has dots, placed pieces or a choice of pieces, so it cannot be changed here.",
  play: "Play it",
  watch: "Watch",
  watchTitle: "Watch the solver",
  hard: "How hard is this puzzle?",
  noGrade: "The time limit was reached before the puzzle was graded.",
  /** @param {Value} score */
  score: (score) => ` score ${score}. A person would take these steps:`,
  /** @param {Value} level @param {Value} score */
  graded: (level, score) => `${level}, score ${score}`,
  /** @param {Value} count */
  times: (count) => `${count} × `,
  aName: "a name",
  name: "Name",
  kept: "Kept boards",
  nameFirst: "Give the board a name first.",
  saved: "The board is saved in this browser.",
  /** @param {Value} title */
  open: (title) => `Open ${title}`,
  /** @param {Value} title */
  remove: (title) => `Delete ${title}`,
  /** @param {Value} title */
  removed: (title) => `${title} is deleted.`,
  picture: "Picture of a board",
  fromPicture: "From a picture",
  notPicture: "The browser cannot read this file as a picture.",
  /** @param {Value} width @param {Value} height */
  smallPicture: (width, height) =>
    `The picture is too small for the board: only ${width} × ${height} pixels.`,
  unreadable: "This browser cannot read the picture.",
  noDark: "The picture has no dark cells.",
  nothingToClear: "There is nothing to clear.",
  cleared: "Cleared.",
  clearedUndo: "Cleared. Use Undo to restore the board.",
  noCells: "The board has no cells.",
  noPieces: "Choose at least one piece.",
  counting: "Counting …",
  mayTurn: "Pieces may",
  empty: "Empty cells",
  about:
    "Click or paint cells to remove them. If every piece may be used any number of times, you play by drawing outlines.",
  again: "Start again",
  mirror: "Mirror your painting",
  across: "left and right",
  down: "top and bottom",
  save: "Save",

  // Choosing pieces
  families: {
    small: "Up to three cells",
    tetrominoes: "Tetrominoes",
    pentominoes: "Pentominoes",
    others: "Other pieces",
  },
  /** @param {Value} name */
  isKnown: (name) => `You drew the ${name}, so one more copy of it was added.`,
  added: "One copy of the piece was added.",
  piece: "Piece",
  connected: "The cells of a piece must be connected along their sides.",
  paintFirst: "Paint the cells of the piece first.",
  draw: "Draw your own piece",
  add: "Add it",
  wipe: "Wipe",
  oneEach: "one each",
  /** @param {Value} family */
  oneOfEach: (family) => `One each: ${family}`,
  noneEach: "none",
  /** @param {Value} family */
  noneOf: (family) => `None: ${family}`,
  /** @param {Value} name */
  anyNumber: (name) => `Any number of ${name}`,
  /** @param {Value} name */
  oneLess: (name) => `Remove one ${name}`,
  /** @param {Value} name */
  oneMore: (name) => `Add one ${name}`,
  any: "any",
};

/** The solver at work, and Golomb's proof on a board. */
/** A puzzle whose clues are set by hand. */
export const SET = {
  board: "Board. Arrow keys move the cursor, and other keys set the clue of the current cell.",
  change: "What you change",
  clues: "Clues",
  cells: "Cells",
  aboutCells: "Click or paint cells to remove or restore them.",
  /** What to do with each editor. @type {Record<string, string>} */
  hints: {
    dots: "Click or tap a cell to set or remove its dot.",
    areas: "Select a cell, then type its number. Type ? for a number that is not given.",
    letters: "Select a cell, then type its letter.",
    sizes: "Select a cell, then type the size of its piece.",
    holes: "This kind of puzzle has no clues. Select Cells to change the board.",
    labels: "Select a cell, then type the numbers row by row.",
    regions:
      "Drag across cells to draw a region. Then type its sum, such as 7, <7 or >7, or type = or ≠. Press Shift and an arrow key to add a cell.",
    placed: "Drag across five cells to place a piece. Press Delete to remove a piece.",
  },
  keys: "Clues to set",
  erase: "Delete",
  /** @type {Record<string, string>} */
  signs: {
    "<": "less than",
    ">": "more than",
    "=": "all equal",
    "≠": "all different",
    "?": "open",
  },
  region: "region",
  dot: "dot",
  pieces: "Pieces",
  dominoes: "Dominoes",
  noneChosen: "none",
  print: "Print",

  // What is wrong
  /** @param {number} sum @param {number} area */
  areas: (sum, area) => `The numbers add up to ${sum}, but the board has ${area} cells.`,
  noNumbers: "Set a number for each rectangle.",
  noRectangle: "None of the numbers is the area of a rectangle that fits on the board.",
  /** @param {number} area */
  noSet: (area) =>
    `A set of dominoes covers 2, 6, 12, 20, 30, 42, 56, 72, 90 or 110 cells, but the board has ${area}.`,
  /** @param {Value} clue @param {number} highest */
  aboveSet: (clue, highest) =>
    `The dominoes for this board have numbers up to ${highest}, so ${clue} is too large.`,
  /** @param {Value} clue @param {number} most */
  tooMany: (clue, most) => `The number ${clue} appears only ${most} times in the set of dominoes.`,
  /** @param {number} area */
  odd: (area) => `The board has an odd number of cells (${area}), so dominoes cannot cover it.`,
  /** @param {number} wanted @param {number} chosen */
  wanted: (wanted, chosen) => `Choose ${wanted} dominoes for this board. You have ${chosen}.`,
  /** @param {number} cells @param {string} says */
  badSum: (cells, says) =>
    `The numbers on ${cells} ${cells === 1 ? "cell" : "cells"} cannot add up to ${says}.`,
  /** @param {number} wanted @param {number} area */
  placedArea: (wanted, area) =>
    `The twelve pentominoes cover ${wanted} cells, but the board has ${area}.`,
  /** @param {number} size */
  placedSize: (size) => `Each placed piece must have ${size} cells.`,

  // What is known
  none: "No solution",
  /** @param {number} size @param {number} area */
  area: (size, area) => `The number of cells on the board, ${area}, is not a multiple of ${size}.`,
  uncovered: "No piece can cover the marked cells.",
  /** @param {number} number */
  without: (number) =>
    number === 1
      ? "Without the marked clue, the puzzle has a solution."
      : "If you remove any one of the marked clues, the puzzle has a solution.",
  /** @param {Value} number */
  moreThan: (number) => `More than ${number} solutions`,
  /** @param {string} step */
  hardest: (step) => `Hardest step: ${step}.`,
  /** @param {number} number */
  solution: (number) => `Solution ${number}`,
  apart: "Two solutions are shown. The cells in which they differ are marked.",
  /** @param {number} number @param {number} area */
  same: (number, area) => `Shade the ${number} of ${area} cells that are the same in all solutions`,
};

export const WATCH = {
  title: "Watch",
  tabs: "What to watch",
  search: "The search",
  proof: "Golomb's proof",
  starting: "Starting the solver …",
  /** @param {Value} title */
  solving: (title) => `${title}, being solved`,
  tree: "Search tree: click a node to go to that step.",
  /** @param {number} placements @param {number} pieces */
  treeNow: (placements, pieces) =>
    `Search tree: ${placements.toLocaleString("en")} placement${placements === 1 ? "" : "s"} tried, ${pieces} piece${pieces === 1 ? "" : "s"} on the board`,
  /** @param {Value} number */
  solved: (number) => `Solved! This is solution ${number}.`,
  /** @param {Value} piece */
  removed: (piece) => `No piece fits, so piece ${piece} is removed.`,
  /** Where the solver places a piece: by the engine. */
  places: {
    scan: "on the first empty cell",
    dance: "where the fewest pieces fit",
  },
  /** @param {Value} piece @param {Value} where */
  placed: (piece, where) => `Piece ${piece} is placed ${where}.`,
  /** @param {Value} where */
  about: (where) =>
    `The solver always places a piece ${where}, and removes it when no other piece fits. The animation shows actual steps of the solver. Without the animation, the solver takes millions of steps per second.`,
  /** @param {number} found */
  complete: (found) =>
    `The search is complete: ${found.toLocaleString("en")} solution${found === 1 ? "" : "s"}.`,
  /** @param {number} steps */
  stopped: (steps) =>
    `The solver stopped here after ${steps.toLocaleString("en")} step${steps === 1 ? "" : "s"}.`,
  /** @param {Value} number */
  solution: (number) => `Solution ${number}`,
  pressPlay: " Press Play to continue.",
  tried: "Places tried",
  backs: "Taken back",
  onBoard: "On the board",
  solutions: "Solutions",
  end: "End",
  triedAll: "everything was tried",
  stoppedHere: "stopped here",
  puzzle: "Puzzle",

  // Playback
  play: "Play",
  pause: "Pause",
  again: "Again",
  step: "One step",
  stepBack: "One step back",
  beginning: "From the beginning",
  place: "Step",
  placeLabel: "Step ",
  speed: "Speed",
  speedLabel: "Speed ",
  /** @param {Value} steps */
  rate: (steps) => `${steps} steps a second`,

  // The proof
  proofBoard: "Golomb's proof on a board. Arrow keys move the removed cell.",
  size: "Board: ",
  anySize: "Any size, up to 2⁶⁰ × 2⁶⁰",
  proofAbout:
    "Solomon Golomb's proof (1954) for 2 × 2, 4 × 4, 8 × 8, … boards: L-trominoes can cover the board no matter which cell is removed.",
  /** @param {Value} side */
  oneRemoved: (side) =>
    `One cell is removed from a ${side} × ${side} board. Click another cell to remove it instead.`,
  /** @param {Value} trominoes */
  allPlaced: (trominoes) =>
    `All ${trominoes} trominoes are placed, and only the removed cell is empty. The same proof works for every size.`,
  /** @param {Value} side */
  divide: (side) =>
    `One cell of this ${side} × ${side} square is missing. Divide the square into quarters. One quarter contains the missing cell.`,
  single: "A 2 × 2 square with one cell missing is a single tromino.",
  /** @param {Value} half */
  center: (half) =>
    `A tromino at the center covers one cell in each of the other three quarters. Now each ${half} × ${half} quarter is missing one cell. Repeat this step in each quarter.`,
};

/** What the three views of large pictures have in common. */
export const SCENE = {
  zoomOut: "Zoom out",
  zoomIn: "Zoom in",
  fullScreen: "Full screen, for example for a projector",
  noCanvas: "this browser does not support the canvas element",
};

/** The missing cell. */
export const MISSING = {
  title: "The missing cell",
  lead: "Click any cell to remove it. L-trominoes can always cover the rest.",
  board: "The board with a missing cell",
  map: "Your position on the board",
  toHole: "Go to hole",
  toHoleTitle: "Go to hole (the missing cell)",
  whole: "Whole board",
  wholeTitle: "See the whole board",
  size: "Board: ",
  /** @param {Value} exponent */
  sizeSpoken: (exponent) => `2 to the ${exponent}`,
  row: "Row",
  column: "Column",
  remove: "Remove",
  /** @param {Value} most */
  wrong: (most) => `Row and column must be integers from 1 to ${most}.`,
  /** @param {Value} row @param {Value} column */
  at: (row, column) => `row ${row}, column ${column}`,
  /** @param {Value} row @param {Value} column */
  removed: (row, column) => `Removed the cell at row ${row}, column ${column}`,
  /** @param {Value} row */
  atRow: (row) => `row ${row}`,
  /** @param {Value} column */
  atColumn: (column) => `column ${column}`,
  /** What the tiles can be colored by. */
  colorings: {
    colors: "three: neighbors differ",
    corners: "four: tiles that share a corner also differ",
    levels: "one color for each step of the proof",
    none: "off: outlines only",
  },
  cells: "Cells",
  trominoes: "Trominoes",
  hole: "Missing cell",
  middle: "Middle",
  square: "1 square",
  isCell: "is one cell",
  oneCell: "1 cell",
  /** @param {Value} number */
  cellsOf: (number) => `${number} cells`,
  /** @param {Value} side */
  squareOf: (side) => `${side} × ${side} cells`,
  scroll: "Scroll the page with one finger, zoom with two, and tap a cell to remove it.",
  move: "Move the board with one finger, zoom with two, and tap a cell to remove it.",
  how: "Use the wheel or pinch to zoom, drag to move, and click to remove a cell. Keyboard: arrow keys move the cross, Enter removes its cell, + and - zoom, 0 shows the whole board, H goes to the missing cell, and Page Down and Page Up go through the proof level by level.",

  // The proof
  before: "Previous step (Page Up)",
  after: "Next step (Page Down)",
  levels: "The proof, level by level",
  all: "Show the whole tiling",
  stepwise: "Level by level",
  /** @param {Value} board */
  begin: (board) =>
    `One cell of the ${board} board is missing. Divide the board into quarters: only one quarter is missing a cell.`,
  one: "a tromino",
  /** @param {Value} number */
  many: (number) => `${number} trominoes`,
  /** @param {Value} step @param {Value} tiles @param {boolean} single */
  end: (step, tiles, single) =>
    `Step ${step}: each 2 × 2 square is missing one cell, so ${tiles} ${single ? "covers" : "cover"} the rest. The tiling is complete.`,
  /** @param {Value} step @param {Value} tiles @param {number} left */
  further: (step, tiles, left) =>
    `Step ${step}: ${tiles}. The same step follows ${left === 1 ? "once more" : `${left} more times`}, down to single cells.`,
  /** @param {Value} step @param {Value} tiles @param {Value} half */
  first: (step, tiles, half) =>
    `Step ${step}: ${tiles} in the middle of the board. Now every ${half} square is missing one cell.`,
  /** @param {Value} step @param {Value} tiles @param {Value} square @param {Value} half */
  next: (step, tiles, square, half) =>
    `Step ${step}: ${tiles} in the middle of the ${square} squares. Now every ${half} square is missing one cell.`,
};

/** The plane. */
export const PLANE = {
  title: "The plane",
  lead: "Draw a piece. Can copies of the piece cover the whole plane without gaps or overlaps?",
  cells: "Cells",
  /** What a piece is made of. */
  lattices: { squares: "squares", triangles: "triangles", hexagons: "hexagons" },
  turns: "It may",
  /** How a piece may turn. */
  turn: { free: "turn and flip", "one-sided": "turn only", fixed: "no turning" },
  examples: "Examples",
  example: "examples …",
  /** Pieces worth a look. */
  pieces: [
    "only moved",
    "some upside down",
    "upside down: a saw",
    "two classes of tiles",
    "quarter turns",
    "mirror images",
    "exactly two rings",
    "a hole",
    "triangles",
    "hexagons",
  ],
  /** How a piece tiles. */
  kinds: {
    translation: "The piece tiles the plane by translations.",
    "half turn": "The piece tiles the plane with some copies upside down.",
    isohedral: "The piece tiles the plane, and all tiles have the same surroundings.",
    periodic: "The piece tiles the plane, but not all tiles have the same surroundings.",
  },
  /** @param {Value} reason @param {Value} number */
  classes: (reason, number) =>
    `${reason} No symmetry of the tiling maps a tile of one class to a tile of another. The isohedral number of the piece is ${number}.`,
  notKnown: "Not known",
  /** @param {Value} command */
  goesOn: (command) => `This page stops searching here. To continue, run: ${command}`,
  none: "The piece does not tile the plane.",
  /** @param {Value} reason @param {Value} number */
  heesch: (reason, number) => `${reason} The Heesch number of the piece is ${number}.`,
  /** @param {Value} reason @param {Value} number @param {Value} holes */
  heeschWithHoles: (reason, number, holes) =>
    `${reason} The Heesch number of the piece is ${number} (${holes} with holes in the last ring).`,
  terms: "In mathematical terms",
  period: "outline what repeats",
  rings: "Rings: ",
  /** @param {Value} number @param {Value} all */
  ringsOf: (number, all) => `${number} of ${all}`,
  clear: "Clear the drawing",
  touch: "Move the tiling with one finger, and zoom with two.",
  how: "Drag to move the tiling, and zoom with the wheel or two fingers. Keyboard: arrow keys move it, + and - zoom, and 0 returns to the center.",
  piece: "Piece",
  draw: "Draw a piece.",
  drawHow: "Click or paint cells. Click a cell again to remove it.",
  looking: "Looking …",
  /** @param {Value} number */
  colors: (number) => `${number} colors`,
  /** @param {Value} number */
  colorsLeast: (number) => `${number} colors: fewer are not enough`,
  oneColor: "one color",
  byOrientation: "one color for each orientation",
  /** What the picture shows. */
  shows: {
    nothing: "Nothing yet",
    tiling: "The tiling",
    rings: "The piece and the rings around it",
    piece: "The piece",
  },
};

/** Figures. */
export const FIGURES = {
  title: "Figures",
  lead: "Find the smallest figure that each of several pieces can tile on its own.",
  question: "Question",
  /** What is looked for. */
  questions: {
    common: "a figure that several pieces tile",
    symmetric: "a symmetric figure that one piece tiles",
    twice: "a figure that one piece tiles in two ways",
  },
  pieces: "Pieces",
  /** @param {Value} name */
  remove: (name) => `Remove ${name}`,
  symmetry: "Symmetry",
  /** The kinds of symmetry. @type {Record<string, string>} */
  symmetries: {
    none: "any figure",
    mirror: "mirror line",
    diagonal: "diagonal mirror line",
    "half-turn": "half-turn",
    "third-turn": "third of a turn",
    "quarter-turn": "quarter-turn",
    "sixth-turn": "sixth of a turn",
    "two-mirrors": "two mirror lines",
    "two-diagonals": "two diagonal mirror lines",
    "three-mirrors": "three mirror lines",
    "three-diagonals": "three diagonal mirror lines",
    full: "full symmetry",
  },
  odd: "odd number of tiles",
  all: "all figures of the smallest size",
  chooseTwo: "Choose two or three pieces.",
  chooseOne: "Choose a piece.",
  looking: "Searching …",
  /** @param {Value} least */
  soFar: (least) => `No figure has fewer than ${least} cells.`,
  notFound: "Not found yet",
  none: "No figure meets these conditions.",
  /** @param {string} reason */
  because: (reason) => `${reason[0].toUpperCase()}${reason.slice(1)}.`,
  /** @param {number} cells @param {Value} tiles */
  found: (cells, tiles) => `${cells} cells: ${tiles}`,
  /** @param {number} number @param {number} cells */
  several: (number, cells) => `${number} figures of ${cells} cells`,
  proven: "There is no smaller figure.",
  complete: "There is no other figure of this size.",
  more: "There may be more figures of this size.",
  /** What excludes smaller sizes. @param {Value} sizes */
  searched: (sizes) => `Complete searches found no figure of ${sizes} cells.`,
  /** @param {Value} sizes */
  colored: (sizes) => `A checkerboard coloring rules out figures with ${sizes} cells.`,
  areas: "The areas of the pieces rule out smaller figures.",
  /** @param {Value} tiles */
  picture: (tiles) => `The figure, tiled by ${tiles}`,
  play: "Play it",
  /** @param {Value} tiles */
  playTitle: (tiles) => `Play it: fill the figure with ${tiles}`,
};

/** Random tilings. */
export const RANDOM = {
  title: "Random tilings",
  tiling: "A random tiling",
  /** @param {Value} board @param {Value} tiles */
  tilingOf: (board, tiles) => `A random tiling of ${board} by ${tiles}`,
  anew: "New tiling",
  /** The sorts of boards: what each is called on its button, and in a sentence. */
  sorts: {
    aztec: ["Aztec diamond", "an Aztec diamond"],
    hexagon: ["Hexagon", "a hexagon"],
    rectangle: ["Rectangle", "a rectangle"],
    own: ["Own drawing", "your own board"],
  },
  order: "Order: ",
  /** @param {Value} name */
  side: (name) => `Side ${name}`,
  drawBoard: "Draw a board: click or paint cells.",
  weight: "Weight of a horizontal domino",
  /** Sets of colors. */
  palettes: { bright: "bright", earth: "earth", sea: "sea", ink: "ink" },
  seams: "Lines between tiles",
  seed: "Seed",
  tiles: "Tiles",
  noTiles: "none",
  tilings: "Tilings",
  method: "Method",
  drawing: "Drawing …",
  /** @param {Value} reason */
  none: (reason) => `This board has no tiling: ${reason}.`,
  growing: "Dominoes slide, and new pairs fill the gaps.",
  flips: "A series of flips leads to a random tiling.",
  flipsFromLowest: "A series of flips leads from the lowest tiling to a random tiling.",
  /** @param {Value} number */
  dominoes: (number) => `${number} dominoes`,
  /** @param {Value} number */
  lozenges: (number) => `${number} lozenges`,
  /** @param {Value} dominoes */
  clickDominoes: (dominoes) => `${dominoes}. Click two dominoes that form a square to turn them.`,
  /** @param {Value} lozenges */
  clickLozenges: (lozenges) =>
    `${lozenges}. Click three lozenges that meet at a point to turn them.`,
  /** @param {Value} row @param {Value} column */
  at: (row, column) => `row ${row}, column ${column}`,
  /** @param {Value} row @param {Value} column */
  turned: (row, column) => `Turned the tiles around row ${row}, column ${column}`,
  how: "Use the wheel or pinch to zoom, drag to move, and click tiles to turn them. Keyboard: arrow keys move between tiles that can be turned, Enter turns them, + and - zoom, and 0 shows the whole board.",
};

/** All tilings of a small problem. */
export const ALL = {
  title: "All tilings",
  lead: "Choose or exclude placements, and see which tilings are left.",
  examples: "Examples",
  example: "Choose an example",
  /** What each of the examples is. */
  problems: [
    "6 × 10, pentominoes",
    "3 × 20, pentominoes",
    "Chessboard without its middle, pentominoes",
    "6 × 6, dominoes",
    "Aztec diamond of order 4, dominoes",
    "Hexagon of side 3, lozenges",
    "4 × 7 hexagons, tetrahexes",
    "A puzzle a day, October 6",
    "Soma cube",
  ],
  problem: "Board and pieces, or the name of a puzzle",
  list: "List",
  listing: "Listing the tilings …",
  none: "There is no tiling.",
  /** @param {Value} least */
  tooMany: (least) => `There are at least ${least} tilings.`,
  /** @param {Value} count */
  exactlyTooMany: (count) => `There are ${count} tilings.`,
  tooManyMore: "This page cannot list that many tilings. Choose a smaller board.",
  /** @param {Value} total */
  all: (total) => (total === "1" ? "1 tiling" : `${total} tilings`),
  /** @param {Value} left @param {Value} total */
  someLeft: (left, total) => `${left} of ${total} tilings`,
  /** @param {Value} number @param {Value} count */
  number: (number, count) => `Tiling ${number} of ${count}.`,
  /** @param {number} count */
  solutions: (count) =>
    `${count.toLocaleString("en")} ${count === 1 ? "solution" : "solutions"}, counting rotations and mirror images of the whole board once.`,
  /** @param {Value} number @param {Value} count */
  solution: (number, count) => `The board shows solution ${number} of ${count}.`,
  /** @param {Value} board */
  boardOf: (board) => `All tilings: ${board}`,
  again: "Start again",
  previous: "Previous tiling (P)",
  next: "Next tiling (N)",
  random: "Random tiling (R)",
  heat: "Heat",
  heatTitle: "Heat: edges stand out more if they are boundaries in more tilings",
  play: "Play the rest",
  choices: "Choices",
  /** @param {Value} piece */
  isChosen: (piece) => `${piece}`,
  /** @param {Value} piece */
  isRefused: (piece) => `not ${piece}`,
  /** @param {Value} piece */
  giveUp: (piece) => `${piece} is placed: remove it`,
  /** @param {Value} piece */
  allow: (piece) => `not ${piece}: allow this placement again`,
  which: "Placements to list",
  placements: "Placements",
  /** The placements that are listed, with their number. */
  filters: {
    /** @param {Value} number */
    any: (number) => `Possible placements: ${number}`,
    /** @param {Value} number */
    always: (number) => `In all tilings: ${number}`,
    /** @param {Value} number */
    never: (number) => `In no tiling: ${number}`,
    /** @param {Value} number */
    fixing: (number) => `Leave exactly one tiling: ${number}`,
  },
  /** @param {Value} cell */
  at: (cell) => `On ${cell}.`,
  anywhere: "On the whole board. Point at or click a cell to see only its placements.",
  /** @param {Value} share */
  staysEmpty: (share) => `This cell stays empty in ${share} of the tilings.`,
  chosen: "placed",
  /** @param {Value} piece @param {Value} cell @param {Value} share @param {Value} number */
  choose: (piece, cell, share, number) =>
    `${piece} ${share} ${number} tilings: place it from ${cell}`,
  /** @param {Value} piece @param {Value} cell */
  takeBack: (piece, cell) => `${piece} is placed from ${cell}: remove it`,
  /** @param {Value} piece @param {Value} cell */
  refuse: (piece, cell) => `Exclude this placement: ${piece} from ${cell}`,
  /** @param {Value} number */
  more: (number) => `Show ${number} more`,
  /** @param {Value} cell @param {Value} piece @param {Value} share */
  mostFrequent: (cell, piece, share) => `${cell}: most often ${piece}, ${share}`,
  how: "Click a cell to keep its list of placements open. Keyboard: arrow keys move between cells, Enter goes to the placements, and Escape returns to the board.",
  touch: "Tap a cell to see which placements cover it.",
};

/** Find all figures of a few cells. */
export const FIND = {
  title: "Find them all",
  lead: "Draw a shape, and add it to your collection. Can you find all the shapes?",
  kind: "Cells",
  size: "Number of cells",
  /** @type {Record<string, string>} */
  cells: { square: "squares", tri: "triangles", hex: "hexagons" },
  mirrored: "mirror images are different",
  field: "the shape",
  add: "Add this shape",
  wipe: "Wipe",
  again: "Start again",
  restarted: "Started again.",
  sheet: "Print a sheet",
  /** @param {number} found @param {number} all */
  tally: (found, all) => `${found} of ${all}`,
  /** @param {Value} number */
  number: (number) => `Number ${number}`,
  /** @param {Value} number */
  fresh: (number) => `New! This is number ${number}.`,
  /** @param {number} count @param {Value} plural */
  all: (count, plural) =>
    count === 1 ? "That is the only shape." : `You have found all ${count} ${plural}!`,
  /** @param {Value} number @param {Value} how */
  known: (number, how) => `This is the same shape as number ${number}, ${how}.`,
  moved: "only moved",
  flipped: "flipped",
  /** @param {Value} turn */
  turned: (turn) => `turned by ${turn}`,
  /** @param {Value} turn */
  both: (turn) => `flipped and turned by ${turn}`,
  /** Parts of a turn, by degrees. @type {Record<number, string>} */
  turns: {
    60: "a sixth of a turn",
    90: "a quarter turn",
    120: "a third of a turn",
    180: "a half turn",
  },
  apart: "All cells must be connected along whole sides.",
  /** @param {number} size @param {number} count */
  count: (size, count) =>
    `Draw a shape of ${size} ${size === 1 ? "cell" : "cells"}. Your shape has ${count}.`,
  /** @param {number} count @param {Value} name */
  sheetTitle: (count, name) => (count === 1 ? `Find the ${name}` : `Find all ${count} ${name}`),
  /** What counts as the same, by how shapes may turn. */
  rule: {
    free: "Shapes that can be turned or flipped into each other count as the same shape.",
    "one-sided":
      "Shapes that can be turned into each other count as the same shape. Mirror images count as different shapes.",
  },
  /** @param {Value} title */
  answers: (title) => `${title}: answers`,
};

/** A board without a goal. */
export const CANVAS = {
  title: "Canvas",
  pieces: "Pieces",
  sets: {
    pentominoes: "pentominoes",
    tetrominoes: "tetrominoes",
    small: "up to three squares",
    all: "all pieces",
  },
  ownColor: "Color of the piece",
  /** @param {Value} number */
  color: (number) => `Color ${number}`,
  damaged: "This link cannot be read completely, so some tiles are missing.",
  how: "Use as many copies of each piece as you like. Choose a color, then press tiles to paint them; press the color again to move tiles. The link contains all your tiles.",
};

/** A lesson: puzzles in one link. */
export const LESSON = {
  title: "Write a lesson",
  lead: "The first line is the title. Below the title, write text and the IDs or links of puzzles, each on a separate line. The link of the lesson contains the whole lesson; no server stores anything.",
  begin: "A first lesson\nFill the board with all the pieces.\ntalos:hub-gates-1\n",
  text: "The lesson",
  add: "Add a puzzle",
  copy: "Copy the link of the lesson",
  open: "Open the lesson",
  empty: "The lesson has no puzzles yet.",
  /** @param {Value} title @param {number} count */
  ready: (title, count) => `${title}: ${count} ${count === 1 ? "puzzle" : "puzzles"}`,
  /** @param {Value} id @param {Value} why */
  missing: (id, why) => `${id}: ${why}`,
  damaged: "The link of this lesson is damaged. Ask for a new link.",
  /** @param {number} done @param {number} all */
  progress: (done, all) => `${done} of ${all} solved`,
  all: "All puzzles are solved!",
  /** @param {number} number @param {number} all */
  puzzle: (number, all) => `${number} of ${all}`,
  handIn: "Hand in",
  noProof:
    "This code records which puzzles were solved in this browser, how long they took and how many hints were used. The code contains no name and proves nothing: anyone with the lesson can make such a code.",
  copyCode: "Copy the code",
  edit: "Edit this lesson, or read codes",
  read: "Read codes",
  readAbout:
    "Paste the codes of a class, one per line, optionally with a name before each code. All codes must belong to the lesson above. A code does not prove that the puzzles were solved.",
  codes: "Codes",
  codesLike: "Ada 0G5-…",
  noCode: "This code does not belong to this lesson, or it was mistyped.",
  /** The columns of the table, before those of the puzzles. */
  columns: ["Name", "Solved", "Time", "Hints"],
};

/** What was solved here, and the data that the browser keeps. */
export const PROGRESS = {
  title: "Your progress",
  /** The columns of the tables. */
  columns: ["Solved", "Best", "Median", "Without hints"],
  others: "Others",
  /** @param {number} number */
  solved: (number) => (number === 1 ? "puzzle solved" : "puzzles solved"),
  noHints: "without hints",
  calendar: "The days",
  /** @param {Value} day @param {Value} done */
  dayOf: (day, done) => `${day}: ${done}`,
  /** How a day went, by the look of its square. @type {Record<string, string>} */
  states: { alone: "solved without hints", helped: "solved with hints", missed: "missed" },
  month: "Month",
  /** The columns of the table of months. */
  monthColumns: ["Days solved", "Without hints", "Missed"],
  byWeekday: "Puzzles of the day",
  weekday: "Weekday",
  /** @param {number} number */
  row: (number) => (number === 1 ? "day in a row" : "days in a row"),
  /** @param {number} number */
  longest: (number) => (number === 1 ? "day in the longest streak" : "days in the longest streak"),
  byKind: "By kind",
  byLevel: "By level",
  none: "Puzzles that you solve are counted here.",
  data: "Your data",
  about:
    "Games, solutions, boards and settings are kept in this browser only. To move this data to another browser, save it to a file. When you read a file, its data is added to this browser.",
  save: "Save to a file",
  read: "Read a file",
  file: "A file saved by this page",
  done: "The data from the file was added.",
  forget: "Delete everything",
  sure: "Delete all games, solutions, boards and settings in this browser?",
  foreign: "This file was not saved by tilewright.",
  newer: "A newer version of tilewright saved this file. Reload the page, then try again.",
  full: "This browser does not allow the page to store that much data.",
};

/** The tilings of a notebook, one at a time. */
export const PAGER = {
  place: "Number of the tiling, starting at 0",
  first: "First tiling",
  before: "Previous tiling (left arrow key)",
  next: "Next tiling (right arrow key)",
  many: "of many",
  /** @param {Value} all */
  ofAll: (all) => `of ${all}`,
  /** @param {Value} title @param {Value} number @param {Value} all @param {Value} pieces */
  picture: (title, number, all, pieces) => `${title}, tiling ${number} ${all}: ${pieces}`,
  /** @param {Value} number @param {Value} all */
  now: (number, all) => `tiling ${number} ${all}`,
  none: "There is no tiling.",
  tools: "Tilings",
};

/** How a random tiling was drawn, or why none was drawn. The library says the same. */
export const SAMPLES = {
  dominoes: "domino shuffling, exactly uniform",
  /** @param {Value} order @param {boolean} weighted @param {Value} distance */
  rounded: (order, weighted, distance) =>
    `domino shuffling in an Aztec diamond of order ${order}, ${weighted ? "by weight" : "uniform"} except for rounding (total variation distance at most ${distance})`,
  lozenges: "lozenge shuffling (Borodin and Gorin), exactly uniform",
  counted: "by counting the tilings that contain each possible tile, exact except for rounding",
  command: "`tilewright sample`, with the same seed",
  /** @param {Value} cell */
  noLightOne: (cell) => `the dark cell ${cell} has no light neighbors`,
  /** @param {Value} number */
  noLight: (number) => `the ${number} dark cells have no light neighbors`,
  /** @param {Value} cell */
  noneOne: (cell) => `the cell ${cell} has no neighbors`,
  /** @param {Value} number */
  none: (number) => `the ${number} cells have no neighbors`,
  /** @param {Value} number @param {number} others */
  fewLight: (number, others) =>
    `the ${number} dark cells have only ${others.toLocaleString("en-US")} light neighbor${others === 1 ? "" : "s"}, and each needs a different one`,
  /** @param {Value} number @param {number} others */
  few: (number, others) =>
    `the ${number} cells have only ${others.toLocaleString("en-US")} neighbor${others === 1 ? "" : "s"}, and each needs a different one`,
  unfit: "random tilings require a board of squares or triangles, without joined sides or marks",
  noWeights: "weights require a board of squares",
};

/** Whether a piece tiles the plane, and why. The library says the same. */
export const DECIDED = {
  // In the terms of the field
  hole: "the piece has a hole that no copy can fill",
  /** @param {Value} type @param {number} tiles */
  isohedral: (type, tiles) =>
    `an isohedral tiling of Heesch type ${type} with ${tiles === 1 ? "one tile" : `${tiles} tiles`} per period`,
  noTranslations:
    "the piece would have to tile by translations alone, but its boundary is not of Heesch type TTTTTT",
  /** @param {number} tiles @param {Value} classes */
  periodic: (tiles, classes) =>
    `a periodic tiling with ${tiles === 1 ? "one tile" : `${tiles} tiles`} per period in ${classes} classes`,
  fewest: "; fewer are impossible",
  /** @param {number} tiles */
  perhapsFewer: (tiles) =>
    `; fewer may be possible${tiles ? `, but not with periods of up to ${tiles === 1 ? "one tile" : `${tiles} tiles`}` : ""}`,
  /** @param {number} rings */
  rings: (rings) =>
    rings === 0
      ? "no ring of copies fits around the piece"
      : rings === 1
        ? "one ring of copies fits around the piece, but not two"
        : `${rings} rings of copies fit around the piece, but not ${rings + 1}`,
  lastHole: ", and the last ring has a hole",
  holes: ", and the rings have holes",
  timeLimit: "the time limit was reached",
  tooLarge: "the piece is too large to search for more rings in the browser",
  noIsohedral: "no isohedral tiling exists",
  /** @param {Value} tiles */
  noPeriod: (tiles) => `no tiling has a period of up to ${tiles} tiles`,
  /** @param {Value} rings */
  fit: (rings) => `${rings} rings of copies fit around the piece`,
  nothing: "nothing was proven within the limits",

  // What is wrong with a piece
  /** @param {Value} most @param {Value} side */
  large: (most, side) =>
    `a piece in the browser must have at most ${most} rows and columns, got ${side}`,
  apart: "the cells of a piece must be connected along edges to tile the plane",

  // In plain words
  /** @param {number} tiles */
  group: (tiles) =>
    `${tiles === 1 ? "One tile" : `A group of ${tiles} tiles`}, repeated without turning, makes the whole pattern.`,
  /** @param {Value} classes */
  sorts: (classes) =>
    ` The pattern has ${classes} kinds of tiles. Tiles of the same kind have the same surroundings.`,
  fewestPlain: " No pattern has fewer kinds.",
  noTranslationsPlain: "Copies that are never turned cannot cover the plane.",
  /** @param {number} tiles @param {number} rings */
  notKnown: (tiles, rings) =>
    `A pattern may need more tiles than the search tried.${tiles ? ` No group of up to ${tiles} tiles can be repeated to make a pattern.` : ""}${rings ? ` ${rings} rings of copies fit around the piece.` : ""}`,
};

/** What is wrong with a board, a piece, a puzzle or an ID that was given. The library says the same. */
export const FAULTS = {
  // Figures
  /** @param {Value} names */
  figureAreas: (names) =>
    `no allowed numbers of copies make ${names} cover the same number of cells`,
  /** @param {Value} names */
  figureColors: (names) =>
    `in a checkerboard coloring, ${names} cover different numbers of dark cells for every allowed number of copies`,
  // IDs and names of puzzles
  longId: "the ID is too long",
  badId: "invalid or incomplete puzzle ID",
  /** @param {Value} words */
  rule: (words) => `the rule '${words}' does not apply to the board and the pieces`,
  noId: "no puzzle has this ID",
  notShort: "a short ID cannot represent this puzzle",
  /** @param {Value} longest */
  shortId: (longest) => `a short ID must have 4 to ${longest} digits and letters, excluding U`,
  typo: "this ID has a typo: a letter is wrong or missing, or two letters are swapped (the last letter is a checksum)",
  /** @param {Value} length @param {Value} longest */
  needsLong: (length, longest) =>
    `the puzzle needs an ID of ${length} characters; at most ${longest} are allowed`,
  /** @param {Value} board */
  boardOfId: (board) => `IDs do not support the board '${board}'`,
  /** @param {Value} largest @param {Value} area */
  largeId: (largest, area) => `a board in an ID must have at most ${largest} cells, got ${area}`,
  /** @param {Value} name @param {string[]} near */
  puzzle: (name, near) =>
    `unknown puzzle '${name}'${near.length ? `; did you mean ${near.join(" or ")}?` : ""}`,
  /** @param {Value} day */
  day: (day) => `invalid day '${day}'`,
  /** @param {Value} name */
  weekday: (name) => `unknown weekday '${name}'`,
  /** @param {Value} day */
  otherWeekday: (day) => `the weekday of ${day} is wrong`,
  /** @param {Value} kind */
  kind: (kind) => `unknown kind of puzzle '${kind}'`,

  // Boards
  noCells: "the board is empty: it has no cell to cover",
  noRows: "a board must have at least one row and one column",
  /** @param {Value} most @param {Value} area */
  large: (most, area) => `a board must have at most ${most} cells, got ${area}`,
  /** @param {Value} most @param {Value} area */
  largeHere: (most, area) => `a board in the browser must have at most ${most} cells, got ${area}`,
  fewer: "the board has too many cells",
  /** @param {Value} hole @param {Value} numbers */
  hole: (hole, numbers) => `the hole ${hole} must have ${numbers} coordinates`,
  /** @param {Value} hole */
  noHole: (hole) => `the hole ${hole} is outside the board, or listed twice`,
  /** @param {Value} cells @param {Value} size */
  size: (cells, size) => `the size of a board of ${cells} must be rows x columns, got ${size}`,
  /** @param {Value} cells @param {Value} size */
  sizeOfLayers: (cells, size) =>
    `the size of a board of ${cells} must be layers x rows x columns, got ${size}`,
  /** @param {Value} board */
  noSize: (board) => `'${board}' is not a board of a supported size`,
  /** @param {Value} board */
  board: (board) => `'${board}' is not a board`,
  /** @param {Value} shape @param {Value} size */
  oneNumber: (shape, size) => `the size of ${shape} must be one number, got ${size}`,
  /** @param {Value} shape @param {Value} size */
  sides: (shape, size) => `the sides of ${shape} must be at least 1, got ${size}`,
  /** @param {string} shape @param {Value} most @param {Value} layers */
  layers: (shape, most, layers) =>
    `a ${shape.replace(":", "")} may have at most ${most} layers of balls, got ${layers}`,
  /** @param {Value} letter @param {Value} line @param {Value} column */
  letter: (letter, line, column) =>
    `unexpected character '${letter}' in a board (line ${line}, column ${column})`,
  /** @param {number} cells @param {string[]} marks @param {number} all  How many marks there are. */
  foreignMarks: (cells, marks, all) => {
    const more = all > marks.length ? [`${all - marks.length} more`] : [],
      listed = [...marks, ...more],
      words = [listed.slice(0, -1).join(", "), ...listed.slice(-1)].filter(Boolean).join(" and ");
    const which = all > 1 ? `the marks ${words}` : `the mark ${words}`,
      have = cells > 1 ? `all ${cells} cells do` : "the cell does";
    return `no piece has ${which}, but ${have}; write # for a cell and . for no cell`;
  },
  /** @param {number} row @param {string} text */
  textRow: (row, text) =>
    `row ${row} of the board is not a drawing: '${text}'; write # for a cell and . for no cell`,
  outlines: "outlines can be drawn only on flat boards of squares",
  /** @param {Value} cells */
  marks: (cells) => `marks on ${cells} are not supported in the browser`,

  // Joined sides
  /** @param {Value} cells */
  joined: (cells) => `only flat boards can have joined sides, got a board of ${cells}`,
  /** @param {Value} one @param {Value} other @param {Value} surface */
  coincide: (one, other, surface) => `the cells ${one} and ${other} coincide on this ${surface}`,
  periods: "the periods must be linearly independent",
  noPeriod: "a period must not be 0,0",
  /** @param {Value} period @param {Value} cells */
  period: (period, cells) => `the period ${period} maps ${cells} to cells of a different kind`,
  /** @param {Value} most @param {Value} element */
  glide: (most, element) => `the glide must be a symmetry number from 1 to ${most}, got ${element}`,
  badGlide:
    "the glide is invalid: applied twice, it must give one of the translations, and it must map each translation to a translation",
  /** @param {Value} name @param {Value} supported */
  surface: (name, supported) => `unknown surface '${name}'; supported: ${supported}`,
  /** @param {Value} cells @param {Value} columns */
  kinds: (cells, columns) =>
    `to join sides, each row must have the same number of ${cells} of each kind, got ${columns} columns`,
  /** @param {Value} cells */
  slanted: (cells) =>
    `on ${cells}, the left and right sides cannot be joined with a flip, because the rows are slanted; supported: cylinder, torus`,
  /** What surfaces are called that have another name in an ID. @type {Record<string, string>} */
  surfaces: { moebius: "Möbius strip", klein: "Klein bottle" },

  // Pieces
  /** @param {Value} turn */
  turn: (turn) => `must be 'free', 'one-sided', 'half-turn' or 'fixed', got '${turn}'`,
  /** @param {Value} letter @param {Value} line @param {Value} column */
  drawing: (letter, line, column) =>
    `unexpected character '${letter}' in a drawing (line ${line}, column ${column}); use '#' for a cell, '.' for no cell, and letters for marks`,
  /** @param {Value} word */
  path: (word) => `'${word}' is a path, not a piece`,
  noDrawing: "the drawing has no cell; draw each cell as '#'",
  /** @param {Value} word */
  piece: (word) => `a piece must be a name or a drawing, got '${word}'`,
  /** @param {Value} name */
  pieceOrSet: (name) => `unknown piece or set '${name}'`,
  /** @param {Value} most @param {Value} size */
  brick: (most, size) => `a rectangle must have 1 to ${most} cells, got ${size}`,
  /** @param {Value} many @param {Value} one */
  whichOf: (many, one) => `which ${many}? Write letters or numbers after '${one}:'`,
  /** @param {Value} one @param {Value} many */
  which: (one, many) => `which ${one}? Write '${many}' for the whole set`,
  /** @param {Value} name @param {Value} set @param {Value} letters */
  pieceOf: (name, set, letters) => `unknown piece '${name}' in ${set}; the letters are ${letters}`,
  /** @param {Value} one @param {Value} name @param {Value} letters */
  noLetter: (one, name, letters) => `unknown ${one} '${name}'; the letters are ${letters}`,
  /** @param {Value} one @param {Value} name @param {Value} most */
  noNumber: (one, name, most) => `unknown ${one} '${name}'; the numbers are 1 to ${most}`,
  /** @param {Value} one @param {Value} name @param {Value} most @param {Value} names */
  noNumberOrName: (one, name, most, names) =>
    `unknown ${one} '${name}'; the numbers are 1 to ${most}, and the names are ${names}`,
  /** @param {Value} name @param {Value} one @param {Value} number */
  mirrored: (name, one, number) =>
    `'${name}' does not exist, because the ${one} ${number} is its own mirror image`,
  /** @param {Value} one @param {Value} name @param {Value} most @param {Value} got */
  orientation: (one, name, most, got) =>
    `the orientation of the ${one} '${name}' must be .1 to .${most}, got '${got}'`,
  /** @param {Value} size @param {Value} cells */
  noSet: (size, cells) => `no set of ${size} ${cells}`,
  /** @param {Value} piece @param {Value} copies */
  copiesOf: (piece, copies) =>
    `${piece}: invalid number of copies '${copies}'; write '=3' for three, '=1..4' for a range, '=1..' for at least one, or '+' for any number`,
  /** @param {Value} one @param {Value} other @param {Value} name */
  namedTwice: (one, other, name) =>
    `'${one}' and '${other}' both name ${name}; list this piece once, with its number of copies`,
  /** @param {Value} one @param {Value} set @param {Value} name */
  setFirst: (one, set, name) =>
    `'${one}' and '${set}' both name ${name}; write the set first: ${set} ${one}`,
  /** @param {Value} piece @param {Value} least @param {Value} most */
  leastMost: (piece, least, most) =>
    `${piece}: copies must satisfy least <= most, got ${least} and ${most}`,

  // Puzzles
  /** @param {Value} number */
  more: (number) => `and ${number} more`,
  noPieces: "no pieces given; at least one piece is required",
  /** @param {Value} word */
  placed: (word) =>
    `${word}: a placed piece must be written PIECE:row,column-row,column-…, such as L3:0,0-1,0-1,1`,
  /** @param {Value} word @param {Value} cells @param {Value} piece @param {Value} others */
  lattice: (word, cells, piece, others) =>
    `${word}: the board is made of ${cells}, but the piece ${piece} is made of ${others}`,
  /** @param {Value} least @param {Value} most */
  empty: (least, most) =>
    `the number of empty cells must satisfy 0 <= least <= most, got ${least} and ${most}`,
  /** @param {Value} most @param {Value} available */
  emptyMost: (most, available) =>
    `up to ${most} empty cells are requested, but at most ${available} may stay empty`,
  /** @param {Value} number @param {Value} name */
  sameName: (number, name) => `${number} different pieces have the name '${name}'`,
  /** @param {Value} one @param {Value} other */
  samePiece: (one, other) =>
    `the pieces ${one} and ${other} have an orientation in common, so a tiling could not distinguish them`,
  /** @param {Value} surface @param {Value} pieces */
  turned: (surface, pieces) =>
    `a piece that moves around a ${surface} returns flipped, but ${pieces} may not be flipped; set turn to 'free'`,
  /** @param {Value} pieces @param {Value} others */
  andMore: (pieces, others) => `${pieces} and ${others} more`,
  /** @param {Value} word @param {Value} piece */
  noPiece: (word, piece) => `${word}: the problem has no piece '${piece}'`,
  /** @param {Value} word @param {Value} cell */
  outside: (word, cell) => `${word}: the cell ${cell} is not on the board`,
  /** @param {Value} word @param {Value} cell @param {Value} other */
  covered: (word, cell, other) => `${word}: the cell ${cell} is already covered by ${other}`,
  /** @param {Value} word @param {Value} cell @param {Value} times */
  twice: (word, cell, times) => `${word}: the cell ${cell} is listed ${times} times`,
  /** @param {Value} word */
  noOrientation: (word) => `${word}: the piece has no orientation with these cells and marks`,
  /** @param {Value} number @param {Value} name @param {Value} most */
  manyCopies: (number, name, most) =>
    `${number} copies of ${name} are placed, but at most ${most} are allowed`,
};
