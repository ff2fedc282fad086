// All texts of the page in French: whatever a person reads or hears, by where it stands. A
// translation is another file like this one (see "The page" in CONTRIBUTING.md). Each group is
// exported by itself and uses no other, so that a script has only the groups that it needs.

/** What is put into a text. @typedef {string | number} Value */

/** The tag of the language: dates and numbers are written as there, too. */
export const LANGUAGE = "fr";

/** What several views say. */
export const SHARED = {
  undo: "Annuler",
  redo: "Rétablir",
  undoKey: "Annuler (Z)",
  redoKey: "Rétablir (Y)",
  again: "Rejouer",
  clear: "Vider le plateau",
  next: "Casse-tête suivant",
  back: "Retour aux casse-têtes",
  example: "Ce lien est illisible, la page montre donc un exemple.",
  board: "Plateau",
  rows: "Lignes",
  columns: "Colonnes",
  /** @param {number} least @param {number} most @param {Value} used */
  range: (least, most, used) =>
    `Il faut un nombre entier de ${least} à ${most} ; ${used} est utilisé.`,
  colors: "Couleurs",
  patterns: "Avec motifs",
  kind: "Type",
  level: "Niveau",
  /** The levels of puzzles. @type {Record<string, string>} */
  levels: { easy: "facile", medium: "moyen", hard: "difficile", expert: "expert" },
  ungraded: "sans niveau",
  /** @param {Value} size @param {number} count */
  boardAndPieces: (size, count) => `${size}, ${count} ${count < 2 ? "pièce" : "pièces"}`,
  solved: "Résolu !",
  zoom: "Zoom",
  controls: "Commandes",
  copyLink: "Copier le lien",
  copyCommand: "Copier la commande",
  copyCommandTitle: "Copier la commande qui ouvre ce casse-tête",
  /** @param {Value} kind */
  saveAs: (kind) => `Enregistrer en ${kind}`,
  link: "Le lien :",
  linkCopied: "Lien copié.",
  command: "La commande :",
  commandCopied: "Commande copiée. Lancez-la dans un terminal pour ouvrir le casse-tête.",
  copyFrame: "Copier le HTML",
  copyFrameTitle: "Copier le HTML qui montre ce casse-tête dans une page web",
  frame: "Le HTML :",
  frameCopied: "HTML copié. Collez-le dans une page web pour y montrer le casse-tête.",
  open: "Ouvrir dans un onglet",
  result: "Le résultat :",
  resultCopied: "Résultat copié. Vous pouvez coller le texte où vous voulez.",
  large: "L’image est trop grande.",
  noFullScreen: "Ce navigateur ne permet pas le plein écran ici",
};

/** Links to other sites. */
export const LINKS = {
  open: "Lien de puzz.link ou Penpa+",
  opened: "Lien ouvert.",
  /** @param {string} site */
  copy: (site) => `Pour ${site}`,
  /** @param {string} site */
  copyTitle: (site) => `Copier le lien pour ${site}`,
  damaged: "Ce lien est illisible.",
  /** @param {string} genre */
  unknown: (genre) =>
    `${genre ? `Le genre « ${genre} » n’est pas pris en charge.` : "Les données ne correspondent à aucun genre pris en charge."} Genres pris en charge : Shikaku, Pentominous, Tetrominous, Heteromino, Fillomino et, depuis Penpa+, Dominosa.`,
  /** @param {string} kinds */
  several: (kinds) =>
    `Les données correspondent à plusieurs genres : ${kinds}. Choisissez une étiquette de genre dans Penpa+.`,
  /** @param {string} clue */
  clue: (clue) => `Le lien contient une donnée inconnue : ${clue}.`,
  /** @param {string} part */
  strange: (part) => `Le dessin contient des éléments qui ne sont pas pris en charge : ${part}.`,
  squares: "Seuls les plateaux de carrés sont pris en charge.",
  lines: "Les lignes entre les cases du plateau ne sont pas prises en charge.",
  outside: "Une donnée est en dehors du plateau.",
  /** @param {number} most */
  large: (most) => `Le plateau a plus de ${most} lignes ou colonnes.`,
};

/** What there is to explore. */
export const EXPLORE = {
  title: "Explorer",
  groups: { proofs: "Preuves", shapes: "Formes", tilings: "Pavages", lessons: "Pour la classe" },
  /** The title of each view, and what it shows. */
  cards: {
    watch: ["Observer", "Regardez le solveur essayer, échouer et revenir en arrière."],
    deficient: [
      "La case manquante",
      "Retirez n’importe quelle case : les trominos en L remplissent le reste.",
    ],
    find: [
      "Trouvez-les toutes",
      "Dessinez toutes les formes de quelques cases. Les trouverez-vous toutes ?",
    ],
    plane: ["Le plan", "Dessinez une forme et voyez si elle pave le plan."],
    figures: ["Figures", "Trouvez une figure que deux pièces différentes pavent chacune."],
    atlas: ["Atlas", "Consultez ce que l’on sait de chaque petite forme."],
    random: ["Pavages aléatoires", "Tirez l’un des milliards de pavages, tous équiprobables."],
    lesson: ["Leçons", "Partagez des casse-têtes et des notes avec une classe, en un seul lien."],
    learn: ["Apprendre", "Cinq petits plateaux enseignent chaque type de casse-tête."],
    canvas: ["Toile", "Posez les tuiles de votre choix et peignez-les."],
    all: ["Tous les pavages", "Voyez d’un coup tous les pavages d’un petit plateau."],
  },
  docs: "Documentation du programme et de la bibliothèque",
  install: "Installer pour jouer hors ligne",
};

/** The frame around the views. */
export const PAGE = {
  /** What stands in index.html, too: there it is seen before the page has loaded. */
  html: {
    skip: "Aller au casse-tête",
    pages: "Pages",
    play: "Jouer",
    make: "Créer",
    explore: "Explorer",
    keys: "Touches (?)",
  },
  /** The titles of the views. @type {Record<string, string>} */
  titles: {
    "": "Casse-têtes",
    collections: "Collections",
    make: "Créer",
    watch: "Observer",
    deficient: "La case manquante",
    plane: "Le plan",
    figures: "Figures",
    random: "Pavages aléatoires",
    all: "Tous les pavages",
    find: "Trouvez-les toutes",
    canvas: "Toile",
    lesson: "Leçon",
    learn: "Apprendre",
    progress: "Vos progrès",
    tilings: "Pavages",
    day: "Jours",
    explore: "Explorer",
  },
  puzzle: "Casse-tête",
  badLink: "Ce lien est endommagé et n’est lisible qu’en partie.",
  failed: "Une erreur s’est produite",
  nowhere: "Cette page n’existe pas",
  nowhereAbout: "Le lien est peut-être ancien ou incomplet.",
  noPuzzle: "Casse-tête introuvable",
  todays: "Le casse-tête du jour",
  again: "Réessayer",
  themes: {
    auto: "Couleurs : celles du système",
    light: "Couleurs : claires",
    dark: "Couleurs : sombres",
  },
  notSaved:
    "Ce navigateur ne permet pas à la page d’enregistrer vos parties. Elles seront perdues quand vous fermerez la page.",
  exportAll: "Exporter",
  close: "Fermer",
  newVersion: "Une nouvelle version est disponible.",
  reload: "Recharger",
  later: "Plus tard",
  language: "Langue",
};

/** What a request could not do. */
export const SERVER = {
  away: "Le serveur ne répond pas. tilewright tourne-t-il encore ?",
  offline: "La page ne peut pas être chargée. Êtes-vous en ligne ?",
  interrupted: "La connexion a été interrompue.",
  /** @param {Value} status */
  answered: (status) => `Le serveur a répondu avec le statut ${status}.`,
  /** @param {Value} path @param {Value} status */
  noFile: (path, status) => `Il manque une partie de ce site : ${path} (${status}).`,
  /** @param {Value} first @param {Value} last */
  days: (first, last) =>
    `Les casse-têtes quotidiens vont du ${first} au ${last}. Pour ce jour, il n’y a qu’un casse-tête de calendrier.`,
  noPuzzle: "Seul le programme tilewright peut créer ce casse-tête.",
  crashed: "Le calcul s’est arrêté de façon inattendue. Réessayez.",
  noWorker:
    "Ce casse-tête a besoin des Web Workers, que ce navigateur ne prend pas en charge ou n’autorise pas.",
  /** @param {Value} command */
  needs: (command) => `Pour cela, il faut le programme tilewright : ${command}`,
  noAnswer: "Aucune réponse trouvée. Essayez d’autres données ou un problème plus petit.",
};

/** The first view. */
export const GALLERY = {
  title: "Placez les pièces. Remplissez le plateau.",
  lead: "Des casse-têtes de pavage avec une seule règle : couvrir chaque case, sans qu’il reste de pièce.",
  welcome: "Première visite ?",
  first: {
    kicker: "Trois pièces",
    name: "Votre premier casse-tête",
    about: "Remplissez le plateau avec les trois pièces. Cela prend dix secondes.",
  },
  /** @param {Value} day */
  today: (day) => `Aujourd’hui, ${day}`,
  /** @param {Value} day */
  standIn: (day) =>
    `Les casse-têtes du jour ne sont pas encore prêts. À part le calendrier, ceux-ci datent du ${day}.`,
  /** @param {number} days */
  row: (days) => `${days} ${days > 1 ? "jours" : "jour"} de suite`,
  progress: "Vos progrès",
  week: "Les sept derniers jours",
  /** @param {Value} day */
  coverAllBut: (day) => `Couvrez tout sauf le ${day}`,
  /** The shelves. @type {Record<string, string>} */
  shelves: {
    talos: "Placer les pièces",
    classic: "Plateaux de pentominos",
    dots: "Casse-têtes à points",
    triangles: "Triangles",
    hexagons: "Hexagones",
    cubes: "Cubes",
  },
  /** What a shelf has. @type {Record<string, string>} */
  about: {
    talos:
      "Remplissez le plateau avec toutes les pièces. Vous pouvez les tourner, mais pas les retourner. (Les plateaux viennent de The Talos Principle.)",
    classic:
      "Remplissez un plateau avec les douze pentominos (pièces de cinq carrés), ou avec les dix-huit si les images miroir comptent comme différentes. Il y a beaucoup de solutions.",
    triangles:
      "Remplissez un plateau avec les douze hexiamants, faits chacun de six triangles. Les pièces tournent par pas de 60 degrés.",
    hexagons:
      "Remplissez un plateau avec les sept tétrahexes, faits chacun de quatre hexagones. Les pièces tournent par pas de 60 degrés.",
    cubes:
      "Remplissez une boîte ou construisez une figure avec des pièces faites de cubes ou de billes : Soma, le cube de Bedlam, Kanoodle et d’autres. On joue couche par couche.",
    dots: "Tracez des lignes qui divisent le plateau en pièces comme celles montrées. Chaque pièce a un point, mais certains points sont cachés.",
  },
  collections: "Collections",
  made: "Créés ici",
  otherDay: "Un autre jour",
  otherDayAbout:
    "Résolvez les casse-têtes d’un autre jour, ou remplissez son calendrier vide, qui a beaucoup de solutions.",
  calendar: "Calendrier",
  weekday: "Calendrier avec jour de la semaine",
  monthBefore: "Mois précédent",
  monthAfter: "Mois suivant",
  /** @param {number} done @param {number} all */
  daySolved: (done, all) =>
    `, ${done === all ? "tous résolus" : `${done} ${done < 2 ? "résolu" : "résolus"}`}`,
  /** @param {number} solved @param {number} alone @param {number} missed */
  month: (solved, alone, missed) =>
    `${solved} ${solved < 2 ? "jour résolu" : "jours résolus"}, ${alone} sans indice, ${missed} ${missed < 2 ? "manqué" : "manqués"}`,
  missed: ", manqué",
  which: "Quels casse-têtes",
  states: { all: "Tous", unsolved: "À résoudre", begun: "En cours", solved: "Résolus" },
  anyLevel: "Tout niveau",
  none: "Aucun casse-tête ne correspond.",
  oneRow: "Montrer une rangée",
  /** @param {Value} count */
  showAll: (count) => `Montrer les ${count}`,
  /** @param {Value} count @param {Value} all */
  solvedOf: (count, all) => `${count} sur ${all} ${Number(count) < 2 ? "résolu" : "résolus"}`,
  /** How many are left of each level. @param {number} count @param {[level: string, count: number][]} levels */
  left: (count, levels) =>
    `Encore ${count} : ${levels.map(([level, number]) => `${level} (${number})`).join(", ")}.`,
  /** @param {number} count @param {number} alone */
  finished: (count, alone) =>
    `Vous avez résolu les ${count}${alone ? `, ${alone === count ? "tous" : `dont ${alone}`} sans indice` : ""}.`,
  /** @param {Value} name */
  next: (name) => `Suivant : ${name}`,
  /** @param {Value} name @param {Value} number */
  numbered: (name, number) => `${name}, n° ${number}`,
  /** @param {Value} name */
  eighteen: (name) => `${name}, 18 pièces`,
  /** @param {Value} size @param {string} pieces */
  dotsOf: (size, pieces) => `${size}, ${pieces}`,
  done: "résolu",
  /** @param {Value} time */
  solvedIn: (time) => `résolu en ${time}`,
  /** @param {Value} percent */
  share: (percent) => `fait à ${percent} %`,
  go: "Continuer",
  play: "Jouer",
  more: "Indices et plus",
};

