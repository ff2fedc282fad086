// All texts of the page in German: whatever a person reads or hears, by where it stands. A
// translation is another file like this one (see "The page" in CONTRIBUTING.md). Each group is
// exported by itself and uses no other, so that a script has only the groups that it needs.

/** What is put into a text. @typedef {string | number} Value */

/** The tag of the language: dates and numbers are written as there, too. */
export const LANGUAGE = "de";

/** What several views say. */
export const SHARED = {
  undo: "Rückgängig",
  redo: "Wiederholen",
  undoKey: "Rückgängig (Z)",
  redoKey: "Wiederholen (Y)",
  again: "Noch einmal",
  clear: "Brett leeren",
  next: "Nächstes Rätsel",
  back: "Zurück zu den Rätseln",
  example: "Dieser Link ist nicht lesbar, deshalb zeigt die Seite ein Beispiel.",
  board: "Brett",
  rows: "Zeilen",
  columns: "Spalten",
  /** @param {number} least @param {number} most @param {Value} used */
  range: (least, most, used) =>
    `Nötig ist eine ganze Zahl von ${least} bis ${most}; verwendet wird ${used}.`,
  colors: "Farben",
  patterns: "Mit Mustern",
  kind: "Art",
  level: "Stufe",
  /** The levels of puzzles. @type {Record<string, string>} */
  levels: { easy: "leicht", medium: "mittel", hard: "schwer", expert: "sehr schwer" },
  ungraded: "ohne Stufe",
  /** @param {Value} size @param {number} count */
  boardAndPieces: (size, count) => `${size}, ${count} ${count === 1 ? "Teil" : "Teile"}`,
  solved: "Gelöst!",
  zoom: "Zoom",
  controls: "Bedienung",
  copyLink: "Link kopieren",
  copyCommand: "Befehl kopieren",
  copyCommandTitle: "Befehl kopieren, der dieses Rätsel öffnet",
  /** @param {Value} kind */
  saveAs: (kind) => `Als ${kind} speichern`,
  link: "Der Link:",
  linkCopied: "Link kopiert.",
  command: "Der Befehl:",
  commandCopied: "Befehl kopiert. Führe ihn in einem Terminal aus, um das Rätsel zu öffnen.",
  copyFrame: "HTML kopieren",
  copyFrameTitle: "HTML kopieren, das dieses Rätsel in einer Webseite zeigt",
  frame: "Das HTML:",
  frameCopied: "HTML kopiert. Füge es in eine Webseite ein, um das Rätsel dort zu zeigen.",
  open: "In neuem Tab öffnen",
  result: "Das Ergebnis:",
  resultCopied: "Ergebnis kopiert. Du kannst den Text überall einfügen.",
  large: "Das Bild ist zu groß.",
  noFullScreen: "Dieser Browser erlaubt hier kein Vollbild",
};

/** Links to other sites. */
export const LINKS = {
  open: "Link von puzz.link oder Penpa+",
  opened: "Link geöffnet.",
  /** @param {string} site */
  copy: (site) => `Für ${site}`,
  /** @param {string} site */
  copyTitle: (site) => `Link für ${site} kopieren`,
  damaged: "Dieser Link ist nicht lesbar.",
  /** @param {string} genre */
  unknown: (genre) =>
    `${genre ? `Die Rätselart „${genre}“ wird nicht unterstützt.` : "Die Vorgaben passen zu keiner unterstützten Rätselart."} Unterstützt werden Shikaku, Pentominous, Tetrominous, Heteromino, Fillomino und, von Penpa+, Dominosa.`,
  /** @param {string} kinds */
  several: (kinds) =>
    `Die Vorgaben passen zu mehreren Rätselarten: ${kinds}. Wähle in Penpa+ ein Genre-Tag.`,
  /** @param {string} clue */
  clue: (clue) => `Der Link hat eine unbekannte Vorgabe: ${clue}.`,
  /** @param {string} part */
  strange: (part) => `Die Zeichnung enthält etwas, das nicht unterstützt wird: ${part}.`,
  squares: "Nur Bretter aus Quadraten werden unterstützt.",
  lines: "Linien zwischen den Feldern des Bretts werden nicht unterstützt.",
  outside: "Eine Vorgabe liegt außerhalb des Bretts.",
  /** @param {number} most */
  large: (most) => `Das Brett hat mehr als ${most} Zeilen oder Spalten.`,
};

/** What there is to explore. */
export const EXPLORE = {
  title: "Entdecken",
  groups: {
    proofs: "Beweise",
    shapes: "Formen",
    tilings: "Parkettierungen",
    lessons: "Für den Unterricht",
  },
  /** The title of each view, and what it shows. */
  cards: {
    watch: ["Zuschauen", "Sieh, wie der Löser probiert, scheitert und zurückgeht."],
    deficient: ["Fehlendes Feld", "Entferne irgendein Feld, und L‑Trominos füllen den Rest."],
    find: ["Finde alle", "Zeichne alle Formen aus wenigen Feldern. Findest du jede?"],
    plane: ["Die Ebene", "Zeichne eine Form und sieh, ob sie die Ebene parkettiert."],
    figures: ["Figuren", "Finde eine Figur, die zwei verschiedene Teile je für sich füllen."],
    atlas: ["Atlas", "Schlag nach, was über jede kleine Form bekannt ist."],
    random: [
      "Zufällige Parkettierungen",
      "Ziehe eine von Milliarden gleich wahrscheinlicher Parkettierungen.",
    ],
    lesson: ["Lektionen", "Schicke einer Klasse Rätsel und Notizen in einem einzigen Link."],
    learn: ["Lernen", "Fünf kleine Bretter erklären jede Art von Rätsel."],
    canvas: ["Leinwand", "Lege beliebige Kacheln und male sie an."],
    all: ["Alle Parkettierungen", "Sieh alle Parkettierungen eines kleinen Bretts auf einmal."],
  },
  docs: "Dokumentation zu Programm und Bibliothek",
  install: "Installieren, um offline zu spielen",
};

/** The frame around the views. */
export const PAGE = {
  /** What stands in index.html, too: there it is seen before the page has loaded. */
  html: {
    skip: "Zum Rätsel springen",
    pages: "Seiten",
    play: "Spielen",
    make: "Erstellen",
    explore: "Entdecken",
    keys: "Tasten (?)",
  },
  /** The titles of the views. @type {Record<string, string>} */
  titles: {
    "": "Rätsel",
    collections: "Sammlungen",
    make: "Erstellen",
    watch: "Zuschauen",
    deficient: "Das fehlende Feld",
    plane: "Die Ebene",
    figures: "Figuren",
    random: "Zufällige Parkettierungen",
    all: "Alle Parkettierungen",
    find: "Finde alle",
    canvas: "Leinwand",
    lesson: "Lektion",
    learn: "Lernen",
    progress: "Dein Fortschritt",
    tilings: "Parkettierungen",
    day: "Tage",
    explore: "Entdecken",
  },
  puzzle: "Rätsel",
  badLink: "Dieser Link ist beschädigt und nur teilweise lesbar.",
  failed: "Etwas ist schiefgegangen",
  nowhere: "Diese Seite gibt es nicht",
  nowhereAbout: "Vielleicht ist der Link veraltet oder unvollständig.",
  noPuzzle: "Rätsel nicht gefunden",
  todays: "Rätsel von heute",
  again: "Noch einmal versuchen",
  themes: {
    auto: "Farben: wie im System",
    light: "Farben: hell",
    dark: "Farben: dunkel",
  },
  notSaved:
    "Dieser Browser lässt die Seite keine Spiele speichern. Deine Spiele gehen verloren, sobald du die Seite schließt.",
  exportAll: "Exportieren",
  close: "Schließen",
  newVersion: "Eine neue Version ist da.",
  reload: "Neu laden",
  later: "Später",
  language: "Sprache",
};

/** What a request could not do. */
export const SERVER = {
  away: "Der Server antwortet nicht. Läuft tilewright noch?",
  offline: "Die Seite lässt sich nicht laden. Bist du online?",
  interrupted: "Die Verbindung wurde unterbrochen.",
  /** @param {Value} status */
  answered: (status) => `Der Server antwortete mit Status ${status}.`,
  /** @param {Value} path @param {Value} status */
  noFile: (path, status) => `Ein Teil dieser Website fehlt: ${path} (${status}).`,
  /** @param {Value} first @param {Value} last */
  days: (first, last) =>
    `Tagesrätsel gibt es vom ${first} bis zum ${last}. Für diesen Tag gibt es nur ein Kalenderrätsel.`,
  noPuzzle: "Nur das Programm tilewright kann dieses Rätsel erstellen.",
  crashed: "Die Berechnung brach unerwartet ab. Versuche es noch einmal.",
  noWorker:
    "Dieses Rätsel braucht Web Worker, die dieser Browser nicht unterstützt oder nicht erlaubt.",
  /** @param {Value} command */
  needs: (command) => `Dafür brauchst du das Programm tilewright: ${command}`,
  noAnswer: "Keine Antwort gefunden. Versuche es mit einer anderen oder kleineren Eingabe.",
};

/** The first view. */
export const GALLERY = {
  title: "Teile einpassen, Brett füllen.",
  lead: "Legerätsel mit einer einzigen Regel: Bedecke jedes Feld, und kein Teil bleibt übrig.",
  welcome: "Neu hier?",
  first: {
    kicker: "Drei Teile",
    name: "Dein erstes Rätsel",
    about: "Fülle das Brett mit allen drei Teilen. Das dauert zehn Sekunden.",
  },
  /** @param {Value} day */
  today: (day) => `Heute, ${day}`,
  /** @param {Value} day */
  standIn: (day) =>
    `Die Rätsel von heute sind noch nicht da. Bis auf den Kalender sind diese Rätsel vom ${day}.`,
  /** @param {number} days */
  row: (days) => `${days} ${days === 1 ? "Tag" : "Tage"} in Folge`,
  progress: "Dein Fortschritt",
  week: "Die letzten sieben Tage",
  /** @param {Value} day */
  coverAllBut: (day) => `Bedecke alles bis auf den ${day}`,
  /** The shelves. @type {Record<string, string>} */
  shelves: {
    talos: "Teile einpassen",
    classic: "Pentomino-Bretter",
    dots: "Punkträtsel",
    triangles: "Dreiecke",
    hexagons: "Sechsecke",
    cubes: "Würfel",
  },
  /** What a shelf has. @type {Record<string, string>} */
  about: {
    talos:
      "Fülle das Brett mit allen Teilen. Du darfst Teile drehen, aber nicht wenden. (Die Bretter stammen aus The Talos Principle.)",
    classic:
      "Fülle ein Brett mit allen zwölf Pentominos (Teilen aus fünf Quadraten) oder mit allen achtzehn, wenn Spiegelbilder als verschieden gelten. Es gibt viele Lösungen.",
    triangles:
      "Fülle ein Brett mit den zwölf Hexiamonds aus je sechs Dreiecken. Du drehst Teile in Schritten von 60 Grad.",
    hexagons:
      "Fülle ein Brett mit den sieben Tetrahexen aus je vier Sechsecken. Du drehst Teile in Schritten von 60 Grad.",
    cubes:
      "Fülle einen Quader oder baue eine Figur mit Teilen aus Würfeln oder Kugeln: Soma, der Bedlam-Würfel, Kanoodle und andere. Du spielst Ebene für Ebene.",
    dots: "Zerlege das Brett mit Linien in die gezeigten Teile. Jedes Teil hat einen Punkt, aber manche Punkte sind verborgen.",
  },
  collections: "Sammlungen",
  made: "Hier erstellt",
  otherDay: "Andere Tage",
  otherDayAbout:
    "Spiele die Rätsel eines anderen Tages oder fülle dessen leeren Kalender, für den es viele Lösungen gibt.",
  calendar: "Kalender",
  weekday: "Kalender mit Wochentag",
  monthBefore: "Voriger Monat",
  monthAfter: "Nächster Monat",
  /** @param {number} done @param {number} all */
  daySolved: (done, all) => `, ${done === all ? "alle" : done} gelöst`,
  /** @param {number} solved @param {number} alone @param {number} missed */
  month: (solved, alone, missed) =>
    `${solved} ${solved === 1 ? "Tag" : "Tage"} gelöst, ${alone} ohne Tipps, ${missed} verpasst`,
  missed: ", verpasst",
  which: "Welche Rätsel",
  states: { all: "Alle", unsolved: "Ungelöst", begun: "Angefangen", solved: "Gelöst" },
  anyLevel: "Jede Stufe",
  none: "Kein passendes Rätsel.",
  oneRow: "Nur eine Reihe",
  /** @param {Value} count */
  showAll: (count) => `Alle ${count} zeigen`,
  /** @param {Value} count @param {Value} all */
  solvedOf: (count, all) => `${count} von ${all} gelöst`,
  /** How many are left of each level. @param {number} count @param {[level: string, count: number][]} levels */
  left: (count, levels) =>
    `Noch ${count}: ${levels.map(([level, number]) => `${number} ${level}`).join(", ")}.`,
  /** @param {number} count @param {number} alone */
  finished: (count, alone) =>
    `Du hast alle ${count} gelöst${alone ? `, ${alone === count ? "alle" : alone} davon ohne Tipp` : ""}.`,
  /** @param {Value} name */
  next: (name) => `Weiter mit: ${name}`,
  /** @param {Value} name @param {Value} number */
  numbered: (name, number) => `${name}, Nr. ${number}`,
  /** @param {Value} name */
  eighteen: (name) => `${name}, 18 Teile`,
  /** @param {Value} size @param {string} pieces */
  dotsOf: (size, pieces) => `${size}, ${pieces}`,
  done: "gelöst",
  /** @param {Value} time */
  solvedIn: (time) => `gelöst in ${time}`,
  /** @param {Value} percent */
  share: (percent) => `${percent} % geschafft`,
  go: "Weiter",
  play: "Spielen",
  more: "Tipps und mehr",
};

