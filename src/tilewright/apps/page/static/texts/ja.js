// All texts of the page in Japanese: whatever a person reads or hears, by where it stands. It has the
// same groups and keys as the English texts in en.js.

/** What is put into a text. @typedef {string | number} Value */

/** The tag of the language: dates and numbers are written as there, too. */
export const LANGUAGE = "ja";

/** What several views say. */
export const SHARED = {
  undo: "元に戻す",
  redo: "やり直す",
  undoKey: "元に戻す（Z）",
  redoKey: "やり直す（Y）",
  again: "もう一度遊ぶ",
  clear: "盤面を空にする",
  next: "次のパズル",
  back: "パズル一覧に戻る",
  example: "このリンクは読み取れないため、例を表示しています。",
  board: "盤面",
  rows: "行",
  columns: "列",
  /** @param {number} least @param {number} most @param {Value} used */
  range: (least, most, used) => `${least}～${most}の整数を入力してください。${used}を使います。`,
  colors: "色",
  patterns: "模様を付ける",
  kind: "種類",
  level: "レベル",
  /** The levels of puzzles. @type {Record<string, string>} */
  levels: { easy: "初級", medium: "中級", hard: "上級", expert: "超上級" },
  ungraded: "レベル未定",
  /** @param {Value} size @param {number} count */
  boardAndPieces: (size, count) => `${size}、${count}ピース`,
  solved: "クリア！",
  zoom: "拡大・縮小",
  controls: "操作",
  copyLink: "リンクをコピー",
  copyCommand: "コマンドをコピー",
  copyCommandTitle: "このパズルを開くコマンドをコピー",
  /** @param {Value} kind */
  saveAs: (kind) => `${kind}で保存`,
  link: "リンク：",
  linkCopied: "リンクをコピーしました。",
  command: "コマンド：",
  commandCopied: "コマンドをコピーしました。ターミナルで実行するとパズルが開きます。",
  copyFrame: "HTMLをコピー",
  copyFrameTitle: "このパズルをウェブページに表示するHTMLをコピー",
  frame: "HTML：",
  frameCopied: "HTMLをコピーしました。ウェブページに貼り付けると、パズルが表示されます。",
  open: "タブで開く",
  result: "結果：",
  resultCopied: "結果をコピーしました。どこにでも貼り付けられます。",
  large: "画像が大きすぎます。",
  noFullScreen: "このブラウザーでは、ここを全画面表示にできません",
};

/** Links to other sites. */
export const LINKS = {
  open: "puzz.linkやPenpa+のリンク",
  opened: "リンクを開きました。",
  /** @param {string} site */
  copy: (site) => `${site}へ`,
  /** @param {string} site */
  copyTitle: (site) => `${site}用のリンクをコピー`,
  damaged: "このリンクは読み取れません。",
  /** @param {string} genre */
  unknown: (genre) =>
    `${genre ? `「${genre}」には対応していません。` : "手がかりに合う種類がありません。"}対応しているのは、Shikaku、Pentominous、Tetrominous、Heteromino、Fillominoと、Penpa+のDominosaです。`,
  /** @param {string} kinds */
  several: (kinds) =>
    `手がかりに合う種類が複数あります：${kinds}。Penpa+でジャンルのタグを選んでください。`,
  /** @param {string} clue */
  clue: (clue) => `リンクに不明な手がかり「${clue}」があります。`,
  /** @param {string} part */
  strange: (part) => `図に対応していない部分があります：${part}。`,
  squares: "正方形のマスの盤面だけに対応しています。",
  lines: "盤面のマスの間の線には対応していません。",
  outside: "盤面の外に手がかりがあります。",
  /** @param {number} most */
  large: (most) => `盤面の行か列が${most}を超えています。`,
};

/** What there is to explore. */
export const EXPLORE = {
  title: "探究",
  groups: { proofs: "証明", shapes: "形", tilings: "タイリング", lessons: "授業で" },
  /** The title of each view, and what it shows. */
  cards: {
    watch: ["ソルバー観察", "ソルバーの試行錯誤を見てみましょう。"],
    deficient: ["欠けたマス", "どのマスを取り除いても、残りはLトロミノで埋まります。"],
    find: ["全部見つけよう", "数マスの形をすべて描きます。全部見つけられますか？"],
    plane: ["平面", "形を描いて、平面を敷き詰められるか調べます。"],
    figures: ["図形", "2種類のピースのどちらでも埋められる図形を探します。"],
    atlas: ["図鑑", "小さな形について知られていることを調べます。"],
    random: ["ランダムタイリング", "何十億もの等確率のタイリングから1つを選びます。"],
    lesson: ["授業", "パズルと文章を、1つのリンクでクラスに配れます。"],
    learn: ["入門", "5つの小さな盤面で、各種類のパズルを学べます。"],
    canvas: ["キャンバス", "好きなタイルを並べて、色を塗れます。"],
    all: ["全タイリング", "小さな盤面のすべてのタイリングを一度に見られます。"],
  },
  docs: "プログラムとライブラリーのドキュメント",
  install: "インストールしてオフラインで遊ぶ",
};

/** The frame around the views. */
export const PAGE = {
  /** What stands in index.html, too: there it is seen before the page has loaded. */
  html: {
    skip: "パズルへ移動",
    pages: "ページ",
    play: "遊ぶ",
    make: "作る",
    explore: "探究",
    keys: "キー操作（?）",
  },
  /** The titles of the views. @type {Record<string, string>} */
  titles: {
    "": "パズル",
    collections: "コレクション",
    make: "作る",
    watch: "ソルバー観察",
    deficient: "欠けたマス",
    plane: "平面",
    figures: "図形",
    random: "ランダムタイリング",
    all: "全タイリング",
    find: "全部見つけよう",
    canvas: "キャンバス",
    lesson: "授業",
    learn: "入門",
    progress: "あなたの記録",
    tilings: "タイリング",
    day: "毎日のパズル",
    explore: "探究",
  },
  puzzle: "パズル",
  badLink: "このリンクは壊れているため、一部を読み取れません。",
  failed: "問題が発生しました",
  nowhere: "このページはありません",
  nowhereAbout: "リンクが古いか、途中で切れているようです。",
  noPuzzle: "パズルが見つかりません",
  todays: "今日のパズル",
  again: "もう一度試す",
  themes: {
    auto: "配色：システムに合わせる",
    light: "配色：ライト",
    dark: "配色：ダーク",
  },
  notSaved: "このブラウザーではゲームを保存できません。ページを閉じるとゲームは失われます。",
  exportAll: "書き出す",
  close: "閉じる",
  newVersion: "新しいバージョンがあります。",
  reload: "再読み込み",
  later: "あとで",
  language: "言語",
};

/** What a request could not do. */
export const SERVER = {
  away: "サーバーが応答しません。tilewrightは動いていますか？",
  offline: "ページを読み込めません。オンラインですか？",
  interrupted: "接続が切れました。",
  /** @param {Value} status */
  answered: (status) => `サーバーがステータス${status}を返しました。`,
  /** @param {Value} path @param {Value} status */
  noFile: (path, status) => `サイトの一部がありません：${path}（${status}）。`,
  /** @param {Value} first @param {Value} last */
  days: (first, last) =>
    `毎日のパズルがあるのは${first}から${last}までです。この日に遊べるのはカレンダーパズルだけです。`,
  noPuzzle: "このパズルを作れるのは、tilewrightのプログラムだけです。",
  crashed: "計算が予期せず止まりました。もう一度試してください。",
  noWorker:
    "このパズルにはWeb Workersが必要ですが、このブラウザーは対応していないか、許可していません。",
  /** @param {Value} command */
  needs: (command) => `tilewrightのプログラムが必要です：${command}`,
  noAnswer: "答えが見つかりませんでした。別の入力か、もっと小さい入力を試してください。",
};

/** The first view. */
export const GALLERY = {
  title: "ピースをはめて、盤面を埋めよう。",
  lead: "ルールは1つ。すべてのマスを覆い、ピースを余らせないこと。",
  welcome: "はじめての方へ",
  first: {
    kicker: "3ピース",
    name: "最初のパズル",
    about: "3つのピースをすべて使って盤面を埋めましょう。10秒で解けます。",
  },
  /** @param {Value} day */
  today: (day) => `今日（${day}）`,
  /** @param {Value} day */
  standIn: (day) => `今日のパズルはまだ準備中です。カレンダー以外は${day}のパズルです。`,
  /** @param {number} days */
  row: (days) => `${days}日連続`,
  progress: "あなたの記録",
  week: "この7日間",
  /** @param {Value} day */
  coverAllBut: (day) => `${day}だけを残そう`,
  /** The shelves. @type {Record<string, string>} */
  shelves: {
    talos: "ピースはめ",
    classic: "ペントミノ盤",
    dots: "ドットパズル",
    triangles: "三角形",
    hexagons: "六角形",
    cubes: "立方体",
  },
  /** What a shelf has. @type {Record<string, string>} */
  about: {
    talos:
      "すべてのピースで盤面を埋めます。ピースは回せますが、裏返せません。（盤面はThe Talos Principleのものです。）",
    classic:
      "ペントミノ（正方形5個のピース）12種で盤面を埋めます。鏡像を区別する場合は18種です。解はたくさんあります。",
    triangles: "三角形6個でできたヘキシアモンド12種で盤面を埋めます。ピースは60度ずつ回せます。",
    hexagons: "六角形4個でできたテトラヘックス7種で盤面を埋めます。ピースは60度ずつ回せます。",
    cubes:
      "立方体や球でできたピースで箱を埋めたり、形を作ったりします。Somaキューブ、ベドラムキューブ、Kanoodleなど。1層ずつ置いていきます。",
    dots: "線を引いて、盤面を図のピースに分けます。どのピースにもドットが1つありますが、隠れたドットもあります。",
  },
  collections: "コレクション",
  made: "ここで作ったもの",
  otherDay: "ほかの日",
  otherDayAbout:
    "別の日のパズルで遊べます。空のカレンダーを埋めることもできます（解はたくさんあります）。",
  calendar: "カレンダー",
  weekday: "曜日付きカレンダー",
  monthBefore: "前の月",
  monthAfter: "次の月",
  /** @param {number} done @param {number} all */
  daySolved: (done, all) => `、${done === all ? "すべて" : `${done}問`}クリア`,
  /** @param {number} solved @param {number} alone @param {number} missed */
  month: (solved, alone, missed) =>
    `クリア${solved}日、うちヒントなし${alone}日、未クリア${missed}日`,
  missed: "、未クリア",
  which: "表示するパズル",
  states: { all: "すべて", unsolved: "未クリア", begun: "途中", solved: "クリア済み" },
  anyLevel: "全レベル",
  none: "条件に合うパズルはありません。",
  oneRow: "1段だけ表示",
  /** @param {Value} count */
  showAll: (count) => `${count}問すべて表示`,
  /** @param {Value} count @param {Value} all */
  solvedOf: (count, all) => `${all}問中${count}問クリア`,
  /** How many are left of each level. @param {number} count @param {[level: string, count: number][]} levels */
  left: (count, levels) =>
    `残り${count}問：${levels.map(([level, number]) => `${level}${number}問`).join("、")}。`,
  /** @param {number} count @param {number} alone */
  finished: (count, alone) =>
    `${count}問すべてクリアしました${alone ? `（${alone === count ? "すべて" : `うち${alone}問は`}ヒントなし）` : ""}。`,
  /** @param {Value} name */
  next: (name) => `次：${name}`,
  /** @param {Value} name @param {Value} number */
  numbered: (name, number) => `${name}（${number}）`,
  /** @param {Value} name */
  eighteen: (name) => `${name}、18ピース`,
  /** @param {Value} size @param {string} pieces */
  dotsOf: (size, pieces) => `${size}、${pieces}`,
  done: "クリア",
  /** @param {Value} time */
  solvedIn: (time) => `${time}でクリア`,
  /** @param {Value} percent */
  share: (percent) => `${percent}%完了`,
  go: "続ける",
  play: "遊ぶ",
  more: "ヒントなど",
};

