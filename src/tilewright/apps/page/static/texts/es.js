// All texts of the page in Spanish: whatever a person reads or hears, by where it stands. A
// translation is another file like this one (see "The page" in CONTRIBUTING.md). Each group is
// exported by itself and uses no other, so that a script has only the groups that it needs.

/** What is put into a text. @typedef {string | number} Value */

/** The tag of the language: dates and numbers are written as there, too. */
export const LANGUAGE = "es";

/** What several views say. */
export const SHARED = {
  undo: "Deshacer",
  redo: "Rehacer",
  undoKey: "Deshacer (Z)",
  redoKey: "Rehacer (Y)",
  again: "Jugar otra vez",
  clear: "Vaciar el tablero",
  next: "Puzle siguiente",
  back: "Volver a los puzles",
  example: "Este enlace no se puede leer, así que la página muestra un ejemplo.",
  board: "Tablero",
  rows: "Filas",
  columns: "Columnas",
  /** @param {number} least @param {number} most @param {Value} used */
  range: (least, most, used) => `El número debe ser entero, de ${least} a ${most}; se usa ${used}.`,
  colors: "Colores",
  patterns: "Añadir tramas",
  kind: "Tipo",
  level: "Nivel",
  /** The levels of puzzles. @type {Record<string, string>} */
  levels: { easy: "fácil", medium: "medio", hard: "difícil", expert: "experto" },
  ungraded: "sin nivel",
  /** @param {Value} size @param {number} count */
  boardAndPieces: (size, count) => `${size}, ${count} ${count === 1 ? "pieza" : "piezas"}`,
  solved: "¡Resuelto!",
  zoom: "Zoom",
  controls: "Controles",
  copyLink: "Copiar enlace",
  copyCommand: "Copiar comando",
  copyCommandTitle: "Copiar el comando que abre este puzle",
  /** @param {Value} kind */
  saveAs: (kind) => `Guardar como ${kind}`,
  link: "El enlace:",
  linkCopied: "Enlace copiado.",
  command: "El comando:",
  commandCopied: "Comando copiado. Ejecútalo en una terminal para abrir el puzle.",
  copyFrame: "Copiar HTML",
  copyFrameTitle: "Copiar el HTML que muestra este puzle en una página web",
  frame: "El HTML:",
  frameCopied: "HTML copiado. Pégalo en una página web para mostrar allí el puzle.",
  open: "Abrir en una pestaña",
  result: "El resultado:",
  resultCopied: "Resultado copiado. Puedes pegar el texto donde quieras.",
  large: "La imagen es demasiado grande.",
  noFullScreen: "Este navegador no permite aquí la pantalla completa",
};

/** Links to other sites. */
export const LINKS = {
  open: "Enlace de puzz.link o Penpa+",
  opened: "Enlace abierto.",
  /** @param {string} site */
  copy: (site) => `Para ${site}`,
  /** @param {string} site */
  copyTitle: (site) => `Copiar enlace para ${site}`,
  damaged: "No se puede leer este enlace.",
  /** @param {string} genre */
  unknown: (genre) =>
    `${genre ? `El género «${genre}» no se admite.` : "Los datos no corresponden a ningún género admitido."} Se admiten Shikaku, Pentominous, Tetrominous, Heteromino, Fillomino y, de Penpa+, Dominosa.`,
  /** @param {string} kinds */
  several: (kinds) =>
    `Los datos corresponden a varios géneros: ${kinds}. Elige una etiqueta de género en Penpa+.`,
  /** @param {string} clue */
  clue: (clue) => `El enlace tiene un dato desconocido: ${clue}.`,
  /** @param {string} part */
  strange: (part) => `El dibujo contiene elementos no admitidos: ${part}.`,
  squares: "Solo se admiten tableros de cuadrados.",
  lines: "No se admiten líneas entre las casillas del tablero.",
  outside: "Hay un dato fuera del tablero.",
  /** @param {number} most */
  large: (most) => `El tablero tiene más de ${most} filas o columnas.`,
};

/** What there is to explore. */
export const EXPLORE = {
  title: "Explorar",
  groups: {
    proofs: "Demostraciones",
    shapes: "Formas",
    tilings: "Teselados",
    lessons: "Para clase",
  },
  /** The title of each view, and what it shows. */
  cards: {
    watch: ["Observar", "Mira cómo el solucionador prueba, falla y retrocede."],
    deficient: [
      "La casilla que falta",
      "Quita la casilla que quieras: los trominós en L llenan el resto.",
    ],
    find: ["Encuéntralas todas", "Dibuja todas las formas de pocas casillas. ¿Las encuentras?"],
    plane: ["El plano", "Dibuja una forma y mira si tesela el plano."],
    figures: ["Figuras", "Busca una figura que dos piezas distintas llenen por separado."],
    atlas: ["Atlas", "Consulta lo que se sabe de cada forma pequeña."],
    random: [
      "Teselados al azar",
      "Saca uno entre miles de millones de teselados igual de probables.",
    ],
    lesson: ["Lecciones", "Comparte puzles y notas con una clase en un solo enlace."],
    learn: ["Aprender", "Cinco tableros pequeños enseñan cada tipo de puzle."],
    canvas: ["Lienzo", "Coloca las teselas que quieras y píntalas."],
    all: ["Todos los teselados", "Mira a la vez todos los teselados de un tablero pequeño."],
  },
  docs: "Documentación del programa y de la biblioteca",
  install: "Instalar para jugar sin conexión",
};

/** The frame around the views. */
export const PAGE = {
  /** What stands in index.html, too: there it is seen before the page has loaded. */
  html: {
    skip: "Ir al puzle",
    pages: "Páginas",
    play: "Jugar",
    make: "Crear",
    explore: "Explorar",
    keys: "Teclas (?)",
  },
  /** The titles of the views. @type {Record<string, string>} */
  titles: {
    "": "Puzles",
    collections: "Colecciones",
    make: "Crear",
    watch: "Observar",
    deficient: "La casilla que falta",
    plane: "El plano",
    figures: "Figuras",
    random: "Teselados al azar",
    all: "Todos los teselados",
    find: "Encuéntralas todas",
    canvas: "Lienzo",
    lesson: "Lección",
    learn: "Aprender",
    progress: "Tu progreso",
    tilings: "Teselados",
    day: "Días",
    explore: "Explorar",
  },
  puzzle: "Puzle",
  badLink: "Este enlace está dañado y solo se puede leer en parte.",
  failed: "Algo ha fallado",
  nowhere: "Esta página no existe",
  nowhereAbout: "Puede que el enlace sea antiguo o esté incompleto.",
  noPuzzle: "Puzle no encontrado",
  todays: "El puzle de hoy",
  again: "Intentarlo de nuevo",
  themes: {
    auto: "Colores: como el sistema",
    light: "Colores: claro",
    dark: "Colores: oscuro",
  },
  notSaved:
    "Este navegador no deja que la página guarde tus partidas. Se perderán cuando cierres la página.",
  exportAll: "Exportar",
  close: "Cerrar",
  newVersion: "Hay una versión nueva.",
  reload: "Recargar",
  later: "Más tarde",
  language: "Idioma",
};

/** What a request could not do. */
export const SERVER = {
  away: "El servidor no responde. ¿Sigue tilewright en marcha?",
  offline: "No se puede cargar la página. ¿Tienes conexión?",
  interrupted: "Se ha interrumpido la conexión.",
  /** @param {Value} status */
  answered: (status) => `El servidor respondió con el estado ${status}.`,
  /** @param {Value} path @param {Value} status */
  noFile: (path, status) => `Falta una parte de este sitio: ${path} (${status}).`,
  /** @param {Value} first @param {Value} last */
  days: (first, last) =>
    `Hay puzles diarios desde el ${first} hasta el ${last}. Para este día solo hay un puzle de calendario.`,
  noPuzzle: "Solo el programa tilewright puede crear este puzle.",
  crashed: "El cálculo se detuvo de forma inesperada. Inténtalo de nuevo.",
  noWorker: "Este puzle necesita Web Workers, y este navegador no los tiene o no los permite.",
  /** @param {Value} command */
  needs: (command) => `Para esto hace falta el programa tilewright: ${command}`,
  noAnswer: "No se encontró respuesta. Prueba con otros datos o con algo más pequeño.",
};

/** The first view. */
export const GALLERY = {
  title: "Encaja las piezas. Llena el tablero.",
  lead: "Puzles de teselado con una sola regla: cubre todas las casillas sin que sobre ninguna pieza.",
  welcome: "¿Primera vez aquí?",
  first: {
    kicker: "Tres piezas",
    name: "Tu primer puzle",
    about: "Llena el tablero con las tres piezas. Se tarda diez segundos.",
  },
  /** @param {Value} day */
  today: (day) => `Hoy es ${day}`,
  /** @param {Value} day */
  standIn: (day) =>
    `Los puzles de hoy aún no están listos. Salvo el calendario, estos son del ${day}.`,
  /** @param {number} days */
  row: (days) => `${days} ${days === 1 ? "día seguido" : "días seguidos"}`,
  progress: "Tu progreso",
  week: "Los últimos siete días",
  /** @param {Value} day */
  coverAllBut: (day) => `Cubre todo menos el ${day}`,
  /** The shelves. @type {Record<string, string>} */
  shelves: {
    talos: "Encajar piezas",
    classic: "Tableros de pentominós",
    dots: "Puzles de puntos",
    triangles: "Triángulos",
    hexagons: "Hexágonos",
    cubes: "Cubos",
  },
  /** What a shelf has. @type {Record<string, string>} */
  about: {
    talos:
      "Llena el tablero con todas las piezas. Puedes girarlas, pero no voltearlas. (Los tableros vienen de The Talos Principle.)",
    classic:
      "Llena un tablero con los doce pentominós (piezas de cinco cuadrados), o con los dieciocho si las imágenes reflejadas cuentan como distintas. Hay muchas soluciones.",
    triangles:
      "Llena un tablero con los doce hexiamantes, de seis triángulos cada uno. Las piezas se giran de 60 en 60 grados.",
    hexagons:
      "Llena un tablero con los siete tetrahexes, de cuatro hexágonos cada uno. Las piezas se giran de 60 en 60 grados.",
    cubes:
      "Llena una caja o construye una figura con piezas de cubos o de bolas: Soma, el cubo de Bedlam, Kanoodle y otros. Se juega capa por capa.",
    dots: "Dibuja líneas que dividan el tablero en las piezas mostradas. Cada pieza tiene un punto, pero algunos puntos están ocultos.",
  },
  collections: "Colecciones",
  made: "Creados aquí",
  otherDay: "Cualquier otro día",
  otherDayAbout:
    "Juega a los puzles de otro día, o llena su calendario vacío, que tiene muchas soluciones.",
  calendar: "Calendario",
  weekday: "Calendario con día de la semana",
  monthBefore: "Mes anterior",
  monthAfter: "Mes siguiente",
  /** @param {number} done @param {number} all */
  daySolved: (done, all) =>
    `, ${done === all ? "todos resueltos" : `${done} ${done === 1 ? "resuelto" : "resueltos"}`}`,
  /** @param {number} solved @param {number} alone @param {number} missed */
  month: (solved, alone, missed) =>
    `${solved} ${solved === 1 ? "día resuelto" : "días resueltos"}, ${alone} sin pistas, ${missed} sin resolver`,
  missed: ", sin resolver",
  which: "Qué puzles",
  states: { all: "Todos", unsolved: "Sin resolver", begun: "Empezados", solved: "Resueltos" },
  anyLevel: "Cualquier nivel",
  none: "No hay puzles así.",
  oneRow: "Mostrar una fila",
  /** @param {Value} count */
  showAll: (count) => `Mostrar los ${count}`,
  /** @param {Value} count @param {Value} all */
  solvedOf: (count, all) => `${count} de ${all} ${Number(count) === 1 ? "resuelto" : "resueltos"}`,
  /** How many are left of each level. @param {number} count @param {[level: string, count: number][]} levels */
  left: (count, levels) =>
    `${count === 1 ? "Queda" : "Quedan"} ${count}: ${levels.map(([level, number]) => `${level} (${number})`).join(", ")}.`,
  /** @param {number} count @param {number} alone */
  finished: (count, alone) =>
    `Has resuelto los ${count}${alone ? `, ${alone === count ? "todos" : `${alone} de ellos`} sin pistas` : ""}.`,
  /** @param {Value} name */
  next: (name) => `Siguiente: ${name}`,
  /** @param {Value} name @param {Value} number */
  numbered: (name, number) => `${name}, n.º ${number}`,
  /** @param {Value} name */
  eighteen: (name) => `${name}, 18 piezas`,
  /** @param {Value} size @param {string} pieces */
  dotsOf: (size, pieces) => `${size}, ${pieces}`,
  done: "resuelto",
  /** @param {Value} time */
  solvedIn: (time) => `resuelto en ${time}`,
  /** @param {Value} percent */
  share: (percent) => `${percent} % hecho`,
  go: "Continuar",
  play: "Jugar",
  more: "Pistas y más",
};