/** The first view: the day, and ways to other puzzles. */
export const HOME = {
  others: "Autres casse-têtes",
  collectionsAbout: "plateaux, cubes, autres jours",
  make: "Créer un casse-tête",
  makeAbout: "de tout type, à votre niveau",
  lastOne: "le dernier casse-tête joué",
  /** @param {number} count */
  allDone: (count) => `Les ${count} sont résolus`,
  /** @param {number} hours @param {number} minutes */
  nextIn: (hours, minutes) =>
    `Nouveaux casse-têtes dans ${hours ? `${hours} h ` : ""}${minutes} min.`,
  missed: "À résoudre cette semaine :",
};

/** A day. */
export const DAY = {
  before: "Jour précédent",
  after: "Jour suivant",
  week: "La semaine",
  thisWeek: "Cette semaine",
  plan: "Les casse-têtes sont de plus en plus difficiles du lundi au dimanche. Le spécial dimanche a un plateau qu’on ne voit aucun autre jour.",
  weekDone: "Vous avez résolu toute la semaine.",
  follow: "S’abonner aux casse-têtes quotidiens",
  followAbout:
    "Ajoutez les casse-têtes quotidiens à votre agenda ou à votre lecteur de flux. Chaque entrée mène aux casse-têtes de cette page.",
  calendar: "Agenda (iCal)",
  feed: "Flux (Atom)",
  /** @param {Value} word */
  noDay: (word) =>
    `« ${word} » n’est pas une date. Écrivez les dates sous la forme année-mois-jour.`,
};

/** A game. */
export const GAME = {
  loading: "Chargement…",
  pieces: "Pièces",
  eachOnce:
    "Tracez des lignes qui divisent le plateau en pièces comme celles montrées. Les pièces trouvées pâlissent, et celles que vous tracez trop souvent prennent un bord rouge.",
  /** @param {string} name */
  foundPiece: (name) => `${name}, trouvé`,
  hint: "Indice",
  hintKey: "Indice (H)",
  check: "Vérifier",
  checkKey: "Vérifier (C)",
  nextTitle: "Aller au casse-tête suivant",
  tools: "Partie",
  restart: "Recommencer",
  restartTitle: "Recommencer le casse-tête et le chronomètre",
  restarted: "C’est reparti.",
  restartedKey: "C’est reparti. Annuler (Z) rétablit le plateau.",
  more: "Plus",
  how: "Comment jouer",
  time: "Temps",
  damaged: "Votre partie enregistrée était endommagée, le casse-tête recommence donc.",

  // Hints
  placeIt: "Placer",
  takeOff: "Retirer",
  showIt: "Montrer",
  why: "Pourquoi ?",
  next: "Suivant",
  back: "Retour",
  /** @param {number} number */
  cases: (number) => `Les ${number} cas`,
  /** @param {number} at @param {number} number @param {Value} says */
  caseOf: (at, number, says) => `Cas ${at} sur ${number}. ${says}`,
  noMistakes: "Aucune erreur jusqu’ici.",
  closeHint: "Fermer l’indice",
  deadEnd: "Impasse",
  deadEndTitle:
    "D’ici, le plateau ne peut pas être terminé. Annulez un coup ou demandez un indice.",
  waysTitle:
    "Les solutions qui ne diffèrent que par une rotation de tout le plateau comptent pour une. Les images miroir comptent à part si l’on ne peut pas retourner les pièces.",
  /** @param {number} count @param {Value} number */
  solutions: (count, number) =>
    count ? `${number} ${count < 2 ? "solution" : "solutions"}` : "aucune solution",
  wholeTitle:
    "Les solutions qui ne diffèrent que par une rotation ou une réflexion de tout le plateau comptent pour une.",
  oneTitle: "« Vérifier » vous dit si le plateau peut encore être terminé.",
  waysDone: "résolu",
  away: "Le serveur ne répond pas. tilewright tourne-t-il encore ? Vous pouvez continuer à jouer ; les indices reviendront avec le serveur.",

  // Menus
  showClock: "afficher le chronomètre",
  showWays: "afficher le nombre de solutions restantes",
  sounds: "Son",
  print: "Imprimer",
  change: "Modifier",
  watch: "Observer le solveur",
  colorBy: "Colorer par",
  byPiece: "pièce",
  byEdge: "Voisines différentes",
  byCorner: "Aux coins aussi",
  count: "Couleurs ",
  fewest: "le moins possible",
  asPlaced: "Chaque tuile reçoit sa couleur quand elle est posée.",
  /** @param {number} wanted @param {number} fewest */
  notEnough: (wanted, fewest) =>
    `${wanted} ${wanted < 2 ? "couleur ne suffit pas" : "couleurs ne suffisent pas"} ; il en faut ${fewest}.`,
  /** @param {number} used @param {number} fewest */
  tooMany: (used, fewest) =>
    `${used} ${used < 2 ? "couleur utilisée" : "couleurs utilisées"} ; ${fewest} ${fewest < 2 ? "suffirait" : "suffiraient"}.`,
  /** @param {number} used */
  used: (used) => `${used} ${used < 2 ? "couleur utilisée" : "couleurs utilisées"}.`,
  /** @param {number} used */
  usedLeast: (used) =>
    `${used} ${used < 2 ? "couleur utilisée" : "couleurs utilisées"} ; c’est le minimum.`,

  // Turning a piece
  turn: "Tourner",
  turnTitle: "Tourner la pièce choisie (R)",
  tip: "Basculer",
  sidewaysTitle: "Basculer de côté, de gauche à droite (G)",
  forwardTitle: "Basculer vers l’avant (T)",
  flip: "Retourner",
  flipTitle: "Retourner la pièce choisie (F)",

  // The end
  /** @param {number} hints */
  hints: (hints) => (hints ? `${hints} ${hints < 2 ? "indice" : "indices"}` : "sans indice"),
  scoreTime: "temps",
  /** @param {number} hints */
  scoreHints: (hints) => (hints < 2 ? "indice" : "indices"),
  scoreMade: "casse-têtes créés et résolus de suite",
  /** @param {number} days */
  scoreRow: (days) => (days < 2 ? "jour de suite" : "jours de suite"),
  /** @param {Value} name @param {number} count */
  lastOf: (name, count) => `${name} : vous avez résolu les ${count}.`,
  /** @param {Value} time */
  best: (time) => `record ${time}`,
  /** @param {Value} time */
  faster: (time) => `nouveau record, ${time} de moins`,
  /** @param {Value} number */
  foundBefore: (number) => `déjà trouvée : solution ${number}`,
  /** @param {Value} time @param {Value} help */
  solvedIn: (time, help) => `Résolu en ${time} (${help}) !`,
  /** @param {Value} weekday @param {Value} time */
  usual: (weekday, time) => `votre ${weekday} habituel : ${time}`,
  share: "Partager",
  shareTitle: "Partager le résultat",
  others: "Autres casse-têtes",
  closeEnd: "Fermer et regarder le plateau",
  /** @param {Value} number */
  found: (number) => `${number} ${Number(number) < 2 ? "trouvée" : "trouvées"}`,
  /** @param {Value} number @param {Value} all */
  foundOf: (number, all) => `${number} sur ${all} ${Number(number) < 2 ? "trouvée" : "trouvées"}`,
  /** @param {Value} number */
  number: (number) => `Numéro ${number}`,
};

/** What teaches a kind of puzzle. */
export const LEARN = {
  title: "Apprendre",
  about: "Cinq petits plateaux enseignent chaque type de casse-tête.",
  /** @param {string} name */
  invite: (name) =>
    `Vous ne connaissez pas « ${name} » ? Apprenez ce type sur cinq petits plateaux.`,
  learn: "Apprendre ce type",
  /** @param {string} name @param {number} number @param {number} all */
  board: (name, number, all) => `${name} : plateau ${number} sur ${all}`,
  next: "Plateau suivant",
  play: "Résoudre un casse-tête",
  /** The boards of each kind, and of puzzles with cubes: what each of them shows. @type {Record<string, { title: string, boards: string[] }>} */
  kinds: {
    dots: {
      title: "Points",
      boards: [
        "Divisez le plateau en pièces de trois cases. Une pièce droite a son point au milieu.",
        "Une pièce en forme de L a son point dans le coin.",
        "Chaque pièce a trois cases : n’isolez donc pas une région d’une ou deux cases.",
        "Certains points sont cachés : une pièce de ce plateau n’a pas de point.",
        "Un casse-tête complet : commencez par un point où une seule pièce tient.",
      ],
    },
    sigil: {
      title: "Placer les pièces",
      boards: [
        "Remplissez le plateau. Le 2 indique que vous avez deux exemplaires de cette pièce : tournez-les jusqu’à ce que les deux tiennent.",
        "Chaque pièce a quatre cases : ne laissez donc pas de vide de moins de quatre cases.",
        "Commencez par la pièce droite, car c’est elle qui tient à le moins d’endroits.",
        "Vous pouvez tourner une pièce, mais pas la retourner : deux de ces pièces sont des images miroir.",
        "Un casse-tête complet : pour chaque coin, demandez-vous quelles pièces peuvent le remplir.",
      ],
    },
    given: {
      title: "À terminer",
      boards: [
        "La pièce au cadenas reste où elle est. Remplissez le reste du plateau.",
        "Dans ce casse-tête, vous pouvez retourner les pièces, et il faut retourner le L.",
        "Cherchez une case qu’une seule pièce peut couvrir, et placez d’abord cette pièce.",
        "Chaque pièce a cinq cases : n’isolez donc pas une région de moins de cinq cases.",
        "Un casse-tête complet : il reste trois pièces. Commencez à côté de la pièce au cadenas.",
      ],
    },
    hole: {
      title: "Trouver le trou",
      boards: [
        "Une case reste vide. Dessinez les trois pièces : chaque L a son point dans le coin.",
        "Dans certains casse-têtes, on place des pièces au lieu de dessiner. La case qui reste est le trou.",
        "Un L couvre la case de son point et deux cases voisines. Aucun L ne peut atteindre le trou.",
        "Un vide d’une seule case est forcément le trou, car aucune pièce n’y tient.",
        "Un casse-tête complet : une seule case peut rester vide, ne laissez donc pas d’autre vide.",
      ],
    },
    dominosa: {
      title: "Dominosa",
      boards: [
        "Chaque domino du jeu figure une seule fois sur le plateau. Reliez les deux nombres de chaque domino.",
        "Deux 0 ne sont côte à côte qu’à un seul endroit, ils forment donc un domino.",
        "Si un nombre n’a qu’un voisin libre, reliez les deux.",
        "Chaque domino n’apparaît qu’une fois : si vous avez relié deux nombres, ne reliez pas les deux mêmes ailleurs.",
        "Un casse-tête complet : commencez par deux nombres qui ne sont côte à côte qu’à un seul endroit.",
      ],
    },
    shikaku: {
      title: "Shikaku",
      boards: [
        "Divisez le plateau en rectangles. Chaque nombre indique combien de cases compte son rectangle.",
        "Un rectangle avec un 3 est toujours une ligne. Avec un 4, c’est une ligne ou un carré.",
        "Chaque rectangle ne contient qu’un nombre : arrêtez-vous donc avant le nombre suivant.",
        "Pour chaque coin, demandez-vous quel nombre peut l’atteindre.",
        "Un casse-tête complet : commencez par un nombre dont le rectangle ne tient qu’à peu d’endroits.",
      ],
    },
    pentominous: {
      title: "Pentominous",
      boards: [
        "Divisez le plateau en pièces de cinq cases. Une lettre nomme la pièce qui couvre sa case.",
        "Chaque pièce a cinq cases : n’isolez donc pas une région de moins de cinq cases.",
        "Deux pièces de même forme ne doivent pas avoir de côté commun : la pièce sans lettre n’est donc pas un P.",
        "Regardez les coins : souvent, une seule lettre peut atteindre un coin.",
        "Un casse-tête complet : seules deux des quatre pièces ont une lettre.",
      ],
    },
    tetrominous: {
      title: "Tetrominous",
      boards: [
        "Divisez le plateau en pièces de quatre cases. Une lettre nomme la pièce qui couvre sa case.",
        "Deux pièces de même forme ne doivent pas avoir de côté commun : le S sépare les deux L.",
        "Deux pièces de ce plateau n’ont pas de lettre. Leur forme diffère de celle des pièces voisines.",
        "Chaque pièce a quatre cases : n’isolez donc pas une région de moins de quatre cases.",
        "Un casse-tête complet : seules trois des cinq pièces ont une lettre.",
      ],
    },
    heteromino: {
      title: "Heteromino",
      boards: [
        "Divisez le plateau en pièces de trois cases : des lignes et des équerres.",
        "Chaque pièce a trois cases : n’isolez donc pas une région d’une ou deux cases.",
        "Deux équerres ne peuvent avoir un côté commun que si elles sont orientées différemment.",
        "Deux lignes ne peuvent avoir un côté commun que si l’une est horizontale et l’autre verticale.",
        "Un casse-tête complet : commencez par une case qu’une seule pièce peut couvrir.",
      ],
    },
    fillomino: {
      title: "Fillomino",
      boards: [
        "Divisez le plateau en pièces. Un nombre indique combien de cases compte sa pièce.",
        "Deux pièces de même taille ne doivent pas avoir de côté commun : les deux 2 restent donc séparés.",
        "Des nombres égaux côte à côte appartiennent à la même pièce.",
        "Une pièce de ce plateau n’a pas de nombre. Sa taille diffère de celle des pièces voisines.",
        "Un casse-tête complet : pour chaque nombre, demandez-vous dans quel sens sa pièce peut s’étendre.",
      ],
    },
    pips: {
      title: "Pips",
      boards: [
        "Posez les dominos de sorte que la somme des nombres de chaque région soit le nombre de la région.",
        "Le signe = indique que tous les nombres de la région sont égaux.",
        "Le signe ≠ indique que tous les nombres de la région sont différents.",
        "<3 indique une somme inférieure à 3, et >10 une somme supérieure à 10.",
        "Un casse-tête complet : commencez par une région qui laisse peu de choix.",
      ],
    },
    calendar: {
      title: "Calendrier",
      boards: [
        "Couvrez tout sauf la date, le 14 mars. Il ne reste que deux pièces à placer.",
        "Commencez par une pièce qui ne tient qu’à un seul endroit : ici, le rectangle 2 × 3.",
        "N’isolez pas un vide trop petit pour une pièce.",
        "Cherchez une case qu’une seule pièce peut couvrir.",
        "Un casse-tête complet : placez les quatre dernières pièces en laissant la date visible.",
      ],
    },
    weekday: {
      title: "Calendrier avec jour de la semaine",
      boards: [
        "Couvrez tout sauf le mois, le jour et le jour de la semaine.",
        "Cherchez une case qu’une seule pièce peut couvrir.",
        "N’isolez pas un vide trop petit pour une pièce.",
        "Chaque pièce a quatre ou cinq cases : comptez donc les cases de chaque vide.",
        "Un casse-tête complet : placez les quatre dernières pièces en laissant la date visible.",
      ],
    },
    cubes: {
      title: "Cubes",
      boards: [
        "Le plateau est une boîte, montrée couche par couche. Remplissez les deux couches.",
        "Certaines pièces occupent les deux couches. Basculez une pièce pour la mettre debout.",
        "Une case et celle du dessus sont voisines : une pièce peut donc couvrir des cases des deux couches.",
        "Vous pouvez tourner une pièce dans tous les sens, mais pas la changer en son image miroir.",
        "Un casse-tête complet : deux pièces sont déjà placées. Placez les trois autres.",
      ],
    },
  },
};

