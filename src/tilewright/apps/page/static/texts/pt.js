// All texts of the page in Brazilian Portuguese: whatever a person reads or hears, by where it stands.
// It has the same groups and keys as the English texts in en.js.

/** What is put into a text. @typedef {string | number} Value */

/** The tag of the language: dates and numbers are written as there, too. */
export const LANGUAGE = "pt";

/** What several views say. */
export const SHARED = {
  undo: "Desfazer",
  redo: "Refazer",
  undoKey: "Desfazer (Z)",
  redoKey: "Refazer (Y)",
  again: "Jogar de novo",
  clear: "Limpar o tabuleiro",
  next: "Próximo",
  back: "Voltar aos quebra-cabeças",
  example: "Este link não pode ser lido, então a página mostra um exemplo.",
  board: "Tabuleiro",
  rows: "Linhas",
  columns: "Colunas",
  /** @param {number} least @param {number} most @param {Value} used */
  range: (least, most, used) =>
    `O número deve ser um inteiro de ${least} a ${most}, então será usado ${used}.`,
  colors: "Cores",
  patterns: "Adicionar padrões",
  kind: "Tipo",
  level: "Nível",
  /** The levels of puzzles. @type {Record<string, string>} */
  levels: { easy: "fácil", medium: "médio", hard: "difícil", expert: "especialista" },
  ungraded: "sem nível",
  /** @param {Value} size @param {number} count */
  boardAndPieces: (size, count) => `${size}, ${count} ${count === 1 ? "peça" : "peças"}`,
  solved: "Resolvido!",
  zoom: "Zoom",
  controls: "Controles",
  copyLink: "Copiar link",
  copyCommand: "Copiar comando",
  copyCommandTitle: "Copiar o comando que abre este quebra-cabeça",
  /** @param {Value} kind */
  saveAs: (kind) => `Salvar como ${kind}`,
  link: "O link:",
  linkCopied: "Link copiado.",
  command: "O comando:",
  commandCopied: "Comando copiado. Execute-o em um terminal para abrir o quebra-cabeça.",
  copyFrame: "Copiar HTML",
  copyFrameTitle: "Copiar o HTML que mostra este quebra-cabeça em uma página da web",
  frame: "O HTML:",
  frameCopied: "HTML copiado. Cole-o em uma página da web para mostrar o quebra-cabeça lá.",
  open: "Abrir em uma aba",
  result: "O resultado:",
  resultCopied: "Resultado copiado. Você pode colar o texto onde quiser.",
  large: "A imagem é grande demais.",
  noFullScreen: "Este navegador não permite tela cheia aqui",
};

/** Links to other sites. */
export const LINKS = {
  open: "Link do puzz.link ou Penpa+",
  opened: "Link aberto.",
  /** @param {string} site */
  copy: (site) => `Para ${site}`,
  /** @param {string} site */
  copyTitle: (site) => `Copiar link para ${site}`,
  damaged: "Este link não pode ser lido.",
  /** @param {string} genre */
  unknown: (genre) =>
    `${genre ? `O tipo “${genre}” não é aceito.` : "As pistas não correspondem a nenhum tipo aceito."} Aceitos: Shikaku, Pentominous, Tetrominous, Heteromino, Fillomino e, do Penpa+, Dominosa.`,
  /** @param {string} kinds */
  several: (kinds) =>
    `As pistas correspondem a vários tipos: ${kinds}. Escolha uma etiqueta de tipo no Penpa+.`,
  /** @param {string} clue */
  clue: (clue) => `O link tem uma pista desconhecida, ${clue}.`,
  /** @param {string} part */
  strange: (part) => `O desenho tem partes que não são aceitas: ${part}.`,
  squares: "Só são aceitos tabuleiros de quadrados.",
  lines: "Linhas entre as casas do tabuleiro não são aceitas.",
  outside: "Há uma pista fora do tabuleiro.",
  /** @param {number} most */
  large: (most) => `O tabuleiro tem mais de ${most} linhas ou colunas.`,
};

/** What there is to explore. */
export const EXPLORE = {
  title: "Explorar",
  groups: {
    proofs: "Demonstrações",
    shapes: "Formas",
    tilings: "Ladrilhamentos",
    lessons: "Para a turma",
  },
  /** The title of each view, and what it shows. */
  cards: {
    watch: ["Observar", "Veja o programa tentar, errar e voltar atrás."],
    deficient: ["Casa que falta", "Retire uma casa qualquer: triminós em L preenchem o resto."],
    find: ["Encontre todas", "Desenhe todas as formas de poucas casas. Consegue achar todas?"],
    plane: ["O plano", "Desenhe uma forma e veja se ela ladrilha o plano."],
    figures: ["Figuras", "Ache uma figura que duas peças diferentes ladrilham, cada uma sozinha."],
    atlas: ["Atlas", "Consulte o que se sabe sobre cada forma pequena."],
    random: ["Aleatórios", "Sorteie um entre bilhões de ladrilhamentos igualmente prováveis."],
    lesson: ["Aulas", "Compartilhe quebra-cabeças e textos com a turma em um único link."],
    learn: ["Aprender", "Cinco tabuleiros pequenos ensinam cada tipo de quebra-cabeça."],
    canvas: ["Tela livre", "Coloque as peças que quiser e pinte-as."],
    all: ["Todos", "Veja de uma vez todos os ladrilhamentos de um tabuleiro pequeno."],
  },
  docs: "Documentação do programa e da biblioteca",
  install: "Instalar para jogar offline",
};

/** The frame around the views. */
export const PAGE = {
  /** What stands in index.html, too: there it is seen before the page has loaded. */
  html: {
    skip: "Ir para o quebra-cabeça",
    pages: "Páginas",
    play: "Jogar",
    make: "Criar",
    explore: "Explorar",
    keys: "Teclas (?)",
  },
  /** The titles of the views. @type {Record<string, string>} */
  titles: {
    "": "Quebra-cabeças",
    collections: "Coleções",
    make: "Criar",
    watch: "Observar",
    deficient: "A casa que falta",
    plane: "O plano",
    figures: "Figuras",
    random: "Ladrilhamentos aleatórios",
    all: "Todos os ladrilhamentos",
    find: "Encontre todas",
    canvas: "Tela livre",
    lesson: "Aula",
    learn: "Aprender",
    progress: "Seu progresso",
    tilings: "Ladrilhamentos",
    day: "Dias",
    explore: "Explorar",
  },
  puzzle: "Quebra-cabeça",
  badLink: "Este link está danificado, então parte dele não pode ser lida.",
  failed: "Algo deu errado",
  nowhere: "Esta página não existe",
  nowhereAbout: "O link pode ser antigo ou estar incompleto.",
  noPuzzle: "Quebra-cabeça não encontrado",
  todays: "Quebra-cabeça de hoje",
  again: "Tentar de novo",
  themes: {
    auto: "Cores: iguais às do sistema",
    light: "Cores: claras",
    dark: "Cores: escuras",
  },
  notSaved:
    "Este navegador não deixa a página salvar seus jogos. Eles serão perdidos quando você fechar a página.",
  exportAll: "Exportar",
  close: "Fechar",
  newVersion: "Há uma nova versão disponível.",
  reload: "Recarregar",
  later: "Depois",
  language: "Idioma",
};

/** What a request could not do. */
export const SERVER = {
  away: "O servidor não responde. O tilewright ainda está em execução?",
  offline: "A página não pode ser carregada. Você está online?",
  interrupted: "A conexão foi interrompida.",
  /** @param {Value} status */
  answered: (status) => `O servidor respondeu com o status ${status}.`,
  /** @param {Value} path @param {Value} status */
  noFile: (path, status) => `Falta uma parte deste site: ${path} (${status}).`,
  /** @param {Value} first @param {Value} last */
  days: (first, last) =>
    `Há quebra-cabeças diários de ${first} a ${last}. Para este dia, só há o do calendário.`,
  noPuzzle: "Só o programa tilewright pode criar este quebra-cabeça.",
  crashed: "O cálculo parou de repente. Tente de novo.",
  noWorker: "Este quebra-cabeça precisa de Web Workers, que este navegador não tem ou não permite.",
  /** @param {Value} command */
  needs: (command) => `Isto requer o programa tilewright: ${command}`,
  noAnswer: "Nenhuma resposta foi encontrada. Tente uma entrada diferente ou menor.",
};

/** The first view. */
export const GALLERY = {
  title: "Encaixe as peças. Preencha o tabuleiro.",
  lead: "Quebra-cabeças de ladrilhamento com uma só regra: cubra todas as casas, sem sobrar nenhuma peça.",
  welcome: "Primeira vez aqui?",
  first: {
    kicker: "Três peças",
    name: "Seu primeiro quebra-cabeça",
    about: "Preencha o tabuleiro com as três peças. Leva dez segundos.",
  },
  /** @param {Value} day */
  today: (day) => `Hoje é ${day}`,
  /** @param {Value} day */
  standIn: (day) =>
    `Os quebra-cabeças de hoje ainda não estão prontos. Com exceção do calendário, estes são de ${day}.`,
  /** @param {number} days */
  row: (days) => `${days} ${days === 1 ? "dia" : "dias"} em sequência`,
  progress: "Seu progresso",
  week: "Os últimos sete dias",
  /** @param {Value} day */
  coverAllBut: (day) => `Cubra tudo, menos o dia ${day}`,
  /** The shelves. @type {Record<string, string>} */
  shelves: {
    talos: "Encaixe as peças",
    classic: "Tabuleiros de pentaminós",
    dots: "Jogos de pontos",
    triangles: "Triângulos",
    hexagons: "Hexágonos",
    cubes: "Cubos",
  },
  /** What a shelf has. @type {Record<string, string>} */
  about: {
    talos:
      "Preencha o tabuleiro com todas as peças. Você pode girar as peças, mas não virá-las. (Os tabuleiros vêm de The Talos Principle.)",
    classic:
      "Preencha um tabuleiro com os doze pentaminós (peças de cinco quadrados), ou com os dezoito, se imagens espelhadas contarem como diferentes. Há muitas soluções.",
    triangles:
      "Preencha um tabuleiro com os doze hexiamantes, cada um feito de seis triângulos. Você pode girar as peças de 60 em 60 graus.",
    hexagons:
      "Preencha um tabuleiro com os sete tetra-hexes, cada um feito de quatro hexágonos. Você pode girar as peças de 60 em 60 graus.",
    cubes:
      "Preencha uma caixa ou monte uma figura com peças feitas de cubos ou bolas: Soma, o cubo Bedlam, Kanoodle e outros. Você joga camada por camada.",
    dots: "Desenhe linhas que dividam o tabuleiro nas peças mostradas. Cada peça tem um ponto, mas alguns pontos estão escondidos.",
  },
  collections: "Coleções",
  made: "Criados aqui",
  otherDay: "Qualquer outro dia",
  otherDayAbout:
    "Jogue os quebra-cabeças de outro dia ou preencha o calendário vazio desse dia, que tem muitas soluções.",
  calendar: "Calendário",
  weekday: "Calendário com dia da semana",
  monthBefore: "Mês anterior",
  monthAfter: "Próximo mês",
  /** @param {number} done @param {number} all */
  daySolved: (done, all) =>
    `, ${done === all ? "todos resolvidos" : `${done} ${done === 1 ? "resolvido" : "resolvidos"}`}`,
  /** @param {number} solved @param {number} alone @param {number} missed */
  month: (solved, alone, missed) =>
    `${solved} ${solved === 1 ? "dia resolvido" : "dias resolvidos"}, ${alone} sem dicas, ${missed} ${missed === 1 ? "não resolvido" : "não resolvidos"}`,
  missed: ", não resolvido",
  which: "Quais quebra-cabeças",
  states: {
    all: "Todos",
    unsolved: "Não resolvidos",
    begun: "Em andamento",
    solved: "Resolvidos",
  },
  anyLevel: "Qualquer nível",
  none: "Nenhum quebra-cabeça encontrado.",
  oneRow: "Mostrar uma fileira",
  /** @param {Value} count */
  showAll: (count) => `Mostrar todos (${count})`,
  /** @param {Value} count @param {Value} all */
  solvedOf: (count, all) =>
    `${count} de ${all} ${Number(count) === 1 ? "resolvido" : "resolvidos"}`,
  /** How many are left of each level. @param {number} count @param {[level: string, count: number][]} levels */
  left: (count, levels) =>
    `${count === 1 ? "Resta" : "Restam"} ${count}: ${levels.map(([level, number]) => `${number} de nível ${level}`).join(", ")}.`,
  /** @param {number} count @param {number} alone */
  finished: (count, alone) =>
    `Você resolveu os ${count}${alone ? `, ${alone === count ? "todos" : `${alone} deles`} sem dicas` : ""}.`,
  /** @param {Value} name */
  next: (name) => `Próximo: ${name}`,
  /** @param {Value} name @param {Value} number */
  numbered: (name, number) => `${name}, n.º ${number}`,
  /** @param {Value} name */
  eighteen: (name) => `${name}, 18 peças`,
  /** @param {Value} size @param {string} pieces */
  dotsOf: (size, pieces) => `${size}, ${pieces}`,
  done: "resolvido",
  /** @param {Value} time */
  solvedIn: (time) => `resolvido em ${time}`,
  /** @param {Value} percent */
  share: (percent) => `${percent}% feito`,
  go: "Continuar",
  play: "Jogar",
  more: "Dicas e mais",
};