/** The first view: the day, and ways to other puzzles. */
export const HOME = {
  others: "Otros puzles",
  collectionsAbout: "tableros, cubos, otros días",
  make: "Crear un puzle",
  makeAbout: "de cualquier tipo, a tu nivel",
  lastOne: "el último puzle al que jugaste",
  /** @param {number} count */
  allDone: (count) => `Los ${count} están resueltos`,
  /** @param {number} hours @param {number} minutes */
  nextIn: (hours, minutes) => `Nuevos puzles en ${hours ? `${hours} h ` : ""}${minutes} min.`,
  missed: "Sin resolver esta semana:",
};

/** A day. */
export const DAY = {
  before: "Día anterior",
  after: "Día siguiente",
  week: "La semana",
  thisWeek: "Esta semana",
  plan: "Los puzles son cada vez más difíciles de lunes a domingo. El especial del domingo tiene un tablero que no aparece ningún otro día.",
  weekDone: "Has resuelto toda la semana.",
  follow: "Suscribirse a los puzles diarios",
  followAbout:
    "Añade los puzles diarios a tu calendario o lector de feeds. Cada entrada enlaza con los puzles de esta página.",
  calendar: "Calendario (iCal)",
  feed: "Feed (Atom)",
  /** @param {Value} word */
  noDay: (word) => `«${word}» no es una fecha. Escribe las fechas como año-mes-día.`,
};

/** A game. */
export const GAME = {
  loading: "Cargando…",
  pieces: "Piezas",
  eachOnce:
    "Dibuja líneas que dividan el tablero en las piezas mostradas. Las piezas encontradas se atenúan, y si dibujas una demasiadas veces, su borde se pone rojo.",
  /** @param {string} name */
  foundPiece: (name) => `${name}, encontrada`,
  hint: "Pista",
  hintKey: "Pista (H)",
  check: "Revisar",
  checkKey: "Revisar (C)",
  nextTitle: "Ir al puzle siguiente",
  tools: "Partida",
  restart: "Reiniciar",
  restartTitle: "Reiniciar el puzle y el reloj",
  restarted: "Reiniciado.",
  restartedKey: "Reiniciado. Deshacer (Z) recupera el tablero.",
  more: "Más",
  how: "Cómo se juega",
  time: "Tiempo",
  damaged: "La partida guardada estaba dañada, así que el puzle vuelve a empezar.",

  // Hints
  placeIt: "Colocarla",
  takeOff: "Quitarla",
  showIt: "Mostrar",
  why: "¿Por qué?",
  next: "Siguiente",
  back: "Atrás",
  /** @param {number} number */
  cases: (number) => `Los ${number} casos`,
  /** @param {number} at @param {number} number @param {Value} says */
  caseOf: (at, number, says) => `Caso ${at} de ${number}. ${says}`,
  noMistakes: "Ningún error hasta ahora.",
  closeHint: "Cerrar la pista",
  deadEnd: "Callejón sin salida",
  deadEndTitle: "Así no se puede terminar el tablero. Deshaz una jugada o pide una pista.",
  waysTitle:
    "Las soluciones que solo se diferencian en un giro de todo el tablero cuentan como una. Las imágenes reflejadas cuentan aparte si las piezas no se pueden voltear.",
  /** @param {number} count @param {Value} number */
  solutions: (count, number) =>
    count ? `${number} ${count === 1 ? "solución" : "soluciones"}` : "ninguna solución",
  wholeTitle:
    "Las soluciones que solo se diferencian en un giro o una reflexión de todo el tablero cuentan como una.",
  oneTitle: "Pulsa «Revisar» para ver si el tablero aún se puede terminar.",
  waysDone: "resuelto",
  away: "El servidor no responde. ¿Sigue tilewright en marcha? Puedes seguir jugando; las pistas volverán cuando vuelva el servidor.",

  // Menus
  showClock: "mostrar el reloj",
  showWays: "mostrar cuántas soluciones quedan",
  sounds: "Sonido",
  print: "Imprimir",
  change: "Modificar",
  watch: "Ver el solucionador",
  colorBy: "Colorear por",
  byPiece: "pieza",
  byEdge: "Vecinas distintas",
  byCorner: "También en las esquinas",
  count: "Colores ",
  fewest: "los menos posibles",
  asPlaced: "Cada tesela recibe su color al colocarla.",
  /** @param {number} wanted @param {number} fewest */
  notEnough: (wanted, fewest) =>
    `${wanted} ${wanted === 1 ? "color no basta" : "colores no bastan"}; se usan ${fewest}.`,
  /** @param {number} used @param {number} fewest */
  tooMany: (used, fewest) =>
    `${used} ${used === 1 ? "color usado" : "colores usados"}; ${fewest === 1 ? "bastaría" : "bastarían"} ${fewest}.`,
  /** @param {number} used */
  used: (used) => `${used} ${used === 1 ? "color usado" : "colores usados"}.`,
  /** @param {number} used */
  usedLeast: (used) =>
    `${used} ${used === 1 ? "color usado" : "colores usados"}; con menos no basta.`,

  // Turning a piece
  turn: "Girar",
  turnTitle: "Girar la pieza elegida (R)",
  tip: "Volcar",
  sidewaysTitle: "Volcar de lado, de izquierda a derecha (G)",
  forwardTitle: "Volcar hacia delante (T)",
  flip: "Voltear",
  flipTitle: "Voltear la pieza elegida (F)",

  // The end
  /** @param {number} hints */
  hints: (hints) => (hints ? `${hints} ${hints === 1 ? "pista" : "pistas"}` : "sin pistas"),
  scoreTime: "tiempo",
  /** @param {number} hints */
  scoreHints: (hints) => (hints === 1 ? "pista" : "pistas"),
  scoreMade: "puzles creados y resueltos seguidos",
  /** @param {number} days */
  scoreRow: (days) => (days === 1 ? "día seguido" : "días seguidos"),
  /** @param {Value} name @param {number} count */
  lastOf: (name, count) => `${name}: has resuelto los ${count}.`,
  /** @param {Value} time */
  best: (time) => `récord ${time}`,
  /** @param {Value} time */
  faster: (time) => `nuevo récord, ${time} menos`,
  /** @param {Value} number */
  foundBefore: (number) => `ya la encontraste: solución ${number}`,
  /** @param {Value} time @param {Value} help */
  solvedIn: (time, help) => `¡Resuelto en ${time} (${help})!`,
  /** @param {Value} weekday @param {Value} time */
  usual: (weekday, time) => `tu ${weekday} habitual: ${time}`,
  share: "Compartir",
  shareTitle: "Compartir el resultado",
  others: "Más puzles",
  closeEnd: "Cerrar y mirar el tablero",
  /** @param {Value} number */
  found: (number) => `${number} ${number === 1 || number === "1" ? "encontrada" : "encontradas"}`,
  /** @param {Value} number @param {Value} all */
  foundOf: (number, all) =>
    `${number} de ${all} ${Number(number) === 1 ? "encontrada" : "encontradas"}`,
  /** @param {Value} number */
  number: (number) => `Número ${number}`,
};

/** What teaches a kind of puzzle. */
export const LEARN = {
  title: "Aprender",
  about: "Cinco tableros pequeños enseñan cada tipo de puzle.",
  /** @param {string} name */
  invite: (name) => `¿No conoces «${name}»? Aprende este tipo con cinco tableros pequeños.`,
  learn: "Aprender este tipo",
  /** @param {string} name @param {number} number @param {number} all */
  board: (name, number, all) => `${name}: tablero ${number} de ${all}`,
  next: "Tablero siguiente",
  play: "Jugar a un puzle",
  /** The boards of each kind, and of puzzles with cubes: what each of them shows. @type {Record<string, { title: string, boards: string[] }>} */
  kinds: {
    dots: {
      title: "Puntos",
      boards: [
        "Divide el tablero en piezas de tres casillas. Una pieza recta tiene su punto en el centro.",
        "Una pieza en forma de L tiene su punto en la esquina.",
        "Cada pieza tiene tres casillas, así que no dejes aislada una región de una o dos.",
        "Algunos puntos están ocultos: una pieza de este tablero no tiene punto.",
        "Un puzle completo: empieza por un punto donde solo quepa una pieza.",
      ],
    },
    sigil: {
      title: "Encajar piezas",
      boards: [
        "Llena el tablero. El 2 indica que tienes dos copias de esta pieza: gíralas hasta que encajen las dos.",
        "Cada pieza tiene cuatro casillas, así que no dejes un hueco de menos de cuatro.",
        "Empieza por la pieza recta, que es la que cabe en menos lugares.",
        "Puedes girar una pieza, pero no voltearla: dos de estas piezas son imágenes reflejadas.",
        "Un puzle completo: en cada esquina, pregúntate qué piezas pueden llenarla.",
      ],
    },
    given: {
      title: "Termínalo",
      boards: [
        "La pieza con candado se queda donde está. Llena el resto del tablero.",
        "En este puzle puedes voltear las piezas, y la L hay que voltearla.",
        "Busca una casilla que solo una pieza pueda cubrir, y coloca primero esa pieza.",
        "Cada pieza tiene cinco casillas, así que no dejes aislada una región de menos de cinco.",
        "Un puzle completo: quedan tres piezas. Empieza al lado de la pieza con candado.",
      ],
    },
    hole: {
      title: "Encuentra el hueco",
      boards: [
        "Una casilla queda vacía. Dibuja las tres piezas: cada L tiene su punto en la esquina.",
        "En algunos puzles se colocan piezas en vez de dibujar. La casilla que sobra es el hueco.",
        "Una L cubre la casilla con su punto y dos casillas contiguas. Ninguna L llega hasta el hueco.",
        "Un espacio de una sola casilla tiene que ser el hueco, porque ahí no cabe ninguna pieza.",
        "Un puzle completo: solo una casilla puede quedar vacía, así que no dejes otro espacio.",
      ],
    },
    dominosa: {
      title: "Dominosa",
      boards: [
        "Cada ficha del juego está una sola vez en el tablero. Une los dos números de cada ficha.",
        "Solo en un lugar hay dos ceros juntos, así que forman una ficha.",
        "Si un número tiene un solo vecino libre, une los dos.",
        "Cada ficha aparece una sola vez: si ya has unido dos números, no unas otra vez esa misma pareja.",
        "Un puzle completo: empieza por dos números que solo estén juntos en un lugar.",
      ],
    },
    shikaku: {
      title: "Shikaku",
      boards: [
        "Divide el tablero en rectángulos. Cada número dice cuántas casillas tiene su rectángulo.",
        "Un rectángulo con un 3 siempre es una línea. Uno con un 4 es una línea o un cuadrado.",
        "Cada rectángulo contiene un solo número, así que detente antes del siguiente número.",
        "En cada esquina, pregúntate qué número puede llegar hasta ella.",
        "Un puzle completo: empieza por un número cuyo rectángulo quepa en pocos lugares.",
      ],
    },
    pentominous: {
      title: "Pentominous",
      boards: [
        "Divide el tablero en piezas de cinco casillas. Una letra nombra la pieza que cubre su casilla.",
        "Cada pieza tiene cinco casillas, así que no dejes aislada una región de menos de cinco.",
        "Dos piezas de la misma forma no pueden compartir un lado, así que la pieza sin letra no es una P.",
        "Mira las esquinas: a menudo solo una letra puede llegar hasta una esquina.",
        "Un puzle completo: solo dos de las cuatro piezas tienen letra.",
      ],
    },
    tetrominous: {
      title: "Tetrominous",
      boards: [
        "Divide el tablero en piezas de cuatro casillas. Una letra nombra la pieza que cubre su casilla.",
        "Dos piezas de la misma forma no pueden compartir un lado: la S separa las dos L.",
        "Dos piezas de este tablero no tienen letra. Su forma es distinta de la de las piezas contiguas.",
        "Cada pieza tiene cuatro casillas, así que no dejes aislada una región de menos de cuatro.",
        "Un puzle completo: solo tres de las cinco piezas tienen letra.",
      ],
    },
    heteromino: {
      title: "Heteromino",
      boards: [
        "Divide el tablero en piezas de tres casillas: líneas y ángulos.",
        "Cada pieza tiene tres casillas, así que no dejes aislada una región de una o dos.",
        "Dos ángulos solo pueden compartir un lado si están girados de forma distinta.",
        "Dos líneas solo pueden compartir un lado si una es horizontal y la otra vertical.",
        "Un puzle completo: empieza por una casilla que solo una pieza pueda cubrir.",
      ],
    },
    fillomino: {
      title: "Fillomino",
      boards: [
        "Divide el tablero en piezas. Un número indica cuántas casillas tiene su pieza.",
        "Dos piezas del mismo tamaño no pueden compartir un lado, así que los dos 2 quedan separados.",
        "Los números iguales contiguos pertenecen a la misma pieza.",
        "Una pieza de este tablero no tiene número. Su tamaño es distinto del de las piezas contiguas.",
        "Un puzle completo: pregúntate con cada número hacia dónde puede crecer su pieza.",
      ],
    },
    pips: {
      title: "Pips",
      boards: [
        "Coloca las fichas de dominó de modo que los números de cada región sumen el de la región.",
        "El signo = indica que todos los números de la región son iguales.",
        "El signo ≠ indica que todos los números de la región son distintos.",
        "<3 indica que los números suman menos de 3, y >10 indica más de 10.",
        "Un puzle completo: empieza por una región que deje pocas opciones.",
      ],
    },
    calendar: {
      title: "Calendario",
      boards: [
        "Cubre todo menos la fecha, el 14 de marzo. Solo quedan dos piezas por colocar.",
        "Empieza por una pieza que solo quepa en un lugar: aquí, el rectángulo de 2 × 3.",
        "No dejes aislado un hueco demasiado pequeño para una pieza.",
        "Busca una casilla que solo una pieza pueda cubrir.",
        "Un puzle completo: coloca las cuatro últimas piezas y deja a la vista la fecha.",
      ],
    },
    weekday: {
      title: "Calendario con día de la semana",
      boards: [
        "Cubre todo menos el mes, el día y el día de la semana.",
        "Busca una casilla que solo una pieza pueda cubrir.",
        "No dejes aislado un hueco demasiado pequeño para una pieza.",
        "Cada pieza tiene cuatro o cinco casillas, así que cuenta las casillas de cada hueco.",
        "Un puzle completo: coloca las cuatro últimas piezas y deja a la vista la fecha.",
      ],
    },
    cubes: {
      title: "Cubos",
      boards: [
        "El tablero es una caja, mostrada capa por capa. Llena las dos capas.",
        "Algunas piezas ocupan las dos capas. Vuelca una pieza para ponerla de pie.",
        "Una casilla y la de encima son vecinas, así que una pieza puede cubrir casillas de las dos capas.",
        "Puedes girar una pieza en cualquier dirección, pero no convertirla en su imagen reflejada.",
        "Un puzle completo: ya hay dos piezas colocadas. Coloca las otras tres.",
      ],
    },
  },
};