/** The first view: the day, and ways to other puzzles. */
export const HOME = {
  others: "Andere Rätsel",
  collectionsAbout: "Bretter, Würfel, andere Tage",
  make: "Rätsel erstellen",
  makeAbout: "jede Art, auf deiner Stufe",
  lastOne: "das Rätsel, das du zuletzt gespielt hast",
  /** @param {number} count */
  allDone: (count) => `Alle ${count} gelöst`,
  /** @param {number} hours @param {number} minutes */
  nextIn: (hours, minutes) => `Neue Rätsel in ${hours ? `${hours} Std. ` : ""}${minutes} Min.`,
  missed: "Diese Woche ungelöst:",
};

/** A day. */
export const DAY = {
  before: "Voriger Tag",
  after: "Nächster Tag",
  week: "Die Woche",
  thisWeek: "Diese Woche",
  plan: "Von Montag bis Sonntag werden die Rätsel schwerer. Das Sonntagsrätsel hat ein Brett, das es an keinem anderen Tag gibt.",
  weekDone: "Du hast die ganze Woche gelöst.",
  follow: "Tagesrätsel abonnieren",
  followAbout:
    "Hol dir die Tagesrätsel in deinen Kalender oder Feedreader. Jeder Eintrag verlinkt auf die Rätsel dieser Seite.",
  calendar: "Kalender (iCal)",
  feed: "Feed (Atom)",
  /** @param {Value} word */
  noDay: (word) => `„${word}“ ist kein Datum. Schreibe Daten als Jahr-Monat-Tag.`,
};

/** A game. */
export const GAME = {
  loading: "Lädt …",
  pieces: "Teile",
  eachOnce:
    "Zerlege das Brett mit Linien in die gezeigten Teile. Gefundene Teile verblassen; zeichnest du eines zu oft, bekommt es einen roten Rand.",
  /** @param {string} name */
  foundPiece: (name) => `${name}, gefunden`,
  hint: "Tipp",
  hintKey: "Tipp (H)",
  check: "Prüfen",
  checkKey: "Prüfen (C)",
  nextTitle: "Zum nächsten Rätsel",
  tools: "Spiel",
  restart: "Neu starten",
  restartTitle: "Rätsel und Uhr neu starten",
  restarted: "Neu gestartet.",
  restartedKey: "Neu gestartet. Rückgängig (Z) stellt das Brett wieder her.",
  more: "Mehr",
  how: "So wird gespielt",
  time: "Zeit",
  damaged: "Dein gespeichertes Spiel war beschädigt, deshalb beginnt das Rätsel von vorn.",

  // Hints
  placeIt: "Hinlegen",
  takeOff: "Wegnehmen",
  showIt: "Zeigen",
  why: "Warum?",
  next: "Weiter",
  back: "Zurück",
  /** @param {number} number */
  cases: (number) => `Alle ${number} Fälle`,
  /** @param {number} at @param {number} number @param {Value} says */
  caseOf: (at, number, says) => `${at} von ${number}: ${says}`,
  noMistakes: "Bisher kein Fehler.",
  closeHint: "Tipp schließen",
  deadEnd: "Sackgasse",
  deadEndTitle:
    "So lässt sich das Brett nicht fertig legen. Nimm einen Zug zurück oder hol dir einen Tipp.",
  waysTitle:
    "Lösungen, die sich nur durch eine Drehung des ganzen Bretts unterscheiden, zählen als eine. Spiegelbilder zählen einzeln, wenn Teile nicht gewendet werden dürfen.",
  /** @param {number} count @param {Value} number */
  solutions: (count, number) => `${count ? number : "keine"} ${count > 1 ? "Lösungen" : "Lösung"}`,
  wholeTitle:
    "Lösungen, die sich nur durch eine Drehung oder Spiegelung des ganzen Bretts unterscheiden, zählen als eine.",
  oneTitle: "Mit „Prüfen“ siehst du, ob sich das Brett noch fertig legen lässt.",
  waysDone: "gelöst",
  away: "Der Server antwortet nicht. Läuft tilewright noch? Du kannst weiterspielen; Tipps gibt es wieder, sobald der Server zurück ist.",

  // Menus
  showClock: "Uhr anzeigen",
  showWays: "Zahl der möglichen Lösungen anzeigen",
  sounds: "Ton",
  print: "Drucken",
  change: "Ändern",
  watch: "Dem Löser zuschauen",
  colorBy: "Färben nach",
  byPiece: "Teil",
  byEdge: "Nachbarn verschieden",
  byCorner: "Auch an Ecken verschieden",
  count: "Farben ",
  fewest: "so wenige wie möglich",
  asPlaced: "Jede Kachel bekommt ihre Farbe, wenn sie gelegt wird.",
  /** @param {number} wanted @param {number} fewest */
  notEnough: (wanted, fewest) =>
    `${wanted} ${wanted === 1 ? "Farbe reicht" : "Farben reichen"} nicht, deshalb sind es ${fewest}.`,
  /** @param {number} used @param {number} fewest */
  tooMany: (used, fewest) =>
    `${used} ${used === 1 ? "Farbe" : "Farben"} verwendet; ${fewest} würden reichen.`,
  /** @param {number} used */
  used: (used) => `${used} ${used === 1 ? "Farbe" : "Farben"} verwendet.`,
  /** @param {number} used */
  usedLeast: (used) =>
    `${used} ${used === 1 ? "Farbe" : "Farben"} verwendet; weniger reichen nicht.`,

  // Turning a piece
  turn: "Drehen",
  turnTitle: "Gewähltes Teil drehen (R)",
  tip: "Kippen",
  sidewaysTitle: "Seitlich kippen, von links nach rechts (G)",
  forwardTitle: "Nach vorn kippen (T)",
  flip: "Wenden",
  flipTitle: "Gewähltes Teil wenden (F)",

  // The end
  /** @param {number} hints */
  hints: (hints) => (hints ? `${hints} ${hints === 1 ? "Tipp" : "Tipps"}` : "ohne Tipps"),
  scoreTime: "Zeit",
  /** @param {number} hints */
  scoreHints: (hints) => (hints === 1 ? "Tipp" : "Tipps"),
  scoreMade: "Rätsel in Folge erstellt und gelöst",
  /** @param {number} days */
  scoreRow: (days) => (days === 1 ? "Tag in Folge" : "Tage in Folge"),
  /** @param {Value} name @param {number} count */
  lastOf: (name, count) => `${name}: Du hast alle ${count} gelöst.`,
  /** @param {Value} time */
  best: (time) => `Bestzeit ${time}`,
  /** @param {Value} time */
  faster: (time) => `neue Bestzeit, ${time} schneller`,
  /** @param {Value} number */
  foundBefore: (number) => `schon gefunden als Lösung ${number}`,
  /** @param {Value} time @param {Value} help */
  solvedIn: (time, help) => `Gelöst! Zeit: ${time}, ${help}.`,
  /** @param {Value} weekday @param {Value} time */
  usual: (weekday, time) => `üblich am ${weekday}: ${time}`,
  share: "Teilen",
  shareTitle: "Ergebnis teilen",
  others: "Weitere Rätsel",
  closeEnd: "Schließen und das Brett ansehen",
  /** @param {Value} number */
  found: (number) => `${number} gefunden`,
  /** @param {Value} number @param {Value} all */
  foundOf: (number, all) => `${number} von ${all} gefunden`,
  /** @param {Value} number */
  number: (number) => `Nummer ${number}`,
};

/** What teaches a kind of puzzle. */
export const LEARN = {
  title: "Lernen",
  about: "Fünf kleine Bretter erklären jede Art von Rätsel.",
  /** @param {string} name */
  invite: (name) => `„${name}“ ist neu für dich? Lerne diese Art auf fünf kleinen Brettern.`,
  learn: "Diese Art lernen",
  /** @param {string} name @param {number} number @param {number} all */
  board: (name, number, all) => `${name}: Brett ${number} von ${all}`,
  next: "Nächstes Brett",
  play: "Ein Rätsel spielen",
  /** The boards of each kind, and of puzzles with cubes: what each of them shows. @type {Record<string, { title: string, boards: string[] }>} */
  kinds: {
    dots: {
      title: "Punkte",
      boards: [
        "Zerlege das Brett in Teile aus drei Feldern. Ein gerades Teil hat seinen Punkt in der Mitte.",
        "Ein L-förmiges Teil hat seinen Punkt in der Ecke.",
        "Jedes Teil hat drei Felder. Schneide also kein Gebiet aus einem oder zwei Feldern ab.",
        "Manche Punkte sind verborgen: Ein Teil auf diesem Brett hat keinen Punkt.",
        "Ein ganzes Rätsel: Beginne bei einem Punkt, auf den nur ein Teil passt.",
      ],
    },
    sigil: {
      title: "Teile einpassen",
      boards: [
        "Fülle das Brett. Die 2 bedeutet, dass du dieses Teil zweimal hast: Drehe beide, bis sie passen.",
        "Jedes Teil hat vier Felder. Lass also keine Lücke aus weniger als vier Feldern.",
        "Beginne mit dem geraden Teil, denn es passt an die wenigsten Stellen.",
        "Du darfst ein Teil drehen, aber nicht wenden: Zwei dieser Teile sind Spiegelbilder.",
        "Ein ganzes Rätsel: Frage dich bei jeder Ecke, welche Teile sie füllen können.",
      ],
    },
    given: {
      title: "Fertig legen",
      boards: [
        "Das Teil mit dem Schloss bleibt, wo es ist. Fülle den Rest des Bretts.",
        "In diesem Rätsel darfst du Teile wenden, und das L muss gewendet werden.",
        "Suche ein Feld, das nur ein Teil bedecken kann, und lege dieses Teil zuerst.",
        "Jedes Teil hat fünf Felder. Schneide also kein Gebiet aus weniger als fünf Feldern ab.",
        "Ein ganzes Rätsel: Drei Teile sind übrig. Beginne neben dem Teil mit dem Schloss.",
      ],
    },
    hole: {
      title: "Finde das Loch",
      boards: [
        "Ein Feld bleibt frei. Zeichne die drei Teile: Jedes L hat seinen Punkt in der Ecke.",
        "In manchen Rätseln legst du Teile, statt zu zeichnen. Das Feld, das übrig bleibt, ist das Loch.",
        "Ein L bedeckt das Feld mit seinem Punkt und zwei Felder daneben. Kein L erreicht das Loch.",
        "Eine Lücke aus einem einzigen Feld muss das Loch sein, denn dort passt kein Teil.",
        "Ein ganzes Rätsel: Nur ein Feld darf frei bleiben. Lass also keine andere Lücke.",
      ],
    },
    dominosa: {
      title: "Dominosa",
      boards: [
        "Jedes Domino des Satzes liegt genau einmal auf dem Brett. Verbinde die zwei Zahlen jedes Dominos.",
        "Zwei Nullen liegen nur an einer Stelle nebeneinander, also bilden sie dort ein Domino.",
        "Hat eine Zahl nur einen freien Nachbarn, dann verbinde die beiden.",
        "Jedes Domino kommt nur einmal vor: Hast du zwei Zahlen verbunden, dann verbinde die gleichen zwei nicht noch einmal.",
        "Ein ganzes Rätsel: Beginne mit zwei Zahlen, die nur an einer Stelle nebeneinanderliegen.",
      ],
    },
    shikaku: {
      title: "Shikaku",
      boards: [
        "Zerlege das Brett in Rechtecke. Jede Zahl sagt dir, wie viele Felder ihr Rechteck hat.",
        "Ein Rechteck mit einer 3 ist immer eine Linie. Eines mit einer 4 ist eine Linie oder ein Quadrat.",
        "Jedes Rechteck enthält nur eine Zahl. Höre also vor der nächsten Zahl auf.",
        "Frage dich bei jeder Ecke, welche Zahl sie erreichen kann.",
        "Ein ganzes Rätsel: Beginne mit einer Zahl, deren Rechteck nur an wenige Stellen passt.",
      ],
    },
    pentominous: {
      title: "Pentominous",
      boards: [
        "Zerlege das Brett in Teile aus fünf Feldern. Ein Buchstabe nennt das Teil, das sein Feld bedeckt.",
        "Jedes Teil hat fünf Felder. Schneide also kein Gebiet aus weniger als fünf Feldern ab.",
        "Teile derselben Form dürfen keine gemeinsame Seite haben, also ist das Teil ohne Buchstaben kein P.",
        "Schau auf die Ecken: Oft erreicht nur ein Buchstabe eine Ecke.",
        "Ein ganzes Rätsel: Nur zwei der vier Teile haben einen Buchstaben.",
      ],
    },
    tetrominous: {
      title: "Tetrominous",
      boards: [
        "Zerlege das Brett in Teile aus vier Feldern. Ein Buchstabe nennt das Teil, das sein Feld bedeckt.",
        "Teile derselben Form dürfen keine gemeinsame Seite haben: Das S trennt die beiden L.",
        "Zwei Teile auf diesem Brett haben keinen Buchstaben. Ihre Formen sind andere als die der Teile daneben.",
        "Jedes Teil hat vier Felder. Schneide also kein Gebiet aus weniger als vier Feldern ab.",
        "Ein ganzes Rätsel: Nur drei der fünf Teile haben einen Buchstaben.",
      ],
    },
    heteromino: {
      title: "Heteromino",
      boards: [
        "Zerlege das Brett in Teile aus drei Feldern: Linien und Winkel.",
        "Jedes Teil hat drei Felder. Schneide also kein Gebiet aus einem oder zwei Feldern ab.",
        "Zwei Winkel dürfen nur dann eine gemeinsame Seite haben, wenn sie verschieden gedreht sind.",
        "Zwei Linien dürfen nur dann eine gemeinsame Seite haben, wenn eine waagerecht und die andere senkrecht liegt.",
        "Ein ganzes Rätsel: Beginne bei einem Feld, das nur ein Teil bedecken kann.",
      ],
    },
    fillomino: {
      title: "Fillomino",
      boards: [
        "Zerlege das Brett in Teile. Eine Zahl sagt dir, wie viele Felder ihr Teil hat.",
        "Gleich große Teile dürfen keine gemeinsame Seite haben, also bleiben die beiden Zweien getrennt.",
        "Gleiche Zahlen nebeneinander gehören zum selben Teil.",
        "Ein Teil auf diesem Brett hat keine Zahl. Es ist anders groß als die Teile daneben.",
        "Ein ganzes Rätsel: Frage dich bei jeder Zahl, wohin ihr Teil wachsen kann.",
      ],
    },
    pips: {
      title: "Pips",
      boards: [
        "Lege die Dominos so, dass die Zahlen in jedem Gebiet zusammen dessen Zahl ergeben.",
        "Das Zeichen = bedeutet, dass alle Zahlen im Gebiet gleich sind.",
        "Das Zeichen ≠ bedeutet, dass alle Zahlen im Gebiet verschieden sind.",
        "<3 bedeutet, dass die Zahlen zusammen weniger als 3 ergeben, und >10 bedeutet mehr als 10.",
        "Ein ganzes Rätsel: Beginne mit einem Gebiet, das wenig Auswahl lässt.",
      ],
    },
    calendar: {
      title: "Kalender",
      boards: [
        "Bedecke alles bis auf das Datum, den 14. März. Nur zwei Teile sind noch zu legen.",
        "Beginne mit einem Teil, das nur an eine Stelle passt: hier mit dem Rechteck 2 × 3.",
        "Schneide keine Lücke ab, die für ein Teil zu klein ist.",
        "Suche ein Feld, das nur ein Teil bedecken kann.",
        "Ein ganzes Rätsel: Lege die letzten vier Teile so, dass das Datum sichtbar bleibt.",
      ],
    },
    weekday: {
      title: "Kalender mit Wochentag",
      boards: [
        "Bedecke alles bis auf den Monat, den Tag und den Wochentag.",
        "Suche ein Feld, das nur ein Teil bedecken kann.",
        "Schneide keine Lücke ab, die für ein Teil zu klein ist.",
        "Jedes Teil hat vier oder fünf Felder. Zähle also die Felder jeder Lücke.",
        "Ein ganzes Rätsel: Lege die letzten vier Teile so, dass das Datum sichtbar bleibt.",
      ],
    },
    cubes: {
      title: "Würfel",
      boards: [
        "Das Brett ist ein Quader, Ebene für Ebene gezeigt. Fülle beide Ebenen.",
        "Manche Teile reichen durch beide Ebenen. Kippe ein Teil, damit es aufrecht steht.",
        "Ein Feld und das Feld darüber sind Nachbarn, also darf ein Teil Felder in beiden Ebenen bedecken.",
        "Du darfst ein Teil in jede Richtung drehen, aber nicht spiegeln.",
        "Ein ganzes Rätsel: Zwei Teile liegen schon. Lege die drei anderen.",
      ],
    },
  },
};