/** The first view: the day, and ways to other puzzles. */
export const HOME = {
  others: "Outros quebra-cabeças",
  collectionsAbout: "tabuleiros, cubos, outros dias",
  make: "Criar quebra-cabeça",
  makeAbout: "de qualquer tipo, no seu nível",
  lastOne: "o último que você jogou",
  /** @param {number} count */
  allDone: (count) => `Os ${count} estão resolvidos`,
  /** @param {number} hours @param {number} minutes */
  nextIn: (hours, minutes) =>
    `Novos quebra-cabeças em ${hours ? `${hours} h ` : ""}${minutes} min.`,
  missed: "Não resolvidos nesta semana:",
};

/** A day. */
export const DAY = {
  before: "Dia anterior",
  after: "Próximo dia",
  week: "A semana",
  thisWeek: "Esta semana",
  plan: "Os quebra-cabeças ficam mais difíceis de segunda a domingo. O especial de domingo tem um tabuleiro que nenhum outro dia tem.",
  weekDone: "Você resolveu a semana inteira.",
  follow: "Assinar os quebra-cabeças diários",
  followAbout:
    "Adicione os quebra-cabeças diários ao seu calendário ou leitor de feeds. Cada entrada leva aos quebra-cabeças desta página.",
  calendar: "Calendário (iCal)",
  feed: "Feed (Atom)",
  /** @param {Value} word */
  noDay: (word) => `“${word}” não é uma data. Escreva datas como ano-mês-dia.`,
};

/** A game. */
export const GAME = {
  loading: "Carregando…",
  pieces: "Peças",
  eachOnce:
    "Desenhe linhas que dividam o tabuleiro nas peças mostradas. As peças encontradas ficam mais claras, e as desenhadas vezes demais ganham uma borda vermelha.",
  /** @param {string} name */
  foundPiece: (name) => `${name}, encontrada`,
  hint: "Dica",
  hintKey: "Dica (H)",
  check: "Conferir",
  checkKey: "Conferir (C)",
  nextTitle: "Ir para o próximo quebra-cabeça",
  tools: "Jogo",
  restart: "Recomeçar",
  restartTitle: "Recomeçar o quebra-cabeça e o relógio",
  restarted: "Recomeçado.",
  restartedKey: "Recomeçado. Desfazer (Z) recupera o tabuleiro.",
  more: "Mais",
  how: "Como jogar",
  time: "Tempo",
  damaged: "Seu jogo salvo estava danificado, então o quebra-cabeça recomeça.",

  // Hints
  placeIt: "Colocar",
  takeOff: "Tirar",
  showIt: "Mostrar",
  why: "Por quê?",
  next: "Próximo",
  back: "Voltar",
  /** @param {number} number */
  cases: (number) => `Todos os ${number} casos`,
  /** @param {number} at @param {number} number @param {Value} says */
  caseOf: (at, number, says) => `Caso ${at} de ${number}. ${says}`,
  noMistakes: "Nenhum erro até agora.",
  closeHint: "Fechar a dica",
  deadEnd: "Sem saída",
  deadEndTitle: "Daqui não dá para completar o tabuleiro. Desfaça uma jogada ou peça uma dica.",
  waysTitle:
    "Soluções que só diferem por uma rotação do tabuleiro inteiro contam como uma. Imagens espelhadas contam à parte se as peças não podem ser viradas.",
  /** @param {number} count @param {Value} number */
  solutions: (count, number) =>
    `${count ? number : "nenhuma"} ${count < 2 ? "solução" : "soluções"}`,
  wholeTitle:
    "Soluções que só diferem por uma rotação ou reflexão do tabuleiro inteiro contam como uma.",
  oneTitle: "Aperte “Conferir” para ver se o tabuleiro ainda pode ser completado.",
  waysDone: "resolvido",
  away: "O servidor não responde. O tilewright ainda está em execução? Você pode continuar jogando; as dicas voltam quando o servidor voltar.",

  // Menus
  showClock: "mostrar o relógio",
  showWays: "mostrar quantas soluções restam",
  sounds: "Som",
  print: "Imprimir",
  change: "Modificar",
  watch: "Observar a resolução",
  colorBy: "Colorir por",
  byPiece: "peça",
  byEdge: "Vizinhas diferentes",
  byCorner: "Nos cantos também",
  count: "Cores ",
  fewest: "o mínimo possível",
  asPlaced: "Cada peça ganha sua cor ao ser colocada.",
  /** @param {number} wanted @param {number} fewest */
  notEnough: (wanted, fewest) =>
    `${wanted} ${wanted === 1 ? "cor não basta" : "cores não bastam"}, então são usadas ${fewest}.`,
  /** @param {number} used @param {number} fewest */
  tooMany: (used, fewest) =>
    `${used} ${used === 1 ? "cor usada" : "cores usadas"}; ${fewest} ${fewest === 1 ? "bastaria" : "bastariam"}.`,
  /** @param {number} used */
  used: (used) => `${used} ${used === 1 ? "cor usada" : "cores usadas"}.`,
  /** @param {number} used */
  usedLeast: (used) => `${used} ${used === 1 ? "cor usada" : "cores usadas"}; é o mínimo.`,

  // Turning a piece
  turn: "Girar",
  turnTitle: "Girar a peça selecionada (R)",
  tip: "Tombar",
  sidewaysTitle: "Tombar para o lado, da esquerda para a direita (G)",
  forwardTitle: "Tombar para a frente (T)",
  flip: "Virar",
  flipTitle: "Virar a peça selecionada (F)",

  // The end
  /** @param {number} hints */
  hints: (hints) => (hints ? `${hints} ${hints === 1 ? "dica" : "dicas"}` : "sem dicas"),
  scoreTime: "tempo",
  /** @param {number} hints */
  scoreHints: (hints) => (hints === 1 ? "dica" : "dicas"),
  scoreMade: "criados e resolvidos em sequência",
  /** @param {number} days */
  scoreRow: (days) => (days === 1 ? "dia em sequência" : "dias em sequência"),
  /** @param {Value} name @param {number} count */
  lastOf: (name, count) => `${name}: você resolveu todos os ${count}.`,
  /** @param {Value} time */
  best: (time) => `melhor: ${time}`,
  /** @param {Value} time */
  faster: (time) => `novo recorde, ${time} mais rápido`,
  /** @param {Value} number */
  foundBefore: (number) => `já encontrada como solução ${number}`,
  /** @param {Value} time @param {Value} help */
  solvedIn: (time, help) => `Resolvido em ${time} (${help})!`,
  /** @param {Value} weekday @param {Value} time */
  usual: (weekday, time) => `seu tempo habitual (${weekday}): ${time}`,
  share: "Compartilhar",
  shareTitle: "Compartilhar o resultado",
  others: "Mais quebra-cabeças",
  closeEnd: "Fechar e ver o tabuleiro",
  /** @param {Value} number */
  found: (number) => `${number} ${Number(number) === 1 ? "encontrada" : "encontradas"}`,
  /** @param {Value} number @param {Value} all */
  foundOf: (number, all) =>
    `${number} de ${all} ${Number(number) === 1 ? "encontrada" : "encontradas"}`,
  /** @param {Value} number */
  number: (number) => `Número ${number}`,
};

/** What teaches a kind of puzzle. */
export const LEARN = {
  title: "Aprender",
  about: "Cinco tabuleiros pequenos ensinam cada tipo de quebra-cabeça.",
  /** @param {string} name */
  invite: (name) => `“${name}” é novidade? Aprenda em cinco tabuleiros pequenos.`,
  learn: "Aprender este tipo",
  /** @param {string} name @param {number} number @param {number} all */
  board: (name, number, all) => `${name}: tabuleiro ${number} de ${all}`,
  next: "Próximo tabuleiro",
  play: "Jogar",
  /** The boards of each kind, and of puzzles with cubes: what each of them shows. @type {Record<string, { title: string, boards: string[] }>} */
  kinds: {
    dots: {
      title: "Pontos",
      boards: [
        "Divida o tabuleiro em peças de três casas. Uma peça reta tem seu ponto no meio.",
        "Uma peça em forma de L tem seu ponto no canto.",
        "Cada peça tem três casas, então não isole uma região de uma ou duas casas.",
        "Alguns pontos estão escondidos: uma peça deste tabuleiro não tem ponto.",
        "Um quebra-cabeça completo: comece por um ponto onde só cabe uma peça.",
      ],
    },
    sigil: {
      title: "Encaixe as peças",
      boards: [
        "Preencha o tabuleiro. O 2 indica que há duas cópias desta peça: gire-as até que as duas caibam.",
        "Cada peça tem quatro casas, então não deixe um vão de menos de quatro.",
        "Comece pela peça reta, porque ela cabe em menos lugares.",
        "Você pode girar uma peça, mas não virá-la: duas destas peças são imagens espelhadas.",
        "Um quebra-cabeça completo: para cada canto, pense em quais peças podem preenchê-lo.",
      ],
    },
    given: {
      title: "Complete",
      boards: [
        "A peça com cadeado fica onde está. Preencha o resto do tabuleiro.",
        "Aqui você pode virar as peças, e o L precisa ser virado.",
        "Procure uma casa que só uma peça pode cobrir e coloque essa peça primeiro.",
        "Cada peça tem cinco casas, então não isole uma região de menos de cinco casas.",
        "Um quebra-cabeça completo: faltam três peças. Comece ao lado da peça com cadeado.",
      ],
    },
    hole: {
      title: "Ache o buraco",
      boards: [
        "Uma casa fica vazia. Desenhe as três peças: cada L tem seu ponto no canto.",
        "Às vezes, em vez de desenhar, você coloca peças. A casa que sobra é o buraco.",
        "Um L cobre a casa do seu ponto e duas casas ao lado dela. Nenhum L alcança o buraco.",
        "Um vão de uma única casa tem que ser o buraco, porque nenhuma peça cabe ali.",
        "Um quebra-cabeça completo: só uma casa pode ficar vazia, então não deixe outro vão.",
      ],
    },
    dominosa: {
      title: "Dominosa",
      boards: [
        "Cada dominó do jogo aparece uma única vez no tabuleiro. Una os dois números de cada dominó.",
        "Dois 0 estão lado a lado em um só lugar, então eles formam um dominó.",
        "Se um número só tem um vizinho livre, una os dois.",
        "Cada dominó aparece uma única vez: depois de unir dois números, não una os mesmos dois de novo.",
        "Um quebra-cabeça completo: comece por dois números que estão lado a lado em um só lugar.",
      ],
    },
    shikaku: {
      title: "Shikaku",
      boards: [
        "Divida o tabuleiro em retângulos. Cada número diz quantas casas tem seu retângulo.",
        "Um retângulo com 3 é sempre uma linha. Um retângulo com 4 é uma linha ou um quadrado.",
        "Cada retângulo contém um só número, então pare antes do próximo número.",
        "Para cada canto, pense em qual número pode alcançá-lo.",
        "Um quebra-cabeça completo: comece por um número cujo retângulo cabe em poucos lugares.",
      ],
    },
    pentominous: {
      title: "Pentominous",
      boards: [
        "Divida o tabuleiro em peças de cinco casas. Uma letra diz qual peça cobre sua casa.",
        "Cada peça tem cinco casas, então não isole uma região de menos de cinco casas.",
        "Peças da mesma forma não podem ter um lado em comum, então a peça sem letra não é um P.",
        "Olhe os cantos: muitas vezes só uma letra alcança um canto.",
        "Um quebra-cabeça completo: só duas das quatro peças têm letra.",
      ],
    },
    tetrominous: {
      title: "Tetrominous",
      boards: [
        "Divida o tabuleiro em peças de quatro casas. Uma letra diz qual peça cobre sua casa.",
        "Peças da mesma forma não podem ter um lado em comum: o S separa os dois L.",
        "Duas peças deste tabuleiro não têm letra. Suas formas são diferentes das formas das peças ao lado.",
        "Cada peça tem quatro casas, então não isole uma região de menos de quatro casas.",
        "Um quebra-cabeça completo: só três das cinco peças têm letra.",
      ],
    },
    heteromino: {
      title: "Heteromino",
      boards: [
        "Divida o tabuleiro em peças de três casas: linhas e ângulos.",
        "Cada peça tem três casas, então não isole uma ou duas casas.",
        "Dois ângulos só podem ter um lado em comum se estiverem girados de maneiras diferentes.",
        "Duas linhas só podem ter um lado em comum se uma for horizontal e a outra, vertical.",
        "Um quebra-cabeça completo: comece por uma casa que só uma peça pode cobrir.",
      ],
    },
    fillomino: {
      title: "Fillomino",
      boards: [
        "Divida o tabuleiro em peças. Um número diz quantas casas tem sua peça.",
        "Peças do mesmo tamanho não podem ter um lado em comum, então os dois 2 ficam separados.",
        "Números iguais lado a lado são da mesma peça.",
        "Uma peça deste tabuleiro não tem número. Seu tamanho é diferente do das peças ao lado.",
        "Um quebra-cabeça completo: para cada número, pense para onde sua peça pode crescer.",
      ],
    },
    pips: {
      title: "Pips",
      boards: [
        "Coloque os dominós de modo que os números de cada região somem o número da região.",
        "O sinal = indica que todos os números da região são iguais.",
        "O sinal ≠ indica que todos os números da região são diferentes.",
        "<3 indica que os números somam menos de 3, e >10, mais de 10.",
        "Um quebra-cabeça completo: comece por uma região que deixa poucas opções.",
      ],
    },
    calendar: {
      title: "Calendário",
      boards: [
        "Cubra tudo, menos a data, 14 de março. Só faltam duas peças.",
        "Comece por uma peça que só cabe em um lugar: aqui, o retângulo 2 × 3.",
        "Não isole um vão pequeno demais para uma peça.",
        "Procure uma casa que só uma peça pode cobrir.",
        "Um quebra-cabeça completo: coloque as últimas quatro peças e deixe a data à vista.",
      ],
    },
    weekday: {
      title: "Calendário com dia da semana",
      boards: [
        "Cubra tudo, menos o mês, o dia e o dia da semana.",
        "Procure uma casa que só uma peça pode cobrir.",
        "Não isole um vão pequeno demais para uma peça.",
        "Cada peça tem quatro ou cinco casas, então conte as casas de cada vão.",
        "Um quebra-cabeça completo: coloque as últimas quatro peças e deixe a data à vista.",
      ],
    },
    cubes: {
      title: "Cubos",
      boards: [
        "O tabuleiro é uma caixa, mostrada camada por camada. Preencha as duas camadas.",
        "Algumas peças atravessam as duas camadas. Tombe uma peça para deixá-la de pé.",
        "Uma casa e a casa acima dela são vizinhas, então uma peça pode cobrir casas das duas camadas.",
        "Você pode girar uma peça em qualquer direção, mas não transformá-la na sua imagem espelhada.",
        "Um quebra-cabeça completo: duas peças já estão no lugar. Coloque as outras três.",
      ],
    },
  },
};