/** The result of a game, to be shared. */
export const RESULT = {
  title: "Tu resultado",
  /** @param {Value} title @param {Value} level */
  ofLevel: (title, level) => `${title} (${level})`,
  /** @param {number} days */
  row: (days) => `${days} ${days === 1 ? "día seguido" : "días seguidos"}`,
  copy: "Copiar texto",
  copyPicture: "Copiar imagen",
  pictureCopied: "Imagen copiada. Puedes pegarla donde quieras.",
  notAllowed: "Este navegador no permite copiar aquí. Guarda la imagen.",
  close: "Cerrar",
};

/** Why something cannot be done in a game. The library says the same. */
export const MOVES = {
  /** @param {Value} name */
  noPiece: (name) => `este puzle no tiene ninguna pieza «${name}»`,
  /** @param {Value} cell */
  outside: (cell) => `la casilla ${cell} no está en el tablero`,
  /** @param {Value} one @param {Value} other */
  noEdge: (one, other) => `las casillas ${one} y ${other} no comparten un borde`,
  /** @param {number} most */
  noCopy: (most) =>
    `el puzle permite esta pieza ${most} ${most === 1 ? "vez" : "veces"} como mucho, y no quedan copias`,
  /** @param {Value} cell */
  taken: (cell) => `la casilla ${cell} ya está cubierta`,
  noOrientation: "la pieza no tiene ninguna orientación con estas casillas y signos",
  /** @param {Value} cell */
  given: (cell) => `la casilla ${cell} está cubierta por una pieza que es parte del puzle`,
  /** @param {Value} cell */
  empty: (cell) => `la casilla ${cell} está vacía`,
  /** @param {Value} piece @param {Value} most @param {Value} orientation */
  orientation: (piece, most, orientation) =>
    `la orientación de ${piece} debe estar entre 0 y ${most}, no ${orientation}`,
  unknown: "acción desconocida",
  notSaved: "esto no es una partida guardada",
  /** @param {Value} fault */
  unfit: (fault) => `la partida guardada no corresponde al puzle: ${fault}`,
  /** @param {Value} cell */
  nothingToLift: (cell) => `en la casilla ${cell} no hay ninguna pieza que quitar`,
  savedEdge: "un borde de la partida guardada no está en el tablero",
  bothEdges: "un borde está a la vez dibujado y marcado como que no lo es",
  /** @param {Value} word */
  noMove: (word) => `«${word}» no es una jugada válida en una partida guardada`,
};

/** The rules of a puzzle, each in one sentence. */
export const RULES = {
  fill: "Llena el tablero con todas las piezas.",
  oneDot: "Cada pieza contiene como mucho un punto, en la posición mostrada.",
  outlines: "Dibuja contornos. Cada pieza se puede usar las veces que quieras.",
  solid: "Puedes girar las piezas en cualquier dirección.",
  oneSided: "Puedes girar las piezas, pero no voltearlas.",
  halfTurn: "Puedes girar las piezas media vuelta, pero no voltearlas.",
  joined:
    "Los lados con las mismas flechas están unidos. Una pieza que cruza un lado unido continúa por el otro.",
  fixed: "No gires ni voltees las piezas.",
  /** The rule of a puzzle with dots that has no other rule. */
  dots: "Divide el tablero en las piezas de abajo. Cada punto del tablero es el punto de una pieza, pero algunos puntos están ocultos.",
};

/** Keyboard help for all views in which you draw. */
const BY_KEYS =
  "Teclado: las flechas mueven el cursor, Espacio empieza o termina una pieza, Mayús con una flecha dibuja un borde, E elige la goma y Supr borra una pieza.";
/** What the eraser does. */
const ERASER = "La goma borra todas las piezas y bordes que toca.";

/**
 * How to draw pieces of any shape, rectangles, and pieces of two cells: for mouse and keyboard, and for a
 * touch screen. The first paragraph also stands below the board.
 * @type {Record<"path" | "rectangle" | "pair", { mouse: string[], touch: string[] }>}
 */
export const DRAWING = {
  path: {
    mouse: [
      "Arrastra por las casillas de una pieza o haz clic en sus bordes.",
      `Para marcar que una línea no es un borde, haz clic derecho en ella o usa el lápiz de notas (X). ${ERASER}`,
      BY_KEYS,
    ],
    touch: [
      "Arrastra por las casillas de una pieza o toca sus bordes.",
      `Para marcar que una línea no es un borde, elige «Sin borde» en «Más». ${ERASER}`,
    ],
  },
  rectangle: {
    mouse: [
      "Arrastra de una esquina de un rectángulo a la opuesta o haz clic en sus bordes.",
      `Para marcar que una línea no es un borde, haz clic derecho en ella o usa el lápiz de notas (X). ${ERASER}`,
      BY_KEYS,
    ],
    touch: [
      "Arrastra de una esquina de un rectángulo a la opuesta o toca sus bordes.",
      `Para marcar que una línea no es un borde, elige «Sin borde» en «Más». ${ERASER}`,
    ],
  },
  pair: {
    mouse: [
      "Haz clic en la línea entre dos casillas para unirlas.",
      `Para marcar que dos casillas no están unidas, haz clic derecho en la línea que las separa o usa el muro (X). ${ERASER}`,
      BY_KEYS,
    ],
    touch: [
      "Toca la línea entre dos casillas para unirlas.",
      `Para marcar que dos casillas no están unidas, usa el muro. ${ERASER}`,
    ],
  },
};

/** What there is to draw. */
export const TO_DRAW = {
  plain: "Dibuja los contornos de las piezas. Cada pieza se puede usar las veces que quieras.",
  dots: "Dibuja líneas que dividan el tablero en las piezas mostradas. Cada pieza tiene un punto, pero algunos puntos están ocultos.",
};

/**
 * How to play with pieces, in paragraphs: for everybody, for mouse and keyboard, and for a touch screen.
 * The first paragraph for the device also stands below the board.
 * @type {Record<"cubes" | "turning" | "fixed", { all: string[], mouse: string[], touch: string[] }>}
 */
export const HOW = {
  cubes: {
    all: ["Primero se muestra la capa superior, y junto a las capas se ve todo el tablero."],
    mouse: [
      "Arrastra las piezas a las capas del tablero. R gira una pieza en su capa; T y G la vuelcan.",
      "F voltea una pieza si el puzle lo permite. Haz doble clic en una pieza de la bandeja para girarla.",
      "Teclado: pulsa Tab para ir a una pieza e Intro para tomarla. Las flechas, Re Pág y Av Pág mueven la pieza, y R, T y G la giran. Pulsa Intro para colocarla o Esc para devolverla.",
    ],
    touch: [
      "Arrastra las piezas a las capas del tablero. Toca una pieza y luego «Girar» o «Volcar».",
      "Toca el tablero para colocar la pieza elegida, o toca una pieza colocada para quitarla.",
    ],
  },
  turning: {
    all: [],
    mouse: [
      "Arrastra las piezas al tablero. Haz doble clic en una pieza o pulsa R para girarla.",
      "Mientras arrastras, R, la rueda o un clic derecho giran la pieza, y F la voltea si el puzle lo permite.",
      "Para marcar casillas que una pieza no cubre, elige la pieza y haz clic derecho en las casillas, o usa «Aquí no» (X).",
      "Teclado: pulsa Tab para ir a una pieza e Intro para tomarla. Las flechas mueven la pieza, R la gira y F la voltea. Pulsa Intro para colocarla o Esc para devolverla.",
    ],
    touch: [
      "Arrastra las piezas al tablero. Toca una pieza dos veces para girarla.",
      "Toca el tablero para colocar la pieza elegida, o toca una pieza colocada para quitarla.",
      "Para marcar casillas que una pieza no cubre, toca la pieza, elige «Aquí no» en «Más» y toca las casillas.",
    ],
  },
  fixed: {
    all: [],
    mouse: [
      "Arrastra las piezas al tablero.",
      "Teclado: pulsa Tab para ir a una pieza e Intro para tomarla. Las flechas mueven la pieza. Pulsa Intro para colocarla o Esc para devolverla.",
    ],
    touch: [
      "Arrastra las piezas al tablero.",
      "Toca el tablero para colocar la pieza elegida, o toca una pieza colocada para quitarla.",
    ],
  },
};