/** The result of a game, to be shared. */
export const RESULT = {
  title: "Votre résultat",
  /** @param {Value} title @param {Value} level */
  ofLevel: (title, level) => `${title} (${level})`,
  /** @param {number} days */
  row: (days) => `${days} ${days < 2 ? "jour" : "jours"} de suite`,
  copy: "Copier le texte",
  copyPicture: "Copier l’image",
  pictureCopied: "Image copiée. Vous pouvez la coller où vous voulez.",
  notAllowed: "Ce navigateur ne permet pas de copier ici. Enregistrez plutôt l’image.",
  close: "Fermer",
};

/** Why something cannot be done in a game. The library says the same. */
export const MOVES = {
  /** @param {Value} name */
  noPiece: (name) => `ce casse-tête n’a pas de pièce « ${name} »`,
  /** @param {Value} cell */
  outside: (cell) => `la case ${cell} n’est pas sur le plateau`,
  /** @param {Value} one @param {Value} other */
  noEdge: (one, other) => `les cases ${one} et ${other} n’ont pas de bord commun`,
  /** @param {number} most */
  noCopy: (most) =>
    `le casse-tête permet au plus ${most} ${most < 2 ? "exemplaire" : "exemplaires"} de cette pièce, et il n’en reste pas`,
  /** @param {Value} cell */
  taken: (cell) => `la case ${cell} est déjà couverte`,
  noOrientation: "la pièce n’a aucune orientation avec ces cases et ces signes",
  /** @param {Value} cell */
  given: (cell) => `la case ${cell} est couverte par une pièce qui fait partie du casse-tête`,
  /** @param {Value} cell */
  empty: (cell) => `la case ${cell} est vide`,
  /** @param {Value} piece @param {Value} most @param {Value} orientation */
  orientation: (piece, most, orientation) =>
    `l’orientation de ${piece} doit être entre 0 et ${most}, et non ${orientation}`,
  unknown: "action inconnue",
  notSaved: "ce n’est pas une partie enregistrée",
  /** @param {Value} fault */
  unfit: (fault) => `la partie enregistrée ne correspond pas au casse-tête : ${fault}`,
  /** @param {Value} cell */
  nothingToLift: (cell) => `il n’y a pas de pièce à retirer sur la case ${cell}`,
  savedEdge: "un bord de la partie enregistrée n’est pas sur le plateau",
  bothEdges: "un bord est à la fois tracé et marqué comme absent",
  /** @param {Value} word */
  noMove: (word) => `« ${word} » n’est pas un coup valable dans une partie enregistrée`,
};

/** The rules of a puzzle, each in one sentence. */
export const RULES = {
  fill: "Remplissez le plateau avec toutes les pièces.",
  oneDot: "Chaque pièce contient au plus un point, à l’endroit montré.",
  outlines: "Dessinez des contours. Chaque pièce peut servir autant de fois que vous voulez.",
  solid: "Vous pouvez tourner les pièces dans tous les sens.",
  oneSided: "Vous pouvez tourner les pièces, mais pas les retourner.",
  halfTurn: "Vous pouvez tourner les pièces d’un demi-tour, mais pas les retourner.",
  joined:
    "Les côtés qui ont les mêmes flèches sont reliés. Une pièce qui traverse un côté relié continue au côté qui lui est relié.",
  fixed: "Ne tournez pas et ne retournez pas les pièces.",
  /** The rule of a puzzle with dots that has no other rule. */
  dots: "Divisez le plateau en pièces comme celles ci-dessous. Chaque point du plateau est le point d’une pièce, mais certains points sont cachés.",
};

/** Keyboard help for all views in which you draw. */
const BY_KEYS =
  "Clavier : les flèches déplacent le curseur, Espace commence ou termine une pièce, Maj avec une flèche trace un bord, E choisit la gomme, et Suppr efface une pièce.";
/** What the eraser does. */
const ERASER = "La gomme efface toutes les pièces et tous les bords qu’elle touche.";

/**
 * How to draw pieces of any shape, rectangles, and pieces of two cells: for mouse and keyboard, and for a
 * touch screen. The first paragraph also stands below the board.
 * @type {Record<"path" | "rectangle" | "pair", { mouse: string[], touch: string[] }>}
 */
export const DRAWING = {
  path: {
    mouse: [
      "Faites glisser le pointeur sur les cases d’une pièce, ou cliquez sur ses bords.",
      `Pour marquer qu’une ligne n’est pas un bord, faites un clic droit dessus ou prenez le crayon à notes (X). ${ERASER}`,
      BY_KEYS,
    ],
    touch: [
      "Faites glisser le doigt sur les cases d’une pièce, ou touchez ses bords.",
      `Pour marquer qu’une ligne n’est pas un bord, choisissez « Pas de bord » sous « Plus ». ${ERASER}`,
    ],
  },
  rectangle: {
    mouse: [
      "Faites glisser le pointeur d’un coin d’un rectangle au coin opposé, ou cliquez sur ses bords.",
      `Pour marquer qu’une ligne n’est pas un bord, faites un clic droit dessus ou prenez le crayon à notes (X). ${ERASER}`,
      BY_KEYS,
    ],
    touch: [
      "Faites glisser le doigt d’un coin d’un rectangle au coin opposé, ou touchez ses bords.",
      `Pour marquer qu’une ligne n’est pas un bord, choisissez « Pas de bord » sous « Plus ». ${ERASER}`,
    ],
  },
  pair: {
    mouse: [
      "Cliquez sur la ligne entre deux cases pour les relier.",
      `Pour marquer que deux cases ne sont pas reliées, faites un clic droit sur la ligne qui les sépare ou prenez le mur (X). ${ERASER}`,
      BY_KEYS,
    ],
    touch: [
      "Touchez la ligne entre deux cases pour les relier.",
      `Pour marquer que deux cases ne sont pas reliées, prenez le mur. ${ERASER}`,
    ],
  },
};

/** What there is to draw. */
export const TO_DRAW = {
  plain:
    "Dessinez les contours des pièces. Chaque pièce peut servir autant de fois que vous voulez.",
  dots: "Tracez des lignes qui divisent le plateau en pièces comme celles montrées. Chaque pièce a un point, mais certains points sont cachés.",
};

/**
 * How to play with pieces, in paragraphs: for everybody, for mouse and keyboard, and for a touch screen.
 * The first paragraph for the device also stands below the board.
 * @type {Record<"cubes" | "turning" | "fixed", { all: string[], mouse: string[], touch: string[] }>}
 */
export const HOW = {
  cubes: {
    all: [
      "La couche du dessus est montrée en premier, et tout le plateau est montré à côté des couches.",
    ],
    mouse: [
      "Faites glisser les pièces sur les couches du plateau. R tourne une pièce dans sa couche ; T et G la basculent.",
      "F retourne une pièce si le casse-tête le permet. Double-cliquez sur une pièce de la réserve pour la tourner.",
      "Clavier : Tab va à une pièce et Entrée la prend. Les flèches, Pg préc et Pg suiv déplacent la pièce, et R, T et G la tournent. Entrée pose la pièce, Échap la remet en place.",
    ],
    touch: [
      "Faites glisser les pièces sur les couches du plateau. Touchez une pièce, puis « Tourner » ou « Basculer ».",
      "Touchez le plateau pour poser la pièce choisie, ou touchez une pièce posée pour la retirer.",
    ],
  },
  turning: {
    all: [],
    mouse: [
      "Faites glisser les pièces sur le plateau. Double-cliquez sur une pièce ou appuyez sur R pour la tourner.",
      "Pendant le glissement, R, la molette ou un clic droit tourne la pièce, et F la retourne si le casse-tête le permet.",
      "Pour marquer des cases qu’une pièce ne couvre pas, choisissez la pièce et faites un clic droit sur les cases, ou prenez « Pas ici » (X).",
      "Clavier : Tab va à une pièce et Entrée la prend. Les flèches déplacent la pièce, R la tourne et F la retourne. Entrée pose la pièce, Échap la remet en place.",
    ],
    touch: [
      "Faites glisser les pièces sur le plateau. Touchez deux fois une pièce pour la tourner.",
      "Touchez le plateau pour poser la pièce choisie, ou touchez une pièce posée pour la retirer.",
      "Pour marquer des cases qu’une pièce ne couvre pas, touchez la pièce, choisissez « Pas ici » sous « Plus », puis touchez les cases.",
    ],
  },
  fixed: {
    all: [],
    mouse: [
      "Faites glisser les pièces sur le plateau.",
      "Clavier : Tab va à une pièce et Entrée la prend. Les flèches déplacent la pièce. Entrée pose la pièce, Échap la remet en place.",
    ],
    touch: [
      "Faites glisser les pièces sur le plateau.",
      "Touchez le plateau pour poser la pièce choisie, ou touchez une pièce posée pour la retirer.",
    ],
  },
};