/** The result of a game, to be shared. */
export const RESULT = {
  title: "Seu resultado",
  /** @param {Value} title @param {Value} level */
  ofLevel: (title, level) => `${title} (${level})`,
  /** @param {number} days */
  row: (days) => `${days} ${days === 1 ? "dia" : "dias"} em sequência`,
  copy: "Copiar texto",
  copyPicture: "Copiar imagem",
  pictureCopied: "Imagem copiada. Você pode colá-la onde quiser.",
  notAllowed: "Este navegador não permite copiar aqui. Salve a imagem.",
  close: "Fechar",
};

/** Why something cannot be done in a game. The library says the same. */
export const MOVES = {
  /** @param {Value} name */
  noPiece: (name) => `este quebra-cabeça não tem a peça “${name}”`,
  /** @param {Value} cell */
  outside: (cell) => `a casa ${cell} não está no tabuleiro`,
  /** @param {Value} one @param {Value} other */
  noEdge: (one, other) => `as casas ${one} e ${other} não têm uma borda em comum`,
  /** @param {number} most */
  noCopy: (most) => `o quebra-cabeça permite no máximo ${most} desta peça, e não resta nenhuma`,
  /** @param {Value} cell */
  taken: (cell) => `a casa ${cell} já está coberta`,
  noOrientation: "a peça não tem nenhuma orientação com estas casas e estes sinais",
  /** @param {Value} cell */
  given: (cell) => `a casa ${cell} está coberta por uma peça que faz parte do quebra-cabeça`,
  /** @param {Value} cell */
  empty: (cell) => `a casa ${cell} está vazia`,
  /** @param {Value} piece @param {Value} most @param {Value} orientation */
  orientation: (piece, most, orientation) =>
    `a orientação de ${piece} deve estar entre 0 e ${most}, não ${orientation}`,
  unknown: "ação desconhecida",
  notSaved: "isto não é um jogo salvo",
  /** @param {Value} fault */
  unfit: (fault) => `o jogo salvo não corresponde ao quebra-cabeça: ${fault}`,
  /** @param {Value} cell */
  nothingToLift: (cell) => `a casa ${cell} não tem peça para tirar`,
  savedEdge: "uma borda do jogo salvo não está no tabuleiro",
  bothEdges: "uma borda está ao mesmo tempo desenhada e marcada como inexistente",
  /** @param {Value} word */
  noMove: (word) => `“${word}” não é uma jogada válida em um jogo salvo`,
};

/** The rules of a puzzle, each in one sentence. */
export const RULES = {
  fill: "Preencha o tabuleiro com todas as peças.",
  oneDot: "Cada peça contém no máximo um ponto, na posição mostrada.",
  outlines: "Desenhe contornos. Cada peça pode ser usada quantas vezes você quiser.",
  solid: "Você pode girar as peças em qualquer direção.",
  oneSided: "Você pode girar as peças, mas não virá-las.",
  halfTurn: "Você pode girar as peças meia-volta, mas não virá-las.",
  joined:
    "Lados com as mesmas setas estão unidos. Uma peça que passa por um lado unido continua no outro.",
  fixed: "Não gire nem vire as peças.",
  /** The rule of a puzzle with dots that has no other rule. */
  dots: "Divida o tabuleiro nas peças abaixo. Cada ponto do tabuleiro é o ponto de uma peça, mas alguns pontos estão escondidos.",
};

/** Keyboard help for all views in which you draw. */
const BY_KEYS =
  "Teclado: as setas movem o cursor, Espaço começa ou termina uma peça, Shift com uma seta desenha uma borda, E seleciona a borracha e Delete apaga uma peça.";
/** What the eraser does. */
const ERASER = "A borracha apaga cada peça ou borda que tocar.";

/**
 * How to draw pieces of any shape, rectangles, and pieces of two cells: for mouse and keyboard, and for a
 * touch screen. The first paragraph also stands below the board.
 * @type {Record<"path" | "rectangle" | "pair", { mouse: string[], touch: string[] }>}
 */
export const DRAWING = {
  path: {
    mouse: [
      "Arraste sobre as casas de uma peça ou clique nas bordas dela.",
      `Para marcar que uma linha não é borda, clique nela com o botão direito ou use o lápis de notas (X). ${ERASER}`,
      BY_KEYS,
    ],
    touch: [
      "Arraste sobre as casas de uma peça ou toque nas bordas dela.",
      `Para marcar que uma linha não é borda, escolha “Sem borda” em “Mais”. ${ERASER}`,
    ],
  },
  rectangle: {
    mouse: [
      "Arraste de um canto do retângulo ao canto oposto ou clique nas bordas dele.",
      `Para marcar que uma linha não é borda, clique nela com o botão direito ou use o lápis de notas (X). ${ERASER}`,
      BY_KEYS,
    ],
    touch: [
      "Arraste de um canto do retângulo ao canto oposto ou toque nas bordas dele.",
      `Para marcar que uma linha não é borda, escolha “Sem borda” em “Mais”. ${ERASER}`,
    ],
  },
  pair: {
    mouse: [
      "Clique na linha entre duas casas para uni-las.",
      `Para marcar que duas casas não estão unidas, clique com o botão direito na linha entre elas ou use o muro (X). ${ERASER}`,
      BY_KEYS,
    ],
    touch: [
      "Toque na linha entre duas casas para uni-las.",
      `Para marcar que duas casas não estão unidas, use o muro. ${ERASER}`,
    ],
  },
};

/** What there is to draw. */
export const TO_DRAW = {
  plain: "Desenhe os contornos das peças. Cada peça pode ser usada quantas vezes você quiser.",
  dots: "Desenhe linhas que dividam o tabuleiro nas peças mostradas. Cada peça tem um ponto, mas alguns pontos estão escondidos.",
};

/**
 * How to play with pieces, in paragraphs: for everybody, for mouse and keyboard, and for a touch screen.
 * The first paragraph for the device also stands below the board.
 * @type {Record<"cubes" | "turning" | "fixed", { all: string[], mouse: string[], touch: string[] }>}
 */
export const HOW = {
  cubes: {
    all: ["A camada de cima aparece primeiro, e o tabuleiro inteiro aparece ao lado das camadas."],
    mouse: [
      "Arraste as peças para as camadas do tabuleiro. R gira a peça na camada; T e G a tombam.",
      "F vira a peça, se o quebra-cabeça permitir. Clique duas vezes em uma peça da bandeja para girá-la.",
      "Teclado: use Tab para chegar a uma peça e Enter para pegá-la. As setas, Page Up e Page Down movem a peça, e R, T e G a giram. Enter coloca a peça, e Escape a devolve.",
    ],
    touch: [
      "Arraste as peças para as camadas do tabuleiro. Toque em uma peça e depois em “Girar” ou “Tombar”.",
      "Toque no tabuleiro para colocar a peça selecionada, ou em uma peça colocada para tirá-la.",
    ],
  },
  turning: {
    all: [],
    mouse: [
      "Arraste as peças para o tabuleiro. Clique duas vezes em uma peça ou aperte R para girá-la.",
      "Enquanto você arrasta, R, a roda do mouse ou o botão direito gira a peça, e F a vira, se o quebra-cabeça permitir.",
      "Para marcar casas que uma peça não cobre, selecione a peça e clique nas casas com o botão direito, ou use “Aqui não” (X).",
      "Teclado: use Tab para chegar a uma peça e Enter para pegá-la. As setas movem a peça, R a gira, e F a vira. Enter coloca a peça, e Escape a devolve.",
    ],
    touch: [
      "Arraste as peças para o tabuleiro. Toque duas vezes em uma peça para girá-la.",
      "Toque no tabuleiro para colocar a peça selecionada, ou em uma peça colocada para tirá-la.",
      "Para marcar casas que uma peça não cobre, toque na peça, escolha “Aqui não” em “Mais” e toque nas casas.",
    ],
  },
  fixed: {
    all: [],
    mouse: [
      "Arraste as peças para o tabuleiro.",
      "Teclado: use Tab para chegar a uma peça e Enter para pegá-la. As setas movem a peça. Enter coloca a peça, e Escape a devolve.",
    ],
    touch: [
      "Arraste as peças para o tabuleiro.",
      "Toque no tabuleiro para colocar a peça selecionada, ou em uma peça colocada para tirá-la.",
    ],
  },
};