/** The result of a game, to be shared. */
export const RESULT = {
  title: "Dein Ergebnis",
  /** @param {Value} title @param {Value} level */
  ofLevel: (title, level) => `${title} (${level})`,
  /** @param {number} days */
  row: (days) => `${days} ${days === 1 ? "Tag" : "Tage"} in Folge`,
  copy: "Text kopieren",
  copyPicture: "Bild kopieren",
  pictureCopied: "Bild kopiert. Du kannst es überall einfügen.",
  notAllowed: "Dieser Browser erlaubt hier kein Kopieren. Speichere stattdessen das Bild.",
  close: "Schließen",
};

/** Why something cannot be done in a game. The library says the same. */
export const MOVES = {
  /** @param {Value} name */
  noPiece: (name) => `dieses Rätsel hat kein Teil „${name}“`,
  /** @param {Value} cell */
  outside: (cell) => `das Feld ${cell} ist nicht auf dem Brett`,
  /** @param {Value} one @param {Value} other */
  noEdge: (one, other) => `die Felder ${one} und ${other} haben keine gemeinsame Kante`,
  /** @param {number} most */
  noCopy: (most) => `das Rätsel erlaubt dieses Teil höchstens ${most}-mal, und keines ist übrig`,
  /** @param {Value} cell */
  taken: (cell) => `das Feld ${cell} ist schon bedeckt`,
  noOrientation: "das Teil hat in keiner Ausrichtung diese Felder und Zeichen",
  /** @param {Value} cell */
  given: (cell) => `auf dem Feld ${cell} liegt ein Teil, das zum Rätsel gehört`,
  /** @param {Value} cell */
  empty: (cell) => `das Feld ${cell} ist leer`,
  /** @param {Value} piece @param {Value} most @param {Value} orientation */
  orientation: (piece, most, orientation) =>
    `die Ausrichtung von ${piece} muss zwischen 0 und ${most} sein, nicht ${orientation}`,
  unknown: "unbekannte Aktion",
  notSaved: "das ist kein gespeichertes Spiel",
  /** @param {Value} fault */
  unfit: (fault) => `das gespeicherte Spiel passt nicht zum Rätsel: ${fault}`,
  /** @param {Value} cell */
  nothingToLift: (cell) => `auf dem Feld ${cell} liegt kein Teil, das sich wegnehmen lässt`,
  savedEdge: "eine Kante des gespeicherten Spiels ist nicht auf dem Brett",
  bothEdges: "eine Kante ist sowohl gezeichnet als auch als „keine Kante“ markiert",
  /** @param {Value} word */
  noMove: (word) => `„${word}“ ist kein gültiger Zug eines gespeicherten Spiels`,
};

/** The rules of a puzzle, each in one sentence. */
export const RULES = {
  fill: "Fülle das Brett mit allen Teilen.",
  oneDot: "Jedes Teil enthält höchstens einen Punkt, und zwar an der gezeigten Stelle.",
  outlines: "Zeichne Umrisse. Jedes Teil darf beliebig oft vorkommen.",
  solid: "Du darfst die Teile in jede Richtung drehen.",
  oneSided: "Du darfst die Teile drehen, aber nicht wenden.",
  halfTurn: "Du darfst die Teile auf den Kopf stellen, aber nicht wenden.",
  joined:
    "Seiten mit gleichen Pfeilen sind verbunden. Ein Teil, das über eine verbundene Seite ragt, geht an der anderen weiter.",
  fixed: "Die Teile dürfen weder gedreht noch gewendet werden.",
  /** The rule of a puzzle with dots that has no other rule. */
  dots: "Zerlege das Brett in die Teile unten. Jeder Punkt auf dem Brett ist der Punkt eines Teils, aber manche Punkte sind verborgen.",
};

/** Keyboard help for all views in which you draw. */
const BY_KEYS =
  "Tastatur: Pfeiltasten bewegen den Cursor, die Leertaste beginnt oder beendet ein Teil, Umschalt mit einer Pfeiltaste zeichnet eine Kante, E wählt den Radierer, und Entf löscht ein Teil.";
/** What the eraser does. */
const ERASER = "Der Radierer löscht jedes Teil und jede Kante, die er berührt.";

/**
 * How to draw pieces of any shape, rectangles, and pieces of two cells: for mouse and keyboard, and for a
 * touch screen. The first paragraph also stands below the board.
 * @type {Record<"path" | "rectangle" | "pair", { mouse: string[], touch: string[] }>}
 */
export const DRAWING = {
  path: {
    mouse: [
      "Ziehe über die Felder eines Teils oder klicke auf seine Kanten.",
      `Um eine Linie als „keine Kante“ zu markieren, klicke sie mit rechts an oder nimm den Notizstift (X). ${ERASER}`,
      BY_KEYS,
    ],
    touch: [
      "Ziehe über die Felder eines Teils oder tippe auf seine Kanten.",
      `Um eine Linie als „keine Kante“ zu markieren, wähle unter „Mehr“ die Option „Keine Kante“. ${ERASER}`,
    ],
  },
  rectangle: {
    mouse: [
      "Ziehe von einer Ecke eines Rechtecks zur gegenüberliegenden oder klicke auf seine Kanten.",
      `Um eine Linie als „keine Kante“ zu markieren, klicke sie mit rechts an oder nimm den Notizstift (X). ${ERASER}`,
      BY_KEYS,
    ],
    touch: [
      "Ziehe von einer Ecke eines Rechtecks zur gegenüberliegenden oder tippe auf seine Kanten.",
      `Um eine Linie als „keine Kante“ zu markieren, wähle unter „Mehr“ die Option „Keine Kante“. ${ERASER}`,
    ],
  },
  pair: {
    mouse: [
      "Klicke auf die Linie zwischen zwei Feldern, um sie zu verbinden.",
      `Um zu markieren, dass zwei Felder nicht verbunden sind, klicke die Linie dazwischen mit rechts an oder nimm die Wand (X). ${ERASER}`,
      BY_KEYS,
    ],
    touch: [
      "Tippe auf die Linie zwischen zwei Feldern, um sie zu verbinden.",
      `Um zu markieren, dass zwei Felder nicht verbunden sind, nimm die Wand. ${ERASER}`,
    ],
  },
};

/** What there is to draw. */
export const TO_DRAW = {
  plain: "Zeichne die Umrisse der Teile. Jedes Teil darf beliebig oft vorkommen.",
  dots: "Zerlege das Brett mit Linien in die gezeigten Teile. Jedes Teil hat einen Punkt, aber manche Punkte sind verborgen.",
};

/**
 * How to play with pieces, in paragraphs: for everybody, for mouse and keyboard, and for a touch screen.
 * The first paragraph for the device also stands below the board.
 * @type {Record<"cubes" | "turning" | "fixed", { all: string[], mouse: string[], touch: string[] }>}
 */
export const HOW = {
  cubes: {
    all: ["Die oberste Ebene kommt zuerst, und neben den Ebenen siehst du das ganze Brett."],
    mouse: [
      "Ziehe die Teile auf die Ebenen des Bretts. R dreht ein Teil in seiner Ebene; T und G kippen es.",
      "F wendet ein Teil, wenn das Rätsel es erlaubt. Doppelklicke ein Teil in der Ablage, um es zu drehen.",
      "Tastatur: Mit Tab gehst du zu einem Teil, mit Eingabe nimmst du es auf. Pfeiltasten, Bild auf und Bild ab bewegen das Teil, und R, T und G drehen es. Eingabe legt das Teil hin, Esc legt es zurück.",
    ],
    touch: [
      "Ziehe die Teile auf die Ebenen des Bretts. Tippe ein Teil an, dann „Drehen“ oder „Kippen“.",
      "Tippe auf das Brett, um das gewählte Teil hinzulegen, oder auf ein liegendes Teil, um es wegzunehmen.",
    ],
  },
  turning: {
    all: [],
    mouse: [
      "Ziehe die Teile auf das Brett. Doppelklicke ein Teil oder drücke R, um es zu drehen.",
      "Beim Ziehen drehst du das Teil mit R, dem Mausrad oder einem Rechtsklick; F wendet es, wenn das Rätsel es erlaubt.",
      "Um Felder zu markieren, die ein Teil nicht bedeckt, wähle das Teil und klicke die Felder mit rechts an oder nimm „Nicht hier“ (X).",
      "Tastatur: Mit Tab gehst du zu einem Teil, mit Eingabe nimmst du es auf. Pfeiltasten bewegen das Teil, R dreht es, und F wendet es. Eingabe legt das Teil hin, Esc legt es zurück.",
    ],
    touch: [
      "Ziehe die Teile auf das Brett. Tippe ein Teil zweimal an, um es zu drehen.",
      "Tippe auf das Brett, um das gewählte Teil hinzulegen, oder auf ein liegendes Teil, um es wegzunehmen.",
      "Um Felder zu markieren, die ein Teil nicht bedeckt, tippe das Teil an, wähle „Nicht hier“ unter „Mehr“ und tippe die Felder an.",
    ],
  },
  fixed: {
    all: [],
    mouse: [
      "Ziehe die Teile auf das Brett.",
      "Tastatur: Mit Tab gehst du zu einem Teil, mit Eingabe nimmst du es auf. Pfeiltasten bewegen das Teil. Eingabe legt das Teil hin, Esc legt es zurück.",
    ],
    touch: [
      "Ziehe die Teile auf das Brett.",
      "Tippe auf das Brett, um das gewählte Teil hinzulegen, oder auf ein liegendes Teil, um es wegzunehmen.",
    ],
  },
};