/** The board that is played on or painted, and what it says to screen readers. */
export const BOARD = {
  table:
    "Plateau et pièces. Choisissez une pièce avec Tab et Entrée, et déplacez-la avec les flèches. R tourne la pièce, F la retourne, Entrée la pose et Échap la remet en place.",
  tableOfCubes:
    "Plateau et pièces. Choisissez une pièce avec Tab et Entrée. Les flèches déplacent la pièce, et Pg préc et Pg suiv la changent de couche. R tourne la pièce, T et G la basculent, F la retourne, Entrée la pose et Échap la remet en place.",
  outlines:
    "Plateau. Les flèches déplacent le curseur, Maj avec une flèche trace ou efface le bord de ce côté, et Espace commence ou termine une pièce. X choisit le crayon à notes, E la gomme et D le crayon. Suppr efface la pièce.",
  /** @param {Value} name */
  painter: (name) =>
    `${name}. Les flèches déplacent le curseur, et Espace retire ou remet une case.`,

  // Places and pieces
  /** @param {Value} row @param {Value} column */
  cell: (row, column) => `ligne ${row}, colonne ${column}`,
  /** @param {Value} layer @param {Value} place */
  inLayer: (layer, place) => `couche ${layer}, ${place}`,
  /** @param {number} layer @param {number} last */
  layer: (layer, last) =>
    `Couche ${layer}${layer === 1 ? ", dessus" : layer === last ? ", dessous" : ""}`,
  dot: "point",
  square: "case",
  gap: "vide",
  /** @param {Value} number */
  cubes: (number) => `${number} ${Number(number) < 2 ? "case" : "cases"}`,
  /** @param {Value} cells */
  straight: (cells) => `en ligne droite : ${cells}`,
  /** @param {Value} row @param {Value} cells */
  row: (row, cells) => `ligne ${row} : ${cells}`,
  /** @param {Value} piece @param {Value} cell */
  at: (piece, cell) => `${piece} en ${cell}`,
  /** @param {Value} piece */
  given: (piece) => `${piece}, imposé`,
  /** @param {Value} piece */
  taken: (piece) => `${piece}. Entrée prend la pièce, Suppr la retire.`,
  /** @param {Value} piece @param {number} left @param {string[]} excluded  Where it is noted not to be. */
  left: (piece, left, excluded) =>
    `${piece}, ${left === Infinity ? "à volonté" : `reste ${left}`}${excluded.length ? `, note : pas en ${excluded.join(" ; ")}` : ""}`,

  // Pieces that are moved
  /** @param {Value} piece */
  placed: (piece) => `${piece} : posé`,
  turned: "tourné",
  tipped: "basculé",
  flipped: "retourné",
  noTurning: "On ne peut pas tourner les pièces dans ce casse-tête",
  noFlipping: "On ne peut pas retourner les pièces dans ce casse-tête",
  choose: "Choisissez d’abord une pièce",
  backInTray: "La pièce ne tient pas là et retourne dans la réserve",
  notThere: "La pièce ne tient pas là, quel que soit son sens",
  notHere: "La pièce ne tient pas ici",
  /** @param {boolean} flips */
  turnFirst: (flips) =>
    `La pièce ne tient là que si vous la tournez${flips ? " ou la retournez" : ""}`,
  /** @param {Value} place @param {boolean} fits @param {boolean} doubted */
  fits: (place, fits, doubted) =>
    `${place}, ${fits ? "tient" : "ne tient pas"}${doubted ? ", note : pas ici" : ""}`,

  // Notes
  notHereTool: "Pas ici",
  notHereTitle: "Pas ici : marquer des cases que la pièce choisie ne couvre pas (X)",
  noting: "Vous marquez maintenant des cases que la pièce choisie ne couvre pas",
  placing: "Vous posez maintenant des pièces",
  /** @param {Value} piece @param {string[]} places @param {boolean} back */
  noted: (piece, places, back) =>
    back
      ? `notes retirées : ${piece} en ${places.join(" ; ")}`
      : `note : ${piece} pas en ${places.join(" ; ")}`,
  /** @param {Value} place @param {Value} piece @param {boolean} noted */
  noteAt: (place, piece, noted) => `${place}${noted ? `, note : ${piece} pas ici` : ""}`,
  covered: "Une pièce couvre cette case",

  // Outlines that are drawn
  /** The tools: what each is called, and what one does with it. */
  tools: {
    draw: ["Crayon", "vous dessinez maintenant des pièces"],
    note: ["Pas de bord", "vous marquez maintenant des lignes qui ne sont pas des bords"],
    erase: ["Gomme", "vous effacez maintenant"],
  },
  /** The same where each piece has two cells. */
  toolsOfPairs: {
    draw: ["Relier", "vous reliez maintenant des cases"],
    note: ["Mur", "vous marquez maintenant des cases qui ne sont pas reliées"],
    erase: ["Gomme", "vous effacez maintenant"],
  },
  erased: "effacé",
  nothingErased: "rien à effacer",
  noteRemoved: "note retirée",
  noteAdded: "note ajoutée : pas de bord ici",
  edgeErased: "bord effacé",
  edgeDrawn: "bord tracé",
  begun: "pièce commencée",
  /** @param {number} cells @param {number} whole */
  drawnOf: (cells, whole) => `${cells} sur ${whole}`,
  /** @param {number} cells */
  drawn: (cells) => `pièce de ${cells} ${cells < 2 ? "case" : "cases"} dessinée`,

  // Zooming
  /** @param {Value} scale */
  larger: (scale) => `agrandi ${scale} fois`,
  whole: "tout le plateau",
  zoomOut: "Zoom arrière (-)",
  zoomIn: "Zoom avant (+)",
};

/**
 * What keys, mouse and fingers do.
 * @type {{ title: string, close: string, sheet: [where: string, list: [key: string, what: string][]][] }}
 */
export const KEYS = {
  title: "Touches",
  close: "Fermer",
  sheet: [
    [
      "Partout",
      [
        ["?", "cette fiche"],
        ["Tab", "aller à la commande suivante"],
        ["Échap", "fermer ou annuler"],
      ],
    ],
    [
      "Dans tout casse-tête",
      [
        ["Z", "annuler"],
        ["Y", "rétablir"],
        ["H", "indice ; appuyez encore pour en savoir plus"],
        ["C", "vérifier"],
        ["+ et -", "zoom (ou deux doigts)"],
        ["Ctrl P", "imprimer"],
      ],
    ],
    [
      "Placer des pièces",
      [
        ["Entrée", "prendre ou poser une pièce"],
        ["Flèches", "la déplacer"],
        ["R", "tourner (Maj R dans l’autre sens)"],
        ["F", "retourner"],
        ["T et G", "basculer une pièce de cubes vers l’avant ou de côté"],
        ["Pg préc et Pg suiv", "changer la pièce de couche"],
        ["Suppr", "retirer la pièce du plateau"],
        ["X", "marquer des cases qu’une pièce ne couvre pas (ou clic droit)"],
      ],
    ],
    [
      "Dessiner des contours",
      [
        ["Flèches", "se déplacer"],
        ["Espace", "commencer ou terminer une pièce"],
        ["Maj et une flèche", "tracer ou effacer un bord"],
        ["X", "crayon à notes : marquer qu’il n’y a pas de bord (ou clic droit)"],
        ["E", "la gomme"],
        ["D", "le crayon"],
        ["Suppr", "effacer une pièce"],
      ],
    ],
    [
      "Observer",
      [
        ["Espace", "lecture et pause"],
        ["Flèche droite", "une étape"],
        ["Flèche gauche", "une étape en arrière"],
      ],
    ],
    [
      "La case manquante",
      [
        ["Flèches", "déplacer la croix"],
        ["Entrée", "retirer sa case"],
        ["+ et -", "zoom"],
        ["0", "tout voir"],
        ["H", "aller à la case manquante"],
        ["Pg suiv et Pg préc", "parcourir la preuve niveau par niveau"],
      ],
    ],
    [
      "Le plan",
      [
        ["Flèches", "déplacer le pavage"],
        ["+ et -", "zoom"],
        ["0", "revenir au centre"],
        ["Espace", "ajouter ou retirer une case du dessin"],
      ],
    ],
    [
      "Pavages aléatoires",
      [
        ["Flèches", "aller d’une tuile à tourner à l’autre"],
        ["Entrée", "les tourner"],
        ["Z et Y", "annuler et rétablir une rotation"],
        ["+ et -", "zoom"],
        ["0", "tout voir"],
      ],
    ],
    [
      "Tous les pavages",
      [
        ["Flèches", "aller à une autre case"],
        ["Entrée", "aller aux placements sur cette case"],
        ["N et P", "aller au pavage suivant ou précédent"],
        ["R", "montrer un pavage au hasard"],
      ],
    ],
  ],
};

/** Puzzles that are made. */
export const MAKE = {
  title: "Créer un casse-tête",
  tabs: "Comment le créer",
  forMe: "Automatique",
  own: "Mon plateau",
  set: "À la main",
  anyLevel: "tous",
  make: "Créer",
  cells: "Cases",
  pieces: "Pièces",
  date: "Date",
  number: "Numéro",
  clues: "Le moins de données possible",
  more: "Plateau, pièces, numéro et plus",
  making: "Création d’un casse-tête à solution unique",
  /** @param {number} seconds */
  seconds: (seconds) => `Création… ${seconds} s`,
  cancel: "Annuler",
  close: "Fermer",
  about:
    "Le même numéro donne toujours le même casse-tête. Chaque casse-tête a exactement une solution, vérifiée deux fois.",
  before: "Déjà créés ici",
  none: "Aucun casse-tête trouvé. Essayez un autre numéro, plateau ou niveau.",
  months: ["J", "F", "M", "A"],
  weekdays: ["D", "L"],
};

/** Boards of one's own. */
export const OWN = {
  /** @type {Record<string, string>} */
  turns: {
    free: "tourner et retourner",
    "one-sided": "tourner seulement",
    "half-turn": "demi-tour seulement",
    fixed: "ni tourner ni retourner",
  },
  /** What a person does in a step of a kind. @type {Record<string, string>} */
  steps: {
    cell: "un seul placement peut couvrir une case",
    piece: "il reste à une pièce exactement les places qu’il lui faut",
    rule: "les règles ne laissent qu’un placement",
    symmetry: "le plateau est symétrique, une place parmi plusieurs équivalentes suffit donc",
    region: "une pièce isolerait une région que les autres ne peuvent pas remplir",
    blocked: "une pièce laisserait une case ou une autre pièce sans placement",
    trial: "l’essai d’une pièce mène à une contradiction",
    guess: "une supposition qu’il faudra peut-être annuler",
  },
  none: "Le plateau ne peut pas être rempli.",
  triedAll: "Toutes les possibilités ont été essayées.",
  notKnown: "On ne sait pas",
  noTime: "Le temps a manqué.",
  /** @param {Value} number */
  atLeast: (number) => `Au moins ${number} solutions`,
  noTimeForAll: "Le temps a manqué pour compter toutes les solutions.",
  one: "Il y a exactement une solution",
  good: "Ce plateau fait un bon casse-tête.",
  /** @param {Value} number */
  solutions: (number) => `${number} solutions`,
  /** @param {Value} number */
  different: (number) => `${number} si les rotations du plateau ne comptent qu’une fois.`,
  cannotChange:
    "Ce casse-tête a des points, des pièces placées ou un choix de pièces, on ne peut donc pas le modifier ici.",
  play: "Jouer",
  watch: "Observer",
  watchTitle: "Observer le solveur",
  hard: "Quelle est la difficulté de ce casse-tête ?",
  noGrade: "Le temps a manqué pour évaluer le casse-tête.",
  /** @param {Value} score */
  score: (score) => ` difficulté ${score}. Une personne suivrait ces étapes :`,
  /** @param {Value} level @param {Value} score */
  graded: (level, score) => `${level}, difficulté ${score}`,
  /** @param {Value} count */
  times: (count) => `${count} × `,
  aName: "un nom",
  name: "Nom",
  kept: "Plateaux enregistrés",
  nameFirst: "Donnez d’abord un nom au plateau.",
  saved: "Le plateau est enregistré dans ce navigateur.",
  /** @param {Value} title */
  open: (title) => `Ouvrir ${title}`,
  /** @param {Value} title */
  remove: (title) => `Supprimer ${title}`,
  /** @param {Value} title */
  removed: (title) => `${title} est supprimé.`,
  picture: "Image d’un plateau",
  fromPicture: "Depuis une image",
  notPicture: "Le navigateur ne peut pas lire ce fichier comme une image.",
  /** @param {Value} width @param {Value} height */
  smallPicture: (width, height) =>
    `L’image est trop petite pour le plateau : seulement ${width} × ${height} pixels.`,
  unreadable: "Ce navigateur ne peut pas lire l’image.",
  noDark: "L’image n’a pas de cases sombres.",
  nothingToClear: "Il n’y a rien à vider.",
  cleared: "Vidé.",
  clearedUndo: "Vidé. « Annuler » rétablit le plateau.",
  noCells: "Le plateau n’a pas de cases.",
  noPieces: "Choisissez au moins une pièce.",
  counting: "Comptage…",
  mayTurn: "Mouvements",
  empty: "Cases vides",
  about:
    "Cliquez sur des cases ou peignez-les pour les retirer. Si toutes les pièces sont à volonté, on joue en dessinant des contours.",
  again: "Tout recommencer",
  mirror: "Peindre en miroir",
  across: "gauche et droite",
  down: "haut et bas",
  save: "Enregistrer",

  // Choosing pieces
  families: {
    small: "Jusqu’à trois cases",
    tetrominoes: "Tétrominos",
    pentominoes: "Pentominos",
    others: "Autres pièces",
  },
  /** @param {Value} name */
  isKnown: (name) => `Cette pièce existe déjà : ${name}. Un exemplaire de plus a été ajouté.`,
  added: "Un exemplaire de la pièce a été ajouté.",
  piece: "Pièce",
  connected: "Les cases d’une pièce doivent se toucher par leurs côtés.",
  paintFirst: "Peignez d’abord les cases de la pièce.",
  draw: "Dessiner votre propre pièce",
  add: "Ajouter",
  wipe: "Effacer",
  oneEach: "une de chaque",
  /** @param {Value} family */
  oneOfEach: (family) => `Une de chaque : ${family}`,
  noneEach: "aucune",
  /** @param {Value} family */
  noneOf: (family) => `Aucune : ${family}`,
  /** @param {Value} name */
  anyNumber: (name) => `À volonté : ${name}`,
  /** @param {Value} name */
  oneLess: (name) => `Une de moins : ${name}`,
  /** @param {Value} name */
  oneMore: (name) => `Une de plus : ${name}`,
  any: "à volonté",
};