/** The board that is played on or painted, and what it says to screen readers. */
export const BOARD = {
  table:
    "Tabuleiro e peças. Selecione uma peça com Tab e Enter e mova-a com as setas. R gira a peça, F a vira, Enter a coloca e Escape a devolve.",
  tableOfCubes:
    "Tabuleiro e peças. Selecione uma peça com Tab e Enter. As setas movem a peça, e Page Up e Page Down a levam a outra camada. R gira a peça, T e G a tombam, F a vira, Enter a coloca e Escape a devolve.",
  outlines:
    "Tabuleiro. As setas movem o cursor, Shift com uma seta desenha ou apaga a borda desse lado, e Espaço começa ou termina uma peça. X seleciona o lápis de notas; E, a borracha; D, o lápis. Aperte Delete para apagar a peça.",
  /** @param {Value} name */
  painter: (name) => `${name}. As setas movem o cursor, e Espaço retira ou repõe uma casa.`,

  // Places and pieces
  /** @param {Value} row @param {Value} column */
  cell: (row, column) => `linha ${row}, coluna ${column}`,
  /** @param {Value} layer @param {Value} place */
  inLayer: (layer, place) => `camada ${layer}, ${place}`,
  /** @param {number} layer @param {number} last */
  layer: (layer, last) =>
    `Camada ${layer}${layer === 1 ? ", de cima" : layer === last ? ", de baixo" : ""}`,
  dot: "ponto",
  square: "casa",
  gap: "vão",
  /** @param {Value} number */
  cubes: (number) => `${number} ${number === 1 ? "casa" : "casas"}`,
  /** @param {Value} cells */
  straight: (cells) => `em linha reta: ${cells}`,
  /** @param {Value} row @param {Value} cells */
  row: (row, cells) => `linha ${row}: ${cells}`,
  /** @param {Value} piece @param {Value} cell */
  at: (piece, cell) => `${piece} na ${cell}`,
  /** @param {Value} piece */
  given: (piece) => `${piece}, fixa`,
  /** @param {Value} piece */
  taken: (piece) => `${piece}. Aperte Enter para pegar a peça ou Delete para tirá-la.`,
  /** @param {Value} piece @param {number} left @param {string[]} excluded  Where it is noted not to be. */
  left: (piece, left, excluded) =>
    `${piece}, ${left === Infinity ? "sem limite" : `${left === 1 ? "resta" : "restam"} ${left}`}${excluded.length ? `, nota: não na ${excluded.join("; nem na ")}` : ""}`,

  // Pieces that are moved
  /** @param {Value} piece */
  placed: (piece) => `${piece}: colocada`,
  turned: "girada",
  tipped: "tombada",
  flipped: "virada",
  noTurning: "As peças não podem ser giradas neste quebra-cabeça",
  noFlipping: "As peças não podem ser viradas neste quebra-cabeça",
  choose: "Selecione uma peça primeiro",
  backInTray: "A peça não cabe ali, então volta para a bandeja",
  notThere: "A peça não cabe ali, seja qual for a orientação",
  notHere: "A peça não cabe aqui",
  /** @param {boolean} flips */
  turnFirst: (flips) => `A peça só cabe ali depois de girada${flips ? " ou virada" : ""}`,
  /** @param {Value} place @param {boolean} fits @param {boolean} doubted */
  fits: (place, fits, doubted) =>
    `${place}, ${fits ? "cabe" : "não cabe"}${doubted ? ", nota: aqui não" : ""}`,

  // Notes
  notHereTool: "Aqui não",
  notHereTitle: "Aqui não: marcar casas que a peça selecionada não cobre (X)",
  noting: "Agora você marca casas que a peça selecionada não cobre",
  placing: "Agora você coloca peças",
  /** @param {Value} piece @param {string[]} places @param {boolean} back */
  noted: (piece, places, back) =>
    back
      ? `notas apagadas: ${piece} na ${places.join("; na ")}`
      : `nota: ${piece} não na ${places.join("; nem na ")}`,
  /** @param {Value} place @param {Value} piece @param {boolean} noted */
  noteAt: (place, piece, noted) => `${place}${noted ? `, nota: ${piece} não aqui` : ""}`,
  covered: "Uma peça cobre esta casa",

  // Outlines that are drawn
  /** The tools: what each is called, and what one does with it. */
  tools: {
    draw: ["Lápis", "agora você desenha peças"],
    note: ["Sem borda", "agora você marca linhas que não são bordas"],
    erase: ["Borracha", "agora você apaga"],
  },
  /** The same where each piece has two cells. */
  toolsOfPairs: {
    draw: ["Unir", "agora você une casas"],
    note: ["Muro", "agora você marca casas que não estão unidas"],
    erase: ["Borracha", "agora você apaga"],
  },
  erased: "apagado",
  nothingErased: "nada para apagar",
  noteRemoved: "nota apagada",
  noteAdded: "nota: sem borda aqui",
  edgeErased: "borda apagada",
  edgeDrawn: "borda desenhada",
  begun: "peça iniciada",
  /** @param {number} cells @param {number} whole */
  drawnOf: (cells, whole) => `${cells} de ${whole}`,
  /** @param {number} cells */
  drawn: (cells) => `peça de ${cells} ${cells === 1 ? "casa" : "casas"} desenhada`,

  // Zooming
  /** @param {Value} scale */
  larger: (scale) => `${scale} vezes maior`,
  whole: "tabuleiro inteiro",
  zoomOut: "Reduzir (-)",
  zoomIn: "Ampliar (+)",
};

/**
 * What keys, mouse and fingers do.
 * @type {{ title: string, close: string, sheet: [where: string, list: [key: string, what: string][]][] }}
 */
export const KEYS = {
  title: "Teclas",
  close: "Fechar",
  sheet: [
    [
      "Em toda parte",
      [
        ["?", "esta lista"],
        ["Tab", "ir para o próximo controle"],
        ["Esc", "fechar ou cancelar"],
      ],
    ],
    [
      "Em todo quebra-cabeça",
      [
        ["Z", "desfazer"],
        ["Y", "refazer"],
        ["H", "dica; aperte de novo para saber mais"],
        ["C", "conferir"],
        ["+ e -", "zoom (ou dois dedos)"],
        ["Ctrl P", "imprimir"],
      ],
    ],
    [
      "Encaixar peças",
      [
        ["Enter", "pegar ou colocar uma peça"],
        ["Setas", "movê-la"],
        ["R", "girar (Shift+R gira ao contrário)"],
        ["F", "virar"],
        ["T e G", "tombar uma peça de cubos para a frente ou para o lado"],
        ["Page Up e Page Down", "levar a peça a outra camada"],
        ["Delete", "tirar a peça do tabuleiro"],
        ["X", "marcar casas que uma peça não cobre (ou botão direito)"],
      ],
    ],
    [
      "Desenhar contornos",
      [
        ["Setas", "mover"],
        ["Espaço", "começar ou terminar uma peça"],
        ["Shift e uma seta", "desenhar ou apagar uma borda"],
        ["X", "lápis de notas: marcar que não há borda (ou botão direito)"],
        ["E", "a borracha"],
        ["D", "o lápis"],
        ["Delete", "apagar uma peça"],
      ],
    ],
    [
      "Observar",
      [
        ["Espaço", "reproduzir e pausar"],
        ["Seta para a direita", "um passo"],
        ["Seta para a esquerda", "um passo atrás"],
      ],
    ],
    [
      "A casa que falta",
      [
        ["Setas", "mover a cruz"],
        ["Enter", "retirar a casa da cruz"],
        ["+ e -", "zoom"],
        ["0", "ver tudo"],
        ["H", "ir para a casa que falta"],
        ["Page Down e Page Up", "percorrer a demonstração nível por nível"],
      ],
    ],
    [
      "O plano",
      [
        ["Setas", "mover o ladrilhamento"],
        ["+ e -", "zoom"],
        ["0", "voltar ao centro"],
        ["Espaço", "adicionar ou retirar uma casa do desenho"],
      ],
    ],
    [
      "Ladrilhamentos aleatórios",
      [
        ["Setas", "ir a outros ladrilhos que podem ser girados"],
        ["Enter", "girar os ladrilhos"],
        ["Z e Y", "desfazer e refazer um giro"],
        ["+ e -", "zoom"],
        ["0", "ver tudo"],
      ],
    ],
    [
      "Todos os ladrilhamentos",
      [
        ["Setas", "ir para outra casa"],
        ["Enter", "ir para as posições nesta casa"],
        ["N e P", "ir para o próximo ladrilhamento ou o anterior"],
        ["R", "mostrar um ladrilhamento ao acaso"],
      ],
    ],
  ],
};

/** Puzzles that are made. */
export const MAKE = {
  title: "Criar um quebra-cabeça",
  tabs: "Como criar",
  forMe: "Automático",
  own: "Meu tabuleiro",
  set: "À mão",
  anyLevel: "qualquer",
  make: "Criar",
  cells: "Casas",
  pieces: "Peças",
  date: "Data",
  number: "Número",
  clues: "Mínimo de pistas",
  more: "Tabuleiro, peças, número e mais",
  making: "Criando um quebra-cabeça com exatamente uma solução",
  /** @param {number} seconds */
  seconds: (seconds) => `Criando… ${seconds} s`,
  cancel: "Cancelar",
  close: "Fechar",
  about:
    "O mesmo número cria sempre o mesmo quebra-cabeça. Cada um tem exatamente uma solução, verificada duas vezes.",
  before: "Criados aqui antes",
  none: "Nenhum quebra-cabeça correspondente foi encontrado. Tente outro número, tabuleiro ou nível.",
  months: ["J", "F", "M", "A"],
  weekdays: ["D", "S"],
};

/** Boards of one's own. */
export const OWN = {
  /** @type {Record<string, string>} */
  turns: {
    free: "girar e virar",
    "one-sided": "só girar",
    "half-turn": "só meia-volta",
    fixed: "nem girar nem virar",
  },
  /** What a person does in a step of a kind. @type {Record<string, string>} */
  steps: {
    cell: "só há uma maneira de cobrir uma casa",
    piece: "uma peça tem exatamente os lugares de que precisa",
    rule: "as regras deixam uma única posição",
    symmetry: "o tabuleiro é simétrico, então basta um de vários lugares equivalentes",
    region: "uma peça isolaria uma região que as outras peças não podem preencher",
    blocked: "uma peça deixaria uma casa ou outra peça sem lugar",
    trial: "experimentar uma peça leva a uma contradição",
    guess: "um palpite que talvez precise ser desfeito",
  },
  none: "O tabuleiro não pode ser preenchido.",
  triedAll: "Todas as possibilidades foram testadas.",
  notKnown: "Não se sabe",
  noTime: "O limite de tempo foi atingido.",
  /** @param {Value} number */
  atLeast: (number) => `Pelo menos ${number} soluções`,
  noTimeForAll: "O limite de tempo foi atingido antes de contar todas as soluções.",
  one: "Há exatamente uma solução",
  good: "Este tabuleiro dá um bom quebra-cabeça.",
  /** @param {Value} number */
  solutions: (number) => `${number} soluções`,
  /** @param {Value} number */
  different: (number) => `${number}, se rotações do tabuleiro contam como uma.`,
  cannotChange:
    "Este quebra-cabeça tem pontos, peças colocadas ou peças à escolha, então não pode ser modificado aqui.",
  play: "Jogar",
  watch: "Observar",
  watchTitle: "Observar a resolução",
  hard: "Qual é a dificuldade deste quebra-cabeça?",
  noGrade: "O limite de tempo foi atingido antes de avaliar a dificuldade.",
  /** @param {Value} score */
  score: (score) => ` pontuação ${score}. Uma pessoa daria estes passos:`,
  /** @param {Value} level @param {Value} score */
  graded: (level, score) => `${level}, pontuação ${score}`,
  /** @param {Value} count */
  times: (count) => `${count} × `,
  aName: "um nome",
  name: "Nome",
  kept: "Tabuleiros salvos",
  nameFirst: "Primeiro dê um nome ao tabuleiro.",
  saved: "O tabuleiro foi salvo neste navegador.",
  /** @param {Value} title */
  open: (title) => `Abrir ${title}`,
  /** @param {Value} title */
  remove: (title) => `Excluir ${title}`,
  /** @param {Value} title */
  removed: (title) => `Excluído: ${title}.`,
  picture: "Imagem de um tabuleiro",
  fromPicture: "De uma imagem",
  notPicture: "O navegador não consegue ler este arquivo como imagem.",
  /** @param {Value} width @param {Value} height */
  smallPicture: (width, height) =>
    `A imagem é pequena demais para o tabuleiro: só ${width} × ${height} pixels.`,
  unreadable: "Este navegador não consegue ler a imagem.",
  noDark: "A imagem não tem casas escuras.",
  nothingToClear: "Não há nada para limpar.",
  cleared: "Limpo.",
  clearedUndo: "Limpo. Use “Desfazer” para recuperar o tabuleiro.",
  noCells: "O tabuleiro não tem casas.",
  noPieces: "Escolha pelo menos uma peça.",
  counting: "Contando…",
  mayTurn: "Movimentos",
  empty: "Casas vazias",
  about:
    "Clique nas casas ou pinte-as para retirá-las. Se cada peça puder ser usada quantas vezes você quiser, o jogo é desenhar contornos.",
  again: "Recomeçar",
  mirror: "Espelhar a pintura",
  across: "esquerda e direita",
  down: "cima e baixo",
  save: "Salvar",

  // Choosing pieces
  families: {
    small: "Até três casas",
    tetrominoes: "Tetraminós",
    pentominoes: "Pentaminós",
    others: "Outras peças",
  },
  /** @param {Value} name */
  isKnown: (name) => `Você desenhou a peça ${name}, então mais uma cópia foi adicionada.`,
  added: "Uma cópia da peça foi adicionada.",
  piece: "Peça",
  connected: "As casas de uma peça devem estar ligadas pelos lados.",
  paintFirst: "Primeiro pinte as casas da peça.",
  draw: "Desenhar uma peça",
  add: "Adicionar",
  wipe: "Apagar",
  oneEach: "uma de cada",
  /** @param {Value} family */
  oneOfEach: (family) => `Uma de cada: ${family}`,
  noneEach: "nenhuma",
  /** @param {Value} family */
  noneOf: (family) => `Nenhuma: ${family}`,
  /** @param {Value} name */
  anyNumber: (name) => `Sem limite: ${name}`,
  /** @param {Value} name */
  oneLess: (name) => `Uma a menos: ${name}`,
  /** @param {Value} name */
  oneMore: (name) => `Uma a mais: ${name}`,
  any: "sem limite",
};