/** The first view: the day, and ways to other puzzles. */
export const HOME = {
  others: "ほかのパズル",
  collectionsAbout: "盤面、立方体、ほかの日",
  make: "パズルを作る",
  makeAbout: "好きな種類とレベルで",
  lastOne: "最後に遊んだパズル",
  /** @param {number} count */
  allDone: (count) => `${count}問すべてクリア`,
  /** @param {number} hours @param {number} minutes */
  nextIn: (hours, minutes) => `次のパズルまで${hours ? `${hours}時間` : ""}${minutes}分。`,
  missed: "今週の未クリア：",
};

/** A day. */
export const DAY = {
  before: "前の日",
  after: "次の日",
  week: "1週間",
  thisWeek: "今週",
  plan: "パズルは月曜日から日曜日へと難しくなります。日曜日のスペシャルは、その日だけの盤面です。",
  weekDone: "1週間分をすべてクリアしました。",
  follow: "毎日受け取る",
  followAbout:
    "毎日のパズルをカレンダーやフィードリーダーに追加できます。各項目から、このページのパズルが開きます。",
  calendar: "カレンダー（iCal）",
  feed: "フィード（Atom）",
  /** @param {Value} word */
  noDay: (word) => `「${word}」は日付ではありません。年-月-日の形で書いてください。`,
};

/** A game. */
export const GAME = {
  loading: "読み込み中…",
  pieces: "ピース",
  eachOnce:
    "線を引いて、盤面を図のピースに分けてください。見つけたピースは薄くなり、描きすぎたピースには赤い枠が付きます。",
  /** @param {string} name */
  foundPiece: (name) => `${name}、発見済み`,
  hint: "ヒント",
  hintKey: "ヒント（H）",
  check: "チェック",
  checkKey: "チェック（C）",
  nextTitle: "次のパズルへ",
  tools: "ゲーム",
  restart: "最初から",
  restartTitle: "パズルと時計を最初からやり直す",
  restarted: "最初の状態に戻しました。",
  restartedKey: "最初の状態に戻しました。「元に戻す」（Z）で前の盤面が戻ります。",
  more: "その他",
  how: "遊び方",
  time: "時間",
  damaged: "保存されたゲームが壊れていたため、最初から始めます。",

  // Hints
  placeIt: "置く",
  takeOff: "外す",
  showIt: "見せる",
  why: "なぜ？",
  next: "次へ",
  back: "戻る",
  /** @param {number} number */
  cases: (number) => `${number}通りすべて`,
  /** @param {number} at @param {number} number @param {Value} says */
  caseOf: (at, number, says) => `${at}/${number}：${says}`,
  noMistakes: "ここまで間違いはありません。",
  closeHint: "ヒントを閉じる",
  deadEnd: "行き詰まり",
  deadEndTitle: "ここからは盤面を完成できません。1手戻すか、ヒントを見てください。",
  waysTitle:
    "盤面全体を回すと重なる解は、1つと数えます。ピースを裏返せない場合、鏡像は別に数えます。",
  /** @param {number} count @param {Value} number */
  solutions: (count, number) => (count ? `解${number}個` : "解なし"),
  wholeTitle: "盤面全体を回すか裏返すと重なる解は、1つと数えます。",
  oneTitle: "チェックを押すと、盤面をまだ完成できるか調べます。",
  waysDone: "クリア",
  away: "サーバーが応答しません。tilewrightは動いていますか？　このまま続けられます。ヒントは、サーバーが戻れば使えます。",

  // Menus
  showClock: "時計を表示",
  showWays: "残りの解の数を表示",
  sounds: "音",
  print: "印刷",
  change: "変更する",
  watch: "ソルバーを観察",
  colorBy: "色分け",
  byPiece: "ピースごと",
  byEdge: "隣と違う色",
  byCorner: "角で接しても違う色",
  count: "色数 ",
  fewest: "できるだけ少なく",
  asPlaced: "タイルの色は、置いたときに決まります。",
  /** @param {number} wanted @param {number} fewest */
  notEnough: (wanted, fewest) => `${wanted}色では足りないので、${fewest}色を使います。`,
  /** @param {number} used @param {number} fewest */
  tooMany: (used, fewest) => `${used}色を使っています。${fewest}色で足ります。`,
  /** @param {number} used */
  used: (used) => `${used}色を使っています。`,
  /** @param {number} used */
  usedLeast: (used) => `${used}色を使っています。これより少なくはできません。`,

  // Turning a piece
  turn: "回す",
  turnTitle: "選んだピースを回す（R）",
  tip: "倒す",
  sidewaysTitle: "左から右へ横に倒す（G）",
  forwardTitle: "前に倒す（T）",
  flip: "裏返す",
  flipTitle: "選んだピースを裏返す（F）",

  // The end
  /** @param {number} hints */
  hints: (hints) => (hints ? `ヒント${hints}回` : "ヒントなし"),
  scoreTime: "時間",
  /** @param {number} _hints */
  scoreHints: (_hints) => "ヒント",
  scoreMade: "自作の連続クリア数",
  /** @param {number} _days */
  scoreRow: (_days) => "連続日数",
  /** @param {Value} name @param {number} count */
  lastOf: (name, count) => `${name}：${count}問すべてクリアしました。`,
  /** @param {Value} time */
  best: (time) => `ベスト ${time}`,
  /** @param {Value} time */
  faster: (time) => `自己ベスト更新、${time}短縮`,
  /** @param {Value} number */
  foundBefore: (number) => `解${number}として発見済み`,
  /** @param {Value} time @param {Value} help */
  solvedIn: (time, help) => `${time}でクリア（${help}）！`,
  /** @param {Value} weekday @param {Value} time */
  usual: (weekday, time) => `いつもの${weekday}：${time}`,
  share: "共有",
  shareTitle: "結果を共有",
  others: "ほかのパズル",
  closeEnd: "閉じて盤面を見る",
  /** @param {Value} number */
  found: (number) => `${number}個発見`,
  /** @param {Value} number @param {Value} all */
  foundOf: (number, all) => `${all}個中${number}個発見`,
  /** @param {Value} number */
  number: (number) => `${number}番`,
};

/** What teaches a kind of puzzle. */
export const LEARN = {
  title: "入門",
  about: "5つの小さな盤面で、各種類のパズルを学べます。",
  /** @param {string} name */
  invite: (name) => `${name}が初めてなら、5つの小さな盤面で学べます。`,
  learn: "この種類を学ぶ",
  /** @param {string} name @param {number} number @param {number} all */
  board: (name, number, all) => `${name}：盤面${number}/${all}`,
  next: "次の盤面",
  play: "パズルで遊ぶ",
  /** The boards of each kind, and of puzzles with cubes: what each of them shows. @type {Record<string, { title: string, boards: string[] }>} */
  kinds: {
    dots: {
      title: "ドット",
      boards: [
        "盤面を3マスのピースに分けます。まっすぐなピースは、真ん中にドットがあります。",
        "L形のピースは、角にドットがあります。",
        "どのピースも3マスです。1マスや2マスの領域を切り離さないようにしましょう。",
        "隠れたドットもあります。この盤面では、1つのピースにドットがありません。",
        "本番のパズルです。合うピースが1つしかないドットから始めましょう。",
      ],
    },
    sigil: {
      title: "ピースはめ",
      boards: [
        "盤面を埋めましょう。「2」は、このピースが2個あるという意味です。両方が収まるように回してください。",
        "どのピースも4マスです。4マスより小さい隙間を残さないようにしましょう。",
        "まっすぐなピースから始めましょう。置ける場所が最も少ないからです。",
        "ピースは回せますが、裏返せません。このうち2つは互いに鏡像です。",
        "本番のパズルです。それぞれの隅を埋められるピースを考えましょう。",
      ],
    },
    given: {
      title: "仕上げ",
      boards: [
        "鍵の付いたピースは動かせません。盤面の残りを埋めましょう。",
        "このパズルではピースを裏返せます。Lは裏返す必要があります。",
        "1つのピースでしか覆えないマスを探し、そのピースを先に置きましょう。",
        "どのピースも5マスです。5マスより小さい領域を切り離さないようにしましょう。",
        "本番のパズルです。残りは3ピース。鍵の付いたピースの隣から始めましょう。",
      ],
    },
    hole: {
      title: "穴さがし",
      boards: [
        "1マスだけ空きます。3つのピースを描きましょう。どのLも、角にドットがあります。",
        "描く代わりにピースを置くパズルもあります。残ったマスが穴です。",
        "Lは、ドットのマスとその隣の2マスを覆います。どのLも穴には届きません。",
        "1マスだけの隙間は、合うピースがないので、必ず穴です。",
        "本番のパズルです。空けてよいのは1マスだけ。ほかに隙間を残さないようにしましょう。",
      ],
    },
    dominosa: {
      title: "Dominosa",
      boards: [
        "セットのドミノはどれも盤面に1個ずつあります。各ドミノの2つの数字をつなぎましょう。",
        "0が2つ並ぶのは1か所だけなので、そこがドミノになります。",
        "数字の空いた隣が1つだけなら、その2つをつなぎましょう。",
        "どのドミノも1個だけです。2つの数字をつないだら、同じ組をもう一度つなぐことはできません。",
        "本番のパズルです。1か所でしか隣り合わない2つの数字から始めましょう。",
      ],
    },
    shikaku: {
      title: "Shikaku",
      boards: [
        "盤面を長方形に分けます。数字は、その長方形のマスの数です。",
        "3の長方形は必ず一直線です。4の長方形は一直線か正方形です。",
        "どの長方形にも数字は1つだけ。次の数字の手前で止めましょう。",
        "それぞれの隅に、どの数字が届くか考えましょう。",
        "本番のパズルです。長方形の置き場所が少ない数字から始めましょう。",
      ],
    },
    pentominous: {
      title: "Pentominous",
      boards: [
        "盤面を5マスのピースに分けます。文字は、そのマスを覆うピースの名前です。",
        "どのピースも5マスです。5マスより小さい領域を切り離さないようにしましょう。",
        "同じ形のピースは辺で接することができません。ですから、文字のないピースはPではありません。",
        "隅に注目しましょう。隅に届く文字は1つだけのことがよくあります。",
        "本番のパズルです。4つのピースのうち、文字があるのは2つだけです。",
      ],
    },
    tetrominous: {
      title: "Tetrominous",
      boards: [
        "盤面を4マスのピースに分けます。文字は、そのマスを覆うピースの名前です。",
        "同じ形のピースは辺で接することができません。Sが2つのLを隔てます。",
        "この盤面には、文字のないピースが2つあります。隣のピースとは形が違います。",
        "どのピースも4マスです。4マスより小さい領域を切り離さないようにしましょう。",
        "本番のパズルです。5つのピースのうち、文字があるのは3つだけです。",
      ],
    },
    heteromino: {
      title: "Heteromino",
      boards: [
        "盤面を3マスのピース（直線とL形）に分けます。",
        "どのピースも3マスです。1マスや2マスを切り離さないようにしましょう。",
        "2つのL形が辺で接してよいのは、向きが違うときだけです。",
        "2つの直線が辺で接してよいのは、一方が横、もう一方が縦のときだけです。",
        "本番のパズルです。1つのピースでしか覆えないマスから始めましょう。",
      ],
    },
    fillomino: {
      title: "Fillomino",
      boards: [
        "盤面をピースに分けます。数字は、そのピースのマスの数です。",
        "同じ大きさのピースは辺で接することができません。2つの「2」は離れます。",
        "隣り合う同じ数字は、同じピースに入ります。",
        "この盤面には、数字のないピースが1つあります。隣のピースとは大きさが違います。",
        "本番のパズルです。それぞれの数字のピースがどの方向に伸びるか考えましょう。",
      ],
    },
    pips: {
      title: "Pips",
      boards: [
        "各領域の数字の合計が、領域に示された数になるようにドミノを置きます。",
        "記号「=」は、領域の数字がすべて同じという意味です。",
        "記号「≠」は、領域の数字がすべて異なるという意味です。",
        "「<3」は合計が3より小さい、「>10」は10より大きいという意味です。",
        "本番のパズルです。選択肢の少ない領域から始めましょう。",
      ],
    },
    calendar: {
      title: "カレンダー",
      boards: [
        "日付（3月14日）以外をすべて覆います。置くピースは残り2つです。",
        "1か所にしか置けないピースから始めましょう。ここでは2 × 3の長方形です。",
        "ピースが入らない小さな隙間を切り離さないようにしましょう。",
        "1つのピースでしか覆えないマスを探しましょう。",
        "本番のパズルです。日付が見えるように、最後の4ピースを置きましょう。",
      ],
    },
    weekday: {
      title: "曜日付きカレンダー",
      boards: [
        "月と日と曜日以外をすべて覆います。",
        "1つのピースでしか覆えないマスを探しましょう。",
        "ピースが入らない小さな隙間を切り離さないようにしましょう。",
        "どのピースも4マスか5マスです。隙間のマスを数えましょう。",
        "本番のパズルです。日付が見えるように、最後の4ピースを置きましょう。",
      ],
    },
    cubes: {
      title: "立方体",
      boards: [
        "盤面は箱で、1層ずつ表示されています。2つの層を埋めましょう。",
        "2つの層にまたがるピースもあります。「倒す」でピースの向きを変えると、縦に立ちます。",
        "あるマスとその真上のマスは隣どうしです。ピースは両方の層のマスを覆えます。",
        "ピースはどの方向にも回せますが、鏡像にはできません。",
        "本番のパズルです。2つのピースはもう置いてあります。残りの3つを置きましょう。",
      ],
    },
  },
};