/** The solver at work, and Golomb's proof on a board. */
/** A puzzle whose clues are set by hand. */
export const SET = {
  board:
    "Plateau. Les flèches déplacent le curseur, et d’autres touches inscrivent la donnée de la case actuelle.",
  change: "Ce que vous modifiez",
  clues: "Données",
  cells: "Cases",
  aboutCells: "Cliquez sur des cases ou peignez-les pour les retirer ou les remettre.",
  /** What to do with each editor. @type {Record<string, string>} */
  hints: {
    dots: "Cliquez sur une case ou touchez-la pour mettre ou retirer son point.",
    areas:
      "Choisissez une case, puis tapez son nombre. Tapez ? pour un nombre qui n’est pas donné.",
    letters: "Choisissez une case, puis tapez sa lettre.",
    sizes: "Choisissez une case, puis tapez la taille de sa pièce.",
    holes:
      "Ce type de casse-tête n’a pas de données. Choisissez « Cases » pour modifier le plateau.",
    labels: "Choisissez une case, puis tapez les nombres ligne par ligne.",
    regions:
      "Faites glisser le pointeur ou le doigt sur des cases pour dessiner une région. Tapez ensuite son nombre, par exemple 7, <7 ou >7, ou tapez = ou ≠. Appuyez sur Maj et une flèche pour ajouter une case.",
    placed:
      "Faites glisser le pointeur ou le doigt sur cinq cases pour placer une pièce. Appuyez sur Suppr pour retirer une pièce.",
  },
  keys: "Données à inscrire",
  erase: "Effacer",
  /** @type {Record<string, string>} */
  signs: {
    "<": "moins de",
    ">": "plus de",
    "=": "tous égaux",
    "≠": "tous différents",
    "?": "ouvert",
  },
  region: "région",
  dot: "point",
  pieces: "Pièces",
  dominoes: "Dominos",
  noneChosen: "aucun",
  print: "Imprimer",

  // What is wrong
  /** @param {number} sum @param {number} area */
  areas: (sum, area) =>
    `La somme des nombres est ${sum}, mais le plateau a ${area} ${area < 2 ? "case" : "cases"}.`,
  noNumbers: "Inscrivez un nombre pour chaque rectangle.",
  noRectangle: "Aucun des nombres n’est l’aire d’un rectangle qui tient sur le plateau.",
  /** @param {number} area */
  noSet: (area) =>
    `Un jeu de dominos couvre 2, 6, 12, 20, 30, 42, 56, 72, 90 ou 110 cases, mais le plateau en a ${area}.`,
  /** @param {Value} clue @param {number} highest */
  aboveSet: (clue, highest) =>
    `Les dominos de ce plateau ont des nombres jusqu’à ${highest}, ${clue} est donc trop grand.`,
  /** @param {Value} clue @param {number} most */
  tooMany: (clue, most) => `Le nombre ${clue} n’apparaît que ${most} fois dans le jeu de dominos.`,
  /** @param {number} area */
  odd: (area) =>
    `Le plateau a un nombre impair de cases (${area}), des dominos ne peuvent donc pas le couvrir.`,
  /** @param {number} wanted @param {number} chosen */
  wanted: (wanted, chosen) =>
    `Choisissez ${wanted} ${wanted < 2 ? "domino" : "dominos"} pour ce plateau. Vous en avez ${chosen}.`,
  /** @param {number} cells @param {string} says */
  badSum: (cells, says) =>
    `La somme des nombres de ${cells} ${cells < 2 ? "case" : "cases"} ne peut pas être ${says}.`,
  /** @param {number} wanted @param {number} area */
  placedArea: (wanted, area) =>
    `Les douze pentominos couvrent ${wanted} cases, mais le plateau en a ${area}.`,
  /** @param {number} size */
  placedSize: (size) => `Chaque pièce placée doit avoir ${size} cases.`,

  // What is known
  none: "Aucune solution",
  /** @param {number} size @param {number} area */
  area: (size, area) => `Le nombre de cases du plateau, ${area}, n’est pas un multiple de ${size}.`,
  uncovered: "Aucune pièce ne peut couvrir les cases marquées.",
  /** @param {number} number */
  without: (number) =>
    number === 1
      ? "Sans la donnée marquée, le casse-tête a une solution."
      : "Si vous retirez n’importe laquelle des données marquées, le casse-tête a une solution.",
  /** @param {Value} number */
  moreThan: (number) => `Plus de ${number} solutions`,
  /** @param {string} step */
  hardest: (step) => `Étape la plus difficile : ${step}.`,
  /** @param {number} number */
  solution: (number) => `Solution ${number}`,
  apart: "Deux solutions sont montrées. Les cases où elles diffèrent sont marquées.",
  /** @param {number} number @param {number} area */
  same: (number, area) =>
    `Griser les cases identiques dans toutes les solutions (${number} sur ${area})`,
};

export const WATCH = {
  title: "Observer",
  tabs: "Que regarder",
  search: "La recherche",
  proof: "La preuve de Golomb",
  starting: "Démarrage du solveur…",
  /** @param {Value} title */
  solving: (title) => `${title}, en cours de résolution`,
  tree: "Arbre de recherche : cliquez sur un nœud pour aller à cette étape.",
  /** @param {number} placements @param {number} pieces */
  treeNow: (placements, pieces) =>
    `Arbre de recherche : ${placements.toLocaleString("fr")} ${placements < 2 ? "placement essayé" : "placements essayés"}, ${pieces} ${pieces < 2 ? "pièce" : "pièces"} sur le plateau`,
  /** @param {Value} number */
  solved: (number) => `Résolu ! C’est la solution ${number}.`,
  /** @param {Value} piece */
  removed: (piece) => `Aucune pièce ne tient, la pièce ${piece} est donc retirée.`,
  /** Where the solver places a piece: by the engine. */
  places: {
    scan: "sur la première case vide",
    dance: "là où le moins de pièces tiennent",
  },
  /** @param {Value} piece @param {Value} where */
  placed: (piece, where) => `La pièce ${piece} est placée ${where}.`,
  /** @param {Value} where */
  about: (where) =>
    `Le solveur place toujours une pièce ${where}, et la retire quand aucune autre ne tient. L’animation montre de vraies étapes du solveur. Sans l’animation, il fait des millions d’étapes par seconde.`,
  /** @param {number} found */
  complete: (found) =>
    `La recherche est terminée : ${found.toLocaleString("fr")} ${found < 2 ? "solution" : "solutions"}.`,
  /** @param {number} steps */
  stopped: (steps) =>
    `Le solveur s’est arrêté ici après ${steps.toLocaleString("fr")} ${steps < 2 ? "étape" : "étapes"}.`,
  /** @param {Value} number */
  solution: (number) => `Solution ${number}`,
  pressPlay: " Appuyez sur « Lecture » pour continuer.",
  tried: "Placements essayés",
  backs: "Retours en arrière",
  onBoard: "Sur le plateau",
  solutions: "Solutions",
  end: "Fin",
  triedAll: "tout a été essayé",
  stoppedHere: "arrêté ici",
  puzzle: "Casse-tête",

  // Playback
  play: "Lecture",
  pause: "Pause",
  again: "Encore",
  step: "Une étape",
  stepBack: "Une étape en arrière",
  beginning: "Depuis le début",
  place: "Étape",
  placeLabel: "Étape ",
  speed: "Vitesse",
  speedLabel: "Vitesse ",
  /** @param {Value} steps */
  rate: (steps) => `${steps} étapes par seconde`,

  // The proof
  proofBoard: "La preuve de Golomb sur un plateau. Les flèches déplacent la case retirée.",
  size: "Plateau : ",
  anySize: "Toute taille, jusqu’à 2⁶⁰ × 2⁶⁰",
  proofAbout:
    "La preuve de Solomon Golomb (1954) pour les plateaux 2 × 2, 4 × 4, 8 × 8… : les trominos en L peuvent couvrir le plateau, quelle que soit la case retirée.",
  /** @param {Value} side */
  oneRemoved: (side) =>
    `Une case est retirée d’un plateau ${side} × ${side}. Cliquez sur une autre case pour retirer plutôt celle-là.`,
  /** @param {Value} trominoes */
  allPlaced: (trominoes) =>
    `Les ${trominoes} trominos sont posés, et seule la case retirée est vide. La même preuve vaut pour toute taille.`,
  /** @param {Value} side */
  divide: (side) =>
    `Il manque une case à ce carré ${side} × ${side}. Divisez-le en quarts. Un quart contient la case manquante.`,
  single: "Un carré 2 × 2 auquel il manque une case est un seul tromino.",
  /** @param {Value} half */
  center: (half) =>
    `Un tromino au centre couvre une case de chacun des trois autres quarts. Il manque maintenant une case à chaque quart ${half} × ${half}. Répétez cette étape dans chaque quart.`,
};

/** What the three views of large pictures have in common. */
export const SCENE = {
  zoomOut: "Zoom arrière",
  zoomIn: "Zoom avant",
  fullScreen: "Plein écran, par exemple pour un vidéoprojecteur",
  noCanvas: "ce navigateur ne prend pas en charge l’élément canvas",
};

/** The missing cell. */
export const MISSING = {
  title: "La case manquante",
  lead: "Cliquez sur n’importe quelle case pour la retirer. Les trominos en L peuvent toujours couvrir le reste.",
  board: "Le plateau auquel il manque une case",
  map: "Votre position sur le plateau",
  toHole: "Aller au trou",
  toHoleTitle: "Aller au trou (la case manquante)",
  whole: "Tout le plateau",
  wholeTitle: "Voir tout le plateau",
  size: "Plateau : ",
  /** @param {Value} exponent */
  sizeSpoken: (exponent) => `2 puissance ${exponent}`,
  row: "Ligne",
  column: "Colonne",
  remove: "Retirer",
  /** @param {Value} most */
  wrong: (most) => `La ligne et la colonne doivent être des entiers de 1 à ${most}.`,
  /** @param {Value} row @param {Value} column */
  at: (row, column) => `ligne ${row}, colonne ${column}`,
  /** @param {Value} row @param {Value} column */
  removed: (row, column) => `Case retirée : ligne ${row}, colonne ${column}`,
  /** @param {Value} row */
  atRow: (row) => `ligne ${row}`,
  /** @param {Value} column */
  atColumn: (column) => `colonne ${column}`,
  /** What the tiles can be colored by. */
  colorings: {
    colors: "trois : voisines différentes",
    corners: "quatre : différentes aux coins aussi",
    levels: "une couleur par étape de la preuve",
    none: "aucune : contours seulement",
  },
  cells: "Cases",
  trominoes: "Trominos",
  hole: "Case manquante",
  middle: "Centre",
  square: "1 carré",
  isCell: "est une case",
  oneCell: "1 case",
  /** @param {Value} number */
  cellsOf: (number) => `${number} cases`,
  /** @param {Value} side */
  squareOf: (side) => `${side} × ${side} cases`,
  scroll:
    "Faites défiler la page avec un doigt, zoomez avec deux, et touchez une case pour la retirer.",
  move: "Déplacez le plateau avec un doigt, zoomez avec deux, et touchez une case pour la retirer.",
  how: "Zoomez avec la molette ou deux doigts, faites glisser le plateau pour le déplacer, et cliquez pour retirer une case. Clavier : les flèches déplacent la croix, Entrée retire sa case, + et - zooment, 0 montre tout le plateau, H va à la case manquante, et Pg suiv et Pg préc parcourent la preuve niveau par niveau.",

  // The proof
  before: "Étape précédente (Pg préc)",
  after: "Étape suivante (Pg suiv)",
  levels: "La preuve, niveau par niveau",
  all: "Montrer tout le pavage",
  stepwise: "Niveau par niveau",
  /** @param {Value} board */
  begin: (board) =>
    `Il manque une case au plateau ${board}. Divisez le plateau en quarts : il ne manque une case qu’à un seul quart.`,
  one: "un tromino",
  /** @param {Value} number */
  many: (number) => `${number} trominos`,
  /** @param {Value} step @param {Value} tiles @param {boolean} single */
  end: (step, tiles, single) =>
    `Étape ${step} : il manque une case à chaque carré 2 × 2, donc ${tiles} ${single ? "couvre" : "couvrent"} le reste. Le pavage est complet.`,
  /** @param {Value} step @param {Value} tiles @param {number} left */
  further: (step, tiles, left) =>
    `Étape ${step} : ${tiles}. La même étape se répète encore ${left === 1 ? "une fois" : `${left} fois`}, jusqu’aux carrés d’une seule case.`,
  /** @param {Value} step @param {Value} tiles @param {Value} half */
  first: (step, tiles, half) =>
    `Étape ${step} : ${tiles} au centre du plateau. Il manque maintenant une case à chaque carré ${half}.`,
  /** @param {Value} step @param {Value} tiles @param {Value} square @param {Value} half */
  next: (step, tiles, square, half) =>
    `Étape ${step} : ${tiles} au centre des carrés ${square}. Il manque maintenant une case à chaque carré ${half}.`,
};