/** The solver at work, and Golomb's proof on a board. */
/** A puzzle whose clues are set by hand. */
export const SET = {
  board: "Tabuleiro. As setas movem o cursor, e outras teclas definem a pista da casa atual.",
  change: "O que você modifica",
  clues: "Pistas",
  cells: "Casas",
  aboutCells: "Clique nas casas ou pinte-as para retirá-las ou repô-las.",
  /** What to do with each editor. @type {Record<string, string>} */
  hints: {
    dots: "Clique ou toque em uma casa para pôr ou tirar seu ponto.",
    areas: "Selecione uma casa e digite seu número. Digite ? para um número não informado.",
    letters: "Selecione uma casa e digite sua letra.",
    sizes: "Selecione uma casa e digite o tamanho da sua peça.",
    holes:
      "Este tipo de quebra-cabeça não tem pistas. Selecione “Casas” para modificar o tabuleiro.",
    labels: "Selecione uma casa e digite os números linha por linha.",
    regions:
      "Arraste sobre casas para desenhar uma região. Depois digite seu número, como 7, <7 ou >7, ou digite = ou ≠. Aperte Shift e uma seta para adicionar uma casa.",
    placed: "Arraste sobre cinco casas para colocar uma peça. Aperte Delete para tirar uma peça.",
  },
  keys: "Pistas disponíveis",
  erase: "Apagar",
  /** @type {Record<string, string>} */
  signs: {
    "<": "menos que",
    ">": "mais que",
    "=": "todos iguais",
    "≠": "todos diferentes",
    "?": "em aberto",
  },
  region: "região",
  dot: "ponto",
  pieces: "Peças",
  dominoes: "Dominós",
  noneChosen: "nenhum",
  print: "Imprimir",

  // What is wrong
  /** @param {number} sum @param {number} area */
  areas: (sum, area) =>
    `Os números somam ${sum}, mas o tabuleiro tem ${area} ${area === 1 ? "casa" : "casas"}.`,
  noNumbers: "Defina um número para cada retângulo.",
  noRectangle: "Nenhum dos números é a área de um retângulo que cabe no tabuleiro.",
  /** @param {number} area */
  noSet: (area) =>
    `Um jogo de dominós cobre 2, 6, 12, 20, 30, 42, 56, 72, 90 ou 110 casas, mas o tabuleiro tem ${area}.`,
  /** @param {Value} clue @param {number} highest */
  aboveSet: (clue, highest) =>
    `Os dominós deste tabuleiro têm números até ${highest}, então ${clue} é grande demais.`,
  /** @param {Value} clue @param {number} most */
  tooMany: (clue, most) =>
    `O número ${clue} só aparece ${most} ${most === 1 ? "vez" : "vezes"} no jogo de dominós.`,
  /** @param {number} area */
  odd: (area) =>
    `O tabuleiro tem um número ímpar de casas (${area}), então dominós não podem cobri-lo.`,
  /** @param {number} wanted @param {number} chosen */
  wanted: (wanted, chosen) =>
    `Escolha ${wanted} ${wanted === 1 ? "dominó" : "dominós"} para este tabuleiro. Você tem ${chosen}.`,
  /** @param {number} cells @param {string} says */
  badSum: (cells, says) =>
    `Os números em ${cells} ${cells === 1 ? "casa" : "casas"} não podem somar ${says}.`,
  /** @param {number} wanted @param {number} area */
  placedArea: (wanted, area) =>
    `Os doze pentaminós cobrem ${wanted} casas, mas o tabuleiro tem ${area}.`,
  /** @param {number} size */
  placedSize: (size) => `Cada peça colocada deve ter ${size} casas.`,

  // What is known
  none: "Nenhuma solução",
  /** @param {number} size @param {number} area */
  area: (size, area) => `O número de casas do tabuleiro, ${area}, não é múltiplo de ${size}.`,
  uncovered: "Nenhuma peça pode cobrir as casas marcadas.",
  /** @param {number} number */
  without: (number) =>
    number === 1
      ? "Sem a pista marcada, o quebra-cabeça tem solução."
      : "Se você tirar qualquer uma das pistas marcadas, o quebra-cabeça tem solução.",
  /** @param {Value} number */
  moreThan: (number) => `Mais de ${number} soluções`,
  /** @param {string} step */
  hardest: (step) => `Passo mais difícil: ${step}.`,
  /** @param {number} number */
  solution: (number) => `Solução ${number}`,
  apart: "São mostradas duas soluções. As casas em que elas diferem estão marcadas.",
  /** @param {number} number @param {number} area */
  same: (number, area) =>
    `Sombrear as casas que são iguais em todas as soluções (${number} de ${area})`,
};

export const WATCH = {
  title: "Observar",
  tabs: "O que observar",
  search: "A busca",
  proof: "Demonstração de Golomb",
  starting: "Iniciando a busca…",
  /** @param {Value} title */
  solving: (title) => `${title}, sendo resolvido`,
  tree: "Árvore de busca: clique em um nó para ir a esse passo.",
  /** @param {number} placements @param {number} pieces */
  treeNow: (placements, pieces) =>
    `Árvore de busca: ${placements.toLocaleString("pt")} ${placements === 1 ? "posição testada" : "posições testadas"}, ${pieces} ${pieces === 1 ? "peça" : "peças"} no tabuleiro`,
  /** @param {Value} number */
  solved: (number) => `Resolvido! Esta é a solução ${number}.`,
  /** @param {Value} piece */
  removed: (piece) => `Nenhuma peça cabe, então a peça ${piece} é retirada.`,
  /** Where the solver places a piece: by the engine. */
  places: {
    scan: "na primeira casa vazia",
    dance: "onde menos peças cabem",
  },
  /** @param {Value} piece @param {Value} where */
  placed: (piece, where) => `A peça ${piece} é colocada ${where}.`,
  /** @param {Value} where */
  about: (where) =>
    `O programa sempre coloca uma peça ${where} e a retira quando nenhuma outra cabe. A animação mostra os passos reais. Sem ela, o programa dá milhões de passos por segundo.`,
  /** @param {number} found */
  complete: (found) =>
    `A busca terminou: ${found.toLocaleString("pt")} ${found === 1 ? "solução" : "soluções"}.`,
  /** @param {number} steps */
  stopped: (steps) =>
    `O programa parou aqui depois de ${steps.toLocaleString("pt")} ${steps === 1 ? "passo" : "passos"}.`,
  /** @param {Value} number */
  solution: (number) => `Solução ${number}`,
  pressPlay: " Aperte “Reproduzir” para continuar.",
  tried: "Posições testadas",
  backs: "Retiradas",
  onBoard: "No tabuleiro",
  solutions: "Soluções",
  end: "Fim",
  triedAll: "tudo foi testado",
  stoppedHere: "parou aqui",
  puzzle: "Quebra-cabeça",

  // Playback
  play: "Reproduzir",
  pause: "Pausar",
  again: "De novo",
  step: "Um passo",
  stepBack: "Um passo atrás",
  beginning: "Desde o início",
  place: "Passo",
  placeLabel: "Passo ",
  speed: "Velocidade",
  speedLabel: "Velocidade ",
  /** @param {Value} steps */
  rate: (steps) => `${steps} passos por segundo`,

  // The proof
  proofBoard: "A demonstração de Golomb em um tabuleiro. As setas movem a casa retirada.",
  size: "Tabuleiro: ",
  anySize: "Qualquer tamanho, até 2⁶⁰ × 2⁶⁰",
  proofAbout:
    "A demonstração de Solomon Golomb (1954) para tabuleiros 2 × 2, 4 × 4, 8 × 8, …: triminós em L podem cobrir o tabuleiro, seja qual for a casa retirada.",
  /** @param {Value} side */
  oneRemoved: (side) =>
    `Uma casa foi retirada de um tabuleiro ${side} × ${side}. Clique em outra casa para retirá-la no lugar dessa.`,
  /** @param {Value} trominoes */
  allPlaced: (trominoes) =>
    `Todos os ${trominoes} triminós estão no lugar, e só a casa retirada está vazia. A mesma demonstração vale para todos os tamanhos.`,
  /** @param {Value} side */
  divide: (side) =>
    `Falta uma casa neste quadrado ${side} × ${side}. Divida o quadrado em quatro quartos. Um deles contém a casa que falta.`,
  single: "Um quadrado 2 × 2 em que falta uma casa é um único triminó.",
  /** @param {Value} half */
  center: (half) =>
    `Um triminó no centro cobre uma casa em cada um dos outros três quartos. Agora falta uma casa em cada quarto ${half} × ${half}. Repita este passo em cada quarto.`,
};

/** What the three views of large pictures have in common. */
export const SCENE = {
  zoomOut: "Reduzir",
  zoomIn: "Ampliar",
  fullScreen: "Tela cheia, por exemplo para um projetor",
  noCanvas: "este navegador não aceita o elemento canvas",
};

/** The missing cell. */
export const MISSING = {
  title: "A casa que falta",
  lead: "Clique em qualquer casa para retirá-la. Triminós em L sempre podem cobrir o resto.",
  board: "O tabuleiro em que falta uma casa",
  map: "Sua posição no tabuleiro",
  toHole: "Ir ao buraco",
  toHoleTitle: "Ir ao buraco (a casa que falta)",
  whole: "Tabuleiro inteiro",
  wholeTitle: "Ver o tabuleiro inteiro",
  size: "Tabuleiro: ",
  /** @param {Value} exponent */
  sizeSpoken: (exponent) => `2 elevado a ${exponent}`,
  row: "Linha",
  column: "Coluna",
  remove: "Retirar",
  /** @param {Value} most */
  wrong: (most) => `Linha e coluna devem ser inteiros de 1 a ${most}.`,
  /** @param {Value} row @param {Value} column */
  at: (row, column) => `linha ${row}, coluna ${column}`,
  /** @param {Value} row @param {Value} column */
  removed: (row, column) => `Casa retirada: linha ${row}, coluna ${column}`,
  /** @param {Value} row */
  atRow: (row) => `linha ${row}`,
  /** @param {Value} column */
  atColumn: (column) => `coluna ${column}`,
  /** What the tiles can be colored by. */
  colorings: {
    colors: "três: vizinhos diferentes",
    corners: "quatro: também diferentes nos cantos",
    levels: "uma cor para cada passo da demonstração",
    none: "nenhuma: só contornos",
  },
  cells: "Casas",
  trominoes: "Triminós",
  hole: "Casa que falta",
  middle: "Centro",
  square: "1 quadrado",
  isCell: "é uma casa",
  oneCell: "1 casa",
  /** @param {Value} number */
  cellsOf: (number) => `${number} casas`,
  /** @param {Value} side */
  squareOf: (side) => `${side} × ${side} casas`,
  scroll: "Role a página com um dedo, dê zoom com dois e toque em uma casa para retirá-la.",
  move: "Mova o tabuleiro com um dedo, dê zoom com dois e toque em uma casa para retirá-la.",
  how: "Use a roda do mouse ou dois dedos para o zoom, arraste para mover e clique para retirar uma casa. Teclado: as setas movem a cruz, Enter retira a casa dela, + e - dão zoom, 0 mostra o tabuleiro inteiro, H vai para a casa que falta, e Page Down e Page Up percorrem a demonstração nível por nível.",

  // The proof
  before: "Passo anterior (Page Up)",
  after: "Próximo passo (Page Down)",
  levels: "A demonstração, nível por nível",
  all: "Mostrar todo o ladrilhamento",
  stepwise: "Nível por nível",
  /** @param {Value} board */
  begin: (board) =>
    `Falta uma casa no tabuleiro ${board}. Divida o tabuleiro em quatro quartos: só em um deles falta uma casa.`,
  one: "um triminó",
  /** @param {Value} number */
  many: (number) => `${number} triminós`,
  /** @param {Value} step @param {Value} tiles @param {boolean} single */
  end: (step, tiles, single) =>
    `Passo ${step}: falta uma casa em cada quadrado 2 × 2, então ${tiles} ${single ? "cobre" : "cobrem"} o resto. O ladrilhamento está completo.`,
  /** @param {Value} step @param {Value} tiles @param {number} left */
  further: (step, tiles, left) =>
    `Passo ${step}: ${tiles}. O mesmo passo se repete ${left === 1 ? "mais uma vez" : `mais ${left} vezes`}, até chegar a casas individuais.`,
  /** @param {Value} step @param {Value} tiles @param {Value} half */
  first: (step, tiles, half) =>
    `Passo ${step}: ${tiles} no centro do tabuleiro. Agora falta uma casa em cada quadrado ${half}.`,
  /** @param {Value} step @param {Value} tiles @param {Value} square @param {Value} half */
  next: (step, tiles, square, half) =>
    `Passo ${step}: ${tiles} no centro dos quadrados ${square}. Agora falta uma casa em cada quadrado ${half}.`,
};