/** The board that is played on or painted, and what it says to screen readers. */
export const BOARD = {
  table:
    "Brett und Teile. Wähle ein Teil mit Tab und Eingabe und bewege es mit den Pfeiltasten. R dreht das Teil, F wendet es, Eingabe legt es hin, und Esc legt es zurück.",
  tableOfCubes:
    "Brett und Teile. Wähle ein Teil mit Tab und Eingabe. Pfeiltasten bewegen das Teil, und Bild auf und Bild ab bringen es in eine andere Ebene. R dreht das Teil, T und G kippen es, F wendet es, Eingabe legt es hin, und Esc legt es zurück.",
  outlines:
    "Brett. Pfeiltasten bewegen den Cursor, Umschalt mit einer Pfeiltaste zeichnet oder löscht die Kante auf dieser Seite, und die Leertaste beginnt oder beendet ein Teil. X wählt den Notizstift, E den Radierer und D den Stift. Entf löscht das Teil.",
  /** @param {Value} name */
  painter: (name) =>
    `${name}. Pfeiltasten bewegen den Cursor, und die Leertaste entfernt ein Feld oder setzt es wieder ein.`,

  // Places and pieces
  /** @param {Value} row @param {Value} column */
  cell: (row, column) => `Zeile ${row}, Spalte ${column}`,
  /** @param {Value} layer @param {Value} place */
  inLayer: (layer, place) => `Ebene ${layer}, ${place}`,
  /** @param {number} layer @param {number} last */
  layer: (layer, last) =>
    `Ebene ${layer}${layer === 1 ? ", oben" : layer === last ? ", unten" : ""}`,
  dot: "Punkt",
  square: "Feld",
  gap: "Lücke",
  /** @param {Value} number */
  cubes: (number) => `${number} ${number === 1 ? "Feld" : "Felder"}`,
  /** @param {Value} cells */
  straight: (cells) => `gerade: ${cells}`,
  /** @param {Value} row @param {Value} cells */
  row: (row, cells) => `Zeile ${row}: ${cells}`,
  /** @param {Value} piece @param {Value} cell */
  at: (piece, cell) => `${piece} in ${cell}`,
  /** @param {Value} piece */
  given: (piece) => `${piece}, vorgegeben`,
  /** @param {Value} piece */
  taken: (piece) => `${piece}. Eingabe nimmt das Teil auf, Entf nimmt es weg.`,
  /** @param {Value} piece @param {number} left @param {string[]} excluded  Where it is noted not to be. */
  left: (piece, left, excluded) =>
    `${piece}, ${left === Infinity ? "beliebig viele" : left} übrig${excluded.length ? `, Notiz: nicht in ${excluded.join("; ")}` : ""}`,

  // Pieces that are moved
  /** @param {Value} piece */
  placed: (piece) => `${piece} gelegt`,
  turned: "gedreht",
  tipped: "gekippt",
  flipped: "gewendet",
  noTurning: "In diesem Rätsel lassen sich Teile nicht drehen",
  noFlipping: "In diesem Rätsel lassen sich Teile nicht wenden",
  choose: "Wähle zuerst ein Teil",
  backInTray: "Das Teil passt dort nicht und kommt zurück in die Ablage",
  notThere: "Das Teil passt dort nicht, wie du es auch drehst",
  notHere: "Das Teil passt hier nicht",
  /** @param {boolean} flips */
  turnFirst: (flips) =>
    `Das Teil passt dort erst, wenn du es drehst${flips ? " oder wendest" : ""}`,
  /** @param {Value} place @param {boolean} fits @param {boolean} doubted */
  fits: (place, fits, doubted) =>
    `${place}, ${fits ? "passt" : "passt nicht"}${doubted ? ", Notiz: nicht hier" : ""}`,

  // Notes
  notHereTool: "Nicht hier",
  notHereTitle: "Nicht hier: Felder markieren, die das gewählte Teil nicht bedeckt (X)",
  noting: "Du markierst jetzt Felder, die das gewählte Teil nicht bedeckt",
  placing: "Du legst jetzt Teile",
  /** @param {Value} piece @param {string[]} places @param {boolean} back */
  noted: (piece, places, back) =>
    back
      ? `Notizen entfernt: ${piece} in ${places.join("; ")}`
      : `Notiz: ${piece} nicht in ${places.join("; ")}`,
  /** @param {Value} place @param {Value} piece @param {boolean} noted */
  noteAt: (place, piece, noted) => `${place}${noted ? `, Notiz: ${piece} nicht hier` : ""}`,
  covered: "Auf diesem Feld liegt ein Teil",

  // Outlines that are drawn
  /** The tools: what each is called, and what one does with it. */
  tools: {
    draw: ["Stift", "du zeichnest jetzt Teile"],
    note: ["Keine Kante", "du markierst jetzt Linien, die keine Kanten sind"],
    erase: ["Radierer", "du radierst jetzt"],
  },
  /** The same where each piece has two cells. */
  toolsOfPairs: {
    draw: ["Verbinden", "du verbindest jetzt Felder"],
    note: ["Wand", "du markierst jetzt Felder, die nicht verbunden sind"],
    erase: ["Radierer", "du radierst jetzt"],
  },
  erased: "gelöscht",
  nothingErased: "nichts zu löschen",
  noteRemoved: "Notiz entfernt",
  noteAdded: "Notiz gesetzt: hier keine Kante",
  edgeErased: "Kante gelöscht",
  edgeDrawn: "Kante gezeichnet",
  begun: "Teil begonnen",
  /** @param {number} cells @param {number} whole */
  drawnOf: (cells, whole) => `${cells} von ${whole}`,
  /** @param {number} cells */
  drawn: (cells) => `Teil aus ${cells} ${cells === 1 ? "Feld" : "Feldern"} gezeichnet`,

  // Zooming
  /** @param {Value} scale */
  larger: (scale) => `${scale}-fach vergrößert`,
  whole: "ganzes Brett",
  zoomOut: "Verkleinern (-)",
  zoomIn: "Vergrößern (+)",
};

/**
 * What keys, mouse and fingers do.
 * @type {{ title: string, close: string, sheet: [where: string, list: [key: string, what: string][]][] }}
 */
export const KEYS = {
  title: "Tasten",
  close: "Schließen",
  sheet: [
    [
      "Überall",
      [
        ["?", "diese Übersicht"],
        ["Tab", "zum nächsten Bedienelement"],
        ["Esc", "schließen oder abbrechen"],
      ],
    ],
    [
      "In jedem Rätsel",
      [
        ["Z", "rückgängig"],
        ["Y", "wiederholen"],
        ["H", "Tipp; noch einmal drücken für mehr"],
        ["C", "prüfen"],
        ["+ und -", "zoomen (oder zwei Finger)"],
        ["Strg P", "drucken"],
      ],
    ],
    [
      "Teile einpassen",
      [
        ["Eingabe", "ein Teil aufnehmen oder hinlegen"],
        ["Pfeiltasten", "bewegen"],
        ["R", "drehen (Umschalt R andersherum)"],
        ["F", "wenden"],
        ["T und G", "ein Würfelteil nach vorn oder seitlich kippen"],
        ["Bild auf und Bild ab", "das Teil in eine andere Ebene bringen"],
        ["Entf", "das Teil vom Brett nehmen"],
        ["X", "Felder markieren, die ein Teil nicht bedeckt (oder Rechtsklick)"],
      ],
    ],
    [
      "Umrisse zeichnen",
      [
        ["Pfeiltasten", "bewegen"],
        ["Leertaste", "ein Teil beginnen oder beenden"],
        ["Umschalt und eine Pfeiltaste", "eine Kante zeichnen oder löschen"],
        ["X", "Notizstift: „keine Kante“ markieren (oder Rechtsklick)"],
        ["E", "der Radierer"],
        ["D", "der Stift"],
        ["Entf", "ein Teil löschen"],
      ],
    ],
    [
      "Zuschauen",
      [
        ["Leertaste", "abspielen und anhalten"],
        ["Pfeil rechts", "ein Schritt"],
        ["Pfeil links", "ein Schritt zurück"],
      ],
    ],
    [
      "Das fehlende Feld",
      [
        ["Pfeiltasten", "das Kreuz bewegen"],
        ["Eingabe", "sein Feld entfernen"],
        ["+ und -", "zoomen"],
        ["0", "alles sehen"],
        ["H", "zum fehlenden Feld"],
        ["Bild ab und Bild auf", "Stufe für Stufe durch den Beweis"],
      ],
    ],
    [
      "Die Ebene",
      [
        ["Pfeiltasten", "die Parkettierung bewegen"],
        ["+ und -", "zoomen"],
        ["0", "zurück zur Mitte"],
        ["Leertaste", "ein Feld der Zeichnung setzen oder entfernen"],
      ],
    ],
    [
      "Zufällige Parkettierungen",
      [
        ["Pfeiltasten", "zwischen drehbaren Kacheln wechseln"],
        ["Eingabe", "sie drehen"],
        ["Z und Y", "eine Drehung zurücknehmen und wiederholen"],
        ["+ und -", "zoomen"],
        ["0", "alles sehen"],
      ],
    ],
    [
      "Alle Parkettierungen",
      [
        ["Pfeiltasten", "zu einem anderen Feld"],
        ["Eingabe", "zu den Lagen auf diesem Feld"],
        ["N und P", "zur nächsten oder vorigen Parkettierung"],
        ["R", "eine zufällige Parkettierung zeigen"],
      ],
    ],
  ],
};

/** Puzzles that are made. */
export const MAKE = {
  title: "Rätsel erstellen",
  tabs: "Wie es entsteht",
  forMe: "Automatisch",
  own: "Eigenes Brett",
  set: "Von Hand",
  anyLevel: "beliebig",
  make: "Erstellen",
  cells: "Felder",
  pieces: "Teile",
  date: "Datum",
  number: "Nummer",
  clues: "Möglichst wenige Vorgaben",
  more: "Brett, Teile, Nummer und mehr",
  making: "Ein Rätsel mit genau einer Lösung entsteht",
  /** @param {number} seconds */
  seconds: (seconds) => `Entsteht … ${seconds} s`,
  cancel: "Abbrechen",
  close: "Schließen",
  about:
    "Dieselbe Nummer ergibt immer dasselbe Rätsel. Jedes Rätsel hat genau eine Lösung, doppelt geprüft.",
  before: "Früher hier erstellt",
  none: "Kein passendes Rätsel gefunden. Versuche es mit einer anderen Nummer, einem anderen Brett oder einer anderen Stufe.",
  months: ["J", "F", "M", "A"],
  weekdays: ["S", "M"],
};

/** Boards of one's own. */
export const OWN = {
  /** @type {Record<string, string>} */
  turns: {
    free: "drehen und wenden",
    "one-sided": "nur drehen",
    "half-turn": "nur auf den Kopf stellen",
    fixed: "weder drehen noch wenden",
  },
  /** What a person does in a step of a kind. @type {Record<string, string>} */
  steps: {
    cell: "nur eine Lage kann ein Feld bedecken",
    piece: "ein Teil hat genau so viele Plätze übrig, wie es braucht",
    rule: "die Regeln lassen nur eine Lage zu",
    symmetry: "das Brett ist symmetrisch, also genügt einer von mehreren gleichwertigen Plätzen",
    region: "ein Teil würde ein Gebiet abschneiden, das die anderen Teile nicht füllen können",
    blocked: "ein Teil würde einem Feld oder einem anderen Teil keine Lage lassen",
    trial: "ein Teil probeweise zu legen, führt zu einem Widerspruch",
    guess: "ein geratener Zug, den man vielleicht zurücknehmen muss",
  },
  none: "Das Brett lässt sich nicht füllen.",
  triedAll: "Alle Möglichkeiten wurden probiert.",
  notKnown: "Nicht bekannt",
  noTime: "Die Zeit hat nicht gereicht.",
  /** @param {Value} number */
  atLeast: (number) => `Mindestens ${number} Lösungen`,
  noTimeForAll: "Die Zeit hat nicht gereicht, um alle Lösungen zu zählen.",
  one: "Es gibt genau eine Lösung",
  good: "Dieses Brett ergibt ein gutes Rätsel.",
  /** @param {Value} number */
  solutions: (number) => `${number} Lösungen`,
  /** @param {Value} number */
  different: (number) => `${number}, wenn Drehungen des Bretts nur einmal zählen.`,
  cannotChange:
    "Dieses Rätsel hat Punkte, gelegte Teile oder eine Auswahl von Teilen und lässt sich hier nicht ändern.",
  play: "Spielen",
  watch: "Zuschauen",
  watchTitle: "Dem Löser zuschauen",
  hard: "Wie schwer ist dieses Rätsel?",
  noGrade: "Die Zeit hat nicht gereicht, um das Rätsel einzustufen.",
  /** @param {Value} score */
  score: (score) => ` Schwierigkeit ${score}. Ein Mensch würde so vorgehen:`,
  /** @param {Value} level @param {Value} score */
  graded: (level, score) => `${level}, Schwierigkeit ${score}`,
  /** @param {Value} count */
  times: (count) => `${count} × `,
  aName: "ein Name",
  name: "Name",
  kept: "Gespeicherte Bretter",
  nameFirst: "Gib dem Brett zuerst einen Namen.",
  saved: "Das Brett ist in diesem Browser gespeichert.",
  /** @param {Value} title */
  open: (title) => `${title} öffnen`,
  /** @param {Value} title */
  remove: (title) => `${title} löschen`,
  /** @param {Value} title */
  removed: (title) => `${title} ist gelöscht.`,
  picture: "Bild eines Bretts",
  fromPicture: "Aus einem Bild",
  notPicture: "Der Browser kann diese Datei nicht als Bild lesen.",
  /** @param {Value} width @param {Value} height */
  smallPicture: (width, height) =>
    `Das Bild ist zu klein für das Brett: nur ${width} × ${height} Pixel.`,
  unreadable: "Dieser Browser kann das Bild nicht lesen.",
  noDark: "Das Bild hat keine dunklen Felder.",
  nothingToClear: "Es gibt nichts zu leeren.",
  cleared: "Geleert.",
  clearedUndo: "Geleert. „Rückgängig“ stellt das Brett wieder her.",
  noCells: "Das Brett hat keine Felder.",
  noPieces: "Wähle mindestens ein Teil.",
  counting: "Zählt …",
  mayTurn: "Teile darf man",
  empty: "Freie Felder",
  about:
    "Klicke Felder an oder male über sie, um sie zu entfernen. Dürfen alle Teile beliebig oft vorkommen, spielst du, indem du Umrisse zeichnest.",
  again: "Von vorn",
  mirror: "Gespiegelt malen",
  across: "links und rechts",
  down: "oben und unten",
  save: "Speichern",

  // Choosing pieces
  families: {
    small: "Bis zu drei Felder",
    tetrominoes: "Tetrominos",
    pentominoes: "Pentominos",
    others: "Andere Teile",
  },
  /** @param {Value} name */
  isKnown: (name) => `Das gibt es schon: ${name}. Es ist jetzt einmal mehr dabei.`,
  added: "Das Teil ist jetzt einmal mehr dabei.",
  piece: "Teil",
  connected: "Die Felder eines Teils müssen über ihre Seiten zusammenhängen.",
  paintFirst: "Male zuerst die Felder des Teils.",
  draw: "Eigenes Teil zeichnen",
  add: "Hinzufügen",
  wipe: "Wegwischen",
  oneEach: "je eins",
  /** @param {Value} family */
  oneOfEach: (family) => `Je eins: ${family}`,
  noneEach: "keins",
  /** @param {Value} family */
  noneOf: (family) => `Keins: ${family}`,
  /** @param {Value} name */
  anyNumber: (name) => `Beliebig viele: ${name}`,
  /** @param {Value} name */
  oneLess: (name) => `Eins weniger: ${name}`,
  /** @param {Value} name */
  oneMore: (name) => `Eins mehr: ${name}`,
  any: "beliebig",
};