/** The result of a game, to be shared. */
export const RESULT = {
  title: "あなたの結果",
  /** @param {Value} title @param {Value} level */
  ofLevel: (title, level) => `${title}（${level}）`,
  /** @param {number} days */
  row: (days) => `${days}日連続`,
  copy: "文章をコピー",
  copyPicture: "画像をコピー",
  pictureCopied: "画像をコピーしました。どこにでも貼り付けられます。",
  notAllowed: "このブラウザーではここでコピーできません。画像を保存してください。",
  close: "閉じる",
};

/** Why something cannot be done in a game. The library says the same. */
export const MOVES = {
  /** @param {Value} name */
  noPiece: (name) => `このパズルにピース「${name}」はありません`,
  /** @param {Value} cell */
  outside: (cell) => `マス${cell}は盤面の外です`,
  /** @param {Value} one @param {Value} other */
  noEdge: (one, other) => `マス${one}と${other}は辺で接していません`,
  /** @param {number} most */
  noCopy: (most) => `このピースは${most}個までで、もう残っていません`,
  /** @param {Value} cell */
  taken: (cell) => `マス${cell}はもう覆われています`,
  noOrientation: "このピースに、このマスと印に合う向きはありません",
  /** @param {Value} cell */
  given: (cell) => `マス${cell}は、はじめから置かれたピースで覆われています`,
  /** @param {Value} cell */
  empty: (cell) => `マス${cell}は空です`,
  /** @param {Value} piece @param {Value} most @param {Value} orientation */
  orientation: (piece, most, orientation) =>
    `${piece}の向きは0～${most}でなければなりません（${orientation}でした）`,
  unknown: "不明な操作です",
  notSaved: "保存されたゲームではありません",
  /** @param {Value} fault */
  unfit: (fault) => `保存されたゲームがパズルに合いません：${fault}`,
  /** @param {Value} cell */
  nothingToLift: (cell) => `マス${cell}には取り除くピースがありません`,
  savedEdge: "保存されたゲームの線が盤面にありません",
  bothEdges: "線が引かれていると同時に、線なしの印もあります",
  /** @param {Value} word */
  noMove: (word) => `「${word}」は、保存されたゲームの手として正しくありません`,
};

/** The rules of a puzzle, each in one sentence. */
export const RULES = {
  fill: "すべてのピースで盤面を埋めてください。",
  oneDot: "どのピースも、ドットは1つまでで、その位置は図のとおりです。",
  outlines: "輪郭を描いてください。どのピースもいくつ使ってもかまいません。",
  solid: "ピースはどの方向にも回せます。",
  oneSided: "ピースは回せますが、裏返せません。",
  halfTurn: "ピースは上下逆さにできますが、裏返せません。",
  joined:
    "同じ矢印の端どうしはつながっています。つながった端を越えたピースは、もう一方の端に続きます。",
  fixed: "ピースは回すことも裏返すこともできません。",
  /** The rule of a puzzle with dots that has no other rule. */
  dots: "盤面を下のピースに分けてください。盤面のドットはピースのドットですが、隠れたドットもあります。",
};

/** Keyboard help for all views in which you draw. */
const BY_KEYS =
  "キーボード：矢印キーでカーソルを動かし、スペースでピースを描き始め、描き終えます。Shift+矢印キーで線を引き、Eで消しゴムを選び、Deleteでピースを消します。";
/** What the eraser does. */
const ERASER = "消しゴムは、触れたピースや線を消します。";

/**
 * How to draw pieces of any shape, rectangles, and pieces of two cells: for mouse and keyboard, and for a
 * touch screen. The first paragraph also stands below the board.
 * @type {Record<"path" | "rectangle" | "pair", { mouse: string[], touch: string[] }>}
 */
export const DRAWING = {
  path: {
    mouse: [
      "ピースのマスをドラッグでなぞるか、線をクリックします。",
      `線を引かない場所に印を付けるには、そこを右クリックするか、メモ鉛筆（X）を使います。${ERASER}`,
      BY_KEYS,
    ],
    touch: [
      "ピースのマスをなぞるか、線をタップします。",
      `線を引かない場所に印を付けるには、「その他」の「線なし」を選びます。${ERASER}`,
    ],
  },
  rectangle: {
    mouse: [
      "長方形の隅から向かいの隅までドラッグするか、線をクリックします。",
      `線を引かない場所に印を付けるには、そこを右クリックするか、メモ鉛筆（X）を使います。${ERASER}`,
      BY_KEYS,
    ],
    touch: [
      "長方形の隅から向かいの隅までなぞるか、線をタップします。",
      `線を引かない場所に印を付けるには、「その他」の「線なし」を選びます。${ERASER}`,
    ],
  },
  pair: {
    mouse: [
      "2つのマスの間の線をクリックすると、マスがつながります。",
      `2つのマスがつながらないことを示すには、間の線を右クリックするか、「壁」（X）を使います。${ERASER}`,
      BY_KEYS,
    ],
    touch: [
      "2つのマスの間の線をタップすると、マスがつながります。",
      `2つのマスがつながらないことを示すには、「壁」を使います。${ERASER}`,
    ],
  },
};

/** What there is to draw. */
export const TO_DRAW = {
  plain: "ピースの輪郭を描いてください。どのピースもいくつ使ってもかまいません。",
  dots: "線を引いて、盤面を図のピースに分けてください。どのピースにもドットが1つありますが、隠れたドットもあります。",
};

/**
 * How to play with pieces, in paragraphs: for everybody, for mouse and keyboard, and for a touch screen.
 * The first paragraph for the device also stands below the board.
 * @type {Record<"cubes" | "turning" | "fixed", { all: string[], mouse: string[], touch: string[] }>}
 */
export const HOW = {
  cubes: {
    all: ["最初に表示されるのがいちばん上の層です。層の横に盤面の全体が表示されます。"],
    mouse: [
      "ピースを盤面の層にドラッグします。Rで層の中で回し、TとGで倒します。",
      "裏返せるパズルでは、Fでピースを裏返します。トレイのピースはダブルクリックで回せます。",
      "キーボード：Tabでピースに移り、Enterで持ち上げます。矢印キー、Page Up、Page Downで動かし、R、T、Gで回します。Enterで置き、Escapeで戻します。",
    ],
    touch: [
      "ピースを盤面の層にドラッグします。ピースをタップして、「回す」か「倒す」をタップします。",
      "盤面をタップすると選んだピースを置き、置いたピースをタップすると取り除きます。",
    ],
  },
  turning: {
    all: [],
    mouse: [
      "ピースを盤面にドラッグします。ダブルクリックかRで回します。",
      "ドラッグ中は、R、ホイール、右クリックでピースが回ります。裏返せるパズルでは、Fで裏返ります。",
      "ピースが覆わないマスに印を付けるには、ピースを選んでマスを右クリックするか、「ここ以外」（X）を使います。",
      "キーボード：Tabでピースに移り、Enterで持ち上げます。矢印キーで動かし、Rで回し、Fで裏返します。Enterで置き、Escapeで戻します。",
    ],
    touch: [
      "ピースを盤面にドラッグします。2回タップすると回ります。",
      "盤面をタップすると選んだピースを置き、置いたピースをタップすると取り除きます。",
      "ピースが覆わないマスに印を付けるには、ピースをタップし、「その他」の「ここ以外」を選んで、マスをタップします。",
    ],
  },
  fixed: {
    all: [],
    mouse: [
      "ピースを盤面にドラッグします。",
      "キーボード：Tabでピースに移り、Enterで持ち上げます。矢印キーで動かし、Enterで置き、Escapeで戻します。",
    ],
    touch: [
      "ピースを盤面にドラッグします。",
      "盤面をタップすると選んだピースを置き、置いたピースをタップすると取り除きます。",
    ],
  },
};