/** The plane. */
export const PLANE = {
  title: "O plano",
  lead: "Desenhe uma peça. Cópias dela podem cobrir o plano inteiro sem vãos nem sobreposições?",
  cells: "Casas",
  /** What a piece is made of. */
  lattices: { squares: "quadrados", triangles: "triângulos", hexagons: "hexágonos" },
  turns: "Movimentos",
  /** How a piece may turn. */
  turn: { free: "girar e virar", "one-sided": "só girar", fixed: "sem girar" },
  examples: "Exemplos",
  example: "exemplos…",
  /** Pieces worth a look. */
  pieces: [
    "só deslocada",
    "algumas de cabeça para baixo",
    "de cabeça para baixo: uma serra",
    "duas classes de ladrilhos",
    "quartos de volta",
    "imagens espelhadas",
    "exatamente dois anéis",
    "um buraco",
    "triângulos",
    "hexágonos",
  ],
  /** How a piece tiles. */
  kinds: {
    translation: "A peça ladrilha o plano por translações.",
    "half turn": "A peça ladrilha o plano com algumas cópias de cabeça para baixo.",
    isohedral: "A peça ladrilha o plano, e todos os ladrilhos têm a mesma vizinhança.",
    periodic: "A peça ladrilha o plano, mas nem todos os ladrilhos têm a mesma vizinhança.",
  },
  /** @param {Value} reason @param {Value} number */
  classes: (reason, number) =>
    `${reason} Nenhuma simetria do ladrilhamento leva um ladrilho de uma classe a um de outra. O número isoédrico da peça é ${number}.`,
  notKnown: "Não se sabe",
  /** @param {Value} command */
  goesOn: (command) => `Esta página para a busca aqui. Para continuar, execute: ${command}`,
  none: "A peça não ladrilha o plano.",
  /** @param {Value} reason @param {Value} number */
  heesch: (reason, number) => `${reason} O número de Heesch da peça é ${number}.`,
  /** @param {Value} reason @param {Value} number @param {Value} holes */
  heeschWithHoles: (reason, number, holes) =>
    `${reason} O número de Heesch da peça é ${number} (${holes} com buracos no último anel).`,
  terms: "Em termos matemáticos",
  period: "contornar o que se repete",
  rings: "Anéis: ",
  /** @param {Value} number @param {Value} all */
  ringsOf: (number, all) => `${number} de ${all}`,
  clear: "Limpar o desenho",
  touch: "Mova o ladrilhamento com um dedo e dê zoom com dois.",
  how: "Arraste para mover o ladrilhamento e dê zoom com a roda do mouse ou dois dedos. Teclado: as setas o movem, + e - dão zoom, e 0 volta ao centro.",
  piece: "Peça",
  draw: "Desenhe uma peça.",
  drawHow: "Clique nas casas ou pinte-as. Clique de novo em uma casa para retirá-la.",
  looking: "Procurando…",
  /** @param {Value} number */
  colors: (number) => `${number} cores`,
  /** @param {Value} number */
  colorsLeast: (number) => `${number} cores: é o mínimo`,
  oneColor: "uma cor",
  byOrientation: "uma cor para cada orientação",
  /** What the picture shows. */
  shows: {
    nothing: "Nada ainda",
    tiling: "O ladrilhamento",
    rings: "A peça e os anéis em volta dela",
    piece: "A peça",
  },
};

/** Figures. */
export const FIGURES = {
  title: "Figuras",
  lead: "Encontre a menor figura que cada uma de várias peças ladrilha sozinha.",
  question: "Pergunta",
  /** What is looked for. */
  questions: {
    common: "ladrilhada por várias peças",
    symmetric: "simétrica, ladrilhada por uma peça",
    twice: "ladrilhada por uma peça de dois modos",
  },
  pieces: "Peças",
  /** @param {Value} name */
  remove: (name) => `Remover ${name}`,
  symmetry: "Simetria",
  /** The kinds of symmetry. @type {Record<string, string>} */
  symmetries: {
    none: "qualquer figura",
    mirror: "eixo de simetria",
    diagonal: "eixo diagonal",
    "half-turn": "meia-volta",
    "third-turn": "terço de volta",
    "quarter-turn": "quarto de volta",
    "sixth-turn": "sexto de volta",
    "two-mirrors": "dois eixos",
    "two-diagonals": "dois eixos diagonais",
    "three-mirrors": "três eixos",
    "three-diagonals": "três eixos diagonais",
    full: "simetria total",
  },
  odd: "número ímpar de ladrilhos",
  all: "todas as figuras do menor tamanho",
  chooseTwo: "Escolha duas ou três peças.",
  chooseOne: "Escolha uma peça.",
  looking: "Procurando…",
  /** @param {Value} least */
  soFar: (least) => `Nenhuma figura tem menos de ${least} casas.`,
  notFound: "Ainda não encontrada",
  none: "Nenhuma figura atende a estas condições.",
  /** @param {string} reason */
  because: (reason) => `${reason[0].toUpperCase()}${reason.slice(1)}.`,
  /** @param {number} cells @param {Value} tiles */
  found: (cells, tiles) => `${cells} casas: ${tiles}`,
  /** @param {number} number @param {number} cells */
  several: (number, cells) => `${number} figuras de ${cells} casas`,
  proven: "Não há figura menor.",
  complete: "Não há outra figura deste tamanho.",
  more: "Pode haver mais figuras deste tamanho.",
  /** What excludes smaller sizes. @param {Value} sizes */
  searched: (sizes) => `Buscas completas não encontraram nenhuma figura de ${sizes} casas.`,
  /** @param {Value} sizes */
  colored: (sizes) => `Uma coloração em xadrez exclui figuras de ${sizes} casas.`,
  areas: "As áreas das peças excluem figuras menores.",
  /** @param {Value} tiles */
  picture: (tiles) => `A figura, ladrilhada com ${tiles}`,
  play: "Jogar",
  /** @param {Value} tiles */
  playTitle: (tiles) => `Jogar: preencher a figura com ${tiles}`,
};

/** Random tilings. */
export const RANDOM = {
  title: "Ladrilhamentos aleatórios",
  tiling: "Um ladrilhamento aleatório",
  /** @param {Value} board @param {Value} tiles */
  tilingOf: (board, tiles) => `Um ladrilhamento aleatório de ${board} com ${tiles}`,
  anew: "Novo sorteio",
  /** The sorts of boards: what each is called on its button, and in a sentence. */
  sorts: {
    aztec: ["Diamante asteca", "um diamante asteca"],
    hexagon: ["Hexágono", "um hexágono"],
    rectangle: ["Retângulo", "um retângulo"],
    own: ["Desenho próprio", "seu tabuleiro"],
  },
  order: "Ordem: ",
  /** @param {Value} name */
  side: (name) => `Lado ${name}`,
  drawBoard: "Desenhe um tabuleiro: clique nas casas ou pinte-as.",
  weight: "Peso de um dominó horizontal",
  /** Sets of colors. */
  palettes: { bright: "vivas", earth: "terra", sea: "mar", ink: "tinta" },
  seams: "Linhas entre ladrilhos",
  seed: "Semente",
  tiles: "Ladrilhos",
  noTiles: "nenhum",
  tilings: "Ladrilhamentos",
  method: "Método",
  drawing: "Sorteando…",
  /** @param {Value} reason */
  none: (reason) => `Este tabuleiro não tem ladrilhamento: ${reason}.`,
  growing: "Os dominós deslizam, e novos pares preenchem os vãos.",
  flips: "Uma série de giros leva a um ladrilhamento aleatório.",
  flipsFromLowest:
    "Uma série de giros leva do ladrilhamento mais baixo a um ladrilhamento aleatório.",
  /** @param {Value} number */
  dominoes: (number) => `${number} ${number === "1" ? "dominó" : "dominós"}`,
  /** @param {Value} number */
  lozenges: (number) => `${number} ${number === "1" ? "losango" : "losangos"}`,
  /** @param {Value} dominoes */
  clickDominoes: (dominoes) =>
    `${dominoes}. Clique em dois dominós que formam um quadrado para girá-los.`,
  /** @param {Value} lozenges */
  clickLozenges: (lozenges) =>
    `${lozenges}. Clique em três losangos que se encontram em um ponto para girá-los.`,
  /** @param {Value} row @param {Value} column */
  at: (row, column) => `linha ${row}, coluna ${column}`,
  /** @param {Value} row @param {Value} column */
  turned: (row, column) => `Ladrilhos girados em torno da linha ${row}, coluna ${column}`,
  how: "Use a roda do mouse ou dois dedos para o zoom, arraste para mover e clique nos ladrilhos para girá-los. Teclado: as setas vão a outros ladrilhos que podem ser girados, Enter gira os ladrilhos, + e - dão zoom, e 0 mostra o tabuleiro inteiro.",
};

/** All tilings of a small problem. */
export const ALL = {
  title: "Todos os ladrilhamentos",
  lead: "Escolha ou exclua posições e veja quais ladrilhamentos restam.",
  examples: "Exemplos",
  example: "Escolha um exemplo",
  /** What each of the examples is. */
  problems: [
    "6 × 10, pentaminós",
    "3 × 20, pentaminós",
    "Tabuleiro de xadrez sem o centro, pentaminós",
    "6 × 6, dominós",
    "Diamante asteca de ordem 4, dominós",
    "Hexágono de lado 3, losangos",
    "4 × 7 hexágonos, tetra-hexes",
    "Um quebra-cabeça por dia, 6 de outubro",
    "Cubo Soma",
  ],
  problem: "Tabuleiro e peças, ou o nome de um quebra-cabeça",
  list: "Listar",
  listing: "Listando os ladrilhamentos…",
  none: "Não há ladrilhamento.",
  /** @param {Value} least */
  tooMany: (least) => `Há pelo menos ${least} ladrilhamentos.`,
  /** @param {Value} count */
  exactlyTooMany: (count) => `Há ${count} ladrilhamentos.`,
  tooManyMore: "Esta página não consegue listar tantos ladrilhamentos. Escolha um tabuleiro menor.",
  /** @param {Value} total */
  all: (total) => (total === "1" ? "1 ladrilhamento" : `${total} ladrilhamentos`),
  /** @param {Value} left @param {Value} total */
  someLeft: (left, total) => `${left} de ${total} ladrilhamentos`,
  /** @param {Value} number @param {Value} count */
  number: (number, count) => `Ladrilhamento ${number} de ${count}.`,
  /** @param {number} count */
  solutions: (count) =>
    `${count.toLocaleString("pt")} ${count === 1 ? "solução" : "soluções"}, contando uma só vez rotações e imagens espelhadas do tabuleiro inteiro.`,
  /** @param {Value} number @param {Value} count */
  solution: (number, count) => `O tabuleiro mostra a solução ${number} de ${count}.`,
  /** @param {Value} board */
  boardOf: (board) => `Todos os ladrilhamentos: ${board}`,
  again: "Recomeçar",
  previous: "Ladrilhamento anterior (P)",
  next: "Próximo ladrilhamento (N)",
  random: "Ladrilhamento aleatório (R)",
  heat: "Frequência",
  heatTitle: "Frequência: uma borda se destaca mais quando é um limite em mais ladrilhamentos",
  play: "Jogar o resto",
  choices: "Escolhas",
  /** @param {Value} piece */
  isChosen: (piece) => `${piece}`,
  /** @param {Value} piece */
  isRefused: (piece) => `não ${piece}`,
  /** @param {Value} piece */
  giveUp: (piece) => `${piece}, colocada: tirar`,
  /** @param {Value} piece */
  allow: (piece) => `não ${piece}: permitir de novo esta posição`,
  which: "Posições a listar",
  placements: "Posições",
  /** The placements that are listed, with their number. */
  filters: {
    /** @param {Value} number */
    any: (number) => `Posições possíveis: ${number}`,
    /** @param {Value} number */
    always: (number) => `Em todos os ladrilhamentos: ${number}`,
    /** @param {Value} number */
    never: (number) => `Em nenhum ladrilhamento: ${number}`,
    /** @param {Value} number */
    fixing: (number) => `Deixam um só ladrilhamento: ${number}`,
  },
  /** @param {Value} cell */
  at: (cell) => `Na ${cell}.`,
  anywhere:
    "No tabuleiro inteiro. Aponte para uma casa ou clique nela para ver só as posições dela.",
  /** @param {Value} share */
  staysEmpty: (share) => `Esta casa fica vazia em ${share} dos ladrilhamentos.`,
  chosen: "colocada",
  /** @param {Value} piece @param {Value} cell @param {Value} share @param {Value} number */
  choose: (piece, cell, share, number) =>
    `${piece}, ${share}, ${number} ${number === "1" ? "ladrilhamento" : "ladrilhamentos"}: colocar a partir da ${cell}`,
  /** @param {Value} piece @param {Value} cell */
  takeBack: (piece, cell) => `${piece}, colocada a partir da ${cell}: tirar`,
  /** @param {Value} piece @param {Value} cell */
  refuse: (piece, cell) => `Excluir esta posição: ${piece} a partir da ${cell}`,
  /** @param {Value} number */
  more: (number) => `Mostrar mais ${number}`,
  /** @param {Value} cell @param {Value} piece @param {Value} share */
  mostFrequent: (cell, piece, share) => `${cell}: a mais frequente, ${piece}, ${share}`,
  how: "Clique em uma casa para manter aberta a lista de posições dela. Teclado: as setas vão de casa em casa, Enter vai para as posições, e Escape volta ao tabuleiro.",
  touch: "Toque em uma casa para ver quais posições a cobrem.",
};