/** The plane. */
export const PLANE = {
  title: "Le plan",
  lead: "Dessinez une pièce. Ses copies peuvent-elles couvrir tout le plan, sans vide ni chevauchement ?",
  cells: "Cases",
  /** What a piece is made of. */
  lattices: { squares: "carrés", triangles: "triangles", hexagons: "hexagones" },
  turns: "Mouvements",
  /** How a piece may turn. */
  turn: { free: "tourner et retourner", "one-sided": "tourner seulement", fixed: "sans tourner" },
  examples: "Exemples",
  example: "exemples…",
  /** Pieces worth a look. */
  pieces: [
    "seulement déplacée",
    "certaines à l’envers",
    "à l’envers : une scie",
    "deux classes de tuiles",
    "quarts de tour",
    "images miroir",
    "exactement deux couronnes",
    "un trou",
    "triangles",
    "hexagones",
  ],
  /** How a piece tiles. */
  kinds: {
    translation: "La pièce pave le plan par translations.",
    "half turn": "La pièce pave le plan avec certaines copies à l’envers.",
    isohedral: "La pièce pave le plan, et toutes les tuiles ont le même entourage.",
    periodic: "La pièce pave le plan, mais les tuiles n’ont pas toutes le même entourage.",
  },
  /** @param {Value} reason @param {Value} number */
  classes: (reason, number) =>
    `${reason} Aucune symétrie du pavage n’envoie une tuile d’une classe sur une tuile d’une autre. Le nombre isoédral de la pièce est ${number}.`,
  notKnown: "On ne sait pas",
  /** @param {Value} command */
  goesOn: (command) => `Cette page arrête ici sa recherche. Pour continuer, lancez : ${command}`,
  none: "La pièce ne pave pas le plan.",
  /** @param {Value} reason @param {Value} number */
  heesch: (reason, number) => `${reason} Le nombre de Heesch de la pièce est ${number}.`,
  /** @param {Value} reason @param {Value} number @param {Value} holes */
  heeschWithHoles: (reason, number, holes) =>
    `${reason} Le nombre de Heesch de la pièce est ${number} (${holes} avec des trous dans la dernière couronne).`,
  terms: "En termes mathématiques",
  period: "entourer ce qui se répète",
  rings: "Couronnes : ",
  /** @param {Value} number @param {Value} all */
  ringsOf: (number, all) => `${number} sur ${all}`,
  clear: "Effacer le dessin",
  touch: "Déplacez le pavage avec un doigt, et zoomez avec deux.",
  how: "Faites glisser le pavage pour le déplacer, et zoomez avec la molette ou deux doigts. Clavier : les flèches le déplacent, + et - zooment, et 0 revient au centre.",
  piece: "Pièce",
  draw: "Dessinez une pièce.",
  drawHow: "Cliquez sur des cases ou peignez-les. Un nouveau clic retire une case.",
  looking: "Recherche…",
  /** @param {Value} number */
  colors: (number) => `${number} couleurs`,
  /** @param {Value} number */
  colorsLeast: (number) => `${number} couleurs : c’est le minimum`,
  oneColor: "une couleur",
  byOrientation: "une couleur par orientation",
  /** What the picture shows. */
  shows: {
    nothing: "Rien pour le moment",
    tiling: "Le pavage",
    rings: "La pièce et les couronnes autour d’elle",
    piece: "La pièce",
  },
};

/** Figures. */
export const FIGURES = {
  title: "Figures",
  lead: "Trouvez la plus petite figure que plusieurs pièces peuvent paver, chacune à elle seule.",
  question: "Question",
  /** What is looked for. */
  questions: {
    common: "pavée par plusieurs pièces",
    symmetric: "symétrique, pavée par une pièce",
    twice: "pavée de deux façons par une pièce",
  },
  pieces: "Pièces",
  /** @param {Value} name */
  remove: (name) => `Retirer ${name}`,
  symmetry: "Symétrie",
  /** The kinds of symmetry. @type {Record<string, string>} */
  symmetries: {
    none: "toute figure",
    mirror: "axe de symétrie",
    diagonal: "axe diagonal",
    "half-turn": "demi-tour",
    "third-turn": "tiers de tour",
    "quarter-turn": "quart de tour",
    "sixth-turn": "sixième de tour",
    "two-mirrors": "deux axes de symétrie",
    "two-diagonals": "deux axes diagonaux",
    "three-mirrors": "trois axes de symétrie",
    "three-diagonals": "trois axes diagonaux",
    full: "symétrie complète",
  },
  odd: "nombre impair de tuiles",
  all: "toutes les figures de la plus petite taille",
  chooseTwo: "Choisissez deux ou trois pièces.",
  chooseOne: "Choisissez une pièce.",
  looking: "Recherche…",
  /** @param {Value} least */
  soFar: (least) => `Aucune figure n’a moins de ${least} cases.`,
  notFound: "Pas encore trouvée",
  none: "Aucune figure ne remplit ces conditions.",
  /** @param {string} reason */
  because: (reason) => `${reason[0].toUpperCase()}${reason.slice(1)}.`,
  /** @param {number} cells @param {Value} tiles */
  found: (cells, tiles) => `${cells} ${cells < 2 ? "case" : "cases"} : ${tiles}`,
  /** @param {number} number @param {number} cells */
  several: (number, cells) => `${number} figures de ${cells} ${cells < 2 ? "case" : "cases"}`,
  proven: "Il n’y a pas de figure plus petite.",
  complete: "Il n’y a pas d’autre figure de cette taille.",
  more: "Il y a peut-être d’autres figures de cette taille.",
  /** What excludes smaller sizes. @param {Value} sizes */
  searched: (sizes) => `Des recherches complètes n’ont trouvé aucune figure de ${sizes} cases.`,
  /** @param {Value} sizes */
  colored: (sizes) => `Une coloration en damier exclut les figures de ${sizes} cases.`,
  areas: "Les aires des pièces excluent les figures plus petites.",
  /** @param {Value} tiles */
  picture: (tiles) => `La figure, pavée par ${tiles}`,
  play: "Jouer",
  /** @param {Value} tiles */
  playTitle: (tiles) => `Jouer : remplissez la figure avec ${tiles}`,
};

/** Random tilings. */
export const RANDOM = {
  title: "Pavages aléatoires",
  tiling: "Un pavage aléatoire",
  /** @param {Value} board @param {Value} tiles */
  tilingOf: (board, tiles) => `Un pavage aléatoire : ${board}, ${tiles}`,
  anew: "Nouveau pavage",
  /** The sorts of boards: what each is called on its button, and in a sentence. */
  sorts: {
    aztec: ["Diamant aztèque", "un diamant aztèque"],
    hexagon: ["Hexagone", "un hexagone"],
    rectangle: ["Rectangle", "un rectangle"],
    own: ["Mon dessin", "votre propre plateau"],
  },
  order: "Ordre : ",
  /** @param {Value} name */
  side: (name) => `Côté ${name}`,
  drawBoard: "Dessinez un plateau : cliquez sur des cases ou peignez-les.",
  weight: "Poids d’un domino horizontal",
  /** Sets of colors. */
  palettes: { bright: "vives", earth: "terre", sea: "mer", ink: "encre" },
  seams: "Lignes entre les tuiles",
  seed: "Graine",
  tiles: "Tuiles",
  noTiles: "aucune",
  tilings: "Pavages",
  method: "Méthode",
  drawing: "Tirage…",
  /** @param {Value} reason */
  none: (reason) => `Ce plateau n’a pas de pavage : ${reason}.`,
  growing: "Les dominos glissent, et de nouvelles paires remplissent les vides.",
  flips: "Une suite de rotations mène à un pavage aléatoire.",
  flipsFromLowest: "Une suite de rotations mène du pavage le plus bas à un pavage aléatoire.",
  /** @param {Value} number */
  dominoes: (number) => `${number} ${number === "1" ? "domino" : "dominos"}`,
  /** @param {Value} number */
  lozenges: (number) => `${number} ${number === "1" ? "losange" : "losanges"}`,
  /** @param {Value} dominoes */
  clickDominoes: (dominoes) =>
    `${dominoes}. Cliquez sur deux dominos qui forment un carré pour les tourner.`,
  /** @param {Value} lozenges */
  clickLozenges: (lozenges) =>
    `${lozenges}. Cliquez sur trois losanges qui se rencontrent en un point pour les tourner.`,
  /** @param {Value} row @param {Value} column */
  at: (row, column) => `ligne ${row}, colonne ${column}`,
  /** @param {Value} row @param {Value} column */
  turned: (row, column) => `Tuiles tournées : ligne ${row}, colonne ${column}`,
  how: "Zoomez avec la molette ou deux doigts, faites glisser le pavage pour le déplacer, et cliquez sur des tuiles pour les tourner. Clavier : les flèches vont d’une tuile à tourner à l’autre, Entrée les tourne, + et - zooment, et 0 montre tout le plateau.",
};

/** All tilings of a small problem. */
export const ALL = {
  title: "Tous les pavages",
  lead: "Choisissez ou excluez des placements, et voyez quels pavages restent.",
  examples: "Exemples",
  example: "Choisir un exemple",
  /** What each of the examples is. */
  problems: [
    "6 × 10, pentominos",
    "3 × 20, pentominos",
    "Échiquier sans centre, pentominos",
    "6 × 6, dominos",
    "Diamant aztèque d’ordre 4, dominos",
    "Hexagone de côté 3, losanges",
    "4 × 7 hexagones, tétrahexes",
    "Un casse-tête par jour, 6 octobre",
    "Cube Soma",
  ],
  problem: "Plateau et pièces, ou nom d’un casse-tête",
  list: "Lister",
  listing: "Liste des pavages en cours…",
  none: "Il n’y a pas de pavage.",
  /** @param {Value} least */
  tooMany: (least) => `Il y a au moins ${least} pavages.`,
  /** @param {Value} count */
  exactlyTooMany: (count) => `Il y a ${count} pavages.`,
  tooManyMore: "Cette page ne peut pas lister autant de pavages. Choisissez un plateau plus petit.",
  /** @param {Value} total */
  all: (total) => `${total} ${Number(total) < 2 ? "pavage" : "pavages"}`,
  /** @param {Value} left @param {Value} total */
  someLeft: (left, total) => `${left} ${Number(left) < 2 ? "pavage" : "pavages"} sur ${total}`,
  /** @param {Value} number @param {Value} count */
  number: (number, count) => `Pavage ${number} sur ${count}.`,
  /** @param {number} count */
  solutions: (count) =>
    `${count.toLocaleString("fr")} ${count < 2 ? "solution" : "solutions"}, en comptant une seule fois les rotations et images miroir de tout le plateau.`,
  /** @param {Value} number @param {Value} count */
  solution: (number, count) => `Le plateau montre la solution ${number} sur ${count}.`,
  /** @param {Value} board */
  boardOf: (board) => `Tous les pavages : ${board}`,
  again: "Tout recommencer",
  previous: "Pavage précédent (P)",
  next: "Pavage suivant (N)",
  random: "Pavage aléatoire (R)",
  heat: "Fréquence",
  heatTitle:
    "Fréquence : un bord ressort d’autant plus que davantage de pavages y ont une frontière",
  play: "Jouer le reste",
  choices: "Choix",
  /** @param {Value} piece */
  isChosen: (piece) => `${piece}`,
  /** @param {Value} piece */
  isRefused: (piece) => `pas ${piece}`,
  /** @param {Value} piece */
  giveUp: (piece) => `${piece}, placé : retirer`,
  /** @param {Value} piece */
  allow: (piece) => `pas ${piece} : permettre à nouveau ce placement`,
  which: "Placements à lister",
  placements: "Placements",
  /** The placements that are listed, with their number. */
  filters: {
    /** @param {Value} number */
    any: (number) => `Placements possibles : ${number}`,
    /** @param {Value} number */
    always: (number) => `Dans tous les pavages : ${number}`,
    /** @param {Value} number */
    never: (number) => `Dans aucun pavage : ${number}`,
    /** @param {Value} number */
    fixing: (number) => `Ne laissent qu’un pavage : ${number}`,
  },
  /** @param {Value} cell */
  at: (cell) => `À la ${cell}.`,
  anywhere:
    "Sur tout le plateau. Pointez une case ou cliquez dessus pour ne voir que ses placements.",
  /** @param {Value} share */
  staysEmpty: (share) => `Cette case reste vide dans ${share} des pavages.`,
  chosen: "placé",
  /** @param {Value} piece @param {Value} cell @param {Value} share @param {Value} number */
  choose: (piece, cell, share, number) =>
    `${piece}, ${share}, ${number} ${Number(number) < 2 ? "pavage" : "pavages"} : placer à partir de la ${cell}`,
  /** @param {Value} piece @param {Value} cell */
  takeBack: (piece, cell) => `${piece}, placé à partir de la ${cell} : retirer`,
  /** @param {Value} piece @param {Value} cell */
  refuse: (piece, cell) => `Exclure ce placement : ${piece} à partir de la ${cell}`,
  /** @param {Value} number */
  more: (number) => `En montrer ${number} de plus`,
  /** @param {Value} cell @param {Value} piece @param {Value} share */
  mostFrequent: (cell, piece, share) => `${cell} : le plus souvent ${piece}, ${share}`,
  how: "Cliquez sur une case pour garder ouverte sa liste de placements. Clavier : les flèches vont de case en case, Entrée va aux placements, et Échap revient au plateau.",
  touch: "Touchez une case pour voir quels placements la couvrent.",
};