/** The solver at work, and Golomb's proof on a board. */
/** A puzzle whose clues are set by hand. */
export const SET = {
  board:
    "Brett. Pfeiltasten bewegen den Cursor, andere Tasten setzen die Vorgabe des aktuellen Felds.",
  change: "Was du änderst",
  clues: "Vorgaben",
  cells: "Felder",
  aboutCells: "Klicke Felder an oder male über sie, um sie zu entfernen oder wieder einzusetzen.",
  /** What to do with each editor. @type {Record<string, string>} */
  hints: {
    dots: "Klicke oder tippe auf ein Feld, um seinen Punkt zu setzen oder zu entfernen.",
    areas:
      "Wähle ein Feld und gib seine Zahl ein. Gib ? ein für eine Zahl, die nicht verraten wird.",
    letters: "Wähle ein Feld und gib seinen Buchstaben ein.",
    sizes: "Wähle ein Feld und gib die Größe seines Teils ein.",
    holes: "Diese Rätselart hat keine Vorgaben. Wähle „Felder“, um das Brett zu ändern.",
    labels: "Wähle ein Feld und gib die Zahlen Zeile für Zeile ein.",
    regions:
      "Ziehe über Felder, um ein Gebiet zu zeichnen. Gib dann seine Summe ein, etwa 7, <7 oder >7, oder = oder ≠. Umschalt mit einer Pfeiltaste nimmt ein Feld hinzu.",
    placed: "Ziehe über fünf Felder, um ein Teil zu legen. Entf nimmt ein Teil weg.",
  },
  keys: "Vorgaben zum Setzen",
  erase: "Löschen",
  /** @type {Record<string, string>} */
  signs: {
    "<": "weniger als",
    ">": "mehr als",
    "=": "alle gleich",
    "≠": "alle verschieden",
    "?": "offen",
  },
  region: "Gebiet",
  dot: "Punkt",
  pieces: "Teile",
  dominoes: "Dominos",
  noneChosen: "keine",
  print: "Drucken",

  // What is wrong
  /** @param {number} sum @param {number} area */
  areas: (sum, area) => `Die Zahlen ergeben zusammen ${sum}, aber das Brett hat ${area} Felder.`,
  noNumbers: "Setze für jedes Rechteck eine Zahl.",
  noRectangle: "Zu keiner der Zahlen gibt es ein Rechteck, das auf das Brett passt.",
  /** @param {number} area */
  noSet: (area) =>
    `Ein Satz Dominos bedeckt 2, 6, 12, 20, 30, 42, 56, 72, 90 oder 110 Felder, aber das Brett hat ${area}.`,
  /** @param {Value} clue @param {number} highest */
  aboveSet: (clue, highest) =>
    `Die Dominos für dieses Brett haben Zahlen bis ${highest}, also ist ${clue} zu groß.`,
  /** @param {Value} clue @param {number} most */
  tooMany: (clue, most) => `Die Zahl ${clue} kommt im Satz der Dominos nur ${most}-mal vor.`,
  /** @param {number} area */
  odd: (area) =>
    `Das Brett hat eine ungerade Zahl von Feldern (${area}), also können Dominos es nicht bedecken.`,
  /** @param {number} wanted @param {number} chosen */
  wanted: (wanted, chosen) => `Wähle ${wanted} Dominos für dieses Brett. Bisher sind es ${chosen}.`,
  /** @param {number} cells @param {string} says */
  badSum: (cells, says) =>
    `Die Zahlen auf ${cells} ${cells === 1 ? "Feld" : "Feldern"} können zusammen nicht ${says} ergeben.`,
  /** @param {number} wanted @param {number} area */
  placedArea: (wanted, area) =>
    `Die zwölf Pentominos bedecken ${wanted} Felder, aber das Brett hat ${area}.`,
  /** @param {number} size */
  placedSize: (size) => `Jedes gelegte Teil muss ${size} Felder haben.`,

  // What is known
  none: "Keine Lösung",
  /** @param {number} size @param {number} area */
  area: (size, area) =>
    `Die Zahl der Felder auf dem Brett, ${area}, ist kein Vielfaches von ${size}.`,
  uncovered: "Kein Teil kann die markierten Felder bedecken.",
  /** @param {number} number */
  without: (number) =>
    number === 1
      ? "Ohne die markierte Vorgabe hat das Rätsel eine Lösung."
      : "Entfernst du irgendeine der markierten Vorgaben, hat das Rätsel eine Lösung.",
  /** @param {Value} number */
  moreThan: (number) => `Mehr als ${number} Lösungen`,
  /** @param {string} step */
  hardest: (step) => `Schwerster Schritt: ${step}.`,
  /** @param {number} number */
  solution: (number) => `Lösung ${number}`,
  apart:
    "Zwei Lösungen werden gezeigt. Die Felder, in denen sie sich unterscheiden, sind markiert.",
  /** @param {number} number @param {number} area */
  same: (number, area) =>
    `Die ${number} von ${area} Feldern schattieren, die in allen Lösungen gleich sind`,
};

export const WATCH = {
  title: "Zuschauen",
  tabs: "Was du siehst",
  search: "Die Suche",
  proof: "Golombs Beweis",
  starting: "Der Löser startet …",
  /** @param {Value} title */
  solving: (title) => `${title} wird gelöst`,
  tree: "Suchbaum: Klicke auf einen Knoten, um zu diesem Schritt zu gehen.",
  /** @param {number} placements @param {number} pieces */
  treeNow: (placements, pieces) =>
    `Suchbaum: ${placements.toLocaleString("de")} ${placements === 1 ? "Lage" : "Lagen"} probiert, ${pieces} ${pieces === 1 ? "Teil" : "Teile"} auf dem Brett`,
  /** @param {Value} number */
  solved: (number) => `Gelöst! Das ist Lösung ${number}.`,
  /** @param {Value} piece */
  removed: (piece) => `Kein Teil passt, deshalb wird Teil ${piece} weggenommen.`,
  /** Where the solver places a piece: by the engine. */
  places: {
    scan: "auf das erste freie Feld",
    dance: "dorthin, wo die wenigsten Teile passen",
  },
  /** @param {Value} piece @param {Value} where */
  placed: (piece, where) => `Teil ${piece} kommt ${where}.`,
  /** @param {Value} where */
  about: (where) =>
    `Der Löser legt ein Teil immer ${where}. Er nimmt es weg, wenn kein anderes Teil passt. Die Animation zeigt echte Schritte des Lösers. Ohne Animation macht er Millionen Schritte pro Sekunde.`,
  /** @param {number} found */
  complete: (found) =>
    `Die Suche ist fertig: ${found.toLocaleString("de")} ${found === 1 ? "Lösung" : "Lösungen"}.`,
  /** @param {number} steps */
  stopped: (steps) =>
    `Der Löser hielt hier nach ${steps.toLocaleString("de")} ${steps === 1 ? "Schritt" : "Schritten"} an.`,
  /** @param {Value} number */
  solution: (number) => `Lösung ${number}`,
  pressPlay: " Mit „Abspielen“ geht es weiter.",
  tried: "Probierte Lagen",
  backs: "Zurückgenommen",
  onBoard: "Auf dem Brett",
  solutions: "Lösungen",
  end: "Ende",
  triedAll: "alles wurde probiert",
  stoppedHere: "hier angehalten",
  puzzle: "Rätsel",

  // Playback
  play: "Abspielen",
  pause: "Anhalten",
  again: "Noch einmal",
  step: "Ein Schritt",
  stepBack: "Ein Schritt zurück",
  beginning: "Von Anfang an",
  place: "Schritt",
  placeLabel: "Schritt ",
  speed: "Tempo",
  speedLabel: "Tempo ",
  /** @param {Value} steps */
  rate: (steps) => `${steps} Schritte pro Sekunde`,

  // The proof
  proofBoard: "Golombs Beweis auf einem Brett. Pfeiltasten verschieben das entfernte Feld.",
  size: "Brett: ",
  anySize: "Jede Größe, bis 2⁶⁰ × 2⁶⁰",
  proofAbout:
    "Solomon Golombs Beweis (1954) für Bretter mit 2 × 2, 4 × 4, 8 × 8, … Feldern: L‑Trominos können das Brett bedecken, egal, welches Feld fehlt.",
  /** @param {Value} side */
  oneRemoved: (side) =>
    `Auf einem Brett mit ${side} × ${side} Feldern fehlt eines. Klicke auf ein anderes Feld, um stattdessen dieses zu entfernen.`,
  /** @param {Value} trominoes */
  allPlaced: (trominoes) =>
    `Alle ${trominoes} Trominos liegen, und nur das entfernte Feld ist frei. Derselbe Beweis gilt für jede Größe.`,
  /** @param {Value} side */
  divide: (side) =>
    `In diesem Quadrat aus ${side} × ${side} Feldern fehlt eines. Teile das Quadrat in Viertel. Ein Viertel enthält das fehlende Feld.`,
  single: "Ein Quadrat aus 2 × 2 Feldern, in dem eines fehlt, ist ein einzelnes Tromino.",
  /** @param {Value} half */
  center: (half) =>
    `Ein Tromino in der Mitte bedeckt je ein Feld der drei anderen Viertel. Jetzt fehlt in jedem Viertel aus ${half} × ${half} Feldern eines. Wiederhole diesen Schritt in jedem Viertel.`,
};

/** What the three views of large pictures have in common. */
export const SCENE = {
  zoomOut: "Verkleinern",
  zoomIn: "Vergrößern",
  fullScreen: "Vollbild, zum Beispiel für einen Beamer",
  noCanvas: "dieser Browser unterstützt das canvas-Element nicht",
};

/** The missing cell. */
export const MISSING = {
  title: "Das fehlende Feld",
  lead: "Klicke auf ein beliebiges Feld, um es zu entfernen. L‑Trominos können den Rest immer bedecken.",
  board: "Das Brett mit einem fehlenden Feld",
  map: "Wo du auf dem Brett bist",
  toHole: "Zum Loch",
  toHoleTitle: "Zum Loch (dem fehlenden Feld)",
  whole: "Ganzes Brett",
  wholeTitle: "Das ganze Brett zeigen",
  size: "Brett: ",
  /** @param {Value} exponent */
  sizeSpoken: (exponent) => `2 hoch ${exponent}`,
  row: "Zeile",
  column: "Spalte",
  remove: "Entfernen",
  /** @param {Value} most */
  wrong: (most) => `Zeile und Spalte müssen ganze Zahlen von 1 bis ${most} sein.`,
  /** @param {Value} row @param {Value} column */
  at: (row, column) => `Zeile ${row}, Spalte ${column}`,
  /** @param {Value} row @param {Value} column */
  removed: (row, column) => `Feld in Zeile ${row}, Spalte ${column} entfernt`,
  /** @param {Value} row */
  atRow: (row) => `Zeile ${row}`,
  /** @param {Value} column */
  atColumn: (column) => `Spalte ${column}`,
  /** What the tiles can be colored by. */
  colorings: {
    colors: "drei: Nachbarn verschieden",
    corners: "vier: auch an Ecken verschieden",
    levels: "eine Farbe für jeden Schritt des Beweises",
    none: "aus: nur Umrisse",
  },
  cells: "Felder",
  trominoes: "Trominos",
  hole: "Fehlendes Feld",
  middle: "Mitte",
  square: "1 Quadrat",
  isCell: "ist ein Feld",
  oneCell: "1 Feld",
  /** @param {Value} number */
  cellsOf: (number) => `${number} Felder`,
  /** @param {Value} side */
  squareOf: (side) => `${side} × ${side} Felder`,
  scroll:
    "Scrolle die Seite mit einem Finger, zoome mit zweien und tippe auf ein Feld, um es zu entfernen.",
  move: "Bewege das Brett mit einem Finger, zoome mit zweien und tippe auf ein Feld, um es zu entfernen.",
  how: "Zoome mit dem Mausrad oder zwei Fingern, ziehe zum Bewegen und klicke, um ein Feld zu entfernen. Tastatur: Pfeiltasten bewegen das Kreuz, Eingabe entfernt sein Feld, + und - zoomen, 0 zeigt das ganze Brett, H geht zum fehlenden Feld, und Bild ab und Bild auf führen Stufe für Stufe durch den Beweis.",

  // The proof
  before: "Voriger Schritt (Bild auf)",
  after: "Nächster Schritt (Bild ab)",
  levels: "Der Beweis, Stufe für Stufe",
  all: "Ganze Parkettierung zeigen",
  stepwise: "Stufe für Stufe",
  /** @param {Value} board */
  begin: (board) =>
    `Auf dem Brett aus ${board} Feldern fehlt eines. Teile das Brett in Viertel: Nur in einem Viertel fehlt ein Feld.`,
  one: "ein Tromino",
  /** @param {Value} number */
  many: (number) => `${number} Trominos`,
  /** @param {Value} step @param {Value} tiles @param {boolean} single */
  end: (step, tiles, single) =>
    `Schritt ${step}: In jedem Quadrat aus 2 × 2 Feldern fehlt eines, also ${single ? "bedeckt" : "bedecken"} ${tiles} den Rest. Die Parkettierung ist fertig.`,
  /** @param {Value} step @param {Value} tiles @param {number} left */
  further: (step, tiles, left) =>
    `Schritt ${step}: ${tiles}. Derselbe Schritt folgt noch ${left === 1 ? "einmal" : `${left}-mal`}, bis zu den einzelnen Feldern.`,
  /** @param {Value} step @param {Value} tiles @param {Value} half */
  first: (step, tiles, half) =>
    `Schritt ${step}: ${tiles} in der Mitte des Bretts. Jetzt fehlt in jedem Quadrat aus ${half} Feldern eines.`,
  /** @param {Value} step @param {Value} tiles @param {Value} square @param {Value} half */
  next: (step, tiles, square, half) =>
    `Schritt ${step}: ${tiles} in der Mitte der Quadrate aus ${square} Feldern. Jetzt fehlt in jedem Quadrat aus ${half} Feldern eines.`,
};