/** The board that is played on or painted, and what it says to screen readers. */
export const BOARD = {
  table:
    "Tablero y piezas. Elige una pieza con Tab e Intro y muévela con las flechas. R gira la pieza, F la voltea, Intro la coloca y Esc la devuelve.",
  tableOfCubes:
    "Tablero y piezas. Elige una pieza con Tab e Intro. Las flechas mueven la pieza, y Re Pág y Av Pág la llevan a otra capa. R gira la pieza, T y G la vuelcan, F la voltea, Intro la coloca y Esc la devuelve.",
  outlines:
    "Tablero. Las flechas mueven el cursor, Mayús con una flecha dibuja o borra el borde de ese lado, y Espacio empieza o termina una pieza. X elige el lápiz de notas, E la goma y D el lápiz. Pulsa Supr para borrar la pieza.",
  /** @param {Value} name */
  painter: (name) => `${name}. Las flechas mueven el cursor, y Espacio quita o repone una casilla.`,

  // Places and pieces
  /** @param {Value} row @param {Value} column */
  cell: (row, column) => `fila ${row}, columna ${column}`,
  /** @param {Value} layer @param {Value} place */
  inLayer: (layer, place) => `capa ${layer}, ${place}`,
  /** @param {number} layer @param {number} last */
  layer: (layer, last) =>
    `Capa ${layer}${layer === 1 ? ", arriba" : layer === last ? ", abajo" : ""}`,
  dot: "punto",
  square: "casilla",
  gap: "hueco",
  /** @param {Value} number */
  cubes: (number) => `${number} ${number === 1 ? "casilla" : "casillas"}`,
  /** @param {Value} cells */
  straight: (cells) => `en línea recta: ${cells}`,
  /** @param {Value} row @param {Value} cells */
  row: (row, cells) => `fila ${row}: ${cells}`,
  /** @param {Value} piece @param {Value} cell */
  at: (piece, cell) => `${piece} en la ${cell}`,
  /** @param {Value} piece */
  given: (piece) => `${piece}, fija`,
  /** @param {Value} piece */
  taken: (piece) => `${piece}. Pulsa Intro para tomar la pieza o Supr para quitarla.`,
  /** @param {Value} piece @param {number} left @param {string[]} excluded  Where it is noted not to be. */
  left: (piece, left, excluded) =>
    `${piece}, ${left === Infinity ? "sin límite" : `${left === 1 ? "queda" : "quedan"} ${left}`}${excluded.length ? `, nota: no en la ${excluded.join("; ni en la ")}` : ""}`,

  // Pieces that are moved
  /** @param {Value} piece */
  placed: (piece) => `${piece}: colocada`,
  turned: "girada",
  tipped: "volcada",
  flipped: "volteada",
  noTurning: "En este puzle no se pueden girar las piezas",
  noFlipping: "En este puzle no se pueden voltear las piezas",
  choose: "Elige primero una pieza",
  backInTray: "La pieza no cabe ahí y vuelve a la bandeja",
  notThere: "La pieza no cabe ahí, la gires como la gires",
  notHere: "La pieza no cabe aquí",
  /** @param {boolean} flips */
  turnFirst: (flips) => `La pieza solo cabe ahí si la giras${flips ? " o la volteas" : ""}`,
  /** @param {Value} place @param {boolean} fits @param {boolean} doubted */
  fits: (place, fits, doubted) =>
    `${place}, ${fits ? "cabe" : "no cabe"}${doubted ? ", nota: aquí no" : ""}`,

  // Notes
  notHereTool: "Aquí no",
  notHereTitle: "Aquí no: marcar casillas que la pieza elegida no cubre (X)",
  noting: "Ahora marcas casillas que la pieza elegida no cubre",
  placing: "Ahora colocas piezas",
  /** @param {Value} piece @param {string[]} places @param {boolean} back */
  noted: (piece, places, back) =>
    back
      ? `notas quitadas: ${piece} en la ${places.join("; en la ")}`
      : `nota: ${piece} no en la ${places.join("; ni en la ")}`,
  /** @param {Value} place @param {Value} piece @param {boolean} noted */
  noteAt: (place, piece, noted) => `${place}${noted ? `, nota: ${piece} aquí no` : ""}`,
  covered: "Una pieza cubre esta casilla",

  // Outlines that are drawn
  /** The tools: what each is called, and what one does with it. */
  tools: {
    draw: ["Lápiz", "ahora dibujas piezas"],
    note: ["Sin borde", "ahora marcas líneas que no son bordes"],
    erase: ["Goma", "ahora borras"],
  },
  /** The same where each piece has two cells. */
  toolsOfPairs: {
    draw: ["Unir", "ahora unes casillas"],
    note: ["Muro", "ahora marcas casillas que no están unidas"],
    erase: ["Goma", "ahora borras"],
  },
  erased: "borrado",
  nothingErased: "nada que borrar",
  noteRemoved: "nota quitada",
  noteAdded: "nota puesta: aquí no hay borde",
  edgeErased: "borde borrado",
  edgeDrawn: "borde dibujado",
  begun: "pieza empezada",
  /** @param {number} cells @param {number} whole */
  drawnOf: (cells, whole) => `${cells} de ${whole}`,
  /** @param {number} cells */
  drawn: (cells) => `pieza de ${cells} ${cells === 1 ? "casilla" : "casillas"} dibujada`,

  // Zooming
  /** @param {Value} scale */
  larger: (scale) => `${scale} veces más grande`,
  whole: "todo el tablero",
  zoomOut: "Alejar (-)",
  zoomIn: "Acercar (+)",
};

/**
 * What keys, mouse and fingers do.
 * @type {{ title: string, close: string, sheet: [where: string, list: [key: string, what: string][]][] }}
 */
export const KEYS = {
  title: "Teclas",
  close: "Cerrar",
  sheet: [
    [
      "En todas partes",
      [
        ["?", "esta hoja"],
        ["Tab", "ir al control siguiente"],
        ["Esc", "cerrar o cancelar"],
      ],
    ],
    [
      "En todos los puzles",
      [
        ["Z", "deshacer"],
        ["Y", "rehacer"],
        ["H", "pista; pulsa otra vez para ver más"],
        ["C", "revisar"],
        ["+ y -", "zoom (o con dos dedos)"],
        ["Ctrl P", "imprimir"],
      ],
    ],
    [
      "Encajar piezas",
      [
        ["Intro", "tomar o colocar una pieza"],
        ["Flechas", "moverla"],
        ["R", "girar (Mayús R gira al revés)"],
        ["F", "voltear"],
        ["T y G", "volcar una pieza de cubos hacia delante o de lado"],
        ["Re Pág y Av Pág", "llevar la pieza a otra capa"],
        ["Supr", "quitar la pieza del tablero"],
        ["X", "marcar casillas que una pieza no cubre (o clic derecho)"],
      ],
    ],
    [
      "Dibujar contornos",
      [
        ["Flechas", "moverse"],
        ["Espacio", "empezar o terminar una pieza"],
        ["Mayús y una flecha", "dibujar o borrar un borde"],
        ["X", "lápiz de notas: marcar que no hay borde (o clic derecho)"],
        ["E", "la goma"],
        ["D", "el lápiz"],
        ["Supr", "borrar una pieza"],
      ],
    ],
    [
      "Observar",
      [
        ["Espacio", "reproducir y pausar"],
        ["Flecha derecha", "un paso"],
        ["Flecha izquierda", "un paso atrás"],
      ],
    ],
    [
      "La casilla que falta",
      [
        ["Flechas", "mover la cruz"],
        ["Intro", "quitar su casilla"],
        ["+ y -", "zoom"],
        ["0", "ver todo"],
        ["H", "ir a la casilla que falta"],
        ["Av Pág y Re Pág", "recorrer la demostración nivel por nivel"],
      ],
    ],
    [
      "El plano",
      [
        ["Flechas", "mover el teselado"],
        ["+ y -", "zoom"],
        ["0", "volver al centro"],
        ["Espacio", "añadir o quitar una casilla del dibujo"],
      ],
    ],
    [
      "Teselados al azar",
      [
        ["Flechas", "ir a otras teselas que se pueden girar"],
        ["Intro", "girarlas"],
        ["Z e Y", "deshacer y rehacer un giro"],
        ["+ y -", "zoom"],
        ["0", "ver todo"],
      ],
    ],
    [
      "Todos los teselados",
      [
        ["Flechas", "ir a otra casilla"],
        ["Intro", "ir a las colocaciones en esta casilla"],
        ["N y P", "ir al teselado siguiente o anterior"],
        ["R", "mostrar un teselado al azar"],
      ],
    ],
  ],
};

/** Puzzles that are made. */
export const MAKE = {
  title: "Crear un puzle",
  tabs: "Cómo crearlo",
  forMe: "Automático",
  own: "Mi tablero",
  set: "A mano",
  anyLevel: "cualquiera",
  make: "Crear",
  cells: "Casillas",
  pieces: "Piezas",
  date: "Fecha",
  number: "Número",
  clues: "Con el mínimo de datos",
  more: "Tablero, piezas, número y más",
  making: "Creando un puzle con exactamente una solución",
  /** @param {number} seconds */
  seconds: (seconds) => `Creando… ${seconds} s`,
  cancel: "Cancelar",
  close: "Cerrar",
  about:
    "El mismo número da siempre el mismo puzle. Cada puzle tiene exactamente una solución, comprobada dos veces.",
  before: "Creados aquí antes",
  none: "No se encontró ningún puzle así. Prueba con otro número, tablero o nivel.",
  months: ["E", "F", "M", "A"],
  weekdays: ["D", "L"],
};

/** Boards of one's own. */
export const OWN = {
  /** @type {Record<string, string>} */
  turns: {
    free: "girar y voltear",
    "one-sided": "solo girar",
    "half-turn": "solo media vuelta",
    fixed: "ni girar ni voltear",
  },
  /** What a person does in a step of a kind. @type {Record<string, string>} */
  steps: {
    cell: "solo una colocación puede cubrir una casilla",
    piece: "a una pieza le quedan exactamente los lugares que necesita",
    rule: "las reglas dejan una sola colocación",
    symmetry: "el tablero es simétrico, así que basta uno de varios lugares equivalentes",
    region: "una pieza dejaría aislada una región que las demás no pueden llenar",
    blocked: "una pieza dejaría a una casilla o a otra pieza sin colocación",
    trial: "probar una pieza lleva a una contradicción",
    guess: "una suposición que quizá haya que deshacer",
  },
  none: "El tablero no se puede llenar.",
  triedAll: "Se han probado todas las posibilidades.",
  notKnown: "No se sabe",
  noTime: "Se acabó el tiempo.",
  /** @param {Value} number */
  atLeast: (number) => `Al menos ${number} soluciones`,
  noTimeForAll: "Se acabó el tiempo antes de contar todas las soluciones.",
  one: "Hay exactamente una solución",
  good: "Este tablero es un buen puzle.",
  /** @param {Value} number */
  solutions: (number) => `${number} soluciones`,
  /** @param {Value} number */
  different: (number) => `${number} si los giros del tablero cuentan una sola vez.`,
  cannotChange:
    "Este puzle tiene puntos, piezas colocadas o piezas para elegir, así que no se puede modificar aquí.",
  play: "Jugar",
  watch: "Observar",
  watchTitle: "Ver el solucionador",
  hard: "¿Qué dificultad tiene este puzle?",
  noGrade: "Se acabó el tiempo antes de valorar el puzle.",
  /** @param {Value} score */
  score: (score) => ` dificultad ${score}. Una persona daría estos pasos:`,
  /** @param {Value} level @param {Value} score */
  graded: (level, score) => `${level}, dificultad ${score}`,
  /** @param {Value} count */
  times: (count) => `${count} × `,
  aName: "un nombre",
  name: "Nombre",
  kept: "Tableros guardados",
  nameFirst: "Primero ponle un nombre al tablero.",
  saved: "El tablero se ha guardado en este navegador.",
  /** @param {Value} title */
  open: (title) => `Abrir ${title}`,
  /** @param {Value} title */
  remove: (title) => `Borrar ${title}`,
  /** @param {Value} title */
  removed: (title) => `${title} se ha borrado.`,
  picture: "Imagen de un tablero",
  fromPicture: "Desde una imagen",
  notPicture: "El navegador no puede leer este archivo como imagen.",
  /** @param {Value} width @param {Value} height */
  smallPicture: (width, height) =>
    `La imagen es demasiado pequeña para el tablero: solo ${width} × ${height} píxeles.`,
  unreadable: "Este navegador no puede leer la imagen.",
  noDark: "La imagen no tiene casillas oscuras.",
  nothingToClear: "No hay nada que vaciar.",
  cleared: "Vaciado.",
  clearedUndo: "Vaciado. Con «Deshacer» recuperas el tablero.",
  noCells: "El tablero no tiene casillas.",
  noPieces: "Elige al menos una pieza.",
  counting: "Contando…",
  mayTurn: "Movimientos",
  empty: "Casillas vacías",
  about:
    "Haz clic en las casillas o píntalas para quitarlas. Si todas las piezas se pueden usar sin límite, se juega dibujando contornos.",
  again: "Empezar de nuevo",
  mirror: "Pintar en espejo",
  across: "izquierda y derecha",
  down: "arriba y abajo",
  save: "Guardar",

  // Choosing pieces
  families: {
    small: "Hasta tres casillas",
    tetrominoes: "Tetrominós",
    pentominoes: "Pentominós",
    others: "Otras piezas",
  },
  /** @param {Value} name */
  isKnown: (name) => `Esa ya existe: ${name}. Se ha añadido una copia más.`,
  added: "Se ha añadido una copia de la pieza.",
  piece: "Pieza",
  connected: "Las casillas de una pieza deben estar unidas por sus lados.",
  paintFirst: "Pinta primero las casillas de la pieza.",
  draw: "Dibuja tu propia pieza",
  add: "Añadir",
  wipe: "Limpiar",
  oneEach: "una de cada",
  /** @param {Value} family */
  oneOfEach: (family) => `Una de cada: ${family}`,
  noneEach: "ninguna",
  /** @param {Value} family */
  noneOf: (family) => `Ninguna: ${family}`,
  /** @param {Value} name */
  anyNumber: (name) => `Sin límite: ${name}`,
  /** @param {Value} name */
  oneLess: (name) => `Una menos: ${name}`,
  /** @param {Value} name */
  oneMore: (name) => `Una más: ${name}`,
  any: "sin límite",
};