/** The board that is played on or painted, and what it says to screen readers. */
export const BOARD = {
  table:
    "盤面とピース。TabとEnterでピースを選び、矢印キーで動かします。Rで回し、Fで裏返し、Enterで置き、Escapeで戻します。",
  tableOfCubes:
    "盤面とピース。TabとEnterでピースを選びます。矢印キーで動かし、Page UpとPage Downで層を移ります。Rで回し、TとGで倒し、Fで裏返し、Enterで置き、Escapeで戻します。",
  outlines:
    "盤面。矢印キーでカーソルを動かし、Shift+矢印キーでその側の線を引くか消し、スペースでピースを描き始め、描き終えます。Xでメモ鉛筆、Eで消しゴム、Dで鉛筆を選びます。Deleteでピースを消します。",
  /** @param {Value} name */
  painter: (name) => `${name}。矢印キーでカーソルを動かし、スペースでマスを取り除くか戻します。`,

  // Places and pieces
  /** @param {Value} row @param {Value} column */
  cell: (row, column) => `${row}行${column}列`,
  /** @param {Value} layer @param {Value} place */
  inLayer: (layer, place) => `第${layer}層、${place}`,
  /** @param {number} layer @param {number} last */
  layer: (layer, last) => `第${layer}層${layer === 1 ? "（上）" : layer === last ? "（下）" : ""}`,
  dot: "ドット",
  square: "マス",
  gap: "隙間",
  /** @param {Value} number */
  cubes: (number) => `${number}マス`,
  /** @param {Value} cells */
  straight: (cells) => `一直線：${cells}`,
  /** @param {Value} row @param {Value} cells */
  row: (row, cells) => `${row}行：${cells}`,
  /** @param {Value} piece @param {Value} cell */
  at: (piece, cell) => `${piece}、${cell}`,
  /** @param {Value} piece */
  given: (piece) => `${piece}、固定`,
  /** @param {Value} piece */
  taken: (piece) => `${piece}。Enterで持ち上げ、Deleteで取り除きます。`,
  /** @param {Value} piece @param {number} left @param {string[]} excluded  Where it is noted not to be. */
  left: (piece, left, excluded) =>
    `${piece}、${left === Infinity ? "個数の制限なし" : `残り${left}個`}${excluded.length ? `、メモ：${excluded.join("、")}以外` : ""}`,

  // Pieces that are moved
  /** @param {Value} piece */
  placed: (piece) => `${piece}を置きました`,
  turned: "回しました",
  tipped: "倒しました",
  flipped: "裏返しました",
  noTurning: "このパズルではピースを回せません",
  noFlipping: "このパズルではピースを裏返せません",
  choose: "先にピースを選んでください",
  backInTray: "ピースがそこに入らないため、トレイに戻ります",
  notThere: "どの向きにしても、ピースはそこに入りません",
  notHere: "ピースはここに入りません",
  /** @param {boolean} flips */
  turnFirst: (flips) => `そこに置くには、ピースを回す${flips ? "か裏返す" : ""}必要があります`,
  /** @param {Value} place @param {boolean} fits @param {boolean} doubted */
  fits: (place, fits, doubted) =>
    `${place}、${fits ? "置けます" : "置けません"}${doubted ? "、メモ：ここ以外" : ""}`,

  // Notes
  notHereTool: "ここ以外",
  notHereTitle: "ここ以外：選んだピースが覆わないマスに印を付ける（X）",
  noting: "選んだピースが覆わないマスに印を付けます",
  placing: "ピースを置きます",
  /** @param {Value} piece @param {string[]} places @param {boolean} back */
  noted: (piece, places, back) =>
    back
      ? `メモを消しました：${piece}、${places.join("、")}`
      : `メモ：${piece}は${places.join("、")}以外`,
  /** @param {Value} place @param {Value} piece @param {boolean} noted */
  noteAt: (place, piece, noted) => `${place}${noted ? `、メモ：${piece}はここ以外` : ""}`,
  covered: "このマスはピースで覆われています",

  // Outlines that are drawn
  /** The tools: what each is called, and what one does with it. */
  tools: {
    draw: ["鉛筆", "ピースを描きます"],
    note: ["線なし", "線でない場所に印を付けます"],
    erase: ["消しゴム", "消します"],
  },
  /** The same where each piece has two cells. */
  toolsOfPairs: {
    draw: ["つなぐ", "マスをつなぎます"],
    note: ["壁", "つながらないマスに印を付けます"],
    erase: ["消しゴム", "消します"],
  },
  erased: "消しました",
  nothingErased: "消すものがありません",
  noteRemoved: "メモを消しました",
  noteAdded: "メモしました：ここは線なし",
  edgeErased: "線を消しました",
  edgeDrawn: "線を引きました",
  begun: "ピースを描き始めました",
  /** @param {number} cells @param {number} whole */
  drawnOf: (cells, whole) => `${cells}/${whole}`,
  /** @param {number} cells */
  drawn: (cells) => `${cells}マスのピースを描きました`,

  // Zooming
  /** @param {Value} scale */
  larger: (scale) => `${scale}倍`,
  whole: "盤面全体",
  zoomOut: "縮小（-）",
  zoomIn: "拡大（+）",
};

/**
 * What keys, mouse and fingers do.
 * @type {{ title: string, close: string, sheet: [where: string, list: [key: string, what: string][]][] }}
 */
export const KEYS = {
  title: "キー操作",
  close: "閉じる",
  sheet: [
    [
      "共通",
      [
        ["?", "この一覧"],
        ["Tab", "次の項目へ"],
        ["Esc", "閉じる、取り消す"],
      ],
    ],
    [
      "すべてのパズル",
      [
        ["Z", "元に戻す"],
        ["Y", "やり直す"],
        ["H", "ヒント（もう一度押すと続き）"],
        ["C", "チェック"],
        ["+と-", "拡大・縮小（または2本の指）"],
        ["Ctrl P", "印刷"],
      ],
    ],
    [
      "ピースをはめる",
      [
        ["Enter", "ピースを持ち上げる、置く"],
        ["矢印キー", "動かす"],
        ["R", "回す（Shift+Rで逆回り）"],
        ["F", "裏返す"],
        ["TとG", "立方体のピースを前か横に倒す"],
        ["Page UpとPage Down", "ピースを別の層に移す"],
        ["Delete", "ピースを盤面から取り除く"],
        ["X", "ピースが覆わないマスに印を付ける（または右クリック）"],
      ],
    ],
    [
      "輪郭を描く",
      [
        ["矢印キー", "動く"],
        ["スペース", "ピースを描き始める、描き終える"],
        ["Shiftと矢印キー", "線を1本引く、消す"],
        ["X", "メモ鉛筆：線でない場所に印を付ける（または右クリック）"],
        ["E", "消しゴム"],
        ["D", "鉛筆"],
        ["Delete", "ピースを消す"],
      ],
    ],
    [
      "ソルバー観察",
      [
        ["スペース", "再生、一時停止"],
        ["右矢印", "1手進む"],
        ["左矢印", "1手戻る"],
      ],
    ],
    [
      "欠けたマス",
      [
        ["矢印キー", "十字を動かす"],
        ["Enter", "十字のマスを取り除く"],
        ["+と-", "拡大・縮小"],
        ["0", "全体を見る"],
        ["H", "欠けたマスへ移動"],
        ["Page DownとPage Up", "証明を段階ごとに見る"],
      ],
    ],
    [
      "平面",
      [
        ["矢印キー", "タイリングを動かす"],
        ["+と-", "拡大・縮小"],
        ["0", "中央に戻る"],
        ["スペース", "図のマスを加える、取り除く"],
      ],
    ],
    [
      "ランダムタイリング",
      [
        ["矢印キー", "回せるタイルの間を移動"],
        ["Enter", "タイルを回す"],
        ["ZとY", "回転を元に戻す、やり直す"],
        ["+と-", "拡大・縮小"],
        ["0", "全体を見る"],
      ],
    ],
    [
      "全タイリング",
      [
        ["矢印キー", "別のマスへ"],
        ["Enter", "このマスの置き方の一覧へ"],
        ["NとP", "次・前のタイリングへ"],
        ["R", "ランダムなタイリングを表示"],
      ],
    ],
  ],
};

/** Puzzles that are made. */
export const MAKE = {
  title: "パズルを作る",
  tabs: "作り方",
  forMe: "おまかせで作る",
  own: "自作",
  set: "自分で出題",
  anyLevel: "指定なし",
  make: "作る",
  cells: "マス",
  pieces: "ピース",
  date: "日付",
  number: "番号",
  clues: "手がかりを最小に",
  more: "盤面、ピース、番号など",
  making: "解が1つだけのパズルを作っています",
  /** @param {number} seconds */
  seconds: (seconds) => `作成中… ${seconds}秒`,
  cancel: "キャンセル",
  close: "閉じる",
  about:
    "同じ番号からは、いつも同じパズルができます。どのパズルも解が1つだけであることを、二重に確認しています。",
  before: "これまでに作ったもの",
  none: "条件に合うパズルが見つかりませんでした。別の番号、盤面、レベルを試してください。",
  months: ["1", "2", "3", "4"],
  weekdays: ["日", "月"],
};

/** Boards of one's own. */
export const OWN = {
  /** @type {Record<string, string>} */
  turns: {
    free: "回転も裏返しも可",
    "one-sided": "回転のみ可",
    "half-turn": "上下逆さのみ可",
    fixed: "回転も裏返しも不可",
  },
  /** What a person does in a step of a kind. @type {Record<string, string>} */
  steps: {
    cell: "マスの覆い方が1通りしかない",
    piece: "ピースの残りの置き場所が、ちょうど必要な数しかない",
    rule: "ルールから置き方が1通りに決まる",
    symmetry: "盤面が対称なので、同等な場所のうち1つを調べればよい",
    region: "ピースを置くと、ほかのピースで埋められない領域が切り離される",
    blocked: "ピースを置くと、マスやほかのピースの行き場がなくなる",
    trial: "ピースを試すと矛盾が起きる",
    guess: "あとで戻すかもしれない推測",
  },
  none: "この盤面は埋められません。",
  triedAll: "すべての可能性を試しました。",
  notKnown: "不明",
  noTime: "時間切れになりました。",
  /** @param {Value} number */
  atLeast: (number) => `解は少なくとも${number}個`,
  noTimeForAll: "すべての解を数える前に時間切れになりました。",
  one: "解はちょうど1つです",
  good: "よいパズルになる盤面です。",
  /** @param {Value} number */
  solutions: (number) => `解は${number}個`,
  /** @param {Value} number */
  different: (number) => `盤面を回すと重なるものを1つと数えると${number}個です。`,
  cannotChange:
    "このパズルにはドット、置かれたピース、またはピースの選択があるため、ここでは変更できません。",
  play: "遊ぶ",
  watch: "観察",
  watchTitle: "ソルバーを観察",
  hard: "このパズルの難しさは？",
  noGrade: "難しさを判定する前に時間切れになりました。",
  /** @param {Value} score */
  score: (score) => ` スコア${score}。人が解く場合の手順：`,
  /** @param {Value} level @param {Value} score */
  graded: (level, score) => `${level}、スコア${score}`,
  /** @param {Value} count */
  times: (count) => `${count} × `,
  aName: "名前",
  name: "名前",
  kept: "保存した盤面",
  nameFirst: "先に盤面に名前を付けてください。",
  saved: "盤面をこのブラウザーに保存しました。",
  /** @param {Value} title */
  open: (title) => `${title}を開く`,
  /** @param {Value} title */
  remove: (title) => `${title}を削除`,
  /** @param {Value} title */
  removed: (title) => `${title}を削除しました。`,
  picture: "盤面の画像",
  fromPicture: "画像から",
  notPicture: "このファイルは画像として読み取れません。",
  /** @param {Value} width @param {Value} height */
  smallPicture: (width, height) =>
    `盤面に対して画像が小さすぎます（${width} × ${height}ピクセル）。`,
  unreadable: "このブラウザーでは画像を読み取れません。",
  noDark: "画像に暗いマスがありません。",
  nothingToClear: "空にするものがありません。",
  cleared: "空にしました。",
  clearedUndo: "空にしました。「元に戻す」で盤面が戻ります。",
  noCells: "盤面にマスがありません。",
  noPieces: "ピースを1つ以上選んでください。",
  counting: "数えています…",
  mayTurn: "ピースの動き",
  empty: "空きマス",
  about:
    "マスをクリックするかなぞると、取り除かれます。どのピースもいくつ使ってもよい場合は、輪郭を描いて遊びます。",
  again: "最初から",
  mirror: "対称に塗る",
  across: "左右",
  down: "上下",
  save: "保存",

  // Choosing pieces
  families: {
    small: "3マスまで",
    tetrominoes: "テトロミノ",
    pentominoes: "ペントミノ",
    others: "その他のピース",
  },
  /** @param {Value} name */
  isKnown: (name) => `描いたのは「${name}」なので、それを1個追加しました。`,
  added: "ピースを1個追加しました。",
  piece: "ピース",
  connected: "ピースのマスは、辺でつながっていなければなりません。",
  paintFirst: "先にピースのマスを塗ってください。",
  draw: "自分でピースを描く",
  add: "追加",
  wipe: "消す",
  oneEach: "1個ずつ",
  /** @param {Value} family */
  oneOfEach: (family) => `1個ずつ：${family}`,
  noneEach: "なし",
  /** @param {Value} family */
  noneOf: (family) => `なし：${family}`,
  /** @param {Value} name */
  anyNumber: (name) => `${name}をいくつでも`,
  /** @param {Value} name */
  oneLess: (name) => `${name}を1個減らす`,
  /** @param {Value} name */
  oneMore: (name) => `${name}を1個増やす`,
  any: "無制限",
};