/** Find all figures of a few cells. */
export const FIND = {
  title: "Trouvez-les toutes",
  lead: "Dessinez une forme et ajoutez-la à votre collection. Trouverez-vous toutes les formes ?",
  kind: "Cases",
  size: "Nombre de cases",
  /** @type {Record<string, string>} */
  cells: { square: "carrés", tri: "triangles", hex: "hexagones" },
  mirrored: "les images miroir sont différentes",
  field: "La forme",
  add: "Ajouter cette forme",
  wipe: "Effacer",
  again: "Tout recommencer",
  restarted: "C’est reparti.",
  sheet: "Imprimer une feuille",
  /** @param {number} found @param {number} all */
  tally: (found, all) => `${found} sur ${all}`,
  /** @param {Value} number */
  number: (number) => `Numéro ${number}`,
  /** @param {Value} number */
  fresh: (number) => `Nouvelle forme ! C’est le numéro ${number}.`,
  /** @param {number} count @param {Value} plural */
  all: (count, plural) =>
    count === 1 ? "C’est la seule forme." : `Vous avez trouvé les ${count} ${plural} !`,
  /** @param {Value} number @param {Value} how */
  known: (number, how) => `C’est la même forme que le numéro ${number}, ${how}.`,
  moved: "seulement déplacée",
  flipped: "retournée",
  /** @param {Value} turn */
  turned: (turn) => `tournée d’${turn}`,
  /** @param {Value} turn */
  both: (turn) => `retournée et tournée d’${turn}`,
  /** Parts of a turn, by degrees. @type {Record<number, string>} */
  turns: {
    60: "un sixième de tour",
    90: "un quart de tour",
    120: "un tiers de tour",
    180: "un demi-tour",
  },
  apart: "Toutes les cases doivent se toucher par des côtés entiers.",
  /** @param {number} size @param {number} count */
  count: (size, count) =>
    `Dessinez une forme de ${size} ${size < 2 ? "case" : "cases"}. La vôtre en a ${count}.`,
  /** @param {number} count @param {Value} name */
  sheetTitle: (count, name) =>
    count === 1 ? `Trouvez le ${name}` : `Trouvez les ${count} ${name}`,
  /** What counts as the same, by how shapes may turn. */
  rule: {
    free: "Des formes qui coïncident une fois tournées ou retournées comptent pour une seule.",
    "one-sided":
      "Des formes qui coïncident une fois tournées comptent pour une seule. Les images miroir comptent comme différentes.",
  },
  /** @param {Value} title */
  answers: (title) => `${title} : solutions`,
};

/** A board without a goal. */
export const CANVAS = {
  title: "Toile",
  pieces: "Pièces",
  sets: {
    pentominoes: "pentominos",
    tetrominoes: "tétrominos",
    small: "jusqu’à trois carrés",
    all: "toutes les pièces",
  },
  ownColor: "Couleur de la pièce",
  /** @param {Value} number */
  color: (number) => `Couleur ${number}`,
  damaged: "Ce lien n’est lisible qu’en partie, il manque donc des tuiles.",
  how: "Utilisez autant d’exemplaires de chaque pièce que vous voulez. Choisissez une couleur, puis appuyez sur des tuiles pour les peindre ; appuyez de nouveau sur la couleur pour déplacer des tuiles. Le lien contient toutes vos tuiles.",
};

/** A lesson: puzzles in one link. */
export const LESSON = {
  title: "Écrire une leçon",
  lead: "La première ligne est le titre. En dessous, écrivez du texte et les ID ou les liens de casse-têtes, chacun sur sa propre ligne. Le lien de la leçon contient toute la leçon ; aucun serveur n’enregistre rien.",
  begin: "Une première leçon\nRemplissez le plateau avec toutes les pièces.\ntalos:hub-gates-1\n",
  text: "La leçon",
  add: "Ajouter un casse-tête",
  copy: "Copier le lien de la leçon",
  open: "Ouvrir la leçon",
  empty: "La leçon n’a pas encore de casse-tête.",
  /** @param {Value} title @param {number} count */
  ready: (title, count) => `${title} : ${count} ${count < 2 ? "casse-tête" : "casse-têtes"}`,
  /** @param {Value} id @param {Value} why */
  missing: (id, why) => `${id} : ${why}`,
  damaged: "Le lien de cette leçon est endommagé. Demandez-en un nouveau.",
  /** @param {number} done @param {number} all */
  progress: (done, all) => `${done} sur ${all} ${done < 2 ? "résolu" : "résolus"}`,
  all: "Tous les casse-têtes sont résolus !",
  /** @param {number} number @param {number} all */
  puzzle: (number, all) => `${number} sur ${all}`,
  handIn: "Rendre",
  noProof:
    "Ce code note quels casse-têtes ont été résolus dans ce navigateur, en combien de temps et avec combien d’indices. Il ne contient aucun nom et ne prouve rien : quiconque a la leçon peut créer un tel code.",
  copyCode: "Copier le code",
  edit: "Modifier cette leçon, ou lire des codes",
  read: "Lire des codes",
  readAbout:
    "Collez les codes d’une classe, un par ligne, précédés d’un nom si vous voulez. Tous les codes doivent être ceux de la leçon ci-dessus. Un code ne prouve pas que les casse-têtes ont été résolus.",
  codes: "Codes",
  codesLike: "Ada 0G5-…",
  noCode: "Ce code n’est pas celui de cette leçon, ou il a été mal recopié.",
  /** The columns of the table, before those of the puzzles. */
  columns: ["Nom", "Résolus", "Temps", "Indices"],
};

/** What was solved here, and the data that the browser keeps. */
export const PROGRESS = {
  title: "Vos progrès",
  /** The columns of the tables. */
  columns: ["Résolus", "Record", "Médiane", "Sans indice"],
  others: "Autres",
  /** @param {number} number */
  solved: (number) => (number < 2 ? "casse-tête résolu" : "casse-têtes résolus"),
  noHints: "sans indice",
  calendar: "Les jours",
  /** @param {Value} day @param {Value} done */
  dayOf: (day, done) => `${day} : ${done}`,
  /** How a day went, by the look of its square. @type {Record<string, string>} */
  states: { alone: "résolu sans indice", helped: "résolu avec indices", missed: "manqué" },
  month: "Mois",
  /** The columns of the table of months. */
  monthColumns: ["Jours résolus", "Sans indice", "Manqués"],
  byWeekday: "Casse-têtes du jour",
  weekday: "Jour de la semaine",
  /** @param {number} number */
  row: (number) => (number < 2 ? "jour de suite" : "jours de suite"),
  /** @param {number} number */
  longest: (number) =>
    number < 2 ? "jour dans la plus longue série" : "jours dans la plus longue série",
  byKind: "Par type",
  byLevel: "Par niveau",
  none: "Les casse-têtes que vous résolvez sont comptés ici.",
  data: "Vos données",
  about:
    "Les parties, solutions, plateaux et réglages ne sont enregistrés que dans ce navigateur. Pour les transférer dans un autre, enregistrez-les dans un fichier. Quand vous lisez un fichier, ses données s’ajoutent à celles de ce navigateur.",
  save: "Enregistrer dans un fichier",
  read: "Lire un fichier",
  file: "Un fichier enregistré par cette page",
  done: "Les données du fichier ont été ajoutées.",
  forget: "Tout supprimer",
  sure: "Supprimer toutes les parties, solutions, plateaux et réglages de ce navigateur ?",
  foreign: "Ce fichier n’a pas été enregistré par tilewright.",
  newer:
    "Ce fichier vient d’une version plus récente de tilewright. Rechargez la page, puis réessayez.",
  full: "Ce navigateur ne permet pas à la page d’enregistrer autant de données.",
};

/** The tilings of a notebook, one at a time. */
export const PAGER = {
  place: "Numéro du pavage, à partir de 0",
  first: "Premier pavage",
  before: "Pavage précédent (flèche gauche)",
  next: "Pavage suivant (flèche droite)",
  many: "parmi beaucoup",
  /** @param {Value} all */
  ofAll: (all) => `sur ${all}`,
  /** @param {Value} title @param {Value} number @param {Value} all @param {Value} pieces */
  picture: (title, number, all, pieces) => `${title}, pavage ${number} ${all} : ${pieces}`,
  /** @param {Value} number @param {Value} all */
  now: (number, all) => `pavage ${number} ${all}`,
  none: "Il n’y a pas de pavage.",
  tools: "Pavages",
};

/** How a random tiling was drawn, or why none was drawn. The library says the same. */
export const SAMPLES = {
  dominoes: "battage de dominos (domino shuffling), exactement uniforme",
  /** @param {Value} order @param {boolean} weighted @param {Value} distance */
  rounded: (order, weighted, distance) =>
    `battage de dominos (domino shuffling) dans un diamant aztèque d’ordre ${order}, ${weighted ? "selon les poids" : "uniforme"} aux arrondis près (distance en variation totale d’au plus ${distance})`,
  lozenges: "battage de losanges (Borodin et Gorin), exactement uniforme",
  counted: "en comptant les pavages qui contiennent chaque tuile possible, exact aux arrondis près",
  command: "`tilewright sample`, avec la même graine",
  /** @param {Value} cell */
  noLightOne: (cell) => `la case sombre ${cell} n’a pas de voisine claire`,
  /** @param {Value} number */
  noLight: (number) => `les ${number} cases sombres n’ont pas de voisine claire`,
  /** @param {Value} cell */
  noneOne: (cell) => `la case ${cell} n’a pas de voisine`,
  /** @param {Value} number */
  none: (number) => `les ${number} cases n’ont pas de voisine`,
  /** @param {Value} number @param {number} others */
  fewLight: (number, others) =>
    `les ${number} cases sombres n’ont que ${others.toLocaleString("fr")} ${others < 2 ? "voisine claire" : "voisines claires"}, et il en faut une différente à chacune`,
  /** @param {Value} number @param {number} others */
  few: (number, others) =>
    `les ${number} cases n’ont que ${others.toLocaleString("fr")} ${others < 2 ? "voisine" : "voisines"}, et il en faut une différente à chacune`,
  unfit:
    "les pavages aléatoires demandent un plateau de carrés ou de triangles, sans côtés reliés ni signes",
  noWeights: "les poids demandent un plateau de carrés",
};

/** Whether a piece tiles the plane, and why. The library says the same. */
export const DECIDED = {
  // In the terms of the field
  hole: "la pièce a un trou qu’aucune copie ne peut remplir",
  /** @param {Value} type @param {number} tiles */
  isohedral: (type, tiles) =>
    `un pavage isoédral de type de Heesch ${type} avec ${tiles === 1 ? "une tuile" : `${tiles} tuiles`} par période`,
  noTranslations:
    "la pièce devrait paver par translations seules, mais son bord n’est pas de type de Heesch TTTTTT",
  /** @param {number} tiles @param {Value} classes */
  periodic: (tiles, classes) =>
    `un pavage périodique avec ${tiles === 1 ? "une tuile" : `${tiles} tuiles`} par période en ${classes} classes`,
  fewest: " ; avec moins, c’est impossible",
  /** @param {number} tiles */
  perhapsFewer: (tiles) =>
    ` ; c’est peut-être possible avec moins${tiles ? `, mais pas avec des périodes d’au plus ${tiles === 1 ? "une tuile" : `${tiles} tuiles`}` : ""}`,
  /** @param {number} rings */
  rings: (rings) =>
    rings === 0
      ? "aucune couronne de copies ne tient autour de la pièce"
      : rings === 1
        ? "une couronne de copies tient autour de la pièce, mais pas deux"
        : `${rings} couronnes de copies tiennent autour de la pièce, mais pas ${rings + 1}`,
  lastHole: ", et la dernière couronne a un trou",
  holes: ", et les couronnes ont des trous",
  timeLimit: "le temps a manqué",
  tooLarge: "la pièce est trop grande pour chercher d’autres couronnes dans le navigateur",
  noIsohedral: "il n’existe pas de pavage isoédral",
  /** @param {Value} tiles */
  noPeriod: (tiles) => `aucun pavage n’a une période d’au plus ${tiles} tuiles`,
  /** @param {Value} rings */
  fit: (rings) =>
    `${rings} ${Number(rings) < 2 ? "couronne de copies tient" : "couronnes de copies tiennent"} autour de la pièce`,
  nothing: "rien n’a été prouvé dans les limites",

  // What is wrong with a piece
  /** @param {Value} most @param {Value} side */
  large: (most, side) =>
    `une pièce dans le navigateur doit avoir au plus ${most} lignes et colonnes, et non ${side}`,
  apart: "pour paver le plan, les cases d’une pièce doivent se toucher par des bords",

  // In plain words
  /** @param {number} tiles */
  group: (tiles) =>
    `${tiles === 1 ? "Une tuile, répétée" : `Un groupe de ${tiles} tuiles, répété`} sans tourner, fait tout le motif.`,
  /** @param {Value} classes */
  sorts: (classes) =>
    ` Le motif a ${classes} sortes de tuiles. Les tuiles d’une même sorte ont le même entourage.`,
  fewestPlain: " Aucun motif n’a moins de sortes.",
  noTranslationsPlain: "Des copies jamais tournées ne peuvent pas couvrir le plan.",
  /** @param {number} tiles @param {number} rings */
  notKnown: (tiles, rings) =>
    `Il faut peut-être un motif avec plus de tuiles que la recherche n’en a essayé.${tiles ? ` Aucun groupe d’au plus ${tiles} tuiles ne forme un motif en se répétant.` : ""}${rings ? ` ${rings} ${rings < 2 ? "couronne de copies tient" : "couronnes de copies tiennent"} autour de la pièce.` : ""}`,
};