/** Find all figures of a few cells. */
export const FIND = {
  title: "Encontre todas",
  lead: "Desenhe uma forma e adicione-a à sua coleção. Você consegue encontrar todas?",
  kind: "Casas",
  size: "Número de casas",
  /** @type {Record<string, string>} */
  cells: { square: "quadrados", tri: "triângulos", hex: "hexágonos" },
  mirrored: "imagens espelhadas são diferentes",
  field: "A forma",
  add: "Adicionar esta forma",
  wipe: "Apagar",
  again: "Recomeçar",
  restarted: "Recomeçado.",
  sheet: "Imprimir uma folha",
  /** @param {number} found @param {number} all */
  tally: (found, all) => `${found} de ${all}`,
  /** @param {Value} number */
  number: (number) => `Número ${number}`,
  /** @param {Value} number */
  fresh: (number) => `Nova! Esta é a número ${number}.`,
  /** @param {number} count @param {Value} plural */
  all: (count, plural) =>
    count === 1 ? "Essa é a única forma." : `Você encontrou todos os ${count} ${plural}!`,
  /** @param {Value} number @param {Value} how */
  known: (number, how) => `Esta é a mesma forma que a número ${number}, ${how}.`,
  moved: "só deslocada",
  flipped: "virada",
  /** @param {Value} turn */
  turned: (turn) => `girada em ${turn}`,
  /** @param {Value} turn */
  both: (turn) => `virada e girada em ${turn}`,
  /** Parts of a turn, by degrees. @type {Record<number, string>} */
  turns: {
    60: "um sexto de volta",
    90: "um quarto de volta",
    120: "um terço de volta",
    180: "meia-volta",
  },
  apart: "Todas as casas devem estar ligadas por lados inteiros.",
  /** @param {number} size @param {number} count */
  count: (size, count) =>
    `Desenhe uma forma de ${size} ${size === 1 ? "casa" : "casas"}. A sua tem ${count}.`,
  /** @param {number} count @param {Value} name */
  sheetTitle: (count, name) =>
    count === 1 ? `Encontre o ${name}` : `Encontre todos os ${count} ${name}`,
  /** What counts as the same, by how shapes may turn. */
  rule: {
    free: "Formas que coincidem ao serem giradas ou viradas contam como a mesma forma.",
    "one-sided":
      "Formas que coincidem ao serem giradas contam como a mesma forma. Imagens espelhadas contam como formas diferentes.",
  },
  /** @param {Value} title */
  answers: (title) => `${title}: respostas`,
};

/** A board without a goal. */
export const CANVAS = {
  title: "Tela livre",
  pieces: "Peças",
  sets: {
    pentominoes: "pentaminós",
    tetrominoes: "tetraminós",
    small: "até três quadrados",
    all: "todas as peças",
  },
  ownColor: "Cor da peça",
  /** @param {Value} number */
  color: (number) => `Cor ${number}`,
  damaged: "Este link não pode ser lido por completo, então faltam algumas peças.",
  how: "Use quantas cópias de cada peça você quiser. Escolha uma cor e clique nas peças para pintá-las; clique de novo na cor para mover peças. O link contém todas as suas peças.",
};

/** A lesson: puzzles in one link. */
export const LESSON = {
  title: "Escrever uma aula",
  lead: "A primeira linha é o título. Abaixo dele, escreva textos e os IDs ou links dos quebra-cabeças, cada um em uma linha. O link da aula contém a aula inteira; nenhum servidor guarda nada.",
  begin: "Uma primeira aula\nPreencha o tabuleiro com todas as peças.\ntalos:hub-gates-1\n",
  text: "A aula",
  add: "Adicionar um quebra-cabeça",
  copy: "Copiar o link da aula",
  open: "Abrir a aula",
  empty: "A aula ainda não tem quebra-cabeças.",
  /** @param {Value} title @param {number} count */
  ready: (title, count) => `${title}: ${count} ${count === 1 ? "quebra-cabeça" : "quebra-cabeças"}`,
  /** @param {Value} id @param {Value} why */
  missing: (id, why) => `${id}: ${why}`,
  damaged: "O link desta aula está danificado. Peça um novo link.",
  /** @param {number} done @param {number} all */
  progress: (done, all) => `${done} de ${all} ${done === 1 ? "resolvido" : "resolvidos"}`,
  all: "Todos os quebra-cabeças foram resolvidos!",
  /** @param {number} number @param {number} all */
  puzzle: (number, all) => `${number} de ${all}`,
  handIn: "Entregar",
  noProof:
    "Este código registra quais quebra-cabeças foram resolvidos neste navegador, em quanto tempo e com quantas dicas. O código não contém nome e não prova nada: qualquer pessoa com a aula pode gerar um código assim.",
  copyCode: "Copiar o código",
  edit: "Editar esta aula ou ler códigos",
  read: "Ler códigos",
  readAbout:
    "Cole os códigos de uma turma, um por linha, com ou sem um nome antes de cada código. Todos os códigos devem ser da aula acima. Um código não prova que os quebra-cabeças foram resolvidos.",
  codes: "Códigos",
  codesLike: "Ada 0G5-…",
  noCode: "Este código não é desta aula ou foi digitado errado.",
  /** The columns of the table, before those of the puzzles. */
  columns: ["Nome", "Resolvidos", "Tempo", "Dicas"],
};

/** What was solved here, and the data that the browser keeps. */
export const PROGRESS = {
  title: "Seu progresso",
  /** The columns of the tables. */
  columns: ["Resolvidos", "Melhor", "Mediana", "Sem dicas"],
  others: "Outros",
  /** @param {number} number */
  solved: (number) => (number === 1 ? "quebra-cabeça resolvido" : "quebra-cabeças resolvidos"),
  noHints: "sem dicas",
  calendar: "Os dias",
  /** @param {Value} day @param {Value} done */
  dayOf: (day, done) => `${day}: ${done}`,
  /** How a day went, by the look of its square. @type {Record<string, string>} */
  states: {
    alone: "resolvido sem dicas",
    helped: "resolvido com dicas",
    missed: "não resolvido",
  },
  month: "Mês",
  /** The columns of the table of months. */
  monthColumns: ["Dias resolvidos", "Sem dicas", "Não resolvidos"],
  byWeekday: "Quebra-cabeças do dia",
  weekday: "Dia da semana",
  /** @param {number} number */
  row: (number) => (number === 1 ? "dia em sequência" : "dias em sequência"),
  /** @param {number} number */
  longest: (number) => (number === 1 ? "dia na maior sequência" : "dias na maior sequência"),
  byKind: "Por tipo",
  byLevel: "Por nível",
  none: "Os quebra-cabeças que você resolver serão contados aqui.",
  data: "Seus dados",
  about:
    "Jogos, soluções, tabuleiros e configurações ficam só neste navegador. Para levar esses dados a outro navegador, salve-os em um arquivo. Quando você lê um arquivo, os dados dele são adicionados a este navegador.",
  save: "Salvar em um arquivo",
  read: "Ler um arquivo",
  file: "Um arquivo salvo por esta página",
  done: "Os dados do arquivo foram adicionados.",
  forget: "Excluir tudo",
  sure: "Excluir todos os jogos, soluções, tabuleiros e configurações deste navegador?",
  foreign: "Este arquivo não foi salvo pelo tilewright.",
  newer:
    "Uma versão mais nova do tilewright salvou este arquivo. Recarregue a página e tente de novo.",
  full: "Este navegador não permite que a página guarde tantos dados.",
};

/** The tilings of a notebook, one at a time. */
export const PAGER = {
  place: "Número do ladrilhamento, a partir de 0",
  first: "Primeiro ladrilhamento",
  before: "Ladrilhamento anterior (seta para a esquerda)",
  next: "Próximo ladrilhamento (seta para a direita)",
  many: "de muitos",
  /** @param {Value} all */
  ofAll: (all) => `de ${all}`,
  /** @param {Value} title @param {Value} number @param {Value} all @param {Value} pieces */
  picture: (title, number, all, pieces) => `${title}, ladrilhamento ${number} ${all}: ${pieces}`,
  /** @param {Value} number @param {Value} all */
  now: (number, all) => `ladrilhamento ${number} ${all}`,
  none: "Não há ladrilhamento.",
  tools: "Ladrilhamentos",
};

/** How a random tiling was drawn, or why none was drawn. The library says the same. */
export const SAMPLES = {
  dominoes: "embaralhamento de dominós, exatamente uniforme",
  /** @param {Value} order @param {boolean} weighted @param {Value} distance */
  rounded: (order, weighted, distance) =>
    `embaralhamento de dominós em um diamante asteca de ordem ${order}, ${weighted ? "por peso" : "uniforme"}, a menos de arredondamento (distância de variação total de no máximo ${distance})`,
  lozenges: "embaralhamento de losangos (Borodin e Gorin), exatamente uniforme",
  counted:
    "pela contagem dos ladrilhamentos que contêm cada ladrilho possível, exata a menos de arredondamento",
  command: "`tilewright sample`, com a mesma semente",
  /** @param {Value} cell */
  noLightOne: (cell) => `a casa escura ${cell} não tem vizinhas claras`,
  /** @param {Value} number */
  noLight: (number) => `as ${number} casas escuras não têm vizinhas claras`,
  /** @param {Value} cell */
  noneOne: (cell) => `a casa ${cell} não tem vizinhas`,
  /** @param {Value} number */
  none: (number) => `as ${number} casas não têm vizinhas`,
  /** @param {Value} number @param {number} others */
  fewLight: (number, others) =>
    `as ${number} casas escuras só têm ${others.toLocaleString("pt")} ${others === 1 ? "vizinha clara" : "vizinhas claras"}, e cada uma precisa de uma diferente`,
  /** @param {Value} number @param {number} others */
  few: (number, others) =>
    `as ${number} casas só têm ${others.toLocaleString("pt")} ${others === 1 ? "vizinha" : "vizinhas"}, e cada uma precisa de uma diferente`,
  unfit:
    "ladrilhamentos aleatórios requerem um tabuleiro de quadrados ou triângulos, sem lados unidos nem sinais",
  noWeights: "pesos requerem um tabuleiro de quadrados",
};

/** Whether a piece tiles the plane, and why. The library says the same. */
export const DECIDED = {
  // In the terms of the field
  hole: "a peça tem um buraco que nenhuma cópia pode preencher",
  /** @param {Value} type @param {number} tiles */
  isohedral: (type, tiles) =>
    `um ladrilhamento isoédrico de tipo de Heesch ${type}, com ${tiles === 1 ? "um ladrilho" : `${tiles} ladrilhos`} por período`,
  noTranslations:
    "a peça teria que ladrilhar só por translações, mas seu contorno não é do tipo de Heesch TTTTTT",
  /** @param {number} tiles @param {Value} classes */
  periodic: (tiles, classes) =>
    `um ladrilhamento periódico com ${tiles === 1 ? "um ladrilho" : `${tiles} ladrilhos`} por período em ${classes} classes`,
  fewest: "; com menos é impossível",
  /** @param {number} tiles */
  perhapsFewer: (tiles) =>
    `; talvez seja possível com menos${tiles ? `, mas não com períodos de até ${tiles === 1 ? "um ladrilho" : `${tiles} ladrilhos`}` : ""}`,
  /** @param {number} rings */
  rings: (rings) =>
    rings === 0
      ? "nenhum anel de cópias cabe em volta da peça"
      : rings === 1
        ? "um anel de cópias cabe em volta da peça, mas não dois"
        : `${rings} anéis de cópias cabem em volta da peça, mas não ${rings + 1}`,
  lastHole: ", e o último anel tem um buraco",
  holes: ", e os anéis têm buracos",
  timeLimit: "o limite de tempo foi atingido",
  tooLarge: "a peça é grande demais para procurar mais anéis no navegador",
  noIsohedral: "não existe ladrilhamento isoédrico",
  /** @param {Value} tiles */
  noPeriod: (tiles) => `nenhum ladrilhamento tem um período de até ${tiles} ladrilhos`,
  /** @param {Value} rings */
  fit: (rings) =>
    `${rings} ${rings === 1 ? "anel de cópias cabe" : "anéis de cópias cabem"} em volta da peça`,
  nothing: "nada foi demonstrado dentro dos limites",

  // What is wrong with a piece
  /** @param {Value} most @param {Value} side */
  large: (most, side) =>
    `no navegador, uma peça deve ter no máximo ${most} linhas e colunas, não ${side}`,
  apart: "as casas de uma peça devem estar ligadas por bordas para ladrilhar o plano",

  // In plain words
  /** @param {number} tiles */
  group: (tiles) =>
    `${tiles === 1 ? "Um ladrilho, repetido" : `Um grupo de ${tiles} ladrilhos, repetido`} sem girar, forma todo o padrão.`,
  /** @param {Value} classes */
  sorts: (classes) =>
    ` O padrão tem ${classes} tipos de ladrilhos. Ladrilhos do mesmo tipo têm a mesma vizinhança.`,
  fewestPlain: " Nenhum padrão tem menos tipos.",
  noTranslationsPlain: "Cópias que nunca giram não podem cobrir o plano.",
  /** @param {number} tiles @param {number} rings */
  notKnown: (tiles, rings) =>
    `Um padrão pode precisar de mais ladrilhos do que a busca testou.${tiles ? ` Nenhum grupo de até ${tiles} ladrilhos pode ser repetido para formar um padrão.` : ""}${rings ? ` ${rings} ${rings === 1 ? "anel de cópias cabe" : "anéis de cópias cabem"} em volta da peça.` : ""}`,
};