/** The solver at work, and Golomb's proof on a board. */
/** A puzzle whose clues are set by hand. */
export const SET = {
  board: "盤面。矢印キーでカーソルを動かし、ほかのキーで今のマスの手がかりを入力します。",
  change: "編集するもの",
  clues: "手がかり",
  cells: "マス",
  aboutCells: "マスをクリックするかなぞると、取り除かれるか元に戻ります。",
  /** What to do with each editor. @type {Record<string, string>} */
  hints: {
    dots: "マスをクリックかタップすると、ドットが付くか消えます。",
    areas: "マスを選んで数字を入力します。数字を伏せるには ? を入力します。",
    letters: "マスを選んで文字を入力します。",
    sizes: "マスを選んで、ピースの大きさを入力します。",
    holes: "この種類のパズルに手がかりはありません。「マス」を選んで盤面を変えられます。",
    labels: "マスを選んで、数字を行ごとに入力します。",
    regions:
      "マスをなぞって領域を描きます。次に合計（7、<7、>7など）か、「=」「≠」を入力します。Shift+矢印キーでマスを加えられます。",
    placed: "5マスをなぞってピースを置きます。Deleteでピースを取り除きます。",
  },
  keys: "入力する手がかり",
  erase: "削除",
  /** @type {Record<string, string>} */
  signs: {
    "<": "より小さい",
    ">": "より大きい",
    "=": "すべて同じ",
    "≠": "すべて異なる",
    "?": "不明",
  },
  region: "領域",
  dot: "ドット",
  pieces: "ピース",
  dominoes: "ドミノ",
  noneChosen: "なし",
  print: "印刷",

  // What is wrong
  /** @param {number} sum @param {number} area */
  areas: (sum, area) => `数字の合計は${sum}ですが、盤面は${area}マスです。`,
  noNumbers: "長方形ごとに数字を入力してください。",
  noRectangle: "盤面に収まる長方形の面積になる数字がありません。",
  /** @param {number} area */
  noSet: (area) =>
    `ドミノのセットが覆うのは2、6、12、20、30、42、56、72、90、110マスのいずれかですが、盤面は${area}マスです。`,
  /** @param {Value} clue @param {number} highest */
  aboveSet: (clue, highest) =>
    `この盤面のドミノの数字は${highest}までなので、${clue}は大きすぎます。`,
  /** @param {Value} clue @param {number} most */
  tooMany: (clue, most) => `ドミノのセットに数字${clue}は${most}個しかありません。`,
  /** @param {number} area */
  odd: (area) => `盤面のマスの数が奇数（${area}）なので、ドミノでは覆えません。`,
  /** @param {number} wanted @param {number} chosen */
  wanted: (wanted, chosen) =>
    `この盤面にはドミノを${wanted}個選んでください。今は${chosen}個です。`,
  /** @param {number} cells @param {string} says */
  badSum: (cells, says) => `${cells}マスの数字の合計は${says}になりません。`,
  /** @param {number} wanted @param {number} area */
  placedArea: (wanted, area) =>
    `ペントミノ12種は${wanted}マスを覆いますが、盤面は${area}マスです。`,
  /** @param {number} size */
  placedSize: (size) => `置いたピースはどれも${size}マスでなければなりません。`,

  // What is known
  none: "解なし",
  /** @param {number} size @param {number} area */
  area: (size, area) => `盤面のマスの数${area}は、${size}の倍数ではありません。`,
  uncovered: "印の付いたマスを覆えるピースがありません。",
  /** @param {number} number */
  without: (number) =>
    number === 1
      ? "印の付いた手がかりがなければ、解があります。"
      : "印の付いた手がかりのどれか1つを取り除けば、解があります。",
  /** @param {Value} number */
  moreThan: (number) => `解が${number}個より多い`,
  /** @param {string} step */
  hardest: (step) => `最も難しい手：${step}。`,
  /** @param {number} number */
  solution: (number) => `解${number}`,
  apart: "2つの解を表示しています。違いのあるマスに印が付いています。",
  /** @param {number} number @param {number} area */
  same: (number, area) => `すべての解で同じマスに網掛け（${area}マス中${number}マス）`,
};

export const WATCH = {
  title: "ソルバー観察",
  tabs: "見るもの",
  search: "探索",
  proof: "Golombの証明",
  starting: "ソルバーを起動中…",
  /** @param {Value} title */
  solving: (title) => `${title}を解いています`,
  tree: "探索木：ノードをクリックすると、その手に移ります。",
  /** @param {number} placements @param {number} pieces */
  treeNow: (placements, pieces) =>
    `探索木：${placements.toLocaleString("ja")}通りの置き方を試行、盤面に${pieces}ピース`,
  /** @param {Value} number */
  solved: (number) => `解けました！　${number}個目の解です。`,
  /** @param {Value} piece */
  removed: (piece) => `合うピースがないので、ピース${piece}を取り除きます。`,
  /** Where the solver places a piece: by the engine. */
  places: {
    scan: "最初の空きマスに",
    dance: "入るピースが最も少ないところに",
  },
  /** @param {Value} piece @param {Value} where */
  placed: (piece, where) => `ピース${piece}を${where}置きます。`,
  /** @param {Value} where */
  about: (where) =>
    `ソルバーはいつも${where}ピースを置き、ほかに合うピースがなくなると取り除きます。アニメーションは実際の手順です。アニメーションなしなら、ソルバーは毎秒数百万手進みます。`,
  /** @param {number} found */
  complete: (found) => `探索が完了しました：解は${found.toLocaleString("ja")}個です。`,
  /** @param {number} steps */
  stopped: (steps) => `ソルバーは${steps.toLocaleString("ja")}手でここに止まりました。`,
  /** @param {Value} number */
  solution: (number) => `解${number}`,
  pressPlay: "再生を押すと続きます。",
  tried: "試した場所",
  backs: "戻した回数",
  onBoard: "盤面上",
  solutions: "解",
  end: "終わり",
  triedAll: "すべて試しました",
  stoppedHere: "ここで停止",
  puzzle: "パズル",

  // Playback
  play: "再生",
  pause: "一時停止",
  again: "もう一度",
  step: "1手進む",
  stepBack: "1手戻る",
  beginning: "最初から",
  place: "手",
  placeLabel: "手 ",
  speed: "速さ",
  speedLabel: "速さ ",
  /** @param {Value} steps */
  rate: (steps) => `毎秒${steps}手`,

  // The proof
  proofBoard: "盤面で見るGolombの証明。矢印キーで取り除くマスを動かします。",
  size: "盤面：",
  anySize: "2⁶⁰ × 2⁶⁰までの任意の大きさ",
  proofAbout:
    "Solomon Golombの証明（1954年）：2 × 2、4 × 4、8 × 8、…の盤面は、どのマスを取り除いても、残りをLトロミノで覆えます。",
  /** @param {Value} side */
  oneRemoved: (side) =>
    `${side} × ${side}の盤面から1マスが取り除かれています。別のマスをクリックすると、代わりにそのマスが取り除かれます。`,
  /** @param {Value} trominoes */
  allPlaced: (trominoes) =>
    `${trominoes}個のトロミノをすべて置き、空いているのは取り除いたマスだけです。同じ証明がどの大きさでも成り立ちます。`,
  /** @param {Value} side */
  divide: (side) =>
    `この${side} × ${side}の正方形は1マスが欠けています。正方形を4等分すると、そのうち1つに欠けたマスがあります。`,
  single: "1マスが欠けた2 × 2の正方形は、トロミノ1個です。",
  /** @param {Value} half */
  center: (half) =>
    `中央のトロミノは、ほかの3つの区画のマスを1つずつ覆います。これで、どの${half} × ${half}の区画も1マスが欠けています。各区画で同じ手順を繰り返します。`,
};

/** What the three views of large pictures have in common. */
export const SCENE = {
  zoomOut: "縮小",
  zoomIn: "拡大",
  fullScreen: "全画面（プロジェクターなどに）",
  noCanvas: "このブラウザーはcanvas要素に対応していません",
};

/** The missing cell. */
export const MISSING = {
  title: "欠けたマス",
  lead: "好きなマスをクリックして取り除きましょう。残りは必ずLトロミノで覆えます。",
  board: "1マスが欠けた盤面",
  map: "盤面での現在位置",
  toHole: "穴へ移動",
  toHoleTitle: "穴（欠けたマス）へ移動",
  whole: "盤面全体",
  wholeTitle: "盤面全体を見る",
  size: "盤面：",
  /** @param {Value} exponent */
  sizeSpoken: (exponent) => `2の${exponent}乗`,
  row: "行",
  column: "列",
  remove: "取り除く",
  /** @param {Value} most */
  wrong: (most) => `行と列は1～${most}の整数で入力してください。`,
  /** @param {Value} row @param {Value} column */
  at: (row, column) => `${row}行${column}列`,
  /** @param {Value} row @param {Value} column */
  removed: (row, column) => `${row}行${column}列のマスを取り除きました`,
  /** @param {Value} row */
  atRow: (row) => `${row}行`,
  /** @param {Value} column */
  atColumn: (column) => `${column}列`,
  /** What the tiles can be colored by. */
  colorings: {
    colors: "3色：隣と違う色",
    corners: "4色：角で接するタイルとも違う色",
    levels: "証明の段階ごとに1色",
    none: "なし：輪郭だけ",
  },
  cells: "マス",
  trominoes: "トロミノ",
  hole: "欠けたマス",
  middle: "中央",
  square: "正方形1つ",
  isCell: "1マス",
  oneCell: "1マス",
  /** @param {Value} number */
  cellsOf: (number) => `${number}マス`,
  /** @param {Value} side */
  squareOf: (side) => `${side} × ${side}マス`,
  scroll: "1本の指でページをスクロール、2本で拡大・縮小、タップでマスを取り除きます。",
  move: "1本の指で盤面を移動、2本で拡大・縮小、タップでマスを取り除きます。",
  how: "ホイールかピンチで拡大・縮小、ドラッグで移動、クリックでマスを取り除きます。キーボード：矢印キーで十字を動かし、Enterでそのマスを取り除きます。+と-で拡大・縮小、0で盤面全体、Hで欠けたマスへ。Page DownとPage Upで証明を段階ごとに見られます。",

  // The proof
  before: "前の段階（Page Up）",
  after: "次の段階（Page Down）",
  levels: "証明を段階ごとに",
  all: "タイリング全体を表示",
  stepwise: "段階ごとに",
  /** @param {Value} board */
  begin: (board) =>
    `${board}の盤面から1マスが欠けています。盤面を4等分すると、マスが欠けているのは1つの区画だけです。`,
  one: "トロミノ1個",
  /** @param {Value} number */
  many: (number) => `トロミノ${number}個`,
  /** @param {Value} step @param {Value} tiles @param {boolean} _single */
  end: (step, tiles, _single) =>
    `段階${step}：どの2 × 2の正方形も1マスが欠けているので、${tiles}で残りを覆えます。タイリングの完成です。`,
  /** @param {Value} step @param {Value} tiles @param {number} left */
  further: (step, tiles, left) =>
    `段階${step}：${tiles}。1マスになるまで、同じ手順があと${left}回続きます。`,
  /** @param {Value} step @param {Value} tiles @param {Value} half */
  first: (step, tiles, half) =>
    `段階${step}：盤面の中央に${tiles}。これで、どの${half}の正方形も1マスが欠けています。`,
  /** @param {Value} step @param {Value} tiles @param {Value} square @param {Value} half */
  next: (step, tiles, square, half) =>
    `段階${step}：${square}の各正方形の中央に${tiles}。これで、どの${half}の正方形も1マスが欠けています。`,
};