/** The solver at work, and Golomb's proof on a board. */
/** A puzzle whose clues are set by hand. */
export const SET = {
  board:
    "Tablero. Las flechas mueven el cursor, y otras teclas ponen el dato de la casilla actual.",
  change: "Qué modificas",
  clues: "Datos",
  cells: "Casillas",
  aboutCells: "Haz clic en las casillas o píntalas para quitarlas o reponerlas.",
  /** What to do with each editor. @type {Record<string, string>} */
  hints: {
    dots: "Haz clic en una casilla o tócala para poner o quitar su punto.",
    areas: "Elige una casilla y escribe su número. Escribe ? si el número no se da.",
    letters: "Elige una casilla y escribe su letra.",
    sizes: "Elige una casilla y escribe el tamaño de su pieza.",
    holes: "Este tipo de puzle no tiene datos. Elige «Casillas» para modificar el tablero.",
    labels: "Elige una casilla y escribe los números fila por fila.",
    regions:
      "Arrastra por las casillas para dibujar una región. Luego escribe su número, como 7, <7 o >7, o escribe = o ≠. Pulsa Mayús y una flecha para añadir una casilla.",
    placed: "Arrastra por cinco casillas para colocar una pieza. Pulsa Supr para quitar una pieza.",
  },
  keys: "Datos para poner",
  erase: "Borrar",
  /** @type {Record<string, string>} */
  signs: {
    "<": "menos de",
    ">": "más de",
    "=": "todos iguales",
    "≠": "todos distintos",
    "?": "abierto",
  },
  region: "región",
  dot: "punto",
  pieces: "Piezas",
  dominoes: "Dominó",
  noneChosen: "ninguna",
  print: "Imprimir",

  // What is wrong
  /** @param {number} sum @param {number} area */
  areas: (sum, area) =>
    `Los números suman ${sum}, pero el tablero tiene ${area} ${area === 1 ? "casilla" : "casillas"}.`,
  noNumbers: "Pon un número para cada rectángulo.",
  noRectangle: "Ningún número es el área de un rectángulo que quepa en el tablero.",
  /** @param {number} area */
  noSet: (area) =>
    `Un juego de dominó cubre 2, 6, 12, 20, 30, 42, 56, 72, 90 o 110 casillas, pero el tablero tiene ${area}.`,
  /** @param {Value} clue @param {number} highest */
  aboveSet: (clue, highest) =>
    `El dominó de este tablero tiene números hasta el ${highest}, así que ${clue} es demasiado grande.`,
  /** @param {Value} clue @param {number} most */
  tooMany: (clue, most) =>
    `El número ${clue} solo aparece ${most} ${most === 1 ? "vez" : "veces"} en el juego de dominó.`,
  /** @param {number} area */
  odd: (area) =>
    `El tablero tiene un número impar de casillas (${area}), así que el dominó no puede cubrirlo.`,
  /** @param {number} wanted @param {number} chosen */
  wanted: (wanted, chosen) =>
    `Elige ${wanted} ${wanted === 1 ? "ficha" : "fichas"} de dominó para este tablero. Tienes ${chosen}.`,
  /** @param {number} cells @param {string} says */
  badSum: (cells, says) =>
    `Los números de ${cells} ${cells === 1 ? "casilla" : "casillas"} no pueden sumar ${says}.`,
  /** @param {number} wanted @param {number} area */
  placedArea: (wanted, area) =>
    `Los doce pentominós cubren ${wanted} casillas, pero el tablero tiene ${area}.`,
  /** @param {number} size */
  placedSize: (size) => `Cada pieza colocada debe tener ${size} casillas.`,

  // What is known
  none: "Ninguna solución",
  /** @param {number} size @param {number} area */
  area: (size, area) => `El número de casillas del tablero, ${area}, no es múltiplo de ${size}.`,
  uncovered: "Ninguna pieza puede cubrir las casillas marcadas.",
  /** @param {number} number */
  without: (number) =>
    number === 1
      ? "Sin el dato marcado, el puzle tiene solución."
      : "Si quitas cualquiera de los datos marcados, el puzle tiene solución.",
  /** @param {Value} number */
  moreThan: (number) => `Más de ${number} soluciones`,
  /** @param {string} step */
  hardest: (step) => `El paso más difícil: ${step}.`,
  /** @param {number} number */
  solution: (number) => `Solución ${number}`,
  apart: "Se muestran dos soluciones. Las casillas en que se diferencian están marcadas.",
  /** @param {number} number @param {number} area */
  same: (number, area) =>
    `Sombrear las casillas que son iguales en todas las soluciones (${number} de ${area})`,
};

export const WATCH = {
  title: "Observar",
  tabs: "Qué observar",
  search: "La búsqueda",
  proof: "Demostración de Golomb",
  starting: "Arrancando el solucionador…",
  /** @param {Value} title */
  solving: (title) => `Resolviendo: ${title}`,
  tree: "Árbol de búsqueda: haz clic en un nodo para ir a ese paso.",
  /** @param {number} placements @param {number} pieces */
  treeNow: (placements, pieces) =>
    `Árbol de búsqueda: ${placements.toLocaleString("es")} ${placements === 1 ? "colocación probada" : "colocaciones probadas"}, ${pieces} ${pieces === 1 ? "pieza" : "piezas"} en el tablero`,
  /** @param {Value} number */
  solved: (number) => `¡Resuelto! Esta es la solución ${number}.`,
  /** @param {Value} piece */
  removed: (piece) => `No cabe ninguna pieza, así que se quita la pieza ${piece}.`,
  /** Where the solver places a piece: by the engine. */
  places: {
    scan: "en la primera casilla vacía",
    dance: "donde caben menos piezas",
  },
  /** @param {Value} piece @param {Value} where */
  placed: (piece, where) => `La pieza ${piece} se coloca ${where}.`,
  /** @param {Value} where */
  about: (where) =>
    `El solucionador siempre coloca una pieza ${where}, y la quita cuando no cabe ninguna otra. La animación muestra pasos reales. Sin animación, da millones de pasos por segundo.`,
  /** @param {number} found */
  complete: (found) =>
    `La búsqueda ha terminado: ${found.toLocaleString("es")} ${found === 1 ? "solución" : "soluciones"}.`,
  /** @param {number} steps */
  stopped: (steps) =>
    `El solucionador se detuvo aquí tras ${steps.toLocaleString("es")} ${steps === 1 ? "paso" : "pasos"}.`,
  /** @param {Value} number */
  solution: (number) => `Solución ${number}`,
  pressPlay: " Pulsa «Reproducir» para continuar.",
  tried: "Colocaciones probadas",
  backs: "Retrocesos",
  onBoard: "En el tablero",
  solutions: "Soluciones",
  end: "Fin",
  triedAll: "se ha probado todo",
  stoppedHere: "detenido aquí",
  puzzle: "Puzle",

  // Playback
  play: "Reproducir",
  pause: "Pausa",
  again: "Otra vez",
  step: "Un paso",
  stepBack: "Un paso atrás",
  beginning: "Desde el principio",
  place: "Paso",
  placeLabel: "Paso ",
  speed: "Velocidad",
  speedLabel: "Velocidad ",
  /** @param {Value} steps */
  rate: (steps) => `${steps} pasos por segundo`,

  // The proof
  proofBoard: "La demostración de Golomb en un tablero. Las flechas mueven la casilla quitada.",
  size: "Tablero: ",
  anySize: "Cualquier tamaño, hasta 2⁶⁰ × 2⁶⁰",
  proofAbout:
    "La demostración de Solomon Golomb (1954) para tableros de 2 × 2, 4 × 4, 8 × 8…: los trominós en L pueden cubrir el tablero, se quite la casilla que se quite.",
  /** @param {Value} side */
  oneRemoved: (side) =>
    `A un tablero de ${side} × ${side} le falta una casilla. Haz clic en otra casilla para quitar esa en su lugar.`,
  /** @param {Value} trominoes */
  allPlaced: (trominoes) =>
    `Los ${trominoes} trominós están colocados, y solo queda vacía la casilla quitada. La misma demostración vale para cualquier tamaño.`,
  /** @param {Value} side */
  divide: (side) =>
    `A este cuadrado de ${side} × ${side} le falta una casilla. Divídelo en cuartos. Un cuarto contiene la casilla que falta.`,
  single: "Un cuadrado de 2 × 2 al que le falta una casilla es un solo trominó.",
  /** @param {Value} half */
  center: (half) =>
    `Un trominó en el centro cubre una casilla de cada uno de los otros tres cuartos. Ahora a cada cuarto de ${half} × ${half} le falta una casilla. Repite este paso en cada cuarto.`,
};

/** What the three views of large pictures have in common. */
export const SCENE = {
  zoomOut: "Alejar",
  zoomIn: "Acercar",
  fullScreen: "Pantalla completa, por ejemplo para un proyector",
  noCanvas: "este navegador no admite el elemento canvas",
};

/** The missing cell. */
export const MISSING = {
  title: "La casilla que falta",
  lead: "Haz clic en cualquier casilla para quitarla. Los trominós en L siempre pueden cubrir el resto.",
  board: "El tablero al que le falta una casilla",
  map: "Dónde estás en el tablero",
  toHole: "Ir al hueco",
  toHoleTitle: "Ir al hueco (la casilla que falta)",
  whole: "Todo el tablero",
  wholeTitle: "Ver todo el tablero",
  size: "Tablero: ",
  /** @param {Value} exponent */
  sizeSpoken: (exponent) => `2 elevado a ${exponent}`,
  row: "Fila",
  column: "Columna",
  remove: "Quitar",
  /** @param {Value} most */
  wrong: (most) => `La fila y la columna deben ser enteros de 1 a ${most}.`,
  /** @param {Value} row @param {Value} column */
  at: (row, column) => `fila ${row}, columna ${column}`,
  /** @param {Value} row @param {Value} column */
  removed: (row, column) => `Quitada la casilla de la fila ${row}, columna ${column}`,
  /** @param {Value} row */
  atRow: (row) => `fila ${row}`,
  /** @param {Value} column */
  atColumn: (column) => `columna ${column}`,
  /** What the tiles can be colored by. */
  colorings: {
    colors: "tres: vecinas distintas",
    corners: "cuatro: distintas también en las esquinas",
    levels: "un color para cada paso de la demostración",
    none: "ninguno: solo contornos",
  },
  cells: "Casillas",
  trominoes: "Trominós",
  hole: "Casilla que falta",
  middle: "Centro",
  square: "1 cuadrado",
  isCell: "es una casilla",
  oneCell: "1 casilla",
  /** @param {Value} number */
  cellsOf: (number) => `${number} casillas`,
  /** @param {Value} side */
  squareOf: (side) => `${side} × ${side} casillas`,
  scroll: "Desplaza la página con un dedo, amplía con dos y toca una casilla para quitarla.",
  move: "Mueve el tablero con un dedo, amplía con dos y toca una casilla para quitarla.",
  how: "Amplía con la rueda o con dos dedos, arrastra para mover y haz clic para quitar una casilla. Teclado: las flechas mueven la cruz, Intro quita su casilla, + y - amplían y reducen, 0 muestra todo el tablero, H va a la casilla que falta, y Av Pág y Re Pág recorren la demostración nivel por nivel.",

  // The proof
  before: "Paso anterior (Re Pág)",
  after: "Paso siguiente (Av Pág)",
  levels: "La demostración, nivel por nivel",
  all: "Mostrar todo el teselado",
  stepwise: "Nivel por nivel",
  /** @param {Value} board */
  begin: (board) =>
    `Al tablero de ${board} le falta una casilla. Divide el tablero en cuartos: solo a un cuarto le falta una casilla.`,
  one: "un trominó",
  /** @param {Value} number */
  many: (number) => `${number} trominós`,
  /** @param {Value} step @param {Value} tiles @param {boolean} single */
  end: (step, tiles, single) =>
    `Paso ${step}: a cada cuadrado de 2 × 2 le falta una casilla, así que ${tiles} ${single ? "cubre" : "cubren"} el resto. El teselado está completo.`,
  /** @param {Value} step @param {Value} tiles @param {number} left */
  further: (step, tiles, left) =>
    `Paso ${step}: ${tiles}. El mismo paso se repite ${left === 1 ? "una vez más" : `${left} veces más`}, hasta llegar a casillas sueltas.`,
  /** @param {Value} step @param {Value} tiles @param {Value} half */
  first: (step, tiles, half) =>
    `Paso ${step}: ${tiles} en el centro del tablero. Ahora a cada cuadrado de ${half} le falta una casilla.`,
  /** @param {Value} step @param {Value} tiles @param {Value} square @param {Value} half */
  next: (step, tiles, square, half) =>
    `Paso ${step}: ${tiles} en el centro de los cuadrados de ${square}. Ahora a cada cuadrado de ${half} le falta una casilla.`,
};