/** What is wrong with a board, a piece, a puzzle or an ID that was given. The library says the same. */
export const FAULTS = {
  // Figures
  /** @param {Value} names */
  figureAreas: (names) =>
    `nenhuma quantidade permitida de cópias faz ${names} cobrirem o mesmo número de casas`,
  /** @param {Value} names */
  figureColors: (names) =>
    `em uma coloração em xadrez, ${names} cobrem números diferentes de casas escuras, seja qual for a quantidade permitida de cópias`,
  // IDs and names of puzzles
  longId: "o ID é longo demais",
  badId: "ID de quebra-cabeça inválido ou incompleto",
  /** @param {Value} words */
  rule: (words) => `a regra “${words}” não se aplica ao tabuleiro e às peças`,
  noId: "nenhum quebra-cabeça tem este ID",
  notShort: "um ID curto não pode representar este quebra-cabeça",
  /** @param {Value} longest */
  shortId: (longest) => `um ID curto deve ter de 4 a ${longest} dígitos e letras, sem U`,
  typo: "este ID tem um erro de digitação: uma letra está errada ou falta, ou duas letras estão trocadas (a última é de verificação)",
  /** @param {Value} length @param {Value} longest */
  needsLong: (length, longest) =>
    `o quebra-cabeça precisa de um ID de ${length} caracteres; são permitidos no máximo ${longest}`,
  /** @param {Value} board */
  boardOfId: (board) => `IDs não aceitam o tabuleiro “${board}”`,
  /** @param {Value} largest @param {Value} area */
  largeId: (largest, area) =>
    `em um ID, um tabuleiro deve ter no máximo ${largest} casas, não ${area}`,
  /** @param {Value} name @param {string[]} near */
  puzzle: (name, near) =>
    `quebra-cabeça desconhecido “${name}”${near.length ? `; você quis dizer ${near.join(" ou ")}?` : ""}`,
  /** @param {Value} day */
  day: (day) => `dia inválido “${day}”`,
  /** @param {Value} name */
  weekday: (name) => `dia da semana desconhecido “${name}”`,
  /** @param {Value} day */
  otherWeekday: (day) => `o dia da semana de ${day} está errado`,
  /** @param {Value} kind */
  kind: (kind) => `tipo de quebra-cabeça desconhecido “${kind}”`,

  // Boards
  noCells: "o tabuleiro está vazio: não tem casa para cobrir",
  noRows: "um tabuleiro deve ter pelo menos uma linha e uma coluna",
  /** @param {Value} most @param {Value} area */
  large: (most, area) => `um tabuleiro deve ter no máximo ${most} casas, não ${area}`,
  /** @param {Value} most @param {Value} area */
  largeHere: (most, area) =>
    `no navegador, um tabuleiro deve ter no máximo ${most} casas, não ${area}`,
  fewer: "o tabuleiro tem casas demais",
  /** @param {Value} hole @param {Value} numbers */
  hole: (hole, numbers) => `o buraco ${hole} deve ter ${numbers} coordenadas`,
  /** @param {Value} hole */
  noHole: (hole) => `o buraco ${hole} está fora do tabuleiro ou aparece duas vezes`,
  /** @param {Value} cells @param {Value} size */
  size: (cells, size) =>
    `o tamanho de um tabuleiro de ${cells} deve ser linhas x colunas, não ${size}`,
  /** @param {Value} cells @param {Value} size */
  sizeOfLayers: (cells, size) =>
    `o tamanho de um tabuleiro de ${cells} deve ser camadas x linhas x colunas, não ${size}`,
  /** @param {Value} board */
  noSize: (board) => `“${board}” não é um tabuleiro de tamanho aceito`,
  /** @param {Value} board */
  board: (board) => `“${board}” não é um tabuleiro`,
  /** @param {Value} shape @param {Value} size */
  oneNumber: (shape, size) => `o tamanho de ${shape} deve ser um número, não ${size}`,
  /** @param {Value} shape @param {Value} size */
  sides: (shape, size) => `os lados de ${shape} devem ser pelo menos 1, não ${size}`,
  /** @param {string} shape @param {Value} most @param {Value} layers */
  layers: (shape, most, layers) =>
    `${shape === "pyramid:" ? "uma pirâmide" : "um tetraedro"} pode ter no máximo ${most} camadas de bolas, não ${layers}`,
  /** @param {Value} letter @param {Value} line @param {Value} column */
  letter: (letter, line, column) =>
    `caractere inesperado “${letter}” em um tabuleiro (linha ${line}, coluna ${column})`,
  /** @param {number} cells @param {string[]} marks @param {number} all  How many marks there are. */
  foreignMarks: (cells, marks, all) => {
    const more = all > marks.length ? [`mais ${all - marks.length}`] : [],
      listed = [...marks, ...more],
      words = [listed.slice(0, -1).join(", "), ...listed.slice(-1)].filter(Boolean).join(" e ");
    const which = all > 1 ? `os sinais ${words}` : `o sinal ${words}`,
      have = cells > 1 ? `todas as ${cells} casas têm` : "a casa tem";
    return `nenhuma peça tem ${which}, mas ${have}; escreva # para uma casa e . para nenhuma casa`;
  },
  /** @param {number} row @param {string} text */
  textRow: (row, text) =>
    `a linha ${row} do tabuleiro não é um desenho: “${text}”; escreva # para uma casa e . para nenhuma casa`,
  outlines: "contornos só podem ser desenhados em tabuleiros planos de quadrados",
  /** @param {Value} cells */
  marks: (cells) => `sinais em ${cells} não são aceitos no navegador`,

  // Joined sides
  /** @param {Value} cells */
  joined: (cells) => `só tabuleiros planos podem ter lados unidos, não um tabuleiro de ${cells}`,
  /** @param {Value} one @param {Value} other @param {Value} surface */
  coincide: (one, other, surface) =>
    `as casas ${one} e ${other} coincidem nesta superfície (${surface})`,
  periods: "os períodos devem ser linearmente independentes",
  noPeriod: "um período não pode ser 0,0",
  /** @param {Value} period @param {Value} cells */
  period: (period, cells) => `o período ${period} leva ${cells} a casas de outro tipo`,
  /** @param {Value} most @param {Value} element */
  glide: (most, element) =>
    `a reflexão com deslizamento deve ser um número de simetria de 1 a ${most}, não ${element}`,
  badGlide:
    "a reflexão com deslizamento é inválida: aplicada duas vezes, deve dar uma das translações, e deve levar cada translação a uma translação",
  /** @param {Value} name @param {Value} supported */
  surface: (name, supported) => `superfície desconhecida “${name}”; aceitas: ${supported}`,
  /** @param {Value} cells @param {Value} columns */
  kinds: (cells, columns) =>
    `para unir lados, cada linha deve ter o mesmo número de ${cells} de cada tipo, não ${columns} colunas`,
  /** @param {Value} cells */
  slanted: (cells) =>
    `com ${cells}, os lados esquerdo e direito não podem ser unidos com inversão, porque as linhas são inclinadas; aceitas: cylinder, torus`,
  /** What surfaces are called that have another name in an ID. @type {Record<string, string>} */
  surfaces: { moebius: "faixa de Möbius", klein: "garrafa de Klein" },

  // Pieces
  /** @param {Value} turn */
  turn: (turn) => `deve ser “free”, “one-sided”, “half-turn” ou “fixed”, não “${turn}”`,
  /** @param {Value} letter @param {Value} line @param {Value} column */
  drawing: (letter, line, column) =>
    `caractere inesperado “${letter}” em um desenho (linha ${line}, coluna ${column}); use “#” para uma casa, “.” para nenhuma casa e letras para sinais`,
  /** @param {Value} word */
  path: (word) => `“${word}” é um caminho, não uma peça`,
  noDrawing: "o desenho não tem casa; desenhe cada casa como “#”",
  /** @param {Value} word */
  piece: (word) => `uma peça deve ser um nome ou um desenho, não “${word}”`,
  /** @param {Value} name */
  pieceOrSet: (name) => `peça ou conjunto desconhecido “${name}”`,
  /** @param {Value} most @param {Value} size */
  brick: (most, size) => `um retângulo deve ter de 1 a ${most} casas, não ${size}`,
  /** @param {Value} many @param {Value} one */
  whichOf: (many, one) => `quais ${many}? Escreva letras ou números depois de “${one}:”`,
  /** @param {Value} one @param {Value} many */
  which: (one, many) => `qual ${one}? Escreva “${many}” para o conjunto inteiro`,
  /** @param {Value} name @param {Value} set @param {Value} letters */
  pieceOf: (name, set, letters) =>
    `peça desconhecida “${name}” em ${set}; as letras são ${letters}`,
  /** @param {Value} one @param {Value} name @param {Value} letters */
  noLetter: (one, name, letters) => `${one} desconhecido “${name}”; as letras são ${letters}`,
  /** @param {Value} one @param {Value} name @param {Value} most */
  noNumber: (one, name, most) => `${one} desconhecido “${name}”; os números vão de 1 a ${most}`,
  /** @param {Value} one @param {Value} name @param {Value} most @param {Value} names */
  noNumberOrName: (one, name, most, names) =>
    `${one} desconhecido “${name}”; os números vão de 1 a ${most}, e os nomes são ${names}`,
  /** @param {Value} name @param {Value} one @param {Value} number */
  mirrored: (name, one, number) =>
    `“${name}” não existe, porque o ${one} ${number} é sua própria imagem espelhada`,
  /** @param {Value} one @param {Value} name @param {Value} most @param {Value} got */
  orientation: (one, name, most, got) =>
    `a orientação do ${one} “${name}” deve ser de .1 a .${most}, não “${got}”`,
  /** @param {Value} size @param {Value} cells */
  noSet: (size, cells) => `não há conjunto de ${size} ${cells}`,
  /** @param {Value} piece @param {Value} copies */
  copiesOf: (piece, copies) =>
    `${piece}: número de cópias inválido “${copies}”; escreva “=3” para três, “=1..4” para um intervalo, “=1..” para pelo menos uma ou “+” para qualquer número`,
  /** @param {Value} one @param {Value} other @param {Value} name */
  namedTwice: (one, other, name) =>
    `“${one}” e “${other}” indicam ${name}; liste esta peça uma vez, com seu número de cópias`,
  /** @param {Value} one @param {Value} set @param {Value} name */
  setFirst: (one, set, name) =>
    `“${one}” e “${set}” indicam ${name}; escreva primeiro o conjunto: ${set} ${one}`,
  /** @param {Value} piece @param {Value} least @param {Value} most */
  leastMost: (piece, least, most) =>
    `${piece}: as cópias devem satisfazer mínimo <= máximo, não ${least} e ${most}`,

  // Puzzles
  /** @param {Value} number */
  more: (number) => `e mais ${number}`,
  noPieces: "nenhuma peça indicada; é preciso pelo menos uma",
  /** @param {Value} word */
  placed: (word) =>
    `${word}: uma peça colocada deve ser escrita PEÇA:linha,coluna-linha,coluna-…, como L3:0,0-1,0-1,1`,
  /** @param {Value} word @param {Value} cells @param {Value} piece @param {Value} others */
  lattice: (word, cells, piece, others) =>
    `${word}: o tabuleiro é feito de ${cells}, mas a peça ${piece} é feita de ${others}`,
  /** @param {Value} least @param {Value} most */
  empty: (least, most) =>
    `o número de casas vazias deve satisfazer 0 <= mínimo <= máximo, não ${least} e ${most}`,
  /** @param {Value} most @param {Value} available */
  emptyMost: (most, available) =>
    `são pedidas até ${most} casas vazias, mas no máximo ${available} podem ficar vazias`,
  /** @param {Value} number @param {Value} name */
  sameName: (number, name) => `${number} peças diferentes têm o nome “${name}”`,
  /** @param {Value} one @param {Value} other */
  samePiece: (one, other) =>
    `as peças ${one} e ${other} têm uma orientação em comum, então um ladrilhamento não poderia distingui-las`,
  /** @param {Value} surface @param {Value} pieces */
  turned: (surface, pieces) =>
    `uma peça que dá a volta nesta superfície (${surface}) retorna virada, mas ${pieces} não podem ser viradas; defina turn como “free”`,
  /** @param {Value} pieces @param {Value} others */
  andMore: (pieces, others) => `${pieces} e mais ${others}`,
  /** @param {Value} word @param {Value} piece */
  noPiece: (word, piece) => `${word}: o problema não tem a peça “${piece}”`,
  /** @param {Value} word @param {Value} cell */
  outside: (word, cell) => `${word}: a casa ${cell} não está no tabuleiro`,
  /** @param {Value} word @param {Value} cell @param {Value} other */
  covered: (word, cell, other) => `${word}: a casa ${cell} já está coberta por ${other}`,
  /** @param {Value} word @param {Value} cell @param {Value} times */
  twice: (word, cell, times) => `${word}: a casa ${cell} aparece ${times} vezes`,
  /** @param {Value} word */
  noOrientation: (word) =>
    `${word}: a peça não tem nenhuma orientação com estas casas e estes sinais`,
  /** @param {Value} number @param {Value} name @param {Value} most */
  manyCopies: (number, name, most) =>
    `${number} cópias de ${name} estão colocadas, mas são permitidas no máximo ${most}`,
};