/** The plane. */
export const PLANE = {
  title: "平面",
  lead: "ピースを描いてください。同じピースだけで、隙間も重なりもなく平面全体を覆えるでしょうか？",
  cells: "マス",
  /** What a piece is made of. */
  lattices: { squares: "正方形", triangles: "三角形", hexagons: "六角形" },
  turns: "ピースの動き",
  /** How a piece may turn. */
  turn: { free: "回転も裏返しも可", "one-sided": "回転のみ可", fixed: "回転なし" },
  examples: "例",
  example: "例を選ぶ…",
  /** Pieces worth a look. */
  pieces: [
    "平行移動だけ",
    "一部は上下逆さ",
    "上下逆さ：のこぎり",
    "タイルが2種類",
    "4分の1回転",
    "鏡像",
    "輪はちょうど2つ",
    "穴あり",
    "三角形",
    "六角形",
  ],
  /** How a piece tiles. */
  kinds: {
    translation: "このピースは、平行移動だけで平面を敷き詰めます。",
    "half turn": "このピースは、一部を上下逆さにすると平面を敷き詰めます。",
    isohedral: "このピースは平面を敷き詰め、どのタイルも周りが同じです。",
    periodic: "このピースは平面を敷き詰めますが、周りの違うタイルがあります。",
  },
  /** @param {Value} reason @param {Value} number */
  classes: (reason, number) =>
    `${reason}あるクラスのタイルを別のクラスのタイルに移す対称性はありません。このピースのアイソヘドラル数は${number}です。`,
  notKnown: "不明",
  /** @param {Value} command */
  goesOn: (command) => `このページの探索はここまでです。続けるには次を実行してください：${command}`,
  none: "このピースは平面を敷き詰められません。",
  /** @param {Value} reason @param {Value} number */
  heesch: (reason, number) => `${reason}このピースのヘーシュ数は${number}です。`,
  /** @param {Value} reason @param {Value} number @param {Value} holes */
  heeschWithHoles: (reason, number, holes) =>
    `${reason}このピースのヘーシュ数は${number}です（最後の輪に穴を許すと${holes}）。`,
  terms: "数学の用語で",
  period: "繰り返しの輪郭",
  rings: "輪：",
  /** @param {Value} number @param {Value} all */
  ringsOf: (number, all) => `${number}/${all}`,
  clear: "図を消す",
  touch: "1本の指でタイリングを動かし、2本で拡大・縮小します。",
  how: "ドラッグでタイリングを動かし、ホイールか2本の指で拡大・縮小します。キーボード：矢印キーで移動、+と-で拡大・縮小、0で中央に戻ります。",
  piece: "ピース",
  draw: "ピースを描いてください。",
  drawHow: "マスをクリックするかなぞります。もう一度クリックすると取り除かれます。",
  looking: "調べています…",
  /** @param {Value} number */
  colors: (number) => `${number}色`,
  /** @param {Value} number */
  colorsLeast: (number) => `${number}色：これより少なくはできません`,
  oneColor: "1色",
  byOrientation: "向きごとに1色",
  /** What the picture shows. */
  shows: {
    nothing: "まだありません",
    tiling: "タイリング",
    rings: "ピースとその周りの輪",
    piece: "ピース",
  },
};

/** Figures. */
export const FIGURES = {
  title: "図形",
  lead: "いくつかのピースのどれでも埋められる、最小の図形を探します。",
  question: "問い",
  /** What is looked for. */
  questions: {
    common: "複数のピースで埋まる図形",
    symmetric: "1つのピースで埋まる対称な図形",
    twice: "1つのピースで2通りに埋まる図形",
  },
  pieces: "ピース",
  /** @param {Value} name */
  remove: (name) => `${name}を外す`,
  symmetry: "対称性",
  /** The kinds of symmetry. @type {Record<string, string>} */
  symmetries: {
    none: "任意の図形",
    mirror: "対称軸",
    diagonal: "斜めの対称軸",
    "half-turn": "半回転",
    "third-turn": "3分の1回転",
    "quarter-turn": "4分の1回転",
    "sixth-turn": "6分の1回転",
    "two-mirrors": "対称軸2本",
    "two-diagonals": "斜めの対称軸2本",
    "three-mirrors": "対称軸3本",
    "three-diagonals": "斜めの対称軸3本",
    full: "完全な対称性",
  },
  odd: "タイルの数が奇数",
  all: "最小の図形すべて",
  chooseTwo: "ピースを2つか3つ選んでください。",
  chooseOne: "ピースを選んでください。",
  looking: "探しています…",
  /** @param {Value} least */
  soFar: (least) => `${least}マス未満の図形はありません。`,
  notFound: "まだ見つかりません",
  none: "条件に合う図形はありません。",
  /** @param {string} reason */
  because: (reason) => `${reason}。`,
  /** @param {number} cells @param {Value} tiles */
  found: (cells, tiles) => `${cells}マス：${tiles}`,
  /** @param {number} number @param {number} cells */
  several: (number, cells) => `${cells}マスの図形${number}個`,
  proven: "これより小さい図形はありません。",
  complete: "この大きさの図形はほかにありません。",
  more: "この大きさの図形は、ほかにもあるかもしれません。",
  /** What excludes smaller sizes. @param {Value} sizes */
  searched: (sizes) => `全数探索の結果、${sizes}マスの図形はありませんでした。`,
  /** @param {Value} sizes */
  colored: (sizes) => `市松模様の塗り分けから、${sizes}マスの図形はありえません。`,
  areas: "ピースの面積から、これより小さい図形はありえません。",
  /** @param {Value} tiles */
  picture: (tiles) => `図形（${tiles}で敷き詰め）`,
  play: "遊ぶ",
  /** @param {Value} tiles */
  playTitle: (tiles) => `遊ぶ：${tiles}で図形を埋める`,
};

/** Random tilings. */
export const RANDOM = {
  title: "ランダムタイリング",
  tiling: "ランダムなタイリング",
  /** @param {Value} board @param {Value} tiles */
  tilingOf: (board, tiles) => `${board}の${tiles}によるランダムなタイリング`,
  anew: "新しいタイリング",
  /** The sorts of boards: what each is called on its button, and in a sentence. */
  sorts: {
    aztec: ["アズテックダイヤ", "アズテックダイヤモンド"],
    hexagon: ["六角形", "六角形"],
    rectangle: ["長方形", "長方形"],
    own: ["自分で描く", "自作の盤面"],
  },
  order: "次数：",
  /** @param {Value} name */
  side: (name) => `辺${name}`,
  drawBoard: "盤面を描いてください。マスをクリックするかなぞります。",
  weight: "横向きのドミノの重み",
  /** Sets of colors. */
  palettes: { bright: "明るい", earth: "大地", sea: "海", ink: "墨" },
  seams: "タイルの境目の線",
  seed: "シード",
  tiles: "タイル",
  noTiles: "なし",
  tilings: "タイリング数",
  method: "方法",
  drawing: "生成中…",
  /** @param {Value} reason */
  none: (reason) => `この盤面にタイリングはありません：${reason}。`,
  growing: "ドミノが滑り、新しい組が隙間を埋めます。",
  flips: "局所的な入れ替えを繰り返して、ランダムなタイリングに至ります。",
  flipsFromLowest:
    "最も低いタイリングから局所的な入れ替えを繰り返して、ランダムなタイリングに至ります。",
  /** @param {Value} number */
  dominoes: (number) => `ドミノ${number}個`,
  /** @param {Value} number */
  lozenges: (number) => `ひし形${number}個`,
  /** @param {Value} dominoes */
  clickDominoes: (dominoes) => `${dominoes}。正方形になる2個のドミノをクリックすると回ります。`,
  /** @param {Value} lozenges */
  clickLozenges: (lozenges) => `${lozenges}。1点で集まる3個のひし形をクリックすると回ります。`,
  /** @param {Value} row @param {Value} column */
  at: (row, column) => `${row}行${column}列`,
  /** @param {Value} row @param {Value} column */
  turned: (row, column) => `${row}行${column}列の周りのタイルを回しました`,
  how: "ホイールかピンチで拡大・縮小、ドラッグで移動、タイルをクリックすると回ります。キーボード：矢印キーで回せるタイルの間を移動し、Enterで回します。+と-で拡大・縮小、0で盤面全体を表示します。",
};

/** All tilings of a small problem. */
export const ALL = {
  title: "全タイリング",
  lead: "置き方を選ぶか除外して、残るタイリングを見てみましょう。",
  examples: "例",
  example: "例を選ぶ",
  /** What each of the examples is. */
  problems: [
    "6 × 10、ペントミノ",
    "3 × 20、ペントミノ",
    "中央のないチェス盤、ペントミノ",
    "6 × 6、ドミノ",
    "次数4のアズテックダイヤモンド、ドミノ",
    "1辺3の六角形、ひし形",
    "六角形 4 × 7、テトラヘックス",
    "1日1パズル、10月6日",
    "Somaキューブ",
  ],
  problem: "盤面とピース、またはパズルの名前",
  list: "一覧を作る",
  listing: "タイリングの一覧を作成中…",
  none: "タイリングはありません。",
  /** @param {Value} least */
  tooMany: (least) => `タイリングは少なくとも${least}個あります。`,
  /** @param {Value} count */
  exactlyTooMany: (count) => `タイリングは${count}個あります。`,
  tooManyMore:
    "このページでは、これほど多くのタイリングを一覧にできません。もっと小さい盤面を選んでください。",
  /** @param {Value} total */
  all: (total) => `タイリング${total}個`,
  /** @param {Value} left @param {Value} total */
  someLeft: (left, total) => `タイリング${total}個中${left}個`,
  /** @param {Value} number @param {Value} count */
  number: (number, count) => `タイリング${number}/${count}。`,
  /** @param {number} count */
  solutions: (count) =>
    `解は${count.toLocaleString("ja")}個（盤面全体の回転と鏡像は1つと数えます）。`,
  /** @param {Value} number @param {Value} count */
  solution: (number, count) => `盤面は解${number}/${count}を示しています。`,
  /** @param {Value} board */
  boardOf: (board) => `全タイリング：${board}`,
  again: "最初から",
  previous: "前のタイリング（P）",
  next: "次のタイリング（N）",
  random: "ランダムなタイリング（R）",
  heat: "ヒートマップ",
  heatTitle: "ヒートマップ：多くのタイリングで境目になる線ほど目立ちます",
  play: "残りを遊ぶ",
  choices: "選択",
  /** @param {Value} piece */
  isChosen: (piece) => `${piece}`,
  /** @param {Value} piece */
  isRefused: (piece) => `${piece}を除外`,
  /** @param {Value} piece */
  giveUp: (piece) => `${piece}を置いています：取り除く`,
  /** @param {Value} piece */
  allow: (piece) => `${piece}を除外しています：この置き方を再び許す`,
  which: "一覧に出す置き方",
  placements: "置き方",
  /** The placements that are listed, with their number. */
  filters: {
    /** @param {Value} number */
    any: (number) => `可能な置き方：${number}`,
    /** @param {Value} number */
    always: (number) => `全タイリングに共通：${number}`,
    /** @param {Value} number */
    never: (number) => `どのタイリングにもない：${number}`,
    /** @param {Value} number */
    fixing: (number) => `タイリングが1つに決まる：${number}`,
  },
  /** @param {Value} cell */
  at: (cell) => `${cell}の上。`,
  anywhere: "盤面全体。マスを指すかクリックすると、そのマスの置き方だけが表示されます。",
  /** @param {Value} share */
  staysEmpty: (share) => `このマスは、タイリングの${share}で空いています。`,
  chosen: "配置済み",
  /** @param {Value} piece @param {Value} cell @param {Value} share @param {Value} number */
  choose: (piece, cell, share, number) =>
    `${piece}、${share}、タイリング${number}個：${cell}から置く`,
  /** @param {Value} piece @param {Value} cell */
  takeBack: (piece, cell) => `${piece}は${cell}から置かれています：取り除く`,
  /** @param {Value} piece @param {Value} cell */
  refuse: (piece, cell) => `この置き方を除外：${piece}、${cell}から`,
  /** @param {Value} number */
  more: (number) => `あと${number}個表示`,
  /** @param {Value} cell @param {Value} piece @param {Value} share */
  mostFrequent: (cell, piece, share) => `${cell}：最多は${piece}、${share}`,
  how: "マスをクリックすると、置き方の一覧が開いたままになります。キーボード：矢印キーでマスを移動、Enterで置き方の一覧へ、Escapeで盤面に戻ります。",
  touch: "マスをタップすると、そのマスを覆う置き方が表示されます。",
};