/** The plane. */
export const PLANE = {
  title: "Die Ebene",
  lead: "Zeichne ein Teil. Können Kopien davon die ganze Ebene ohne Lücken und Überlappungen bedecken?",
  cells: "Felder",
  /** What a piece is made of. */
  lattices: { squares: "Quadrate", triangles: "Dreiecke", hexagons: "Sechsecke" },
  turns: "Man darf es",
  /** How a piece may turn. */
  turn: { free: "drehen und wenden", "one-sided": "nur drehen", fixed: "nicht drehen" },
  examples: "Beispiele",
  example: "Beispiele …",
  /** Pieces worth a look. */
  pieces: [
    "nur verschoben",
    "manche kopfüber",
    "kopfüber: eine Säge",
    "zwei Klassen von Kacheln",
    "Vierteldrehungen",
    "Spiegelbilder",
    "genau zwei Ringe",
    "ein Loch",
    "Dreiecke",
    "Sechsecke",
  ],
  /** How a piece tiles. */
  kinds: {
    translation: "Das Teil parkettiert die Ebene durch Verschiebungen.",
    "half turn": "Das Teil parkettiert die Ebene, wenn manche Kopien kopfüber liegen.",
    isohedral: "Das Teil parkettiert die Ebene, und alle Kacheln haben die gleiche Umgebung.",
    periodic: "Das Teil parkettiert die Ebene, aber nicht alle Kacheln haben die gleiche Umgebung.",
  },
  /** @param {Value} reason @param {Value} number */
  classes: (reason, number) =>
    `${reason} Keine Symmetrie der Parkettierung bildet eine Kachel einer Klasse auf eine Kachel einer anderen ab. Die isoedrische Zahl des Teils ist ${number}.`,
  notKnown: "Nicht bekannt",
  /** @param {Value} command */
  goesOn: (command) => `Hier hört diese Seite auf zu suchen. Weiter geht es mit: ${command}`,
  none: "Das Teil parkettiert die Ebene nicht.",
  /** @param {Value} reason @param {Value} number */
  heesch: (reason, number) => `${reason} Die Heesch-Zahl des Teils ist ${number}.`,
  /** @param {Value} reason @param {Value} number @param {Value} holes */
  heeschWithHoles: (reason, number, holes) =>
    `${reason} Die Heesch-Zahl des Teils ist ${number} (${holes} mit Löchern im letzten Ring).`,
  terms: "Mathematisch gesagt",
  period: "umranden, was sich wiederholt",
  rings: "Ringe: ",
  /** @param {Value} number @param {Value} all */
  ringsOf: (number, all) => `${number} von ${all}`,
  clear: "Zeichnung löschen",
  touch: "Bewege die Parkettierung mit einem Finger und zoome mit zweien.",
  how: "Ziehe, um die Parkettierung zu bewegen, und zoome mit dem Mausrad oder zwei Fingern. Tastatur: Pfeiltasten bewegen sie, + und - zoomen, und 0 führt zurück zur Mitte.",
  piece: "Teil",
  draw: "Zeichne ein Teil.",
  drawHow: "Klicke Felder an oder male über sie. Ein weiterer Klick entfernt ein Feld.",
  looking: "Sucht …",
  /** @param {Value} number */
  colors: (number) => `${number} Farben`,
  /** @param {Value} number */
  colorsLeast: (number) => `${number} Farben (weniger reichen nicht)`,
  oneColor: "eine Farbe",
  byOrientation: "eine Farbe für jede Ausrichtung",
  /** What the picture shows. */
  shows: {
    nothing: "Noch nichts",
    tiling: "Die Parkettierung",
    rings: "Das Teil und die Ringe darum",
    piece: "Das Teil",
  },
};

/** Figures. */
export const FIGURES = {
  title: "Figuren",
  lead: "Finde die kleinste Figur, die mehrere Teile jeweils für sich allein füllen können.",
  question: "Frage",
  /** What is looked for. */
  questions: {
    common: "eine Figur, die mehrere Teile füllen",
    symmetric: "eine symmetrische Figur, die ein Teil füllt",
    twice: "eine Figur, die ein Teil auf zwei Arten füllt",
  },
  pieces: "Teile",
  /** @param {Value} name */
  remove: (name) => `${name} entfernen`,
  symmetry: "Symmetrie",
  /** The kinds of symmetry. @type {Record<string, string>} */
  symmetries: {
    none: "beliebige Figur",
    mirror: "Spiegelachse",
    diagonal: "diagonale Spiegelachse",
    "half-turn": "halbe Drehung",
    "third-turn": "Dritteldrehung",
    "quarter-turn": "Vierteldrehung",
    "sixth-turn": "Sechsteldrehung",
    "two-mirrors": "zwei Spiegelachsen",
    "two-diagonals": "zwei diagonale Spiegelachsen",
    "three-mirrors": "drei Spiegelachsen",
    "three-diagonals": "drei diagonale Spiegelachsen",
    full: "volle Symmetrie",
  },
  odd: "ungerade Zahl von Kacheln",
  all: "alle Figuren der kleinsten Größe",
  chooseTwo: "Wähle zwei oder drei Teile.",
  chooseOne: "Wähle ein Teil.",
  looking: "Sucht …",
  /** @param {Value} least */
  soFar: (least) => `Keine Figur hat weniger als ${least} Felder.`,
  notFound: "Noch nicht gefunden",
  none: "Keine Figur erfüllt diese Bedingungen.",
  /** @param {string} reason */
  because: (reason) => `${reason[0].toUpperCase()}${reason.slice(1)}.`,
  /** @param {number} cells @param {Value} tiles */
  found: (cells, tiles) => `${cells} Felder: ${tiles}`,
  /** @param {number} number @param {number} cells */
  several: (number, cells) => `${number} Figuren aus ${cells} Feldern`,
  proven: "Eine kleinere Figur gibt es nicht.",
  complete: "Eine andere Figur dieser Größe gibt es nicht.",
  more: "Vielleicht gibt es weitere Figuren dieser Größe.",
  /** What excludes smaller sizes. @param {Value} sizes */
  searched: (sizes) => `Vollständige Suchen fanden keine Figur aus ${sizes} Feldern.`,
  /** @param {Value} sizes */
  colored: (sizes) => `Eine Schachbrettfärbung schließt Figuren mit ${sizes} Feldern aus.`,
  areas: "Die Größen der Teile schließen kleinere Figuren aus.",
  /** @param {Value} tiles */
  picture: (tiles) => `Die Figur, gefüllt mit ${tiles}`,
  play: "Spielen",
  /** @param {Value} tiles */
  playTitle: (tiles) => `Spielen: Fülle die Figur mit ${tiles}`,
};

/** Random tilings. */
export const RANDOM = {
  title: "Zufällige Parkettierungen",
  tiling: "Eine zufällige Parkettierung",
  /** @param {Value} board @param {Value} tiles */
  tilingOf: (board, tiles) => `Eine zufällige Parkettierung: ${board}, ${tiles}`,
  anew: "Neu ziehen",
  /** The sorts of boards: what each is called on its button, and in a sentence. */
  sorts: {
    aztec: ["Aztekendiamant", "ein Aztekendiamant"],
    hexagon: ["Sechseck", "ein Sechseck"],
    rectangle: ["Rechteck", "ein Rechteck"],
    own: ["Eigenes", "dein eigenes Brett"],
  },
  order: "Ordnung: ",
  /** @param {Value} name */
  side: (name) => `Seite ${name}`,
  drawBoard: "Zeichne ein Brett: Klicke Felder an oder male über sie.",
  weight: "Gewicht eines waagerechten Dominos",
  /** Sets of colors. */
  palettes: { bright: "leuchtend", earth: "Erde", sea: "Meer", ink: "Tinte" },
  seams: "Linien zwischen Kacheln",
  seed: "Startwert",
  tiles: "Kacheln",
  noTiles: "keine",
  tilings: "Parkettierungen",
  method: "Methode",
  drawing: "Wird gezogen …",
  /** @param {string} reason */
  none: (reason) =>
    `Für dieses Brett gibt es keine Parkettierung: ${reason[0].toUpperCase()}${reason.slice(1)}.`,
  growing: "Dominos gleiten, und neue Paare füllen die Lücken.",
  flips: "Eine Folge von Drehungen führt zu einer zufälligen Parkettierung.",
  flipsFromLowest:
    "Eine Folge von Drehungen führt von der niedrigsten zu einer zufälligen Parkettierung.",
  /** @param {Value} number */
  dominoes: (number) => `${number} ${number === "1" ? "Domino" : "Dominos"}`,
  /** @param {Value} number */
  lozenges: (number) => `${number} ${number === "1" ? "Raute" : "Rauten"}`,
  /** @param {Value} dominoes */
  clickDominoes: (dominoes) =>
    `${dominoes}. Klicke auf zwei Dominos, die ein Quadrat bilden, um sie zu drehen.`,
  /** @param {Value} lozenges */
  clickLozenges: (lozenges) =>
    `${lozenges}. Klicke auf drei Rauten, die sich in einem Punkt treffen, um sie zu drehen.`,
  /** @param {Value} row @param {Value} column */
  at: (row, column) => `Zeile ${row}, Spalte ${column}`,
  /** @param {Value} row @param {Value} column */
  turned: (row, column) => `Kacheln um Zeile ${row}, Spalte ${column} gedreht`,
  how: "Zoome mit dem Mausrad oder zwei Fingern, ziehe zum Bewegen und klicke Kacheln an, um sie zu drehen. Tastatur: Pfeiltasten wechseln zwischen drehbaren Kacheln, Eingabe dreht sie, + und - zoomen, und 0 zeigt das ganze Brett.",
};

/** All tilings of a small problem. */
export const ALL = {
  title: "Alle Parkettierungen",
  lead: "Wähle Lagen oder schließe sie aus und sieh, welche Parkettierungen übrig bleiben.",
  examples: "Beispiele",
  example: "Beispiel wählen",
  /** What each of the examples is. */
  problems: [
    "6 × 10, Pentominos",
    "3 × 20, Pentominos",
    "Schachbrett ohne Mitte, Pentominos",
    "6 × 6, Dominos",
    "Aztekendiamant der Ordnung 4, Dominos",
    "Sechseck mit Seitenlänge 3, Rauten",
    "4 × 7 Sechsecke, Tetrahexe",
    "Jeden Tag ein Rätsel, 6. Oktober",
    "Somawürfel",
  ],
  problem: "Brett und Teile oder der Name eines Rätsels",
  list: "Auflisten",
  listing: "Parkettierungen werden aufgelistet …",
  none: "Es gibt keine Parkettierung.",
  /** @param {Value} least */
  tooMany: (least) => `Es gibt mindestens ${least} Parkettierungen.`,
  /** @param {Value} count */
  exactlyTooMany: (count) => `Es gibt ${count} Parkettierungen.`,
  tooManyMore: "So viele kann diese Seite nicht auflisten. Wähle ein kleineres Brett.",
  /** @param {Value} total */
  all: (total) => (total === "1" ? "1 Parkettierung" : `${total} Parkettierungen`),
  /** @param {Value} left @param {Value} total */
  someLeft: (left, total) => `${left} von ${total} Parkettierungen`,
  /** @param {Value} number @param {Value} count */
  number: (number, count) => `Parkettierung ${number} von ${count}.`,
  /** @param {number} count */
  solutions: (count) =>
    `${count.toLocaleString("de")} ${count === 1 ? "Lösung" : "Lösungen"}, wenn Drehungen und Spiegelbilder des ganzen Bretts nur einmal zählen.`,
  /** @param {Value} number @param {Value} count */
  solution: (number, count) => `Das Brett zeigt Lösung ${number} von ${count}.`,
  /** @param {Value} board */
  boardOf: (board) => `Alle Parkettierungen: ${board}`,
  again: "Von vorn",
  previous: "Vorige Parkettierung (P)",
  next: "Nächste Parkettierung (N)",
  random: "Zufällige Parkettierung (R)",
  heat: "Häufigkeit",
  heatTitle:
    "Häufigkeit: Eine Kante tritt umso stärker hervor, je mehr Parkettierungen dort eine Grenze haben",
  play: "Den Rest spielen",
  choices: "Auswahl",
  /** @param {Value} piece */
  isChosen: (piece) => `${piece}`,
  /** @param {Value} piece */
  isRefused: (piece) => `nicht ${piece}`,
  /** @param {Value} piece */
  giveUp: (piece) => `${piece} liegt: wegnehmen`,
  /** @param {Value} piece */
  allow: (piece) => `nicht ${piece}: diese Lage wieder zulassen`,
  which: "Welche Lagen",
  placements: "Lagen",
  /** The placements that are listed, with their number. */
  filters: {
    /** @param {Value} number */
    any: (number) => `Mögliche Lagen: ${number}`,
    /** @param {Value} number */
    always: (number) => `In allen Parkettierungen: ${number}`,
    /** @param {Value} number */
    never: (number) => `In keiner Parkettierung: ${number}`,
    /** @param {Value} number */
    fixing: (number) => `Lassen nur eine Parkettierung übrig: ${number}`,
  },
  /** @param {Value} cell */
  at: (cell) => `Auf: ${cell}.`,
  anywhere: "Auf dem ganzen Brett. Zeige oder klicke auf ein Feld, um nur dessen Lagen zu sehen.",
  /** @param {Value} share */
  staysEmpty: (share) => `Dieses Feld bleibt in ${share} der Parkettierungen frei.`,
  chosen: "gelegt",
  /** @param {Value} piece @param {Value} cell @param {Value} share @param {Value} number */
  choose: (piece, cell, share, number) =>
    `${piece}, ${share}, ${number} ${number === "1" ? "Parkettierung" : "Parkettierungen"}: ab ${cell} legen`,
  /** @param {Value} piece @param {Value} cell */
  takeBack: (piece, cell) => `${piece} liegt ab ${cell}: wegnehmen`,
  /** @param {Value} piece @param {Value} cell */
  refuse: (piece, cell) => `Diese Lage ausschließen: ${piece} ab ${cell}`,
  /** @param {Value} number */
  more: (number) => `${number} weitere zeigen`,
  /** @param {Value} cell @param {Value} piece @param {Value} share */
  mostFrequent: (cell, piece, share) => `${cell}: am häufigsten ${piece}, ${share}`,
  how: "Klicke auf ein Feld, damit seine Liste von Lagen offen bleibt. Tastatur: Pfeiltasten gehen von Feld zu Feld, Eingabe geht zu den Lagen, und Esc geht zurück zum Brett.",
  touch: "Tippe auf ein Feld, um zu sehen, welche Lagen es bedecken.",
};