/** The plane. */
export const PLANE = {
  title: "El plano",
  lead: "Dibuja una pieza. ¿Pueden sus copias cubrir todo el plano sin huecos ni solapamientos?",
  cells: "Casillas",
  /** What a piece is made of. */
  lattices: { squares: "cuadrados", triangles: "triángulos", hexagons: "hexágonos" },
  turns: "Movimientos",
  /** How a piece may turn. */
  turn: { free: "girar y voltear", "one-sided": "solo girar", fixed: "sin girar" },
  examples: "Ejemplos",
  example: "ejemplos…",
  /** Pieces worth a look. */
  pieces: [
    "solo desplazada",
    "algunas al revés",
    "al revés: una sierra",
    "dos clases de teselas",
    "cuartos de vuelta",
    "imágenes reflejadas",
    "exactamente dos anillos",
    "un agujero",
    "triángulos",
    "hexágonos",
  ],
  /** How a piece tiles. */
  kinds: {
    translation: "La pieza tesela el plano por traslaciones.",
    "half turn": "La pieza tesela el plano con algunas copias al revés.",
    isohedral: "La pieza tesela el plano, y todas las teselas tienen el mismo entorno.",
    periodic: "La pieza tesela el plano, pero no todas las teselas tienen el mismo entorno.",
  },
  /** @param {Value} reason @param {Value} number */
  classes: (reason, number) =>
    `${reason} Ninguna simetría del teselado lleva una tesela de una clase a una de otra. El número isoédrico de la pieza es ${number}.`,
  notKnown: "No se sabe",
  /** @param {Value} command */
  goesOn: (command) => `Esta página deja de buscar aquí. Para continuar, ejecuta: ${command}`,
  none: "La pieza no tesela el plano.",
  /** @param {Value} reason @param {Value} number */
  heesch: (reason, number) => `${reason} El número de Heesch de la pieza es ${number}.`,
  /** @param {Value} reason @param {Value} number @param {Value} holes */
  heeschWithHoles: (reason, number, holes) =>
    `${reason} El número de Heesch de la pieza es ${number} (${holes} con agujeros en el último anillo).`,
  terms: "En términos matemáticos",
  period: "contornear lo que se repite",
  rings: "Anillos: ",
  /** @param {Value} number @param {Value} all */
  ringsOf: (number, all) => `${number} de ${all}`,
  clear: "Borrar el dibujo",
  touch: "Mueve el teselado con un dedo y amplía con dos.",
  how: "Arrastra para mover el teselado, y amplía con la rueda o con dos dedos. Teclado: las flechas lo mueven, + y - amplían y reducen, y 0 vuelve al centro.",
  piece: "Pieza",
  draw: "Dibuja una pieza.",
  drawHow: "Haz clic en las casillas o píntalas. Otro clic quita una casilla.",
  looking: "Buscando…",
  /** @param {Value} number */
  colors: (number) => `${number} colores`,
  /** @param {Value} number */
  colorsLeast: (number) => `${number} colores; con menos no basta`,
  oneColor: "un color",
  byOrientation: "un color para cada orientación",
  /** What the picture shows. */
  shows: {
    nothing: "Nada todavía",
    tiling: "El teselado",
    rings: "La pieza y los anillos a su alrededor",
    piece: "La pieza",
  },
};

/** Figures. */
export const FIGURES = {
  title: "Figuras",
  lead: "Busca la figura más pequeña que varias piezas puedan llenar, cada una por su cuenta.",
  question: "Pregunta",
  /** What is looked for. */
  questions: {
    common: "figura que llenan varias piezas",
    symmetric: "figura simétrica que llena una pieza",
    twice: "una pieza la llena de dos maneras",
  },
  pieces: "Piezas",
  /** @param {Value} name */
  remove: (name) => `Quitar ${name}`,
  symmetry: "Simetría",
  /** The kinds of symmetry. @type {Record<string, string>} */
  symmetries: {
    none: "cualquier figura",
    mirror: "eje de simetría",
    diagonal: "eje diagonal",
    "half-turn": "media vuelta",
    "third-turn": "tercio de vuelta",
    "quarter-turn": "cuarto de vuelta",
    "sixth-turn": "sexto de vuelta",
    "two-mirrors": "dos ejes de simetría",
    "two-diagonals": "dos ejes diagonales",
    "three-mirrors": "tres ejes de simetría",
    "three-diagonals": "tres ejes diagonales",
    full: "simetría completa",
  },
  odd: "número impar de teselas",
  all: "todas las figuras del menor tamaño",
  chooseTwo: "Elige dos o tres piezas.",
  chooseOne: "Elige una pieza.",
  looking: "Buscando…",
  /** @param {Value} least */
  soFar: (least) => `Ninguna figura tiene menos de ${least} casillas.`,
  notFound: "Aún no se ha encontrado",
  none: "Ninguna figura cumple estas condiciones.",
  /** @param {string} reason */
  because: (reason) => `${reason[0].toUpperCase()}${reason.slice(1)}.`,
  /** @param {number} cells @param {Value} tiles */
  found: (cells, tiles) => `${cells} casillas: ${tiles}`,
  /** @param {number} number @param {number} cells */
  several: (number, cells) => `${number} figuras de ${cells} casillas`,
  proven: "No hay ninguna figura más pequeña.",
  complete: "No hay ninguna otra figura de este tamaño.",
  more: "Puede haber más figuras de este tamaño.",
  /** What excludes smaller sizes. @param {Value} sizes */
  searched: (sizes) => `Búsquedas completas no encontraron ninguna figura de ${sizes} casillas.`,
  /** @param {Value} sizes */
  colored: (sizes) => `Una coloración de ajedrez descarta figuras de ${sizes} casillas.`,
  areas: "Las áreas de las piezas descartan figuras más pequeñas.",
  /** @param {Value} tiles */
  picture: (tiles) => `La figura, llena con ${tiles}`,
  play: "Jugar",
  /** @param {Value} tiles */
  playTitle: (tiles) => `Jugar: llena la figura con ${tiles}`,
};

/** Random tilings. */
export const RANDOM = {
  title: "Teselados al azar",
  tiling: "Un teselado al azar",
  /** @param {Value} board @param {Value} tiles */
  tilingOf: (board, tiles) => `Un teselado al azar de ${board} con ${tiles}`,
  anew: "Otro teselado",
  /** The sorts of boards: what each is called on its button, and in a sentence. */
  sorts: {
    aztec: ["Diamante azteca", "un diamante azteca"],
    hexagon: ["Hexágono", "un hexágono"],
    rectangle: ["Rectángulo", "un rectángulo"],
    own: ["Dibujo propio", "tu propio tablero"],
  },
  order: "Orden: ",
  /** @param {Value} name */
  side: (name) => `Lado ${name}`,
  drawBoard: "Dibuja un tablero: haz clic en las casillas o píntalas.",
  weight: "Peso de una ficha horizontal",
  /** Sets of colors. */
  palettes: { bright: "vivo", earth: "tierra", sea: "mar", ink: "tinta" },
  seams: "Líneas entre teselas",
  seed: "Semilla",
  tiles: "Teselas",
  noTiles: "ninguna",
  tilings: "Teselados",
  method: "Método",
  drawing: "Sorteando…",
  /** @param {Value} reason */
  none: (reason) => `Este tablero no tiene ningún teselado: ${reason}.`,
  growing: "Las fichas se deslizan, y parejas nuevas llenan los huecos.",
  flips: "Una serie de giros lleva a un teselado al azar.",
  flipsFromLowest: "Una serie de giros lleva del teselado más bajo a un teselado al azar.",
  /** @param {Value} number */
  dominoes: (number) => `${number} ${number === "1" ? "ficha" : "fichas"} de dominó`,
  /** @param {Value} number */
  lozenges: (number) => `${number} ${number === "1" ? "rombo" : "rombos"}`,
  /** @param {Value} dominoes */
  clickDominoes: (dominoes) =>
    `${dominoes}. Haz clic en dos fichas que formen un cuadrado para girarlas.`,
  /** @param {Value} lozenges */
  clickLozenges: (lozenges) =>
    `${lozenges}. Haz clic en tres rombos que se toquen en un punto para girarlos.`,
  /** @param {Value} row @param {Value} column */
  at: (row, column) => `fila ${row}, columna ${column}`,
  /** @param {Value} row @param {Value} column */
  turned: (row, column) => `Giradas las teselas alrededor de la fila ${row}, columna ${column}`,
  how: "Amplía con la rueda o con dos dedos, arrastra para mover y haz clic en teselas para girarlas. Teclado: las flechas van a otras teselas que se pueden girar, Intro las gira, + y - amplían y reducen, y 0 muestra todo el tablero.",
};

/** All tilings of a small problem. */
export const ALL = {
  title: "Todos los teselados",
  lead: "Elige o excluye colocaciones y mira qué teselados quedan.",
  examples: "Ejemplos",
  example: "Elige un ejemplo",
  /** What each of the examples is. */
  problems: [
    "6 × 10, pentominós",
    "3 × 20, pentominós",
    "Tablero de ajedrez sin centro, pentominós",
    "6 × 6, fichas de dominó",
    "Diamante azteca de orden 4, fichas de dominó",
    "Hexágono de lado 3, rombos",
    "4 × 7 hexágonos, tetrahexes",
    "Un puzle al día, 6 de octubre",
    "Cubo Soma",
  ],
  problem: "Tablero y piezas, o el nombre de un puzle",
  list: "Listar",
  listing: "Listando los teselados…",
  none: "No hay ningún teselado.",
  /** @param {Value} least */
  tooMany: (least) => `Hay al menos ${least} teselados.`,
  /** @param {Value} count */
  exactlyTooMany: (count) => `Hay ${count} teselados.`,
  tooManyMore: "Esta página no puede listar tantos teselados. Elige un tablero más pequeño.",
  /** @param {Value} total */
  all: (total) => (total === "1" ? "1 teselado" : `${total} teselados`),
  /** @param {Value} left @param {Value} total */
  someLeft: (left, total) => `${left} de ${total} teselados`,
  /** @param {Value} number @param {Value} count */
  number: (number, count) => `Teselado ${number} de ${count}.`,
  /** @param {number} count */
  solutions: (count) =>
    `${count.toLocaleString("es")} ${count === 1 ? "solución" : "soluciones"}, contando una sola vez los giros e imágenes reflejadas de todo el tablero.`,
  /** @param {Value} number @param {Value} count */
  solution: (number, count) => `El tablero muestra la solución ${number} de ${count}.`,
  /** @param {Value} board */
  boardOf: (board) => `Todos los teselados: ${board}`,
  again: "Empezar de nuevo",
  previous: "Teselado anterior (P)",
  next: "Teselado siguiente (N)",
  random: "Teselado al azar (R)",
  heat: "Frecuencia",
  heatTitle: "Frecuencia: los bordes destacan más si son límites en más teselados",
  play: "Jugar el resto",
  choices: "Elecciones",
  /** @param {Value} piece */
  isChosen: (piece) => `${piece}`,
  /** @param {Value} piece */
  isRefused: (piece) => `no ${piece}`,
  /** @param {Value} piece */
  giveUp: (piece) => `${piece}, colocada: quitarla`,
  /** @param {Value} piece */
  allow: (piece) => `no ${piece}: volver a permitir esta colocación`,
  which: "Qué colocaciones",
  placements: "Colocaciones",
  /** The placements that are listed, with their number. */
  filters: {
    /** @param {Value} number */
    any: (number) => `Colocaciones posibles: ${number}`,
    /** @param {Value} number */
    always: (number) => `En todos los teselados: ${number}`,
    /** @param {Value} number */
    never: (number) => `En ningún teselado: ${number}`,
    /** @param {Value} number */
    fixing: (number) => `Dejan un solo teselado: ${number}`,
  },
  /** @param {Value} cell */
  at: (cell) => `En la ${cell}.`,
  anywhere:
    "En todo el tablero. Señala una casilla o haz clic en ella para ver solo sus colocaciones.",
  /** @param {Value} share */
  staysEmpty: (share) => `Esta casilla queda vacía en el ${share} de los teselados.`,
  chosen: "colocada",
  /** @param {Value} piece @param {Value} cell @param {Value} share @param {Value} number */
  choose: (piece, cell, share, number) =>
    `${piece}, ${share}, ${number} ${number === "1" ? "teselado" : "teselados"}: colocarla desde la ${cell}`,
  /** @param {Value} piece @param {Value} cell */
  takeBack: (piece, cell) => `${piece}, colocada desde la ${cell}: quitarla`,
  /** @param {Value} piece @param {Value} cell */
  refuse: (piece, cell) => `Excluir esta colocación: ${piece} desde la ${cell}`,
  /** @param {Value} number */
  more: (number) => `Mostrar ${number} más`,
  /** @param {Value} cell @param {Value} piece @param {Value} share */
  mostFrequent: (cell, piece, share) => `${cell}: la más frecuente, ${piece}, ${share}`,
  how: "Haz clic en una casilla para mantener abierta su lista de colocaciones. Teclado: las flechas van de casilla en casilla, Intro va a las colocaciones y Esc vuelve al tablero.",
  touch: "Toca una casilla para ver qué colocaciones la cubren.",
};