/** Find all figures of a few cells. */
export const FIND = {
  title: "全部見つけよう",
  lead: "形を描いて、コレクションに加えましょう。目標は、すべての形を見つけることです。",
  kind: "マス",
  size: "マスの数",
  /** @type {Record<string, string>} */
  cells: { square: "正方形", tri: "三角形", hex: "六角形" },
  mirrored: "鏡像を区別する",
  field: "形",
  add: "この形を加える",
  wipe: "消す",
  again: "最初から",
  restarted: "最初の状態に戻しました。",
  sheet: "シートを印刷",
  /** @param {number} found @param {number} all */
  tally: (found, all) => `${found}/${all}`,
  /** @param {Value} number */
  number: (number) => `${number}番`,
  /** @param {Value} number */
  fresh: (number) => `新発見！　${number}個目です。`,
  /** @param {number} count @param {Value} plural */
  all: (count, plural) =>
    count === 1 ? "形はこれだけです。" : `${plural}${count}種をすべて見つけました！`,
  /** @param {Value} number @param {Value} how */
  known: (number, how) => `これは${number}番と同じ形です（${how}）。`,
  moved: "動かしただけ",
  flipped: "裏返し",
  /** @param {Value} turn */
  turned: (turn) => `${turn}`,
  /** @param {Value} turn */
  both: (turn) => `裏返して${turn}`,
  /** Parts of a turn, by degrees. @type {Record<number, string>} */
  turns: {
    60: "6分の1回転",
    90: "4分の1回転",
    120: "3分の1回転",
    180: "半回転",
  },
  apart: "すべてのマスが、辺全体でつながっていなければなりません。",
  /** @param {number} size @param {number} count */
  count: (size, count) => `${size}マスの形を描いてください。今の形は${count}マスです。`,
  /** @param {number} count @param {Value} name */
  sheetTitle: (count, name) =>
    count === 1 ? `${name}を見つけよう` : `${name}${count}種をすべて見つけよう`,
  /** What counts as the same, by how shapes may turn. */
  rule: {
    free: "回したり裏返したりして重なる形は、同じ形と数えます。",
    "one-sided": "回して重なる形は、同じ形と数えます。鏡像は別の形と数えます。",
  },
  /** @param {Value} title */
  answers: (title) => `${title}：答え`,
};

/** A board without a goal. */
export const CANVAS = {
  title: "キャンバス",
  pieces: "ピース",
  sets: {
    pentominoes: "ペントミノ",
    tetrominoes: "テトロミノ",
    small: "正方形3個まで",
    all: "全ピース",
  },
  ownColor: "ピース固有の色",
  /** @param {Value} number */
  color: (number) => `色${number}`,
  damaged: "このリンクは完全には読み取れないため、欠けたタイルがあります。",
  how: "どのピースもいくつ使ってもかまいません。色を選んでからタイルを押すと塗れます。もう一度色を押すと、タイルを動かせるようになります。リンクにはすべてのタイルが含まれます。",
};

/** A lesson: puzzles in one link. */
export const LESSON = {
  title: "授業を作る",
  lead: "1行目がタイトルです。その下に、文章と、パズルのIDかリンクを1行ずつ書きます。授業のリンクに授業全体が含まれ、サーバーには何も保存されません。",
  begin: "はじめての授業\nすべてのピースで盤面を埋めましょう。\ntalos:hub-gates-1\n",
  text: "授業の内容",
  add: "パズルを加える",
  copy: "授業のリンクをコピー",
  open: "授業を開く",
  empty: "この授業にはまだパズルがありません。",
  /** @param {Value} title @param {number} count */
  ready: (title, count) => `${title}：${count}問`,
  /** @param {Value} id @param {Value} why */
  missing: (id, why) => `${id}：${why}`,
  damaged: "この授業のリンクは壊れています。新しいリンクをもらってください。",
  /** @param {number} done @param {number} all */
  progress: (done, all) => `${all}問中${done}問クリア`,
  all: "すべてのパズルをクリアしました！",
  /** @param {number} number @param {number} all */
  puzzle: (number, all) => `${number}/${all}`,
  handIn: "提出",
  noProof:
    "このコードには、このブラウザーで解いたパズル、かかった時間、使ったヒントの数が記録されます。名前は含まれず、証明にもなりません。授業を持っている人なら、誰でも同じようなコードを作れます。",
  copyCode: "コードをコピー",
  edit: "この授業を編集、またはコードを読み取る",
  read: "コードを読み取る",
  readAbout:
    "クラスのコードを1行に1つずつ貼り付けてください。コードの前に名前を付けてもかまいません。どのコードも上の授業のものでなければなりません。コードは、パズルを解いた証明にはなりません。",
  codes: "コード",
  codesLike: "Ada 0G5-…",
  noCode: "このコードはこの授業のものではないか、入力に誤りがあります。",
  /** The columns of the table, before those of the puzzles. */
  columns: ["名前", "クリア", "時間", "ヒント"],
};

/** What was solved here, and the data that the browser keeps. */
export const PROGRESS = {
  title: "あなたの記録",
  /** The columns of the tables. */
  columns: ["クリア", "ベスト", "中央値", "ヒントなし"],
  others: "その他",
  /** @param {number} _number */
  solved: (_number) => "クリア数",
  noHints: "ヒントなし",
  calendar: "毎日のパズル",
  /** @param {Value} day @param {Value} done */
  dayOf: (day, done) => `${day}：${done}`,
  /** How a day went, by the look of its square. @type {Record<string, string>} */
  states: { alone: "ヒントなしでクリア", helped: "ヒントありでクリア", missed: "未クリア" },
  month: "月",
  /** The columns of the table of months. */
  monthColumns: ["クリア日数", "ヒントなし", "未クリア"],
  byWeekday: "毎日のパズル",
  weekday: "曜日",
  /** @param {number} _number */
  row: (_number) => "連続日数",
  /** @param {number} _number */
  longest: (_number) => "最長連続日数",
  byKind: "種類別",
  byLevel: "レベル別",
  none: "解いたパズルはここに数えられます。",
  data: "あなたのデータ",
  about:
    "ゲーム、解、盤面、設定は、このブラウザーだけに保存されます。別のブラウザーに移すには、ファイルに保存してください。ファイルを読み込むと、そのデータがこのブラウザーに追加されます。",
  save: "ファイルに保存",
  read: "ファイルを読み込む",
  file: "このページで保存したファイル",
  done: "ファイルのデータを追加しました。",
  forget: "すべて削除",
  sure: "このブラウザーのゲーム、解、盤面、設定をすべて削除しますか？",
  foreign: "このファイルは、tilewrightで保存したものではありません。",
  newer:
    "このファイルは、より新しいバージョンのtilewrightで保存されています。ページを再読み込みしてから、もう一度試してください。",
  full: "このブラウザーでは、これほど多くのデータを保存できません。",
};

/** The tilings of a notebook, one at a time. */
export const PAGER = {
  place: "タイリングの番号（0から）",
  first: "最初のタイリング",
  before: "前のタイリング（左矢印キー）",
  next: "次のタイリング（右矢印キー）",
  many: "/多数",
  /** @param {Value} all */
  ofAll: (all) => `/${all}`,
  /** @param {Value} title @param {Value} number @param {Value} all @param {Value} pieces */
  picture: (title, number, all, pieces) => `${title}、タイリング${number}${all}：${pieces}`,
  /** @param {Value} number @param {Value} all */
  now: (number, all) => `タイリング${number}${all}`,
  none: "タイリングはありません。",
  tools: "タイリング",
};

/** How a random tiling was drawn, or why none was drawn. The library says the same. */
export const SAMPLES = {
  dominoes: "ドミノシャッフル、厳密に一様",
  /** @param {Value} order @param {boolean} weighted @param {Value} distance */
  rounded: (order, weighted, distance) =>
    `次数${order}のアズテックダイヤモンドでのドミノシャッフル、丸め誤差を除き${weighted ? "重みどおり" : "一様"}（全変動距離は${distance}以下）`,
  lozenges: "ひし形シャッフル（Borodin、Gorin）、厳密に一様",
  counted: "置けるタイルごとにそれを含むタイリングを数える方法、丸め誤差を除き厳密",
  command: "`tilewright sample`、同じシードで",
  /** @param {Value} cell */
  noLightOne: (cell) => `暗いマス${cell}の隣に明るいマスがありません`,
  /** @param {Value} number */
  noLight: (number) => `${number}個の暗いマスの隣に明るいマスがありません`,
  /** @param {Value} cell */
  noneOne: (cell) => `マス${cell}には隣のマスがありません`,
  /** @param {Value} number */
  none: (number) => `${number}個のマスには隣のマスがありません`,
  /** @param {Value} number @param {number} others */
  fewLight: (number, others) =>
    `${number}個の暗いマスの隣の明るいマスは${others.toLocaleString("ja")}個だけですが、それぞれに別のマスが必要です`,
  /** @param {Value} number @param {number} others */
  few: (number, others) =>
    `${number}個のマスの隣のマスは${others.toLocaleString("ja")}個だけですが、それぞれに別のマスが必要です`,
  unfit: "ランダムタイリングには、正方形か三角形の盤面（つながった端や印のないもの）が必要です",
  noWeights: "重みには、正方形の盤面が必要です",
};

/** Whether a piece tiles the plane, and why. The library says the same. */
export const DECIDED = {
  // In the terms of the field
  hole: "このピースには、どのピースでも埋められない穴があります",
  /** @param {Value} type @param {number} tiles */
  isohedral: (type, tiles) => `Heeschの型${type}のアイソヘドラルタイリング、1周期に${tiles}枚`,
  noTranslations:
    "このピースは平行移動だけで敷き詰めるしかありませんが、境界がHeeschの型TTTTTTではありません",
  /** @param {number} tiles @param {Value} classes */
  periodic: (tiles, classes) => `周期的なタイリング、1周期に${tiles}枚、${classes}クラス`,
  fewest: "（これより少なくはできません）",
  /** @param {number} tiles */
  perhapsFewer: (tiles) =>
    `（より少なくできるかもしれません${tiles ? `が、${tiles}枚以下の周期では不可能です` : ""}）`,
  /** @param {number} rings */
  rings: (rings) =>
    rings === 0
      ? "ピースを同じピースの輪で囲むことはできません"
      : `ピースを同じピースの輪で${rings}重に囲めますが、${rings + 1}重には囲めません`,
  lastHole: "（最後の輪には穴があります）",
  holes: "（輪には穴があります）",
  timeLimit: "時間切れになりました",
  tooLarge: "ピースが大きすぎるため、ブラウザーではこれ以上の輪を探せません",
  noIsohedral: "アイソヘドラルタイリングは存在しません",
  /** @param {Value} tiles */
  noPeriod: (tiles) => `周期が${tiles}枚以下のタイリングはありません`,
  /** @param {Value} rings */
  fit: (rings) => `ピースを同じピースの輪で${rings}重に囲めます`,
  nothing: "制限内では何も証明されませんでした",

  // What is wrong with a piece
  /** @param {Value} most @param {Value} side */
  large: (most, side) => `ブラウザーで使えるピースは${most}行・${most}列までです（${side}でした）`,
  apart: "平面を敷き詰めるには、ピースのマスが辺でつながっていなければなりません",

  // In plain words
  /** @param {number} tiles */
  group: (tiles) =>
    `${tiles === 1 ? "1枚のタイル" : `${tiles}枚のタイルの組`}を回さずに繰り返すと、模様全体ができます。`,
  /** @param {Value} classes */
  sorts: (classes) =>
    `模様には${classes}種類のタイルがあります。同じ種類のタイルは周りも同じです。`,
  fewestPlain: "種類がこれより少ない模様はありません。",
  noTranslationsPlain: "回さずに並べるだけでは、平面を覆えません。",
  /** @param {number} tiles @param {number} rings */
  notKnown: (tiles, rings) =>
    `探索で試したより多くのタイルが必要な模様があるかもしれません。${tiles ? `${tiles}枚以下のタイルの組を繰り返してできる模様はありません。` : ""}${rings ? `ピースを同じピースの輪で${rings}重に囲めます。` : ""}`,
};