/** Find all figures of a few cells. */
export const FIND = {
  title: "Finde alle",
  lead: "Zeichne eine Form und nimm sie in deine Sammlung auf. Findest du alle Formen?",
  kind: "Felder",
  size: "Anzahl der Felder",
  /** @type {Record<string, string>} */
  cells: { square: "Quadrate", tri: "Dreiecke", hex: "Sechsecke" },
  mirrored: "Spiegelbilder sind verschieden",
  field: "Die Form",
  add: "Diese Form aufnehmen",
  wipe: "Wegwischen",
  again: "Von vorn",
  restarted: "Von vorn begonnen.",
  sheet: "Blatt drucken",
  /** @param {number} found @param {number} all */
  tally: (found, all) => `${found} von ${all}`,
  /** @param {Value} number */
  number: (number) => `Nummer ${number}`,
  /** @param {Value} number */
  fresh: (number) => `Neu! Das ist Nummer ${number}.`,
  /** @param {number} count @param {Value} plural */
  all: (count, plural) =>
    count === 1 ? "Das ist die einzige Form." : `Du hast alle ${count} ${plural} gefunden!`,
  /** @param {Value} number @param {Value} how */
  known: (number, how) => `Das ist die gleiche Form wie Nummer ${number}, ${how}.`,
  moved: "nur verschoben",
  flipped: "gewendet",
  /** @param {Value} turn */
  turned: (turn) => `um ${turn} gedreht`,
  /** @param {Value} turn */
  both: (turn) => `gewendet und um ${turn} gedreht`,
  /** Parts of a turn, by degrees. @type {Record<number, string>} */
  turns: {
    60: "60 Grad",
    90: "90 Grad",
    120: "120 Grad",
    180: "180 Grad",
  },
  apart: "Alle Felder müssen über ganze Seiten zusammenhängen.",
  /** @param {number} size @param {number} count */
  count: (size, count) =>
    `Zeichne eine Form aus ${size} ${size === 1 ? "Feld" : "Feldern"}. Deine Form hat ${count}.`,
  /** @param {number} count @param {Value} name */
  sheetTitle: (count, name) => (count === 1 ? `Finde das ${name}` : `Finde alle ${count} ${name}`),
  /** What counts as the same, by how shapes may turn. */
  rule: {
    free: "Formen, die durch Drehen oder Wenden ineinander übergehen, zählen als gleich.",
    "one-sided":
      "Formen, die durch Drehen ineinander übergehen, zählen als gleich. Spiegelbilder zählen als verschieden.",
  },
  /** @param {Value} title */
  answers: (title) => `${title}: Lösungen`,
};

/** A board without a goal. */
export const CANVAS = {
  title: "Leinwand",
  pieces: "Teile",
  sets: {
    pentominoes: "Pentominos",
    tetrominoes: "Tetrominos",
    small: "bis zu drei Quadrate",
    all: "alle Teile",
  },
  ownColor: "Farbe des Teils",
  /** @param {Value} number */
  color: (number) => `Farbe ${number}`,
  damaged: "Dieser Link ist nicht ganz lesbar, deshalb fehlen einige Kacheln.",
  how: "Verwende jedes Teil, so oft du willst. Wähle eine Farbe und drücke auf Kacheln, um sie anzumalen; drücke noch einmal auf die Farbe, um Kacheln zu bewegen. Der Link enthält alle deine Kacheln.",
};

/** A lesson: puzzles in one link. */
export const LESSON = {
  title: "Lektion schreiben",
  lead: "Die erste Zeile ist der Titel. Schreibe darunter Text und die IDs oder Links von Rätseln, jeweils in einer eigenen Zeile. Der Link der Lektion enthält die ganze Lektion; kein Server speichert etwas.",
  begin: "Eine erste Lektion\nFülle das Brett mit allen Teilen.\ntalos:hub-gates-1\n",
  text: "Die Lektion",
  add: "Rätsel hinzufügen",
  copy: "Link der Lektion kopieren",
  open: "Lektion öffnen",
  empty: "Die Lektion hat noch keine Rätsel.",
  /** @param {Value} title @param {number} count */
  ready: (title, count) => `${title}: ${count} Rätsel`,
  /** @param {Value} id @param {Value} why */
  missing: (id, why) => `${id}: ${why}`,
  damaged: "Der Link dieser Lektion ist beschädigt. Bitte um einen neuen Link.",
  /** @param {number} done @param {number} all */
  progress: (done, all) => `${done} von ${all} gelöst`,
  all: "Alle Rätsel sind gelöst!",
  /** @param {number} number @param {number} all */
  puzzle: (number, all) => `${number} von ${all}`,
  handIn: "Abgeben",
  noProof:
    "Dieser Code hält fest, welche Rätsel in diesem Browser gelöst wurden, wie lange es jeweils dauerte und wie viele Tipps genutzt wurden. Er enthält keinen Namen und beweist nichts: Wer die Lektion hat, kann so einen Code erzeugen.",
  copyCode: "Code kopieren",
  edit: "Lektion bearbeiten oder Codes lesen",
  read: "Codes lesen",
  readAbout:
    "Füge die Codes einer Klasse ein, einen pro Zeile, auf Wunsch mit einem Namen vor jedem Code. Alle Codes müssen zur Lektion oben gehören. Ein Code beweist nicht, dass die Rätsel gelöst wurden.",
  codes: "Codes",
  codesLike: "Ada 0G5-…",
  noCode: "Dieser Code gehört nicht zu dieser Lektion oder wurde falsch abgetippt.",
  /** The columns of the table, before those of the puzzles. */
  columns: ["Name", "Gelöst", "Zeit", "Tipps"],
};

/** What was solved here, and the data that the browser keeps. */
export const PROGRESS = {
  title: "Dein Fortschritt",
  /** The columns of the tables. */
  columns: ["Gelöst", "Bestzeit", "Median", "Ohne Tipps"],
  others: "Andere",
  /** @param {number} number */
  solved: (number) => (number === 1 ? "Rätsel gelöst" : "Rätsel gelöst"),
  noHints: "ohne Tipps",
  calendar: "Die Tage",
  /** @param {Value} day @param {Value} done */
  dayOf: (day, done) => `${day}: ${done}`,
  /** How a day went, by the look of its square. @type {Record<string, string>} */
  states: { alone: "ohne Tipps gelöst", helped: "mit Tipps gelöst", missed: "verpasst" },
  month: "Monat",
  /** The columns of the table of months. */
  monthColumns: ["Tage gelöst", "Ohne Tipps", "Verpasst"],
  byWeekday: "Tagesrätsel",
  weekday: "Wochentag",
  /** @param {number} number */
  row: (number) => (number === 1 ? "Tag in Folge" : "Tage in Folge"),
  /** @param {number} number */
  longest: (number) => (number === 1 ? "Tag in der längsten Serie" : "Tage in der längsten Serie"),
  byKind: "Nach Art",
  byLevel: "Nach Stufe",
  none: "Hier werden die Rätsel gezählt, die du löst.",
  data: "Deine Daten",
  about:
    "Spiele, Lösungen, Bretter und Einstellungen liegen nur in diesem Browser. Um sie in einen anderen Browser mitzunehmen, speichere sie in einer Datei. Liest du eine Datei, kommen ihre Daten zu denen dieses Browsers hinzu.",
  save: "In Datei speichern",
  read: "Datei lesen",
  file: "Eine Datei, die diese Seite gespeichert hat",
  done: "Die Daten aus der Datei wurden hinzugefügt.",
  forget: "Alles löschen",
  sure: "Alle Spiele, Lösungen, Bretter und Einstellungen in diesem Browser löschen?",
  foreign: "Diese Datei wurde nicht von tilewright gespeichert.",
  newer:
    "Diese Datei stammt von einer neueren Version von tilewright. Lade die Seite neu und versuche es noch einmal.",
  full: "Dieser Browser lässt die Seite nicht so viele Daten speichern.",
};

/** The tilings of a notebook, one at a time. */
export const PAGER = {
  place: "Nummer der Parkettierung, ab 0",
  first: "Erste Parkettierung",
  before: "Vorige Parkettierung (Pfeil links)",
  next: "Nächste Parkettierung (Pfeil rechts)",
  many: "von vielen",
  /** @param {Value} all */
  ofAll: (all) => `von ${all}`,
  /** @param {Value} title @param {Value} number @param {Value} all @param {Value} pieces */
  picture: (title, number, all, pieces) => `${title}, Parkettierung ${number} ${all}: ${pieces}`,
  /** @param {Value} number @param {Value} all */
  now: (number, all) => `Parkettierung ${number} ${all}`,
  none: "Es gibt keine Parkettierung.",
  tools: "Parkettierungen",
};

/** How a random tiling was drawn, or why none was drawn. The library says the same. */
export const SAMPLES = {
  dominoes: "Domino-Shuffling, exakt gleichverteilt",
  /** @param {Value} order @param {boolean} weighted @param {Value} distance */
  rounded: (order, weighted, distance) =>
    `Domino-Shuffling in einem Aztekendiamanten der Ordnung ${order}, bis auf Rundung ${weighted ? "nach Gewicht verteilt" : "gleichverteilt"} (Totalvariationsabstand höchstens ${distance})`,
  lozenges: "Rauten-Shuffling (Borodin und Gorin), exakt gleichverteilt",
  counted:
    "durch Zählen der Parkettierungen mit jeder einzelnen möglichen Kachel, bis auf Rundung exakt",
  command: "`tilewright sample` mit demselben Startwert",
  /** @param {Value} cell */
  noLightOne: (cell) => `das dunkle Feld ${cell} hat keine hellen Nachbarn`,
  /** @param {Value} number */
  noLight: (number) => `die ${number} dunklen Felder haben keine hellen Nachbarn`,
  /** @param {Value} cell */
  noneOne: (cell) => `das Feld ${cell} hat keine Nachbarn`,
  /** @param {Value} number */
  none: (number) => `die ${number} Felder haben keine Nachbarn`,
  /** @param {Value} number @param {number} others */
  fewLight: (number, others) =>
    `die ${number} dunklen Felder haben nur ${others === 1 ? "einen hellen Nachbarn" : `${others.toLocaleString("de")} helle Nachbarn`}, und jedes braucht einen eigenen`,
  /** @param {Value} number @param {number} others */
  few: (number, others) =>
    `die ${number} Felder haben nur ${others === 1 ? "einen Nachbarn" : `${others.toLocaleString("de")} Nachbarn`}, und jedes braucht einen eigenen`,
  unfit:
    "zufällige Parkettierungen brauchen ein Brett aus Quadraten oder Dreiecken, ohne verbundene Seiten und ohne Zeichen",
  noWeights: "Gewichte brauchen ein Brett aus Quadraten",
};

/** Whether a piece tiles the plane, and why. The library says the same. */
export const DECIDED = {
  // In the terms of the field
  hole: "das Teil hat ein Loch, das keine Kopie füllen kann",
  /** @param {Value} type @param {number} tiles */
  isohedral: (type, tiles) =>
    `eine isoedrische Parkettierung vom Heesch-Typ ${type} mit ${tiles === 1 ? "einer Kachel" : `${tiles} Kacheln`} pro Periode`,
  noTranslations:
    "das Teil müsste allein durch Verschiebungen parkettieren, aber sein Rand ist nicht vom Heesch-Typ TTTTTT",
  /** @param {number} tiles @param {Value} classes */
  periodic: (tiles, classes) =>
    `eine periodische Parkettierung mit ${tiles === 1 ? "einer Kachel" : `${tiles} Kacheln`} pro Periode in ${classes} Klassen`,
  fewest: "; weniger sind unmöglich",
  /** @param {number} tiles */
  perhapsFewer: (tiles) =>
    `; weniger sind vielleicht möglich${tiles ? `, aber nicht mit Perioden aus bis zu ${tiles === 1 ? "einer Kachel" : `${tiles} Kacheln`}` : ""}`,
  /** @param {number} rings */
  rings: (rings) =>
    rings === 0
      ? "um das Teil passt kein Ring aus Kopien"
      : rings === 1
        ? "um das Teil passt ein Ring aus Kopien, aber keine zwei"
        : `um das Teil passen ${rings} Ringe aus Kopien, aber keine ${rings + 1}`,
  lastHole: ", und der letzte Ring hat ein Loch",
  holes: ", und die Ringe haben Löcher",
  timeLimit: "die Zeit hat nicht gereicht",
  tooLarge: "das Teil ist zu groß, um im Browser nach weiteren Ringen zu suchen",
  noIsohedral: "es gibt keine isoedrische Parkettierung",
  /** @param {Value} tiles */
  noPeriod: (tiles) => `keine Parkettierung hat eine Periode aus bis zu ${tiles} Kacheln`,
  /** @param {Value} rings */
  fit: (rings) => `um das Teil passen ${rings} Ringe aus Kopien`,
  nothing: "innerhalb der Grenzen wurde nichts bewiesen",

  // What is wrong with a piece
  /** @param {Value} most @param {Value} side */
  large: (most, side) =>
    `ein Teil im Browser darf höchstens ${most} Zeilen und Spalten haben, nicht ${side}`,
  apart: "um die Ebene zu parkettieren, müssen die Felder eines Teils über Kanten zusammenhängen",

  // In plain words
  /** @param {number} tiles */
  group: (tiles) =>
    `${tiles === 1 ? "Eine Kachel" : `Eine Gruppe aus ${tiles} Kacheln`}, ohne Drehung wiederholt, ergibt das ganze Muster.`,
  /** @param {Value} classes */
  sorts: (classes) =>
    ` Das Muster hat ${classes} Sorten von Kacheln. Kacheln derselben Sorte haben die gleiche Umgebung.`,
  fewestPlain: " Kein Muster hat weniger Sorten.",
  noTranslationsPlain: "Kopien, die nie gedreht werden, können die Ebene nicht bedecken.",
  /** @param {number} tiles @param {number} rings */
  notKnown: (tiles, rings) =>
    `Vielleicht braucht ein Muster mehr Kacheln, als die Suche probiert hat.${tiles ? ` Keine Gruppe aus bis zu ${tiles} Kacheln ergibt wiederholt ein Muster.` : ""}${rings ? ` Um das Teil passen ${rings} Ringe aus Kopien.` : ""}`,
};