/** What is wrong with a board, a piece, a puzzle or an ID that was given. The library says the same. */
export const FAULTS = {
  // Figures
  /** @param {Value} names */
  figureAreas: (names) =>
    `aucun nombre d’exemplaires permis ne donne le même nombre de cases pour ${names}`,
  /** @param {Value} names */
  figureColors: (names) =>
    `dans une coloration en damier, ${names} couvrent des nombres différents de cases sombres, quel que soit le nombre d’exemplaires permis`,
  // IDs and names of puzzles
  longId: "l’ID est trop long",
  badId: "ID de casse-tête non valable ou incomplet",
  /** @param {Value} words */
  rule: (words) => `la règle « ${words} » ne s’applique pas au plateau et aux pièces`,
  noId: "aucun casse-tête n’a cet ID",
  notShort: "un ID court ne peut pas représenter ce casse-tête",
  /** @param {Value} longest */
  shortId: (longest) =>
    `un ID court doit avoir de 4 à ${longest} chiffres et lettres, sans la lettre U`,
  typo: "cet ID contient une faute de frappe : une lettre est fausse ou manque, ou deux sont inversées (la dernière lettre est une clé de contrôle)",
  /** @param {Value} length @param {Value} longest */
  needsLong: (length, longest) =>
    `le casse-tête demande un ID de ${length} caractères ; ${longest} au plus sont permis`,
  /** @param {Value} board */
  boardOfId: (board) => `les ID n’acceptent pas le plateau « ${board} »`,
  /** @param {Value} largest @param {Value} area */
  largeId: (largest, area) =>
    `un plateau dans un ID doit avoir au plus ${largest} cases, et non ${area}`,
  /** @param {Value} name @param {string[]} near */
  puzzle: (name, near) =>
    `casse-tête inconnu « ${name} »${near.length ? ` ; vouliez-vous dire ${near.join(" ou ")} ?` : ""}`,
  /** @param {Value} day */
  day: (day) => `jour non valable « ${day} »`,
  /** @param {Value} name */
  weekday: (name) => `jour de la semaine inconnu « ${name} »`,
  /** @param {Value} day */
  otherWeekday: (day) => `le jour de la semaine de ${day} est faux`,
  /** @param {Value} kind */
  kind: (kind) => `type de casse-tête inconnu « ${kind} »`,

  // Boards
  noCells: "le plateau est vide : il n’a aucune case à couvrir",
  noRows: "un plateau doit avoir au moins une ligne et une colonne",
  /** @param {Value} most @param {Value} area */
  large: (most, area) => `un plateau doit avoir au plus ${most} cases, et non ${area}`,
  /** @param {Value} most @param {Value} area */
  largeHere: (most, area) =>
    `un plateau dans le navigateur doit avoir au plus ${most} cases, et non ${area}`,
  fewer: "le plateau a trop de cases",
  /** @param {Value} hole @param {Value} numbers */
  hole: (hole, numbers) => `le trou ${hole} doit avoir ${numbers} coordonnées`,
  /** @param {Value} hole */
  noHole: (hole) => `le trou ${hole} est hors du plateau, ou cité deux fois`,
  /** @param {Value} cells @param {Value} size */
  size: (cells, size) =>
    `la taille d’un plateau (${cells}) doit être lignes x colonnes, et non ${size}`,
  /** @param {Value} cells @param {Value} size */
  sizeOfLayers: (cells, size) =>
    `la taille d’un plateau (${cells}) doit être couches x lignes x colonnes, et non ${size}`,
  /** @param {Value} board */
  noSize: (board) => `« ${board} » n’est pas un plateau d’une taille acceptée`,
  /** @param {Value} board */
  board: (board) => `« ${board} » n’est pas un plateau`,
  /** @param {Value} shape @param {Value} size */
  oneNumber: (shape, size) => `la taille de ${shape} doit être un seul nombre, et non ${size}`,
  /** @param {Value} shape @param {Value} size */
  sides: (shape, size) => `les côtés de ${shape} doivent être d’au moins 1, et non ${size}`,
  /** @param {string} shape @param {Value} most @param {Value} layers */
  layers: (shape, most, layers) =>
    `${shape === "pyramid:" ? "une pyramide" : "un tétraèdre"} peut avoir au plus ${most} couches de billes, et non ${layers}`,
  /** @param {Value} letter @param {Value} line @param {Value} column */
  letter: (letter, line, column) =>
    `caractère inattendu « ${letter} » dans un plateau (ligne ${line}, colonne ${column})`,
  /** @param {number} cells @param {string[]} marks @param {number} all  How many marks there are. */
  foreignMarks: (cells, marks, all) => {
    const more = all > marks.length ? [`${all - marks.length} de plus`] : [],
      listed = [...marks, ...more],
      words = [listed.slice(0, -1).join(", "), ...listed.slice(-1)].filter(Boolean).join(" et ");
    const which = all > 1 ? `les signes ${words}` : `le signe ${words}`,
      have = cells > 1 ? `les ${cells} cases, si` : "la case, si";
    return `aucune pièce n’a ${which}, mais ${have} ; écrivez # pour une case et . pour l’absence de case`;
  },
  /** @param {number} row @param {string} text */
  textRow: (row, text) =>
    `la ligne ${row} du plateau n’est pas un dessin : « ${text} » ; écrivez # pour une case et . pour l’absence de case`,
  outlines: "on ne peut dessiner des contours que sur des plateaux plans de carrés",
  /** @param {Value} cells */
  marks: (cells) => `les signes (${cells}) ne sont pas acceptés dans le navigateur`,

  // Joined sides
  /** @param {Value} cells */
  joined: (cells) =>
    `seuls les plateaux plans peuvent avoir des côtés reliés, et non un plateau de ${cells}`,
  /** @param {Value} one @param {Value} other @param {Value} surface */
  coincide: (one, other, surface) =>
    `les cases ${one} et ${other} coïncident (surface : ${surface})`,
  periods: "les périodes doivent être linéairement indépendantes",
  noPeriod: "une période ne doit pas être 0,0",
  /** @param {Value} period @param {Value} cells */
  period: (period, cells) =>
    `la période ${period} envoie des ${cells} sur des cases d’une autre sorte`,
  /** @param {Value} most @param {Value} element */
  glide: (most, element) =>
    `le glissement doit être un numéro de symétrie de 1 à ${most}, et non ${element}`,
  badGlide:
    "le glissement n’est pas valable : appliqué deux fois, il doit donner l’une des translations, et il doit envoyer chaque translation sur une translation",
  /** @param {Value} name @param {Value} supported */
  surface: (name, supported) => `surface inconnue « ${name} » ; acceptées : ${supported}`,
  /** @param {Value} cells @param {Value} columns */
  kinds: (cells, columns) =>
    `pour relier des côtés, chaque ligne doit avoir le même nombre de cases (${cells}) de chaque sorte, et ici il y a ${columns} colonnes`,
  /** @param {Value} cells */
  slanted: (cells) =>
    `sur un plateau de ${cells}, les côtés gauche et droit ne peuvent pas être reliés avec retournement, car les lignes sont inclinées ; acceptés : cylinder, torus`,
  /** What surfaces are called that have another name in an ID. @type {Record<string, string>} */
  surfaces: { moebius: "ruban de Möbius", klein: "bouteille de Klein" },

  // Pieces
  /** @param {Value} turn */
  turn: (turn) =>
    `doit être « free », « one-sided », « half-turn » ou « fixed », et non « ${turn} »`,
  /** @param {Value} letter @param {Value} line @param {Value} column */
  drawing: (letter, line, column) =>
    `caractère inattendu « ${letter} » dans un dessin (ligne ${line}, colonne ${column}) ; utilisez # pour une case, . pour l’absence de case et des lettres comme signes`,
  /** @param {Value} word */
  path: (word) => `« ${word} » est un chemin, pas une pièce`,
  noDrawing: "le dessin n’a pas de case ; dessinez chaque case par #",
  /** @param {Value} word */
  piece: (word) => `une pièce doit être un nom ou un dessin, et non « ${word} »`,
  /** @param {Value} name */
  pieceOrSet: (name) => `pièce ou jeu de pièces inconnu « ${name} »`,
  /** @param {Value} most @param {Value} size */
  brick: (most, size) => `un rectangle doit avoir de 1 à ${most} cases, et non ${size}`,
  /** @param {Value} many @param {Value} one */
  whichOf: (many, one) => `quels ${many} ? Écrivez des lettres ou des numéros après « ${one}: »`,
  /** @param {Value} one @param {Value} many */
  which: (one, many) => `quel ${one} ? Écrivez « ${many} » pour le jeu entier`,
  /** @param {Value} name @param {Value} set @param {Value} letters */
  pieceOf: (name, set, letters) =>
    `pièce inconnue « ${name} » dans ${set} ; les lettres sont ${letters}`,
  /** @param {Value} one @param {Value} name @param {Value} letters */
  noLetter: (one, name, letters) => `${one} inconnu « ${name} » ; les lettres sont ${letters}`,
  /** @param {Value} one @param {Value} name @param {Value} most */
  noNumber: (one, name, most) => `${one} inconnu « ${name} » ; les numéros vont de 1 à ${most}`,
  /** @param {Value} one @param {Value} name @param {Value} most @param {Value} names */
  noNumberOrName: (one, name, most, names) =>
    `${one} inconnu « ${name} » ; les numéros vont de 1 à ${most}, et les noms sont ${names}`,
  /** @param {Value} name @param {Value} one @param {Value} number */
  mirrored: (name, one, number) =>
    `« ${name} » n’existe pas, car le ${one} ${number} est sa propre image miroir`,
  /** @param {Value} one @param {Value} name @param {Value} most @param {Value} got */
  orientation: (one, name, most, got) =>
    `l’orientation de « ${name} » (${one}) doit aller de .1 à .${most}, et non « ${got} »`,
  /** @param {Value} size @param {Value} cells */
  noSet: (size, cells) => `aucun jeu de ${size} ${cells}`,
  /** @param {Value} piece @param {Value} copies */
  copiesOf: (piece, copies) =>
    `${piece} : nombre d’exemplaires non valable « ${copies} » ; écrivez « =3 » pour trois, « =1..4 » pour un intervalle, « =1.. » pour au moins un, ou « + » pour n’importe quel nombre`,
  /** @param {Value} one @param {Value} other @param {Value} name */
  namedTwice: (one, other, name) =>
    `« ${one} » et « ${other} » désignent tous deux ${name} ; citez cette pièce une fois, avec son nombre d’exemplaires`,
  /** @param {Value} one @param {Value} set @param {Value} name */
  setFirst: (one, set, name) =>
    `« ${one} » et « ${set} » désignent tous deux ${name} ; écrivez d’abord le jeu : ${set} ${one}`,
  /** @param {Value} piece @param {Value} least @param {Value} most */
  leastMost: (piece, least, most) =>
    `${piece} : le nombre minimal d’exemplaires ne doit pas dépasser le maximal, et ici on a ${least} et ${most}`,

  // Puzzles
  /** @param {Value} number */
  more: (number) => `et ${number} de plus`,
  noPieces: "aucune pièce donnée ; il en faut au moins une",
  /** @param {Value} word */
  placed: (word) =>
    `${word} : une pièce placée s’écrit PIÈCE:ligne,colonne-ligne,colonne-…, par exemple L3:0,0-1,0-1,1`,
  /** @param {Value} word @param {Value} cells @param {Value} piece @param {Value} others */
  lattice: (word, cells, piece, others) =>
    `${word} : le plateau est fait de ${cells}, mais la pièce ${piece} est faite de ${others}`,
  /** @param {Value} least @param {Value} most */
  empty: (least, most) =>
    `le nombre de cases vides doit vérifier 0 <= minimum <= maximum, et ici on a ${least} et ${most}`,
  /** @param {Value} most @param {Value} available */
  emptyMost: (most, available) =>
    `jusqu’à ${most} cases vides sont demandées, mais ${available} au plus peuvent rester vides`,
  /** @param {Value} number @param {Value} name */
  sameName: (number, name) => `${number} pièces différentes s’appellent « ${name} »`,
  /** @param {Value} one @param {Value} other */
  samePiece: (one, other) =>
    `les pièces ${one} et ${other} ont une orientation en commun, un pavage ne pourrait donc pas les distinguer`,
  /** @param {Value} surface @param {Value} pieces */
  turned: (surface, pieces) =>
    `une pièce qui fait le tour complet (surface : ${surface}) revient retournée, mais on ne peut pas retourner ${pieces} ; mettez turn à « free »`,
  /** @param {Value} pieces @param {Value} others */
  andMore: (pieces, others) => `${pieces} et ${others} de plus`,
  /** @param {Value} word @param {Value} piece */
  noPiece: (word, piece) => `${word} : le problème n’a pas de pièce « ${piece} »`,
  /** @param {Value} word @param {Value} cell */
  outside: (word, cell) => `${word} : la case ${cell} n’est pas sur le plateau`,
  /** @param {Value} word @param {Value} cell @param {Value} other */
  covered: (word, cell, other) => `${word} : la case ${cell} est déjà couverte par ${other}`,
  /** @param {Value} word @param {Value} cell @param {Value} times */
  twice: (word, cell, times) => `${word} : la case ${cell} est citée ${times} fois`,
  /** @param {Value} word */
  noOrientation: (word) => `${word} : la pièce n’a aucune orientation avec ces cases et ces signes`,
  /** @param {Value} number @param {Value} name @param {Value} most */
  manyCopies: (number, name, most) =>
    `${number} exemplaires de ${name} sont placés, mais ${most} au plus sont permis`,
};