/** What is wrong with a board, a piece, a puzzle or an ID that was given. The library says the same. */
export const FAULTS = {
  // Figures
  /** @param {Value} names */
  figureAreas: (names) => `許された個数では、${names}が覆うマスの数が等しくなりません`,
  /** @param {Value} names */
  figureColors: (names) =>
    `市松模様に塗ると、許されたどの個数でも、${names}が覆う暗いマスの数が異なります`,
  // IDs and names of puzzles
  longId: "IDが長すぎます",
  badId: "パズルのIDが正しくないか、途中で切れています",
  /** @param {Value} words */
  rule: (words) => `ルール「${words}」は、この盤面とピースには使えません`,
  noId: "このIDのパズルはありません",
  notShort: "このパズルは短いIDでは表せません",
  /** @param {Value} longest */
  shortId: (longest) => `短いIDは、U以外の英数字4～${longest}文字です`,
  typo: "このIDには誤りがあります：文字が違うか足りない、または2文字が入れ替わっています（最後の文字はチェック用です）",
  /** @param {Value} length @param {Value} longest */
  needsLong: (length, longest) =>
    `このパズルには${length}文字のIDが必要ですが、使えるのは${longest}文字までです`,
  /** @param {Value} board */
  boardOfId: (board) => `IDは盤面「${board}」に対応していません`,
  /** @param {Value} largest @param {Value} area */
  largeId: (largest, area) => `IDで表せる盤面は${largest}マスまでです（${area}マスでした）`,
  /** @param {Value} name @param {string[]} near */
  puzzle: (name, near) =>
    `「${name}」というパズルはありません${near.length ? `。もしかして：${near.join("、")}` : ""}`,
  /** @param {Value} day */
  day: (day) => `日付「${day}」は正しくありません`,
  /** @param {Value} name */
  weekday: (name) => `曜日「${name}」は不明です`,
  /** @param {Value} day */
  otherWeekday: (day) => `${day}の曜日が違います`,
  /** @param {Value} kind */
  kind: (kind) => `「${kind}」という種類のパズルはありません`,

  // Boards
  noCells: "盤面が空です。覆うマスがありません",
  noRows: "盤面には、少なくとも1行1列が必要です",
  /** @param {Value} most @param {Value} area */
  large: (most, area) => `盤面は${most}マスまでです（${area}マスでした）`,
  /** @param {Value} most @param {Value} area */
  largeHere: (most, area) => `ブラウザーで使える盤面は${most}マスまでです（${area}マスでした）`,
  fewer: "盤面のマスが多すぎます",
  /** @param {Value} hole @param {Value} numbers */
  hole: (hole, numbers) => `穴${hole}には${numbers}個の座標が必要です`,
  /** @param {Value} hole */
  noHole: (hole) => `穴${hole}が盤面の外にあるか、2回書かれています`,
  /** @param {Value} cells @param {Value} size */
  size: (cells, size) => `${cells}の盤面の大きさは「行 x 列」です（${size}でした）`,
  /** @param {Value} cells @param {Value} size */
  sizeOfLayers: (cells, size) => `${cells}の盤面の大きさは「層 x 行 x 列」です（${size}でした）`,
  /** @param {Value} board */
  noSize: (board) => `「${board}」は、対応している大きさの盤面ではありません`,
  /** @param {Value} board */
  board: (board) => `「${board}」は盤面ではありません`,
  /** @param {Value} shape @param {Value} size */
  oneNumber: (shape, size) => `${shape}の大きさは1つの数です（${size}でした）`,
  /** @param {Value} shape @param {Value} size */
  sides: (shape, size) => `${shape}の辺は1以上でなければなりません（${size}でした）`,
  /** @param {string} shape @param {Value} most @param {Value} layers */
  layers: (shape, most, layers) =>
    `${shape.replace(":", "")}の球の層は${most}までです（${layers}でした）`,
  /** @param {Value} letter @param {Value} line @param {Value} column */
  letter: (letter, line, column) =>
    `盤面に使えない文字「${letter}」があります（${line}行${column}文字目）`,
  /** @param {number} cells @param {string[]} marks @param {number} all  How many marks there are. */
  foreignMarks: (cells, marks, all) => {
    const more = all > marks.length ? [`ほか${all - marks.length}個`] : [],
      words = [...marks, ...more].join("、");
    const have = cells > 1 ? `${cells}個のマスすべてに` : "マスに";
    return `印${words}のあるピースはありませんが、${have}この印があります。マスは #、マスでないところは . と書いてください`;
  },
  /** @param {number} row @param {string} text */
  textRow: (row, text) =>
    `盤面の${row}行目は図ではありません：「${text}」。マスは #、マスでないところは . と書いてください`,
  outlines: "輪郭を描けるのは、正方形の平らな盤面だけです",
  /** @param {Value} cells */
  marks: (cells) => `ブラウザーでは、${cells}の印に対応していません`,

  // Joined sides
  /** @param {Value} cells */
  joined: (cells) => `端をつなげるのは平らな盤面だけです（${cells}の盤面でした）`,
  /** @param {Value} one @param {Value} other @param {Value} surface */
  coincide: (one, other, surface) => `この${surface}では、マス${one}と${other}が重なります`,
  periods: "周期は線形独立でなければなりません",
  noPeriod: "周期は0,0であってはいけません",
  /** @param {Value} period @param {Value} cells */
  period: (period, cells) => `周期${period}は、${cells}を別の種類のマスに移します`,
  /** @param {Value} most @param {Value} element */
  glide: (most, element) => `すべり鏡映は1～${most}の対称番号です（${element}でした）`,
  badGlide:
    "すべり鏡映が正しくありません。2回施すと平行移動の1つになり、どの平行移動も平行移動に移らなければなりません",
  /** @param {Value} name @param {Value} supported */
  surface: (name, supported) => `曲面「${name}」は不明です。使えるのは${supported}です`,
  /** @param {Value} cells @param {Value} columns */
  kinds: (cells, columns) =>
    `端をつなぐには、各行に${cells}が種類ごとに同じ数だけ必要です（${columns}列でした）`,
  /** @param {Value} cells */
  slanted: (cells) =>
    `${cells}では行が斜めなので、左右の端を裏返してつなぐことはできません。使えるのはcylinder、torusです`,
  /** What surfaces are called that have another name in an ID. @type {Record<string, string>} */
  surfaces: { moebius: "メビウスの帯", klein: "クラインの壺" },

  // Pieces
  /** @param {Value} turn */
  turn: (turn) =>
    `'free'、'one-sided'、'half-turn'、'fixed'のいずれかでなければなりません（'${turn}'でした）`,
  /** @param {Value} letter @param {Value} line @param {Value} column */
  drawing: (letter, line, column) =>
    `図に使えない文字「${letter}」があります（${line}行${column}文字目）。マスは'#'、マスでないところは'.'、印は文字で書いてください`,
  /** @param {Value} word */
  path: (word) => `「${word}」はパスで、ピースではありません`,
  noDrawing: "図にマスがありません。マスを'#'で書いてください",
  /** @param {Value} word */
  piece: (word) => `ピースは名前か図で書いてください（「${word}」でした）`,
  /** @param {Value} name */
  pieceOrSet: (name) => `「${name}」というピースやセットはありません`,
  /** @param {Value} most @param {Value} size */
  brick: (most, size) => `長方形は1～${most}マスです（${size}でした）`,
  /** @param {Value} many @param {Value} one */
  whichOf: (many, one) => `どの${many}ですか？　「${one}:」の後に文字か数字を書いてください`,
  /** @param {Value} one @param {Value} many */
  which: (one, many) => `どの${one}ですか？　セット全体なら「${many}」と書いてください`,
  /** @param {Value} name @param {Value} set @param {Value} letters */
  pieceOf: (name, set, letters) => `${set}にピース「${name}」はありません。文字は${letters}です`,
  /** @param {Value} one @param {Value} name @param {Value} letters */
  noLetter: (one, name, letters) => `${one}「${name}」はありません。文字は${letters}です`,
  /** @param {Value} one @param {Value} name @param {Value} most */
  noNumber: (one, name, most) => `${one}「${name}」はありません。番号は1～${most}です`,
  /** @param {Value} one @param {Value} name @param {Value} most @param {Value} names */
  noNumberOrName: (one, name, most, names) =>
    `${one}「${name}」はありません。番号は1～${most}、名前は${names}です`,
  /** @param {Value} name @param {Value} one @param {Value} number */
  mirrored: (name, one, number) =>
    `「${name}」はありません。${one}の${number}番は、鏡像が自分自身と同じです`,
  /** @param {Value} one @param {Value} name @param {Value} most @param {Value} got */
  orientation: (one, name, most, got) =>
    `${one}「${name}」の向きは.1～.${most}です（「${got}」でした）`,
  /** @param {Value} size @param {Value} cells */
  noSet: (size, cells) => `${cells}${size}個のセットはありません`,
  /** @param {Value} piece @param {Value} copies */
  copiesOf: (piece, copies) =>
    `${piece}：個数「${copies}」は正しくありません。3個なら'=3'、範囲なら'=1..4'、1個以上なら'=1..'、何個でもなら'+'と書いてください`,
  /** @param {Value} one @param {Value} other @param {Value} name */
  namedTwice: (one, other, name) =>
    `「${one}」と「${other}」はどちらも${name}を指します。このピースは個数を付けて1回だけ書いてください`,
  /** @param {Value} one @param {Value} set @param {Value} name */
  setFirst: (one, set, name) =>
    `「${one}」と「${set}」はどちらも${name}を指します。セットを先に書いてください：${set} ${one}`,
  /** @param {Value} piece @param {Value} least @param {Value} most */
  leastMost: (piece, least, most) =>
    `${piece}：個数は「最小 <= 最大」でなければなりません（${least}と${most}でした）`,

  // Puzzles
  /** @param {Value} number */
  more: (number) => `ほか${number}個`,
  noPieces: "ピースがありません。少なくとも1つ必要です",
  /** @param {Value} word */
  placed: (word) =>
    `${word}：置いたピースは「ピース:行,列-行,列-…」の形（L3:0,0-1,0-1,1など）で書いてください`,
  /** @param {Value} word @param {Value} cells @param {Value} piece @param {Value} others */
  lattice: (word, cells, piece, others) =>
    `${word}：盤面は${cells}ですが、ピース${piece}は${others}でできています`,
  /** @param {Value} least @param {Value} most */
  empty: (least, most) =>
    `空きマスの数は「0 <= 最小 <= 最大」でなければなりません（${least}と${most}でした）`,
  /** @param {Value} most @param {Value} available */
  emptyMost: (most, available) =>
    `空きマスを${most}個まで求めていますが、空けられるのは${available}個までです`,
  /** @param {Value} number @param {Value} name */
  sameName: (number, name) => `${number}個の違うピースの名前が、どれも「${name}」です`,
  /** @param {Value} one @param {Value} other */
  samePiece: (one, other) =>
    `ピース${one}と${other}には共通の向きがあるため、タイリングで区別できません`,
  /** @param {Value} surface @param {Value} pieces */
  turned: (surface, pieces) =>
    `${surface}を一周したピースは裏返りますが、${pieces}は裏返せません。turnを'free'にしてください`,
  /** @param {Value} pieces @param {Value} others */
  andMore: (pieces, others) => `${pieces}ほか${others}個`,
  /** @param {Value} word @param {Value} piece */
  noPiece: (word, piece) => `${word}：この問題にピース「${piece}」はありません`,
  /** @param {Value} word @param {Value} cell */
  outside: (word, cell) => `${word}：マス${cell}は盤面の外です`,
  /** @param {Value} word @param {Value} cell @param {Value} other */
  covered: (word, cell, other) => `${word}：マス${cell}はもう${other}で覆われています`,
  /** @param {Value} word @param {Value} cell @param {Value} times */
  twice: (word, cell, times) => `${word}：マス${cell}が${times}回書かれています`,
  /** @param {Value} word */
  noOrientation: (word) => `${word}：このピースに、このマスと印に合う向きはありません`,
  /** @param {Value} number @param {Value} name @param {Value} most */
  manyCopies: (number, name, most) => `${name}が${number}個置かれていますが、${most}個までです`,
};