/** What is wrong with a board, a piece, a puzzle or an ID that was given. The library says the same. */
export const FAULTS = {
  // Figures
  /** @param {Value} names */
  figureAreas: (names) => `mit keiner erlaubten Anzahl bedecken ${names} gleich viele Felder`,
  /** @param {Value} names */
  figureColors: (names) =>
    `in einer Schachbrettfärbung bedecken ${names} bei jeder erlaubten Anzahl verschieden viele dunkle Felder`,
  // IDs and names of puzzles
  longId: "die ID ist zu lang",
  badId: "ungültige oder unvollständige Rätsel-ID",
  /** @param {Value} words */
  rule: (words) => `die Regel „${words}“ passt nicht zu Brett und Teilen`,
  noId: "kein Rätsel hat diese ID",
  notShort: "eine kurze ID kann dieses Rätsel nicht darstellen",
  /** @param {Value} longest */
  shortId: (longest) => `eine kurze ID muss 4 bis ${longest} Ziffern und Buchstaben haben, ohne U`,
  typo: "in dieser ID ist ein Tippfehler: Ein Buchstabe ist falsch oder fehlt, oder zwei sind vertauscht (der letzte Buchstabe ist eine Prüfziffer)",
  /** @param {Value} length @param {Value} longest */
  needsLong: (length, longest) =>
    `das Rätsel braucht eine ID aus ${length} Zeichen; erlaubt sind höchstens ${longest}`,
  /** @param {Value} board */
  boardOfId: (board) => `IDs unterstützen das Brett „${board}“ nicht`,
  /** @param {Value} largest @param {Value} area */
  largeId: (largest, area) =>
    `ein Brett in einer ID darf höchstens ${largest} Felder haben, nicht ${area}`,
  /** @param {Value} name @param {string[]} near */
  puzzle: (name, near) =>
    `unbekanntes Rätsel „${name}“${near.length ? `; meintest du ${near.join(" oder ")}?` : ""}`,
  /** @param {Value} day */
  day: (day) => `ungültiger Tag „${day}“`,
  /** @param {Value} name */
  weekday: (name) => `unbekannter Wochentag „${name}“`,
  /** @param {Value} day */
  otherWeekday: (day) => `der Wochentag von ${day} ist falsch`,
  /** @param {Value} kind */
  kind: (kind) => `unbekannte Rätselart „${kind}“`,

  // Boards
  noCells: "das Brett ist leer: Es gibt kein Feld zu bedecken",
  noRows: "ein Brett muss mindestens eine Zeile und eine Spalte haben",
  /** @param {Value} most @param {Value} area */
  large: (most, area) => `ein Brett darf höchstens ${most} Felder haben, nicht ${area}`,
  /** @param {Value} most @param {Value} area */
  largeHere: (most, area) =>
    `ein Brett im Browser darf höchstens ${most} Felder haben, nicht ${area}`,
  fewer: "das Brett hat zu viele Felder",
  /** @param {Value} hole @param {Value} numbers */
  hole: (hole, numbers) => `das Loch ${hole} muss ${numbers} Koordinaten haben`,
  /** @param {Value} hole */
  noHole: (hole) => `das Loch ${hole} ist außerhalb des Bretts oder doppelt genannt`,
  /** @param {Value} cells @param {Value} size */
  size: (cells, size) =>
    `die Größe eines Bretts (${cells}) muss Zeilen x Spalten sein, nicht ${size}`,
  /** @param {Value} cells @param {Value} size */
  sizeOfLayers: (cells, size) =>
    `die Größe eines Bretts (${cells}) muss Ebenen x Zeilen x Spalten sein, nicht ${size}`,
  /** @param {Value} board */
  noSize: (board) => `„${board}“ ist kein Brett einer unterstützten Größe`,
  /** @param {Value} board */
  board: (board) => `„${board}“ ist kein Brett`,
  /** @param {Value} shape @param {Value} size */
  oneNumber: (shape, size) => `die Größe von ${shape} muss eine einzige Zahl sein, nicht ${size}`,
  /** @param {Value} shape @param {Value} size */
  sides: (shape, size) => `die Seiten von ${shape} müssen mindestens 1 sein, nicht ${size}`,
  /** @param {string} shape @param {Value} most @param {Value} layers */
  layers: (shape, most, layers) =>
    `${shape === "pyramid:" ? "eine Pyramide" : "ein Tetraeder"} darf höchstens ${most} Kugelebenen haben, nicht ${layers}`,
  /** @param {Value} letter @param {Value} line @param {Value} column */
  letter: (letter, line, column) =>
    `unerwartetes Zeichen „${letter}“ in einem Brett (Zeile ${line}, Spalte ${column})`,
  /** @param {number} cells @param {string[]} marks @param {number} all  How many marks there are. */
  foreignMarks: (cells, marks, all) => {
    const more = all > marks.length ? [`${all - marks.length} weitere`] : [],
      listed = [...marks, ...more],
      words = [listed.slice(0, -1).join(", "), ...listed.slice(-1)].filter(Boolean).join(" und ");
    const which = all > 1 ? `die Zeichen ${words}` : `das Zeichen ${words}`,
      have = cells > 1 ? `alle ${cells} Felder` : "das Feld";
    return `kein Teil hat ${which}, wohl aber ${have}; schreibe # für ein Feld und . für kein Feld`;
  },
  /** @param {number} row @param {string} text */
  textRow: (row, text) =>
    `Zeile ${row} des Bretts ist keine Zeichnung: „${text}“; schreibe # für ein Feld und . für kein Feld`,
  outlines: "Umrisse lassen sich nur auf flachen Brettern aus Quadraten zeichnen",
  /** @param {Value} cells */
  marks: (cells) => `Zeichen auf ${cells} werden im Browser nicht unterstützt`,

  // Joined sides
  /** @param {Value} cells */
  joined: (cells) =>
    `nur flache Bretter können verbundene Seiten haben, dieses Brett besteht aus ${cells}`,
  /** @param {Value} one @param {Value} other @param {Value} surface */
  coincide: (one, other, surface) =>
    `die Felder ${one} und ${other} fallen zusammen (Fläche: ${surface})`,
  periods: "die Perioden müssen linear unabhängig sein",
  noPeriod: "eine Periode darf nicht 0,0 sein",
  /** @param {Value} period @param {Value} cells */
  period: (period, cells) => `die Periode ${period} bildet ${cells} auf Felder anderer Art ab`,
  /** @param {Value} most @param {Value} element */
  glide: (most, element) =>
    `die Gleitspiegelung muss eine Symmetrienummer von 1 bis ${most} sein, nicht ${element}`,
  badGlide:
    "die Gleitspiegelung ist ungültig: Zweimal angewandt, muss sie eine der Verschiebungen ergeben, und sie muss jede Verschiebung auf eine Verschiebung abbilden",
  /** @param {Value} name @param {Value} supported */
  surface: (name, supported) => `unbekannte Fläche „${name}“; unterstützt: ${supported}`,
  /** @param {Value} cells @param {Value} columns */
  kinds: (cells, columns) =>
    `um Seiten zu verbinden, muss jede Zeile gleich viele Felder (${cells}) jeder Art haben; hier sind es ${columns} Spalten`,
  /** @param {Value} cells */
  slanted: (cells) =>
    `auf einem Brett aus ${cells} lassen sich linke und rechte Seite nicht gewendet verbinden, weil die Zeilen schräg sind; unterstützt: cylinder, torus`,
  /** What surfaces are called that have another name in an ID. @type {Record<string, string>} */
  surfaces: { moebius: "Möbiusband", klein: "Kleinsche Flasche" },

  // Pieces
  /** @param {Value} turn */
  turn: (turn) => `muss „free“, „one-sided“, „half-turn“ oder „fixed“ sein, nicht „${turn}“`,
  /** @param {Value} letter @param {Value} line @param {Value} column */
  drawing: (letter, line, column) =>
    `unerwartetes Zeichen „${letter}“ in einer Zeichnung (Zeile ${line}, Spalte ${column}); verwende # für ein Feld, . für kein Feld und Buchstaben als Zeichen`,
  /** @param {Value} word */
  path: (word) => `„${word}“ ist ein Pfad, kein Teil`,
  noDrawing: "die Zeichnung hat kein Feld; zeichne jedes Feld als #",
  /** @param {Value} word */
  piece: (word) => `ein Teil muss ein Name oder eine Zeichnung sein, nicht „${word}“`,
  /** @param {Value} name */
  pieceOrSet: (name) => `unbekanntes Teil oder unbekannter Satz „${name}“`,
  /** @param {Value} most @param {Value} size */
  brick: (most, size) => `ein Rechteck muss 1 bis ${most} Felder haben, nicht ${size}`,
  /** @param {Value} many @param {Value} one */
  whichOf: (many, one) => `welche ${many}? Schreibe Buchstaben oder Nummern hinter „${one}:“`,
  /** @param {Value} one @param {Value} many */
  which: (one, many) => `welches ${one}? Schreibe „${many}“ für den ganzen Satz`,
  /** @param {Value} name @param {Value} set @param {Value} letters */
  pieceOf: (name, set, letters) =>
    `unbekanntes Teil „${name}“ in ${set}; die Buchstaben sind ${letters}`,
  /** @param {Value} one @param {Value} name @param {Value} letters */
  noLetter: (one, name, letters) => `unbekanntes ${one} „${name}“; die Buchstaben sind ${letters}`,
  /** @param {Value} one @param {Value} name @param {Value} most */
  noNumber: (one, name, most) => `unbekanntes ${one} „${name}“; die Nummern sind 1 bis ${most}`,
  /** @param {Value} one @param {Value} name @param {Value} most @param {Value} names */
  noNumberOrName: (one, name, most, names) =>
    `unbekanntes ${one} „${name}“; die Nummern sind 1 bis ${most}, die Namen ${names}`,
  /** @param {Value} name @param {Value} one @param {Value} number */
  mirrored: (name, one, number) =>
    `„${name}“ gibt es nicht, denn das ${one} ${number} ist sein eigenes Spiegelbild`,
  /** @param {Value} one @param {Value} name @param {Value} most @param {Value} got */
  orientation: (one, name, most, got) =>
    `die Ausrichtung von ${one} „${name}“ muss .1 bis .${most} sein, nicht „${got}“`,
  /** @param {Value} size @param {Value} cells */
  noSet: (size, cells) => `kein Satz für ${size} ${cells}`,
  /** @param {Value} piece @param {Value} copies */
  copiesOf: (piece, copies) =>
    `${piece}: ungültige Anzahl „${copies}“; schreibe „=3“ für drei, „=1..4“ für einen Bereich, „=1..“ für mindestens eins oder „+“ für beliebig viele`,
  /** @param {Value} one @param {Value} other @param {Value} name */
  namedTwice: (one, other, name) =>
    `„${one}“ und „${other}“ bezeichnen beide ${name}; nenne dieses Teil einmal, mit seiner Anzahl`,
  /** @param {Value} one @param {Value} set @param {Value} name */
  setFirst: (one, set, name) =>
    `„${one}“ und „${set}“ bezeichnen beide ${name}; schreibe den Satz zuerst: ${set} ${one}`,
  /** @param {Value} piece @param {Value} least @param {Value} most */
  leastMost: (piece, least, most) =>
    `${piece}: Die kleinste Anzahl darf nicht größer als die größte sein; hier sind es ${least} und ${most}`,

  // Puzzles
  /** @param {Value} number */
  more: (number) => `und ${number} weitere`,
  noPieces: "keine Teile angegeben; mindestens eines ist nötig",
  /** @param {Value} word */
  placed: (word) =>
    `${word}: Ein gelegtes Teil wird als TEIL:Zeile,Spalte-Zeile,Spalte-… geschrieben, etwa L3:0,0-1,0-1,1`,
  /** @param {Value} word @param {Value} cells @param {Value} piece @param {Value} others */
  lattice: (word, cells, piece, others) =>
    `${word}: Das Brett besteht aus ${cells}, aber das Teil ${piece} aus ${others}`,
  /** @param {Value} least @param {Value} most */
  empty: (least, most) =>
    `für die Zahl der freien Felder muss 0 <= kleinste <= größte gelten; hier sind es ${least} und ${most}`,
  /** @param {Value} most @param {Value} available */
  emptyMost: (most, available) =>
    `bis zu ${most} freie Felder sind verlangt, aber höchstens ${available} dürfen frei bleiben`,
  /** @param {Value} number @param {Value} name */
  sameName: (number, name) => `${number} verschiedene Teile heißen „${name}“`,
  /** @param {Value} one @param {Value} other */
  samePiece: (one, other) =>
    `die Teile ${one} und ${other} haben eine gemeinsame Ausrichtung, eine Parkettierung könnte sie also nicht unterscheiden`,
  /** @param {Value} surface @param {Value} pieces */
  turned: (surface, pieces) =>
    `ein Teil, das einmal herumwandert (Fläche: ${surface}), kommt gewendet zurück, aber ${pieces} darf man nicht wenden; setze turn auf „free“`,
  /** @param {Value} pieces @param {Value} others */
  andMore: (pieces, others) => `${pieces} und ${others} weitere`,
  /** @param {Value} word @param {Value} piece */
  noPiece: (word, piece) => `${word}: Das Problem hat kein Teil „${piece}“`,
  /** @param {Value} word @param {Value} cell */
  outside: (word, cell) => `${word}: Das Feld ${cell} ist nicht auf dem Brett`,
  /** @param {Value} word @param {Value} cell @param {Value} other */
  covered: (word, cell, other) => `${word}: Auf dem Feld ${cell} liegt schon ${other}`,
  /** @param {Value} word @param {Value} cell @param {Value} times */
  twice: (word, cell, times) => `${word}: Das Feld ${cell} ist ${times}-mal genannt`,
  /** @param {Value} word */
  noOrientation: (word) => `${word}: Das Teil hat in keiner Ausrichtung diese Felder und Zeichen`,
  /** @param {Value} number @param {Value} name @param {Value} most */
  manyCopies: (number, name, most) =>
    `${name} liegt ${number}-mal, aber höchstens ${most}-mal ist erlaubt`,
};