/** Find all figures of a few cells. */
export const FIND = {
  title: "Encuéntralas todas",
  lead: "Dibuja una forma y añádela a tu colección. ¿Encuentras todas las formas?",
  kind: "Casillas",
  size: "Número de casillas",
  /** @type {Record<string, string>} */
  cells: { square: "cuadrados", tri: "triángulos", hex: "hexágonos" },
  mirrored: "las imágenes reflejadas son distintas",
  field: "La forma",
  add: "Añadir esta forma",
  wipe: "Limpiar",
  again: "Empezar de nuevo",
  restarted: "Empiezas de nuevo.",
  sheet: "Imprimir una hoja",
  /** @param {number} found @param {number} all */
  tally: (found, all) => `${found} de ${all}`,
  /** @param {Value} number */
  number: (number) => `Número ${number}`,
  /** @param {Value} number */
  fresh: (number) => `¡Nueva! Es la número ${number}.`,
  /** @param {number} count @param {Value} plural */
  all: (count, plural) =>
    count === 1 ? "Esa es la única forma." : `¡Has encontrado los ${count} ${plural}!`,
  /** @param {Value} number @param {Value} how */
  known: (number, how) => `Es la misma forma que la número ${number}, ${how}.`,
  moved: "solo desplazada",
  flipped: "volteada",
  /** @param {Value} turn */
  turned: (turn) => `girada ${turn}`,
  /** @param {Value} turn */
  both: (turn) => `volteada y girada ${turn}`,
  /** Parts of a turn, by degrees. @type {Record<number, string>} */
  turns: {
    60: "un sexto de vuelta",
    90: "un cuarto de vuelta",
    120: "un tercio de vuelta",
    180: "media vuelta",
  },
  apart: "Todas las casillas deben estar unidas por lados enteros.",
  /** @param {number} size @param {number} count */
  count: (size, count) =>
    `Dibuja una forma de ${size} ${size === 1 ? "casilla" : "casillas"}. La tuya tiene ${count}.`,
  /** @param {number} count @param {Value} name */
  sheetTitle: (count, name) =>
    count === 1 ? `Encuentra la ${name}` : `Encuentra los ${count} ${name}`,
  /** What counts as the same, by how shapes may turn. */
  rule: {
    free: "Las formas que coinciden al girarlas o voltearlas cuentan como la misma.",
    "one-sided":
      "Las formas que coinciden al girarlas cuentan como la misma. Las imágenes reflejadas cuentan como distintas.",
  },
  /** @param {Value} title */
  answers: (title) => `${title}: soluciones`,
};

/** A board without a goal. */
export const CANVAS = {
  title: "Lienzo",
  pieces: "Piezas",
  sets: {
    pentominoes: "pentominós",
    tetrominoes: "tetrominós",
    small: "hasta tres cuadrados",
    all: "todas las piezas",
  },
  ownColor: "Color de la pieza",
  /** @param {Value} number */
  color: (number) => `Color ${number}`,
  damaged: "Este enlace no se puede leer del todo, así que faltan algunas teselas.",
  how: "Usa tantas copias de cada pieza como quieras. Elige un color y pulsa teselas para pintarlas; pulsa otra vez el color para mover teselas. El enlace contiene todas tus teselas.",
};

/** A lesson: puzzles in one link. */
export const LESSON = {
  title: "Escribir una lección",
  lead: "La primera línea es el título. Debajo, escribe texto y los ID o enlaces de puzles, cada uno en una línea aparte. El enlace de la lección contiene toda la lección; ningún servidor guarda nada.",
  begin: "Una primera lección\nLlena el tablero con todas las piezas.\ntalos:hub-gates-1\n",
  text: "La lección",
  add: "Añadir un puzle",
  copy: "Copiar el enlace de la lección",
  open: "Abrir la lección",
  empty: "La lección aún no tiene puzles.",
  /** @param {Value} title @param {number} count */
  ready: (title, count) => `${title}: ${count} ${count === 1 ? "puzle" : "puzles"}`,
  /** @param {Value} id @param {Value} why */
  missing: (id, why) => `${id}: ${why}`,
  damaged: "El enlace de esta lección está dañado. Pide uno nuevo.",
  /** @param {number} done @param {number} all */
  progress: (done, all) => `${done} de ${all} ${done === 1 ? "resuelto" : "resueltos"}`,
  all: "¡Todos los puzles están resueltos!",
  /** @param {number} number @param {number} all */
  puzzle: (number, all) => `${number} de ${all}`,
  handIn: "Entregar",
  noProof:
    "Este código recoge qué puzles se resolvieron en este navegador, cuánto se tardó y cuántas pistas se usaron. No contiene ningún nombre ni demuestra nada: cualquiera que tenga la lección puede crear un código así.",
  copyCode: "Copiar el código",
  edit: "Editar esta lección o leer códigos",
  read: "Leer códigos",
  readAbout:
    "Pega los códigos de una clase, uno por línea, con un nombre delante si quieres. Todos los códigos deben ser de la lección de arriba. Un código no demuestra que se resolvieran los puzles.",
  codes: "Códigos",
  codesLike: "Ada 0G5-…",
  noCode: "Este código no es de esta lección o está mal escrito.",
  /** The columns of the table, before those of the puzzles. */
  columns: ["Nombre", "Resueltos", "Tiempo", "Pistas"],
};

/** What was solved here, and the data that the browser keeps. */
export const PROGRESS = {
  title: "Tu progreso",
  /** The columns of the tables. */
  columns: ["Resueltos", "Récord", "Mediana", "Sin pistas"],
  others: "Otros",
  /** @param {number} number */
  solved: (number) => (number === 1 ? "puzle resuelto" : "puzles resueltos"),
  noHints: "sin pistas",
  calendar: "Los días",
  /** @param {Value} day @param {Value} done */
  dayOf: (day, done) => `${day}: ${done}`,
  /** How a day went, by the look of its square. @type {Record<string, string>} */
  states: {
    alone: "resuelto sin pistas",
    helped: "resuelto con pistas",
    missed: "sin resolver",
  },
  month: "Mes",
  /** The columns of the table of months. */
  monthColumns: ["Días resueltos", "Sin pistas", "Sin resolver"],
  byWeekday: "Puzles del día",
  weekday: "Día de la semana",
  /** @param {number} number */
  row: (number) => (number === 1 ? "día seguido" : "días seguidos"),
  /** @param {number} number */
  longest: (number) => (number === 1 ? "día en la mejor racha" : "días en la mejor racha"),
  byKind: "Por tipo",
  byLevel: "Por nivel",
  none: "Aquí se cuentan los puzles que resuelves.",
  data: "Tus datos",
  about:
    "Las partidas, soluciones, tableros y ajustes se guardan solo en este navegador. Para llevarlos a otro, guárdalos en un archivo. Al leer un archivo, sus datos se añaden a los de este navegador.",
  save: "Guardar en un archivo",
  read: "Leer un archivo",
  file: "Un archivo guardado por esta página",
  done: "Se han añadido los datos del archivo.",
  forget: "Borrarlo todo",
  sure: "¿Borrar todas las partidas, soluciones, tableros y ajustes de este navegador?",
  foreign: "Este archivo no lo guardó tilewright.",
  newer:
    "Este archivo lo guardó una versión más nueva de tilewright. Recarga la página e inténtalo de nuevo.",
  full: "Este navegador no deja que la página guarde tantos datos.",
};

/** The tilings of a notebook, one at a time. */
export const PAGER = {
  place: "Número del teselado, desde 0",
  first: "Primer teselado",
  before: "Teselado anterior (flecha izquierda)",
  next: "Teselado siguiente (flecha derecha)",
  many: "de muchos",
  /** @param {Value} all */
  ofAll: (all) => `de ${all}`,
  /** @param {Value} title @param {Value} number @param {Value} all @param {Value} pieces */
  picture: (title, number, all, pieces) => `${title}, teselado ${number} ${all}: ${pieces}`,
  /** @param {Value} number @param {Value} all */
  now: (number, all) => `teselado ${number} ${all}`,
  none: "No hay ningún teselado.",
  tools: "Teselados",
};

/** How a random tiling was drawn, or why none was drawn. The library says the same. */
export const SAMPLES = {
  dominoes: "barajado de fichas de dominó (domino shuffling), exactamente uniforme",
  /** @param {Value} order @param {boolean} weighted @param {Value} distance */
  rounded: (order, weighted, distance) =>
    `barajado de fichas de dominó (domino shuffling) en un diamante azteca de orden ${order}, ${weighted ? "según el peso" : "uniforme"} salvo redondeo (distancia de variación total de ${distance} como mucho)`,
  lozenges: "barajado de rombos (Borodin y Gorin), exactamente uniforme",
  counted: "contando los teselados que contienen cada tesela posible, exacto salvo redondeo",
  command: "`tilewright sample`, con la misma semilla",
  /** @param {Value} cell */
  noLightOne: (cell) => `la casilla oscura ${cell} no tiene vecinas claras`,
  /** @param {Value} number */
  noLight: (number) => `las ${number} casillas oscuras no tienen vecinas claras`,
  /** @param {Value} cell */
  noneOne: (cell) => `la casilla ${cell} no tiene vecinas`,
  /** @param {Value} number */
  none: (number) => `las ${number} casillas no tienen vecinas`,
  /** @param {Value} number @param {number} others */
  fewLight: (number, others) =>
    `las ${number} casillas oscuras solo tienen ${others === 1 ? "una vecina clara" : `${others.toLocaleString("es")} vecinas claras`}, y cada una necesita la suya`,
  /** @param {Value} number @param {number} others */
  few: (number, others) =>
    `las ${number} casillas solo tienen ${others === 1 ? "una vecina" : `${others.toLocaleString("es")} vecinas`}, y cada una necesita la suya`,
  unfit:
    "los teselados al azar necesitan un tablero de cuadrados o triángulos, sin lados unidos ni signos",
  noWeights: "los pesos necesitan un tablero de cuadrados",
};

/** Whether a piece tiles the plane, and why. The library says the same. */
export const DECIDED = {
  // In the terms of the field
  hole: "la pieza tiene un agujero que ninguna copia puede llenar",
  /** @param {Value} type @param {number} tiles */
  isohedral: (type, tiles) =>
    `un teselado isoédrico de tipo de Heesch ${type} con ${tiles === 1 ? "una tesela" : `${tiles} teselas`} por período`,
  noTranslations:
    "la pieza tendría que teselar solo por traslaciones, pero su contorno no es de tipo de Heesch TTTTTT",
  /** @param {number} tiles @param {Value} classes */
  periodic: (tiles, classes) =>
    `un teselado periódico con ${tiles === 1 ? "una tesela" : `${tiles} teselas`} por período en ${classes} clases`,
  fewest: "; con menos es imposible",
  /** @param {number} tiles */
  perhapsFewer: (tiles) =>
    `; quizá sea posible con menos${tiles ? `, pero no con períodos de hasta ${tiles === 1 ? "una tesela" : `${tiles} teselas`}` : ""}`,
  /** @param {number} rings */
  rings: (rings) =>
    rings === 0
      ? "alrededor de la pieza no cabe ningún anillo de copias"
      : rings === 1
        ? "alrededor de la pieza cabe un anillo de copias, pero no dos"
        : `alrededor de la pieza caben ${rings} anillos de copias, pero no ${rings + 1}`,
  lastHole: ", y el último anillo tiene un agujero",
  holes: ", y los anillos tienen agujeros",
  timeLimit: "se acabó el tiempo",
  tooLarge: "la pieza es demasiado grande para buscar más anillos en el navegador",
  noIsohedral: "no existe ningún teselado isoédrico",
  /** @param {Value} tiles */
  noPeriod: (tiles) => `ningún teselado tiene un período de hasta ${tiles} teselas`,
  /** @param {Value} rings */
  fit: (rings) =>
    `alrededor de la pieza ${rings === 1 ? "cabe un anillo" : `caben ${rings} anillos`} de copias`,
  nothing: "no se demostró nada dentro de los límites",

  // What is wrong with a piece
  /** @param {Value} most @param {Value} side */
  large: (most, side) =>
    `una pieza en el navegador debe tener como mucho ${most} filas y columnas, no ${side}`,
  apart: "para teselar el plano, las casillas de una pieza deben estar unidas por bordes",

  // In plain words
  /** @param {number} tiles */
  group: (tiles) =>
    `${tiles === 1 ? "Una tesela, repetida" : `Un grupo de ${tiles} teselas, repetido`} sin girar, forma todo el patrón.`,
  /** @param {Value} classes */
  sorts: (classes) =>
    ` El patrón tiene ${classes} clases de teselas. Las de la misma clase tienen el mismo entorno.`,
  fewestPlain: " Ningún patrón tiene menos clases.",
  noTranslationsPlain: "Las copias sin girar no pueden cubrir el plano.",
  /** @param {number} tiles @param {number} rings */
  notKnown: (tiles, rings) =>
    `Quizá haga falta un patrón con más teselas de las que probó la búsqueda.${tiles ? ` Ningún grupo de hasta ${tiles} teselas forma un patrón al repetirse.` : ""}${rings ? ` Alrededor de la pieza ${rings === 1 ? "cabe un anillo" : `caben ${rings} anillos`} de copias.` : ""}`,
};

/** What is wrong with a board, a piece, a puzzle or an ID that was given. The library says the same. */
export const FAULTS = {
  // Figures
  /** @param {Value} names */
  figureAreas: (names) =>
    `con ningún número de copias permitido cubren ${names} el mismo número de casillas`,
  /** @param {Value} names */
  figureColors: (names) =>
    `en una coloración de ajedrez, ${names} cubren números distintos de casillas oscuras con cualquier número de copias permitido`,
  // IDs and names of puzzles
  longId: "el ID es demasiado largo",
  badId: "ID de puzle no válido o incompleto",
  /** @param {Value} words */
  rule: (words) => `la regla «${words}» no es aplicable al tablero y las piezas`,
  noId: "ningún puzle tiene este ID",
  notShort: "un ID corto no puede representar este puzle",
  /** @param {Value} longest */
  shortId: (longest) => `un ID corto debe tener de 4 a ${longest} cifras y letras, sin contar la U`,
  typo: "este ID tiene una errata: una letra está mal o falta, o hay dos cambiadas (la última letra es de control)",
  /** @param {Value} length @param {Value} longest */
  needsLong: (length, longest) =>
    `el puzle necesita un ID de ${length} caracteres; se permiten ${longest} como mucho`,
  /** @param {Value} board */
  boardOfId: (board) => `los ID no admiten el tablero «${board}»`,
  /** @param {Value} largest @param {Value} area */
  largeId: (largest, area) =>
    `un tablero en un ID debe tener como mucho ${largest} casillas, no ${area}`,
  /** @param {Value} name @param {string[]} near */
  puzzle: (name, near) =>
    `puzle desconocido: «${name}»${near.length ? `; ¿querías decir ${near.join(" o ")}?` : ""}`,
  /** @param {Value} day */
  day: (day) => `día no válido: «${day}»`,
  /** @param {Value} name */
  weekday: (name) => `día de la semana desconocido: «${name}»`,
  /** @param {Value} day */
  otherWeekday: (day) => `el día de la semana de ${day} no es correcto`,
  /** @param {Value} kind */
  kind: (kind) => `tipo de puzle desconocido: «${kind}»`,

  // Boards
  noCells: "el tablero está vacío: no tiene ninguna casilla que cubrir",
  noRows: "un tablero debe tener al menos una fila y una columna",
  /** @param {Value} most @param {Value} area */
  large: (most, area) => `un tablero debe tener como mucho ${most} casillas, no ${area}`,
  /** @param {Value} most @param {Value} area */
  largeHere: (most, area) =>
    `un tablero en el navegador debe tener como mucho ${most} casillas, no ${area}`,
  fewer: "el tablero tiene demasiadas casillas",
  /** @param {Value} hole @param {Value} numbers */
  hole: (hole, numbers) => `el hueco ${hole} debe tener ${numbers} coordenadas`,
  /** @param {Value} hole */
  noHole: (hole) => `el hueco ${hole} está fuera del tablero o aparece dos veces`,
  /** @param {Value} cells @param {Value} size */
  size: (cells, size) => `el tamaño de un tablero (${cells}) debe ser filas x columnas, no ${size}`,
  /** @param {Value} cells @param {Value} size */
  sizeOfLayers: (cells, size) =>
    `el tamaño de un tablero (${cells}) debe ser capas x filas x columnas, no ${size}`,
  /** @param {Value} board */
  noSize: (board) => `«${board}» no es un tablero de un tamaño admitido`,
  /** @param {Value} board */
  board: (board) => `«${board}» no es un tablero`,
  /** @param {Value} shape @param {Value} size */
  oneNumber: (shape, size) => `el tamaño de ${shape} debe ser un solo número, no ${size}`,
  /** @param {Value} shape @param {Value} size */
  sides: (shape, size) => `los lados de ${shape} deben ser al menos 1, no ${size}`,
  /** @param {string} shape @param {Value} most @param {Value} layers */
  layers: (shape, most, layers) =>
    `${shape === "pyramid:" ? "una pirámide" : "un tetraedro"} puede tener como mucho ${most} capas de bolas, no ${layers}`,
  /** @param {Value} letter @param {Value} line @param {Value} column */
  letter: (letter, line, column) =>
    `carácter inesperado «${letter}» en un tablero (línea ${line}, columna ${column})`,
  /** @param {number} cells @param {string[]} marks @param {number} all  How many marks there are. */
  foreignMarks: (cells, marks, all) => {
    const more = all > marks.length ? [`${all - marks.length} más`] : [],
      listed = [...marks, ...more],
      words = [listed.slice(0, -1).join(", "), ...listed.slice(-1)].filter(Boolean).join(" y ");
    const which = all > 1 ? `los signos ${words}` : `el signo ${words}`,
      have = cells > 1 ? `las ${cells} casillas sí` : "la casilla sí";
    return `ninguna pieza tiene ${which}, pero ${have}; escribe # para una casilla y . donde no hay casilla`;
  },
  /** @param {number} row @param {string} text */
  textRow: (row, text) =>
    `la fila ${row} del tablero no es un dibujo: «${text}»; escribe # para una casilla y . donde no hay casilla`,
  outlines: "solo se pueden dibujar contornos en tableros planos de cuadrados",
  /** @param {Value} cells */
  marks: (cells) => `el navegador no admite signos en ${cells}`,

  // Joined sides
  /** @param {Value} cells */
  joined: (cells) => `solo los tableros planos pueden tener lados unidos, y este es de ${cells}`,
  /** @param {Value} one @param {Value} other @param {Value} surface */
  coincide: (one, other, surface) =>
    `las casillas ${one} y ${other} coinciden (superficie: ${surface})`,
  periods: "los períodos deben ser linealmente independientes",
  noPeriod: "un período no puede ser 0,0",
  /** @param {Value} period @param {Value} cells */
  period: (period, cells) => `el período ${period} lleva ${cells} a casillas de otra clase`,
  /** @param {Value} most @param {Value} element */
  glide: (most, element) =>
    `el deslizamiento debe ser un número de simetría de 1 a ${most}, no ${element}`,
  badGlide:
    "el deslizamiento no es válido: aplicado dos veces debe dar una de las traslaciones, y debe llevar cada traslación a una traslación",
  /** @param {Value} name @param {Value} supported */
  surface: (name, supported) => `superficie desconocida: «${name}»; se admiten: ${supported}`,
  /** @param {Value} cells @param {Value} columns */
  kinds: (cells, columns) =>
    `para unir lados, cada fila debe tener el mismo número de casillas (${cells}) de cada clase, y aquí hay ${columns} columnas`,
  /** @param {Value} cells */
  slanted: (cells) =>
    `en un tablero de ${cells}, los lados izquierdo y derecho no se pueden unir volteados, porque las filas están inclinadas; se admiten: cylinder, torus`,
  /** What surfaces are called that have another name in an ID. @type {Record<string, string>} */
  surfaces: { moebius: "cinta de Möbius", klein: "botella de Klein" },

  // Pieces
  /** @param {Value} turn */
  turn: (turn) => `debe ser «free», «one-sided», «half-turn» o «fixed», no «${turn}»`,
  /** @param {Value} letter @param {Value} line @param {Value} column */
  drawing: (letter, line, column) =>
    `carácter inesperado «${letter}» en un dibujo (línea ${line}, columna ${column}); usa # para una casilla, . donde no hay casilla y letras como signos`,
  /** @param {Value} word */
  path: (word) => `«${word}» es una ruta, no una pieza`,
  noDrawing: "el dibujo no tiene ninguna casilla; dibuja cada casilla como #",
  /** @param {Value} word */
  piece: (word) => `una pieza debe ser un nombre o un dibujo, no «${word}»`,
  /** @param {Value} name */
  pieceOrSet: (name) => `pieza o juego de piezas desconocido: «${name}»`,
  /** @param {Value} most @param {Value} size */
  brick: (most, size) => `un rectángulo debe tener de 1 a ${most} casillas, no ${size}`,
  /** @param {Value} many @param {Value} one */
  whichOf: (many, one) => `¿qué ${many}? Escribe letras o números después de «${one}:»`,
  /** @param {Value} one @param {Value} many */
  which: (one, many) => `¿qué ${one}? Escribe «${many}» para el juego completo`,
  /** @param {Value} name @param {Value} set @param {Value} letters */
  pieceOf: (name, set, letters) =>
    `pieza desconocida «${name}» en ${set}; las letras son ${letters}`,
  /** @param {Value} one @param {Value} name @param {Value} letters */
  noLetter: (one, name, letters) => `${one} desconocido: «${name}»; las letras son ${letters}`,
  /** @param {Value} one @param {Value} name @param {Value} most */
  noNumber: (one, name, most) => `${one} desconocido: «${name}»; los números van de 1 a ${most}`,
  /** @param {Value} one @param {Value} name @param {Value} most @param {Value} names */
  noNumberOrName: (one, name, most, names) =>
    `${one} desconocido: «${name}»; los números van de 1 a ${most}, y los nombres son ${names}`,
  /** @param {Value} name @param {Value} one @param {Value} number */
  mirrored: (name, one, number) =>
    `«${name}» no existe, porque el ${one} ${number} es su propia imagen reflejada`,
  /** @param {Value} one @param {Value} name @param {Value} most @param {Value} got */
  orientation: (one, name, most, got) =>
    `la orientación de ${one} «${name}» debe ser de .1 a .${most}, no «${got}»`,
  /** @param {Value} size @param {Value} cells */
  noSet: (size, cells) => `no hay ningún juego de ${size} ${cells}`,
  /** @param {Value} piece @param {Value} copies */
  copiesOf: (piece, copies) =>
    `${piece}: número de copias no válido, «${copies}»; escribe «=3» para tres, «=1..4» para un intervalo, «=1..» para al menos una o «+» para cualquier número`,
  /** @param {Value} one @param {Value} other @param {Value} name */
  namedTwice: (one, other, name) =>
    `«${one}» y «${other}» son ambos ${name}; pon esta pieza una sola vez, con su número de copias`,
  /** @param {Value} one @param {Value} set @param {Value} name */
  setFirst: (one, set, name) =>
    `«${one}» y «${set}» son ambos ${name}; escribe primero el juego: ${set} ${one}`,
  /** @param {Value} piece @param {Value} least @param {Value} most */
  leastMost: (piece, least, most) =>
    `${piece}: el mínimo de copias no puede superar el máximo, y aquí son ${least} y ${most}`,

  // Puzzles
  /** @param {Value} number */
  more: (number) => `y ${number} más`,
  noPieces: "no se dio ninguna pieza; hace falta al menos una",
  /** @param {Value} word */
  placed: (word) =>
    `${word}: una pieza colocada se escribe PIEZA:fila,columna-fila,columna-…, por ejemplo L3:0,0-1,0-1,1`,
  /** @param {Value} word @param {Value} cells @param {Value} piece @param {Value} others */
  lattice: (word, cells, piece, others) =>
    `${word}: el tablero es de ${cells}, pero la pieza ${piece} es de ${others}`,
  /** @param {Value} least @param {Value} most */
  empty: (least, most) =>
    `el número de casillas vacías debe cumplir 0 <= mínimo <= máximo, y aquí son ${least} y ${most}`,
  /** @param {Value} most @param {Value} available */
  emptyMost: (most, available) =>
    `se piden hasta ${most} casillas vacías, pero pueden quedar ${available} como mucho`,
  /** @param {Value} number @param {Value} name */
  sameName: (number, name) => `${number} piezas distintas se llaman «${name}»`,
  /** @param {Value} one @param {Value} other */
  samePiece: (one, other) =>
    `las piezas ${one} y ${other} tienen una orientación en común, así que un teselado no podría distinguirlas`,
  /** @param {Value} surface @param {Value} pieces */
  turned: (surface, pieces) =>
    `una pieza que da la vuelta entera (superficie: ${surface}) vuelve volteada, pero ${pieces} no se puede voltear; pon turn en «free»`,
  /** @param {Value} pieces @param {Value} others */
  andMore: (pieces, others) => `${pieces} y ${others} más`,
  /** @param {Value} word @param {Value} piece */
  noPiece: (word, piece) => `${word}: el problema no tiene ninguna pieza «${piece}»`,
  /** @param {Value} word @param {Value} cell */
  outside: (word, cell) => `${word}: la casilla ${cell} no está en el tablero`,
  /** @param {Value} word @param {Value} cell @param {Value} other */
  covered: (word, cell, other) => `${word}: la casilla ${cell} ya está cubierta por ${other}`,
  /** @param {Value} word @param {Value} cell @param {Value} times */
  twice: (word, cell, times) => `${word}: la casilla ${cell} aparece ${times} veces`,
  /** @param {Value} word */
  noOrientation: (word) =>
    `${word}: la pieza no tiene ninguna orientación con estas casillas y signos`,
  /** @param {Value} number @param {Value} name @param {Value} most */
  manyCopies: (number, name, most) =>
    `hay ${number} copias de ${name} colocadas, pero se permiten ${most} como mucho`,
};
