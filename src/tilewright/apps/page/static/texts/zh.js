// All texts of the page in simplified Chinese: whatever a person reads or hears, by where it stands.
// It has the same groups and keys as the English texts in en.js.

/** What is put into a text. @typedef {string | number} Value */

/** The tag of the language: dates and numbers are written as there, too. */
export const LANGUAGE = "zh";

/** What several views say. */
export const SHARED = {
  undo: "撤销",
  redo: "重做",
  undoKey: "撤销（Z）",
  redoKey: "重做（Y）",
  again: "再玩一次",
  clear: "清空盘面",
  next: "下一题",
  back: "返回谜题列表",
  example: "无法读取此链接，因此显示一个示例。",
  board: "盘面",
  rows: "行",
  columns: "列",
  /** @param {number} least @param {number} most @param {Value} used */
  range: (least, most, used) => `数字必须是${least}到${most}的整数，因此改用${used}。`,
  colors: "颜色",
  patterns: "添加花纹",
  kind: "种类",
  level: "难度",
  /** The levels of puzzles. @type {Record<string, string>} */
  levels: { easy: "简单", medium: "中等", hard: "困难", expert: "专家" },
  ungraded: "未分级",
  /** @param {Value} size @param {number} count */
  boardAndPieces: (size, count) => `${size}，${count}块`,
  solved: "完成！",
  zoom: "缩放",
  controls: "操作",
  copyLink: "复制链接",
  copyCommand: "复制命令",
  copyCommandTitle: "复制打开这道谜题的命令",
  /** @param {Value} kind */
  saveAs: (kind) => `保存为${kind}`,
  link: "链接：",
  linkCopied: "链接已复制。",
  command: "命令：",
  commandCopied: "命令已复制。在终端中运行即可打开谜题。",
  copyFrame: "复制HTML",
  copyFrameTitle: "复制HTML代码，用于在网页中显示这道谜题",
  frame: "HTML：",
  frameCopied: "HTML已复制。粘贴到网页中即可显示谜题。",
  open: "在标签页中打开",
  result: "结果：",
  resultCopied: "结果已复制，可以粘贴到任何地方。",
  large: "图片太大。",
  noFullScreen: "此浏览器不允许在这里全屏显示",
};

/** Links to other sites. */
export const LINKS = {
  open: "puzz.link或Penpa+的链接",
  opened: "链接已打开。",
  /** @param {string} site */
  copy: (site) => `到${site}`,
  /** @param {string} site */
  copyTitle: (site) => `复制用于${site}的链接`,
  damaged: "无法读取此链接。",
  /** @param {string} genre */
  unknown: (genre) =>
    `${genre ? `不支持“${genre}”这一类型。` : "线索不符合任何支持的类型。"}支持的类型：Shikaku、Pentominous、Tetrominous、Heteromino、Fillomino，以及Penpa+的Dominosa。`,
  /** @param {string} kinds */
  several: (kinds) => `线索符合多种类型：${kinds}。请在Penpa+中选择类型标签。`,
  /** @param {string} clue */
  clue: (clue) => `链接中有未知的线索“${clue}”。`,
  /** @param {string} part */
  strange: (part) => `图中有不支持的部分：${part}。`,
  squares: "只支持正方形格的盘面。",
  lines: "不支持盘面格子之间的线。",
  outside: "有线索在盘面之外。",
  /** @param {number} most */
  large: (most) => `盘面超过${most}行或${most}列。`,
};

/** What there is to explore. */
export const EXPLORE = {
  title: "探索",
  groups: { proofs: "证明", shapes: "形状", tilings: "铺法", lessons: "用于课堂" },
  /** The title of each view, and what it shows. */
  cards: {
    watch: ["求解演示", "看求解器如何尝试、失败、回退。"],
    deficient: ["缺一格", "去掉任意一格，看L形三格骨牌铺满其余格子。"],
    find: ["全部找出", "画出由几格组成的所有形状。能全部找出来吗？"],
    plane: ["平面", "画一个形状，看它能否铺满平面。"],
    figures: ["图形", "找出两块不同的拼块都能铺满的图形。"],
    atlas: ["图鉴", "查阅每个小形状的已知结果。"],
    random: ["随机铺法", "从数十亿种等概率的铺法中随机抽取一种。"],
    lesson: ["课程", "用一个链接与全班分享谜题和说明。"],
    learn: ["入门", "用五个小盘面学会每种谜题。"],
    canvas: ["画布", "随意摆放拼块，并给它们上色。"],
    all: ["所有铺法", "一次看到小盘面的所有铺法。"],
  },
  docs: "程序和库的文档",
  install: "安装后可离线游玩",
};

/** The frame around the views. */
export const PAGE = {
  /** What stands in index.html, too: there it is seen before the page has loaded. */
  html: {
    skip: "跳到谜题",
    pages: "页面",
    play: "游玩",
    make: "制作",
    explore: "探索",
    keys: "按键（?）",
  },
  /** The titles of the views. @type {Record<string, string>} */
  titles: {
    "": "谜题",
    collections: "合集",
    make: "制作",
    watch: "求解演示",
    deficient: "缺一格",
    plane: "平面",
    figures: "图形",
    random: "随机铺法",
    all: "所有铺法",
    find: "全部找出",
    canvas: "画布",
    lesson: "课程",
    learn: "入门",
    progress: "我的进度",
    tilings: "铺法",
    day: "每日谜题",
    explore: "探索",
  },
  puzzle: "谜题",
  badLink: "此链接已损坏，部分内容无法读取。",
  failed: "出错了",
  nowhere: "此页面不存在",
  nowhereAbout: "链接可能已过期或不完整。",
  noPuzzle: "找不到谜题",
  todays: "今日谜题",
  again: "重试",
  themes: {
    auto: "配色：跟随系统",
    light: "配色：浅色",
    dark: "配色：深色",
  },
  notSaved: "此浏览器不允许页面保存游戏。关闭页面后，游戏进度会丢失。",
  exportAll: "导出",
  close: "关闭",
  newVersion: "有新版本可用。",
  reload: "重新加载",
  later: "以后再说",
  language: "语言",
};

/** What a request could not do. */
export const SERVER = {
  away: "服务器没有响应。tilewright还在运行吗？",
  offline: "无法加载页面。网络连上了吗？",
  interrupted: "连接中断了。",
  /** @param {Value} status */
  answered: (status) => `服务器返回了状态${status}。`,
  /** @param {Value} path @param {Value} status */
  noFile: (path, status) => `网站缺少一部分：${path}（${status}）。`,
  /** @param {Value} first @param {Value} last */
  days: (first, last) => `每日谜题的日期范围是${first}到${last}。这一天只有日历谜题。`,
  noPuzzle: "只有tilewright程序能生成这道谜题。",
  crashed: "计算意外停止。请重试。",
  noWorker: "这道谜题需要Web Workers，但此浏览器不支持或不允许。",
  /** @param {Value} command */
  needs: (command) => `这需要tilewright程序：${command}`,
  noAnswer: "没有找到答案。请换一个输入，或换小一些的。",
};

/** The first view. */
export const GALLERY = {
  title: "放好拼块，填满盘面。",
  lead: "规则只有一条：盖住每一格，一块拼块也不剩。",
  welcome: "第一次来？",
  first: {
    kicker: "三块拼块",
    name: "第一道谜题",
    about: "用全部三块拼块填满盘面。十秒就能完成。",
  },
  /** @param {Value} day */
  today: (day) => `今天，${day}`,
  /** @param {Value} day */
  standIn: (day) => `今天的谜题还没有准备好。除日历外，这些是${day}的谜题。`,
  /** @param {number} days */
  row: (days) => `连续${days}天`,
  progress: "我的进度",
  week: "最近七天",
  /** @param {Value} day */
  coverAllBut: (day) => `只露出${day}`,
  /** The shelves. @type {Record<string, string>} */
  shelves: {
    talos: "拼块归位",
    classic: "五格骨牌盘面",
    dots: "圆点谜题",
    triangles: "三角形",
    hexagons: "六边形",
    cubes: "立方体",
  },
  /** What a shelf has. @type {Record<string, string>} */
  about: {
    talos: "用所有拼块填满盘面。拼块可以旋转，但不能翻转。（盘面来自The Talos Principle。）",
    classic:
      "用全部十二块五格骨牌（五个正方形组成的拼块）填满盘面；如果区分镜像，则是十八块。解有很多。",
    triangles: "用十二块六连三角块（各由六个三角形组成）填满盘面。拼块每次可旋转60度。",
    hexagons: "用七块四连六边块（各由四个六边形组成）填满盘面。拼块每次可旋转60度。",
    cubes:
      "用立方体或球组成的拼块填满盒子或搭出造型：Soma立方体、贝德拉姆方块、Kanoodle等。一层一层地玩。",
    dots: "画线把盘面分成图示的拼块。每块拼块有一个圆点，但有些圆点是隐藏的。",
  },
  collections: "合集",
  made: "在这里制作的",
  otherDay: "其他日期",
  otherDayAbout: "玩其他日期的谜题，或填满那一天的空日历（解有很多）。",
  calendar: "日历",
  weekday: "带星期的日历",
  monthBefore: "上个月",
  monthAfter: "下个月",
  /** @param {number} done @param {number} all */
  daySolved: (done, all) => `，已完成${done === all ? "全部" : `${done}道`}`,
  /** @param {number} solved @param {number} alone @param {number} missed */
  month: (solved, alone, missed) => `完成${solved}天，其中${alone}天未用提示，错过${missed}天`,
  missed: "，错过",
  which: "显示哪些谜题",
  states: { all: "全部", unsolved: "未完成", begun: "进行中", solved: "已完成" },
  anyLevel: "所有难度",
  none: "没有符合条件的谜题。",
  oneRow: "只显示一行",
  /** @param {Value} count */
  showAll: (count) => `显示全部${count}道`,
  /** @param {Value} count @param {Value} all */
  solvedOf: (count, all) => `已完成${count}/${all}`,
  /** How many are left of each level. @param {number} count @param {[level: string, count: number][]} levels */
  left: (count, levels) =>
    `还剩${count}道：${levels.map(([level, number]) => `${level}${number}道`).join("，")}。`,
  /** @param {number} count @param {number} alone */
  finished: (count, alone) =>
    `${count}道全部完成${alone ? `，${alone === count ? "全部" : `其中${alone}道`}未用提示` : ""}。`,
  /** @param {Value} name */
  next: (name) => `下一题：${name}`,
  /** @param {Value} name @param {Value} number */
  numbered: (name, number) => `${name}，第${number}题`,
  /** @param {Value} name */
  eighteen: (name) => `${name}，18块`,
  /** @param {Value} size @param {string} pieces */
  dotsOf: (size, pieces) => `${size}，${pieces}`,
  done: "已完成",
  /** @param {Value} time */
  solvedIn: (time) => `用时${time}`,
  /** @param {Value} percent */
  share: (percent) => `已完成${percent}%`,
  go: "继续",
  play: "开始",
  more: "提示及更多",
};

/** The first view: the day, and ways to other puzzles. */
export const HOME = {
  others: "其他谜题",
  collectionsAbout: "盘面、立方体、其他日期",
  make: "制作谜题",
  makeAbout: "种类和难度任选",
  lastOne: "上次玩的谜题",
  /** @param {number} count */
  allDone: (count) => `${count}道全部完成`,
  /** @param {number} hours @param {number} minutes */
  nextIn: (hours, minutes) => `距新谜题还有${hours ? `${hours}小时` : ""}${minutes}分钟。`,
  missed: "本周未完成：",
};

/** A day. */
export const DAY = {
  before: "前一天",
  after: "后一天",
  week: "一周",
  thisWeek: "本周",
  plan: "从星期一到星期日，谜题越来越难。星期日特别题的盘面是其他日子没有的。",
  weekDone: "整周的谜题都完成了。",
  follow: "订阅每日谜题",
  followAbout: "把每日谜题添加到日历或订阅阅读器。每个条目都链接到本页的谜题。",
  calendar: "日历（iCal）",
  feed: "订阅源（Atom）",
  /** @param {Value} word */
  noDay: (word) => `“${word}”不是日期。请按“年-月-日”书写日期。`,
};

/** A game. */
export const GAME = {
  loading: "正在加载…",
  pieces: "拼块",
  eachOnce: "画线把盘面分成图示的拼块。找到的拼块会变淡；画得太多的拼块会出现红边。",
  /** @param {string} name */
  foundPiece: (name) => `${name}，已找到`,
  hint: "提示",
  hintKey: "提示（H）",
  check: "检查",
  checkKey: "检查（C）",
  nextTitle: "前往下一题",
  tools: "游戏",
  restart: "重新开始",
  restartTitle: "重新开始谜题和计时",
  restarted: "已重新开始。",
  restartedKey: "已重新开始。按“撤销”（Z）可恢复盘面。",
  more: "更多",
  how: "玩法",
  time: "时间",
  damaged: "保存的游戏已损坏，因此谜题重新开始。",

  // Hints
  placeIt: "放上去",
  takeOff: "拿下来",
  showIt: "显示",
  why: "为什么？",
  next: "下一步",
  back: "返回",
  /** @param {number} number */
  cases: (number) => `全部${number}种情况`,
  /** @param {number} at @param {number} number @param {Value} says */
  caseOf: (at, number, says) => `${at}/${number}：${says}`,
  noMistakes: "到目前为止没有错误。",
  closeHint: "关闭提示",
  deadEnd: "死路",
  deadEndTitle: "从这里无法完成盘面。请撤销一步，或查看提示。",
  waysTitle: "整个盘面旋转后相同的解只算一个。如果拼块不能翻转，镜像另算。",
  /** @param {number} count @param {Value} number */
  solutions: (count, number) => (count ? `${number}个解` : "无解"),
  wholeTitle: "整个盘面旋转或翻转后相同的解只算一个。",
  oneTitle: "按“检查”，看盘面是否还能完成。",
  waysDone: "已完成",
  away: "服务器没有响应。tilewright还在运行吗？可以继续玩；服务器恢复后，提示即可使用。",

  // Menus
  showClock: "显示计时",
  showWays: "显示剩余解的数量",
  sounds: "声音",
  print: "打印",
  change: "修改",
  watch: "观看求解",
  colorBy: "着色方式",
  byPiece: "按拼块",
  byEdge: "相邻异色",
  byCorner: "角相邻也异色",
  count: "颜色数 ",
  fewest: "尽量少",
  asPlaced: "拼块放下时才确定颜色。",
  /** @param {number} wanted @param {number} fewest */
  notEnough: (wanted, fewest) => `${wanted}种颜色不够，因此使用${fewest}种。`,
  /** @param {number} used @param {number} fewest */
  tooMany: (used, fewest) => `用了${used}种颜色，其实${fewest}种就够了。`,
  /** @param {number} used */
  used: (used) => `用了${used}种颜色。`,
  /** @param {number} used */
  usedLeast: (used) => `用了${used}种颜色，再少就不够了。`,

  // Turning a piece
  turn: "旋转",
  turnTitle: "旋转选中的拼块（R）",
  tip: "翻倒",
  sidewaysTitle: "向侧面翻倒，从左到右（G）",
  forwardTitle: "向前翻倒（T）",
  flip: "翻转",
  flipTitle: "翻转选中的拼块（F）",

  // The end
  /** @param {number} hints */
  hints: (hints) => (hints ? `${hints}次提示` : "未用提示"),
  scoreTime: "用时",
  /** @param {number} _hints */
  scoreHints: (_hints) => "提示次数",
  scoreMade: "连续自制并完成的题数",
  /** @param {number} _days */
  scoreRow: (_days) => "连续天数",
  /** @param {Value} name @param {number} count */
  lastOf: (name, count) => `${name}：${count}道全部完成。`,
  /** @param {Value} time */
  best: (time) => `最佳 ${time}`,
  /** @param {Value} time */
  faster: (time) => `新纪录，快了${time}`,
  /** @param {Value} number */
  foundBefore: (number) => `已作为第${number}个解找到过`,
  /** @param {Value} time @param {Value} help */
  solvedIn: (time, help) => `完成！用时${time}，${help}`,
  /** @param {Value} weekday @param {Value} time */
  usual: (weekday, time) => `平时${weekday}的用时：${time}`,
  share: "分享",
  shareTitle: "分享结果",
  others: "更多谜题",
  closeEnd: "关闭并查看盘面",
  /** @param {Value} number */
  found: (number) => `已找到${number}个`,
  /** @param {Value} number @param {Value} all */
  foundOf: (number, all) => `已找到${number}/${all}`,
  /** @param {Value} number */
  number: (number) => `第${number}个`,
};

/** What teaches a kind of puzzle. */
export const LEARN = {
  title: "入门",
  about: "用五个小盘面学会每种谜题。",
  /** @param {string} name */
  invite: (name) => `第一次玩“${name}”？用五个小盘面学会它。`,
  learn: "学习这种谜题",
  /** @param {string} name @param {number} number @param {number} all */
  board: (name, number, all) => `${name}：盘面${number}/${all}`,
  next: "下一个盘面",
  play: "玩一道谜题",
  /** The boards of each kind, and of puzzles with cubes: what each of them shows. @type {Record<string, { title: string, boards: string[] }>} */
  kinds: {
    dots: {
      title: "圆点",
      boards: [
        "把盘面分成三格的拼块。直形拼块的圆点在中间。",
        "L形拼块的圆点在拐角。",
        "每块拼块都是三格，所以不要隔出一格或两格的区域。",
        "有些圆点是隐藏的：这个盘面上有一块拼块没有圆点。",
        "完整的谜题：从只放得下一种拼块的圆点开始。",
      ],
    },
    sigil: {
      title: "拼块归位",
      boards: [
        "填满盘面。“2”表示这种拼块有两块：转动它们，直到都放得下。",
        "每块拼块都是四格，所以不要留下少于四格的空隙。",
        "从直形拼块开始，因为它能放的地方最少。",
        "拼块可以旋转，但不能翻转：这里有两块互为镜像。",
        "完整的谜题：想一想每个角能由哪些拼块填上。",
      ],
    },
    given: {
      title: "完成拼图",
      boards: [
        "带锁的拼块不能移动。填满盘面的其余部分。",
        "这道谜题中拼块可以翻转，而且L必须翻转。",
        "找一格只有一块拼块能盖住的，先放那块拼块。",
        "每块拼块都是五格，所以不要隔出少于五格的区域。",
        "完整的谜题：还剩三块拼块。从带锁的拼块旁边开始。",
      ],
    },
    hole: {
      title: "找空格",
      boards: [
        "有一格留空。画出三块拼块：每个L的圆点在拐角。",
        "有些谜题不用画，而是放拼块。剩下的那一格就是空格。",
        "L盖住圆点所在的格和旁边的两格。没有L够得到空格。",
        "只有一格的空隙一定是空格，因为没有拼块放得进去。",
        "完整的谜题：只能有一格留空，所以不要留下别的空隙。",
      ],
    },
    dominosa: {
      title: "Dominosa",
      boards: [
        "整套骨牌每块在盘面上各出现一次。把每块骨牌的两个数字连起来。",
        "两个0只在一处相邻，所以它们组成一块骨牌。",
        "如果一个数字只有一个空着的相邻数字，就把两者连起来。",
        "每块骨牌只出现一次：连过的两个数字，不要再连同样的一对。",
        "完整的谜题：从只在一处相邻的两个数字开始。",
      ],
    },
    shikaku: {
      title: "Shikaku",
      boards: [
        "把盘面分成长方形。数字表示所在长方形的格数。",
        "标3的长方形必是一条直线。标4的长方形是一条直线或一个正方形。",
        "每个长方形只含一个数字，所以要停在下一个数字之前。",
        "想一想哪个数字够得到每个角。",
        "完整的谜题：从长方形放法很少的数字开始。",
      ],
    },
    pentominous: {
      title: "Pentominous",
      boards: [
        "把盘面分成五格的拼块。字母是盖住该格的拼块的名称。",
        "每块拼块都是五格，所以不要隔出少于五格的区域。",
        "形状相同的拼块不能有公共边，所以没有字母的拼块不是P。",
        "看看各个角：常常只有一个字母够得到。",
        "完整的谜题：四块拼块中只有两块有字母。",
      ],
    },
    tetrominous: {
      title: "Tetrominous",
      boards: [
        "把盘面分成四格的拼块。字母是盖住该格的拼块的名称。",
        "形状相同的拼块不能有公共边：S把两个L隔开。",
        "这个盘面上有两块拼块没有字母。它们与旁边的拼块形状不同。",
        "每块拼块都是四格，所以不要隔出少于四格的区域。",
        "完整的谜题：五块拼块中只有三块有字母。",
      ],
    },
    heteromino: {
      title: "Heteromino",
      boards: [
        "把盘面分成三格的拼块：直形和拐角形。",
        "每块拼块都是三格，所以不要隔出一格或两格。",
        "两块拐角形拼块只有方向不同时才能有公共边。",
        "两块直形拼块只有一横一竖时才能有公共边。",
        "完整的谜题：从只有一块拼块能盖住的格开始。",
      ],
    },
    fillomino: {
      title: "Fillomino",
      boards: [
        "把盘面分成拼块。数字表示所在拼块的格数。",
        "大小相同的拼块不能有公共边，所以两个2要分开。",
        "相邻的相同数字属于同一块拼块。",
        "这个盘面上有一块拼块没有数字。它与旁边的拼块大小不同。",
        "完整的谜题：想一想每个数字的拼块能往哪个方向延伸。",
      ],
    },
    pips: {
      title: "Pips",
      boards: [
        "摆放骨牌，使每个区域的数字之和等于区域所标的数。",
        "符号“=”表示区域中的数字全部相等。",
        "符号“≠”表示区域中的数字各不相同。",
        "“<3”表示数字之和小于3，“>10”表示大于10。",
        "完整的谜题：从选择很少的区域开始。",
      ],
    },
    calendar: {
      title: "日历",
      boards: [
        "盖住日期（3月14日）以外的所有格子。只剩两块拼块要放。",
        "从只有一处可放的拼块开始：这里是2 × 3的长方形。",
        "不要隔出小得放不下拼块的空隙。",
        "找一格只有一块拼块能盖住的。",
        "完整的谜题：放好最后四块拼块，露出日期。",
      ],
    },
    weekday: {
      title: "带星期的日历",
      boards: [
        "盖住月、日、星期以外的所有格子。",
        "找一格只有一块拼块能盖住的。",
        "不要隔出小得放不下拼块的空隙。",
        "每块拼块是四格或五格，所以要数一数每个空隙的格数。",
        "完整的谜题：放好最后四块拼块，露出日期。",
      ],
    },
    cubes: {
      title: "立方体",
      boards: [
        "盘面是一个盒子，逐层显示。填满两层。",
        "有些拼块跨越两层。用“翻倒”改变拼块的方向，可以让它竖起来。",
        "一格和它正上方的格相邻，所以一块拼块可以盖住两层的格。",
        "拼块可以向任意方向转动，但不能变成镜像。",
        "完整的谜题：已经放好两块拼块。放好另外三块。",
      ],
    },
  },
};

/** The result of a game, to be shared. */
export const RESULT = {
  title: "我的结果",
  /** @param {Value} title @param {Value} level */
  ofLevel: (title, level) => `${title}（${level}）`,
  /** @param {number} days */
  row: (days) => `连续${days}天`,
  copy: "复制文字",
  copyPicture: "复制图片",
  pictureCopied: "图片已复制，可以粘贴到任何地方。",
  notAllowed: "此浏览器不允许在这里复制。请改为保存图片。",
  close: "关闭",
};

/** Why something cannot be done in a game. The library says the same. */
export const MOVES = {
  /** @param {Value} name */
  noPiece: (name) => `这道谜题没有拼块“${name}”`,
  /** @param {Value} cell */
  outside: (cell) => `格${cell}不在盘面上`,
  /** @param {Value} one @param {Value} other */
  noEdge: (one, other) => `格${one}和${other}没有公共边`,
  /** @param {number} most */
  noCopy: (most) => `这块拼块最多用${most}块，已经用完了`,
  /** @param {Value} cell */
  taken: (cell) => `格${cell}已被盖住`,
  noOrientation: "这块拼块没有符合这些格和标记的方向",
  /** @param {Value} cell */
  given: (cell) => `格${cell}被谜题预先放好的拼块盖住`,
  /** @param {Value} cell */
  empty: (cell) => `格${cell}是空的`,
  /** @param {Value} piece @param {Value} most @param {Value} orientation */
  orientation: (piece, most, orientation) =>
    `${piece}的方向必须在0到${most}之间，而不是${orientation}`,
  unknown: "未知的操作",
  notSaved: "这不是保存的游戏",
  /** @param {Value} fault */
  unfit: (fault) => `保存的游戏与谜题不符：${fault}`,
  /** @param {Value} cell */
  nothingToLift: (cell) => `格${cell}没有可以拿走的拼块`,
  savedEdge: "保存的游戏中有一条边不在盘面上",
  bothEdges: "有一条边既画了出来，又标记为不是边",
  /** @param {Value} word */
  noMove: (word) => `“${word}”不是保存的游戏中的有效步骤`,
};

/** The rules of a puzzle, each in one sentence. */
export const RULES = {
  fill: "用所有拼块填满盘面。",
  oneDot: "每块拼块最多含一个圆点，位置如图所示。",
  outlines: "画出轮廓。每种拼块数量不限。",
  solid: "拼块可以向任意方向转动。",
  oneSided: "拼块可以旋转，但不能翻转。",
  halfTurn: "拼块可以上下颠倒，但不能翻转。",
  joined: "箭头相同的边缘是相连的。拼块越过一侧边缘，就从另一侧继续。",
  fixed: "拼块不能旋转或翻转。",
  /** The rule of a puzzle with dots that has no other rule. */
  dots: "把盘面分成下方的拼块。盘面上的每个圆点都是某块拼块的圆点，但有些圆点是隐藏的。",
};

/** Keyboard help for all views in which you draw. */
const BY_KEYS =
  "键盘：方向键移动光标，空格键开始或结束一块拼块，Shift加方向键画边，E选择橡皮擦，Delete擦除拼块。";
/** What the eraser does. */
const ERASER = "橡皮擦会擦除碰到的拼块和边。";

/**
 * How to draw pieces of any shape, rectangles, and pieces of two cells: for mouse and keyboard, and for a
 * touch screen. The first paragraph also stands below the board.
 * @type {Record<"path" | "rectangle" | "pair", { mouse: string[], touch: string[] }>}
 */
export const DRAWING = {
  path: {
    mouse: [
      "拖过一块拼块的各格，或点击它的边。",
      `要标记某条线不是边，请右键点击这条线，或使用标注笔（X）。${ERASER}`,
      BY_KEYS,
    ],
    touch: [
      "拖过一块拼块的各格，或点按它的边。",
      `要标记某条线不是边，请选择“更多”中的“不是边”。${ERASER}`,
    ],
  },
  rectangle: {
    mouse: [
      "从长方形的一角拖到对角，或点击它的边。",
      `要标记某条线不是边，请右键点击这条线，或使用标注笔（X）。${ERASER}`,
      BY_KEYS,
    ],
    touch: [
      "从长方形的一角拖到对角，或点按它的边。",
      `要标记某条线不是边，请选择“更多”中的“不是边”。${ERASER}`,
    ],
  },
  pair: {
    mouse: [
      "点击两格之间的线，把两格连起来。",
      `要标记两格不相连，请右键点击两格之间的线，或使用墙（X）。${ERASER}`,
      BY_KEYS,
    ],
    touch: ["点按两格之间的线，把两格连起来。", `要标记两格不相连，请使用墙。${ERASER}`],
  },
};

/** What there is to draw. */
export const TO_DRAW = {
  plain: "画出拼块的轮廓。每种拼块数量不限。",
  dots: "画线把盘面分成图示的拼块。每块拼块有一个圆点，但有些圆点是隐藏的。",
};

/**
 * How to play with pieces, in paragraphs: for everybody, for mouse and keyboard, and for a touch screen.
 * The first paragraph for the device also stands below the board.
 * @type {Record<"cubes" | "turning" | "fixed", { all: string[], mouse: string[], touch: string[] }>}
 */
export const HOW = {
  cubes: {
    all: ["最先显示的是顶层，各层旁边显示整个盘面。"],
    mouse: [
      "把拼块拖到盘面的各层。R在层内旋转拼块，T和G把它翻倒。",
      "如果谜题允许翻转，F可以翻转拼块。双击托盘中的拼块可以旋转它。",
      "键盘：按Tab选到拼块，按Enter拿起。方向键、Page Up和Page Down移动拼块，R、T、G转动它。按Enter放下，按Escape放回。",
    ],
    touch: [
      "把拼块拖到盘面的各层。点按拼块，再点按“旋转”或“翻倒”。",
      "点按盘面可放下选中的拼块，点按已放好的拼块可拿走。",
    ],
  },
  turning: {
    all: [],
    mouse: [
      "把拼块拖到盘面上。双击拼块或按R可旋转。",
      "拖动时，按R、滚动滚轮或点右键可旋转拼块；如果谜题允许翻转，按F可翻转。",
      "要标记拼块不会盖住的格，请选中拼块并右键点击这些格，或使用“不在此处”（X）。",
      "键盘：按Tab选到拼块，按Enter拿起。方向键移动，R旋转，F翻转。按Enter放下，按Escape放回。",
    ],
    touch: [
      "把拼块拖到盘面上。点按拼块两次可旋转。",
      "点按盘面可放下选中的拼块，点按已放好的拼块可拿走。",
      "要标记拼块不会盖住的格，请点按拼块，选择“更多”中的“不在此处”，再点按这些格。",
    ],
  },
  fixed: {
    all: [],
    mouse: [
      "把拼块拖到盘面上。",
      "键盘：按Tab选到拼块，按Enter拿起。方向键移动拼块。按Enter放下，按Escape放回。",
    ],
    touch: ["把拼块拖到盘面上。", "点按盘面可放下选中的拼块，点按已放好的拼块可拿走。"],
  },
};

/** The board that is played on or painted, and what it says to screen readers. */
export const BOARD = {
  table: "盘面和拼块。用Tab和Enter选择拼块，用方向键移动。R旋转，F翻转，Enter放下，Escape放回。",
  tableOfCubes:
    "盘面和拼块。用Tab和Enter选择拼块。方向键移动，Page Up和Page Down换层。R旋转，T和G翻倒，F翻转，Enter放下，Escape放回。",
  outlines:
    "盘面。方向键移动光标，Shift加方向键画出或擦除那一侧的边，空格键开始或结束一块拼块。X选择标注笔，E选择橡皮擦，D选择铅笔。按Delete擦除拼块。",
  /** @param {Value} name */
  painter: (name) => `${name}。方向键移动光标，空格键去掉或恢复一格。`,

  // Places and pieces
  /** @param {Value} row @param {Value} column */
  cell: (row, column) => `第${row}行第${column}列`,
  /** @param {Value} layer @param {Value} place */
  inLayer: (layer, place) => `第${layer}层${place}`,
  /** @param {number} layer @param {number} last */
  layer: (layer, last) =>
    `第${layer}层${layer === 1 ? "（顶层）" : layer === last ? "（底层）" : ""}`,
  dot: "圆点",
  square: "格",
  gap: "空隙",
  /** @param {Value} number */
  cubes: (number) => `${number}格`,
  /** @param {Value} cells */
  straight: (cells) => `直线：${cells}`,
  /** @param {Value} row @param {Value} cells */
  row: (row, cells) => `第${row}行：${cells}`,
  /** @param {Value} piece @param {Value} cell */
  at: (piece, cell) => `${piece}，${cell}`,
  /** @param {Value} piece */
  given: (piece) => `${piece}，已预先放好`,
  /** @param {Value} piece */
  taken: (piece) => `${piece}。按Enter拿起拼块，按Delete拿走。`,
  /** @param {Value} piece @param {number} left @param {string[]} excluded  Where it is noted not to be. */
  left: (piece, left, excluded) =>
    `${piece}，${left === Infinity ? "数量不限" : `剩余${left}块`}${excluded.length ? `，已标注不在：${excluded.join("；")}` : ""}`,

  // Pieces that are moved
  /** @param {Value} piece */
  placed: (piece) => `已放下${piece}`,
  turned: "已旋转",
  tipped: "已翻倒",
  flipped: "已翻转",
  noTurning: "这道谜题中拼块不能旋转",
  noFlipping: "这道谜题中拼块不能翻转",
  choose: "请先选择一块拼块",
  backInTray: "拼块放不进那里，已放回托盘",
  notThere: "无论怎么转，拼块都放不进那里",
  notHere: "拼块放不进这里",
  /** @param {boolean} flips */
  turnFirst: (flips) => `拼块要先旋转${flips ? "或翻转" : ""}才放得进那里`,
  /** @param {Value} place @param {boolean} fits @param {boolean} doubted */
  fits: (place, fits, doubted) =>
    `${place}，${fits ? "放得下" : "放不下"}${doubted ? "，已标注：不在此处" : ""}`,

  // Notes
  notHereTool: "不在此处",
  notHereTitle: "不在此处：标记选中的拼块不会盖住的格（X）",
  noting: "现在标记选中的拼块不会盖住的格",
  placing: "现在放置拼块",
  /** @param {Value} piece @param {string[]} places @param {boolean} back */
  noted: (piece, places, back) =>
    back
      ? `已去掉标注：${piece}，${places.join("；")}`
      : `已标注：${piece}不在${places.join("；")}`,
  /** @param {Value} place @param {Value} piece @param {boolean} noted */
  noteAt: (place, piece, noted) => `${place}${noted ? `，已标注：${piece}不在此处` : ""}`,
  covered: "这一格已被拼块盖住",

  // Outlines that are drawn
  /** The tools: what each is called, and what one does with it. */
  tools: {
    draw: ["铅笔", "现在画拼块"],
    note: ["不是边", "现在标记不是边的线"],
    erase: ["橡皮擦", "现在擦除"],
  },
  /** The same where each piece has two cells. */
  toolsOfPairs: {
    draw: ["连接", "现在连接格子"],
    note: ["墙", "现在标记不相连的格"],
    erase: ["橡皮擦", "现在擦除"],
  },
  erased: "已擦除",
  nothingErased: "没有可擦除的内容",
  noteRemoved: "已去掉标注",
  noteAdded: "已标注：这里不是边",
  edgeErased: "已擦除边",
  edgeDrawn: "已画边",
  begun: "开始画拼块",
  /** @param {number} cells @param {number} whole */
  drawnOf: (cells, whole) => `${cells}/${whole}`,
  /** @param {number} cells */
  drawn: (cells) => `已画出${cells}格的拼块`,

  // Zooming
  /** @param {Value} scale */
  larger: (scale) => `${scale}倍`,
  whole: "整个盘面",
  zoomOut: "缩小（-）",
  zoomIn: "放大（+）",
};

/**
 * What keys, mouse and fingers do.
 * @type {{ title: string, close: string, sheet: [where: string, list: [key: string, what: string][]][] }}
 */
export const KEYS = {
  title: "按键",
  close: "关闭",
  sheet: [
    [
      "通用",
      [
        ["?", "显示此表"],
        ["Tab", "前往下一个控件"],
        ["Esc", "关闭或取消"],
      ],
    ],
    [
      "所有谜题",
      [
        ["Z", "撤销"],
        ["Y", "重做"],
        ["H", "提示；再按显示更多"],
        ["C", "检查"],
        ["+和-", "缩放（或用两指）"],
        ["Ctrl P", "打印"],
      ],
    ],
    [
      "放拼块",
      [
        ["Enter", "拿起或放下拼块"],
        ["方向键", "移动"],
        ["R", "旋转（Shift加R反向旋转）"],
        ["F", "翻转"],
        ["T和G", "把立方体拼块向前或向侧面翻倒"],
        ["Page Up和Page Down", "把拼块移到另一层"],
        ["Delete", "从盘面拿走拼块"],
        ["X", "标记拼块不会盖住的格（或右键点击）"],
      ],
    ],
    [
      "画轮廓",
      [
        ["方向键", "移动"],
        ["空格键", "开始或结束一块拼块"],
        ["Shift加方向键", "画出或擦除一条边"],
        ["X", "标注笔：标记此处不是边（或右键点击）"],
        ["E", "橡皮擦"],
        ["D", "铅笔"],
        ["Delete", "擦除拼块"],
      ],
    ],
    [
      "求解演示",
      [
        ["空格键", "播放和暂停"],
        ["右方向键", "前进一步"],
        ["左方向键", "后退一步"],
      ],
    ],
    [
      "缺一格",
      [
        ["方向键", "移动十字"],
        ["Enter", "去掉十字所在的格"],
        ["+和-", "缩放"],
        ["0", "查看全部"],
        ["H", "前往缺格"],
        ["Page Down和Page Up", "逐步浏览证明"],
      ],
    ],
    [
      "平面",
      [
        ["方向键", "移动铺砌"],
        ["+和-", "缩放"],
        ["0", "回到中心"],
        ["空格键", "添加或去掉图中的一格"],
      ],
    ],
    [
      "随机铺法",
      [
        ["方向键", "在可以转动的砖块间移动"],
        ["Enter", "转动砖块"],
        ["Z和Y", "撤销和重做转动"],
        ["+和-", "缩放"],
        ["0", "查看全部"],
      ],
    ],
    [
      "所有铺法",
      [
        ["方向键", "前往另一格"],
        ["Enter", "前往这一格的放法"],
        ["N和P", "前往下一种或上一种铺法"],
        ["R", "显示随机铺法"],
      ],
    ],
  ],
};

/** Puzzles that are made. */
export const MAKE = {
  title: "制作谜题",
  tabs: "制作方式",
  forMe: "为我出题",
  own: "自制",
  set: "手工出题",
  anyLevel: "任意",
  make: "制作",
  cells: "格子",
  pieces: "拼块",
  date: "日期",
  number: "编号",
  clues: "线索最少",
  more: "盘面、拼块、编号等",
  making: "正在制作只有一个解的谜题",
  /** @param {number} seconds */
  seconds: (seconds) => `正在制作… ${seconds}秒`,
  cancel: "取消",
  close: "关闭",
  about: "同一编号总是生成同一道谜题。每道谜题都只有一个解，并经过两次验证。",
  before: "以前在这里制作的",
  none: "没有找到符合条件的谜题。请换一个编号、盘面或难度。",
  months: ["1", "2", "3", "4"],
  weekdays: ["日", "一"],
};

/** Boards of one's own. */
export const OWN = {
  /** @type {Record<string, string>} */
  turns: {
    free: "可旋转和翻转",
    "one-sided": "只可旋转",
    "half-turn": "只可上下颠倒",
    fixed: "不可旋转或翻转",
  },
  /** What a person does in a step of a kind. @type {Record<string, string>} */
  steps: {
    cell: "某格只有一种盖法",
    piece: "某块拼块剩下的位置恰好等于所需的数量",
    rule: "规则只留下一种放法",
    symmetry: "盘面对称，因此几个等价的位置只需考虑一个",
    region: "某块拼块会隔出其他拼块无法填满的区域",
    blocked: "某块拼块会让某格或另一块拼块无处可放",
    trial: "试放某块拼块会导致矛盾",
    guess: "可能需要撤回的猜测",
  },
  none: "这个盘面无法填满。",
  triedAll: "所有可能都试过了。",
  notKnown: "未知",
  noTime: "已到时间限制。",
  /** @param {Value} number */
  atLeast: (number) => `至少${number}个解`,
  noTimeForAll: "还没数完所有解，就到了时间限制。",
  one: "恰好有一个解",
  good: "这个盘面是一道好谜题。",
  /** @param {Value} number */
  solutions: (number) => `${number}个解`,
  /** @param {Value} number */
  different: (number) => `盘面旋转后相同的只算一个，则为${number}个。`,
  cannotChange: "这道谜题有圆点、已放好的拼块或可选的拼块，因此不能在这里修改。",
  play: "开始玩",
  watch: "观看",
  watchTitle: "观看求解",
  hard: "这道谜题有多难？",
  noGrade: "还没评定难度，就到了时间限制。",
  /** @param {Value} score */
  score: (score) => ` 得分${score}。人会这样一步步解：`,
  /** @param {Value} level @param {Value} score */
  graded: (level, score) => `${level}，得分${score}`,
  /** @param {Value} count */
  times: (count) => `${count} × `,
  aName: "名称",
  name: "名称",
  kept: "保存的盘面",
  nameFirst: "请先给盘面起个名称。",
  saved: "盘面已保存在此浏览器中。",
  /** @param {Value} title */
  open: (title) => `打开${title}`,
  /** @param {Value} title */
  remove: (title) => `删除${title}`,
  /** @param {Value} title */
  removed: (title) => `已删除${title}。`,
  picture: "盘面的图片",
  fromPicture: "从图片导入",
  notPicture: "浏览器无法把此文件作为图片读取。",
  /** @param {Value} width @param {Value} height */
  smallPicture: (width, height) => `相对于盘面，图片太小：只有${width} × ${height}像素。`,
  unreadable: "此浏览器无法读取图片。",
  noDark: "图片中没有深色的格。",
  nothingToClear: "没有可清空的内容。",
  cleared: "已清空。",
  clearedUndo: "已清空。用“撤销”可恢复盘面。",
  noCells: "盘面没有格子。",
  noPieces: "请至少选择一块拼块。",
  counting: "正在计数…",
  mayTurn: "拼块",
  empty: "空格",
  about: "点击或涂抹格子可将其去掉。如果每种拼块数量不限，则通过画轮廓来玩。",
  again: "重新开始",
  mirror: "对称涂抹",
  across: "左右",
  down: "上下",
  save: "保存",

  // Choosing pieces
  families: {
    small: "三格以内",
    tetrominoes: "四格骨牌",
    pentominoes: "五格骨牌",
    others: "其他拼块",
  },
  /** @param {Value} name */
  isKnown: (name) => `画的是“${name}”，因此增加了一块。`,
  added: "已增加一块该拼块。",
  piece: "拼块",
  connected: "拼块的各格必须以边相连。",
  paintFirst: "请先涂出拼块的格。",
  draw: "画自己的拼块",
  add: "添加",
  wipe: "擦净",
  oneEach: "各一块",
  /** @param {Value} family */
  oneOfEach: (family) => `各一块：${family}`,
  noneEach: "无",
  /** @param {Value} family */
  noneOf: (family) => `无：${family}`,
  /** @param {Value} name */
  anyNumber: (name) => `${name}数量不限`,
  /** @param {Value} name */
  oneLess: (name) => `减少一块${name}`,
  /** @param {Value} name */
  oneMore: (name) => `增加一块${name}`,
  any: "不限",
};

/** The solver at work, and Golomb's proof on a board. */
/** A puzzle whose clues are set by hand. */
export const SET = {
  board: "盘面。方向键移动光标，其他键设置当前格的线索。",
  change: "编辑内容",
  clues: "线索",
  cells: "格子",
  aboutCells: "点击或涂抹格子可去掉或恢复。",
  /** What to do with each editor. @type {Record<string, string>} */
  hints: {
    dots: "点击或点按格子，设置或去掉圆点。",
    areas: "选择一格，然后输入数字。输入“?”表示不给出数字。",
    letters: "选择一格，然后输入字母。",
    sizes: "选择一格，然后输入所在拼块的大小。",
    holes: "这种谜题没有线索。选择“格子”可修改盘面。",
    labels: "选择一格，然后逐行输入数字。",
    regions:
      "拖过格子画出区域，然后输入总和，例如7、<7或>7，或输入=或≠。按Shift加方向键可增加一格。",
    placed: "拖过五格放置一块拼块。按Delete拿走拼块。",
  },
  keys: "要设置的线索",
  erase: "删除",
  /** @type {Record<string, string>} */
  signs: {
    "<": "小于",
    ">": "大于",
    "=": "全部相等",
    "≠": "各不相同",
    "?": "未知",
  },
  region: "区域",
  dot: "圆点",
  pieces: "拼块",
  dominoes: "骨牌",
  noneChosen: "无",
  print: "打印",

  // What is wrong
  /** @param {number} sum @param {number} area */
  areas: (sum, area) => `数字之和是${sum}，但盘面有${area}格。`,
  noNumbers: "请为每个长方形设置一个数字。",
  noRectangle: "没有一个数字是盘面上放得下的长方形的面积。",
  /** @param {number} area */
  noSet: (area) => `一套多米诺骨牌盖住2、6、12、20、30、42、56、72、90或110格，但盘面有${area}格。`,
  /** @param {Value} clue @param {number} highest */
  aboveSet: (clue, highest) => `这个盘面的骨牌数字最大为${highest}，所以${clue}太大。`,
  /** @param {Value} clue @param {number} most */
  tooMany: (clue, most) => `数字${clue}在整套骨牌中只出现${most}次。`,
  /** @param {number} area */
  odd: (area) => `盘面的格数是奇数（${area}），所以多米诺骨牌盖不满。`,
  /** @param {number} wanted @param {number} chosen */
  wanted: (wanted, chosen) => `请为这个盘面选择${wanted}块骨牌。现在选了${chosen}块。`,
  /** @param {number} cells @param {string} says */
  badSum: (cells, says) => `${cells}格的数字之和不可能是${says}。`,
  /** @param {number} wanted @param {number} area */
  placedArea: (wanted, area) => `十二块五格骨牌盖住${wanted}格，但盘面有${area}格。`,
  /** @param {number} size */
  placedSize: (size) => `放好的每块拼块必须有${size}格。`,

  // What is known
  none: "无解",
  /** @param {number} size @param {number} area */
  area: (size, area) => `盘面的格数${area}不是${size}的倍数。`,
  uncovered: "没有拼块能盖住标记的格。",
  /** @param {number} number */
  without: (number) =>
    number === 1 ? "去掉标记的线索，谜题就有解。" : "去掉标记的线索中的任意一个，谜题就有解。",
  /** @param {Value} number */
  moreThan: (number) => `多于${number}个解`,
  /** @param {string} step */
  hardest: (step) => `最难的一步：${step}。`,
  /** @param {number} number */
  solution: (number) => `解${number}`,
  apart: "显示了两个解，不同的格已标记。",
  /** @param {number} number @param {number} area */
  same: (number, area) => `给所有解中都相同的格加底色（${number}/${area}）`,
};

export const WATCH = {
  title: "求解演示",
  tabs: "看什么",
  search: "搜索",
  proof: "Golomb的证明",
  starting: "正在启动求解器…",
  /** @param {Value} title */
  solving: (title) => `正在求解${title}`,
  tree: "搜索树：点击节点可跳到该步。",
  /** @param {number} placements @param {number} pieces */
  treeNow: (placements, pieces) =>
    `搜索树：已尝试${placements.toLocaleString("zh")}种放法，盘面上有${pieces}块拼块`,
  /** @param {Value} number */
  solved: (number) => `解出来了！这是第${number}个解。`,
  /** @param {Value} piece */
  removed: (piece) => `没有拼块放得下，所以拿走拼块${piece}。`,
  /** Where the solver places a piece: by the engine. */
  places: {
    scan: "第一个空格",
    dance: "可放拼块最少的地方",
  },
  /** @param {Value} piece @param {Value} where */
  placed: (piece, where) => `把拼块${piece}放在${where}。`,
  /** @param {Value} where */
  about: (where) =>
    `求解器总是在${where}放一块拼块，等没有别的拼块放得下时再把它拿走。动画显示求解器的真实步骤。不放动画时，求解器每秒走数百万步。`,
  /** @param {number} found */
  complete: (found) => `搜索完成：共${found.toLocaleString("zh")}个解。`,
  /** @param {number} steps */
  stopped: (steps) => `求解器走了${steps.toLocaleString("zh")}步后停在这里。`,
  /** @param {Value} number */
  solution: (number) => `解${number}`,
  pressPlay: "按“播放”继续。",
  tried: "尝试次数",
  backs: "撤回次数",
  onBoard: "盘面上",
  solutions: "解",
  end: "结束",
  triedAll: "已全部尝试",
  stoppedHere: "停在这里",
  puzzle: "谜题",

  // Playback
  play: "播放",
  pause: "暂停",
  again: "重播",
  step: "前进一步",
  stepBack: "后退一步",
  beginning: "从头开始",
  place: "步",
  placeLabel: "步 ",
  speed: "速度",
  speedLabel: "速度 ",
  /** @param {Value} steps */
  rate: (steps) => `每秒${steps}步`,

  // The proof
  proofBoard: "在盘面上演示Golomb的证明。方向键移动缺格。",
  size: "盘面：",
  anySize: "任意大小，最大2⁶⁰ × 2⁶⁰",
  proofAbout:
    "Solomon Golomb的证明（1954年），适用于2 × 2、4 × 4、8 × 8等盘面：无论去掉哪一格，L形三格骨牌都能盖住其余部分。",
  /** @param {Value} side */
  oneRemoved: (side) => `${side} × ${side}的盘面去掉了一格。点击另一格，可改为去掉那一格。`,
  /** @param {Value} trominoes */
  allPlaced: (trominoes) =>
    `${trominoes}块三格骨牌都放好了，只有去掉的那格是空的。同样的证明适用于每种大小。`,
  /** @param {Value} side */
  divide: (side) => `这个${side} × ${side}的正方形缺一格。把它分成四等份，缺的格在其中一份里。`,
  single: "缺一格的2 × 2正方形正好是一块三格骨牌。",
  /** @param {Value} half */
  center: (half) =>
    `在中心放一块三格骨牌，盖住另外三份各一格。现在每个${half} × ${half}的部分都缺一格。在每份中重复这一步。`,
};

/** What the three views of large pictures have in common. */
export const SCENE = {
  zoomOut: "缩小",
  zoomIn: "放大",
  fullScreen: "全屏，例如用于投影仪",
  noCanvas: "此浏览器不支持canvas元素",
};

/** The missing cell. */
export const MISSING = {
  title: "缺一格",
  lead: "点击任意一格将它去掉。L形三格骨牌总能盖住其余部分。",
  board: "缺一格的盘面",
  map: "在盘面上的位置",
  toHole: "前往缺格",
  toHoleTitle: "前往缺格（去掉的那一格）",
  whole: "整个盘面",
  wholeTitle: "查看整个盘面",
  size: "盘面：",
  /** @param {Value} exponent */
  sizeSpoken: (exponent) => `2的${exponent}次方`,
  row: "行",
  column: "列",
  remove: "去掉",
  /** @param {Value} most */
  wrong: (most) => `行和列必须是1到${most}的整数。`,
  /** @param {Value} row @param {Value} column */
  at: (row, column) => `第${row}行第${column}列`,
  /** @param {Value} row @param {Value} column */
  removed: (row, column) => `已去掉第${row}行第${column}列的格`,
  /** @param {Value} row */
  atRow: (row) => `第${row}行`,
  /** @param {Value} column */
  atColumn: (column) => `第${column}列`,
  /** What the tiles can be colored by. */
  colorings: {
    colors: "三色：相邻异色",
    corners: "四色：角相接的砖块也异色",
    levels: "证明的每一步一种颜色",
    none: "关闭：只有轮廓",
  },
  cells: "格",
  trominoes: "三格骨牌",
  hole: "缺格",
  middle: "中心",
  square: "1个正方形",
  isCell: "1格",
  oneCell: "1格",
  /** @param {Value} number */
  cellsOf: (number) => `${number}格`,
  /** @param {Value} side */
  squareOf: (side) => `${side} × ${side}格`,
  scroll: "单指滚动页面，双指缩放，点按格子将其去掉。",
  move: "单指移动盘面，双指缩放，点按格子将其去掉。",
  how: "用滚轮或双指缩放，拖动移动，点击去掉一格。键盘：方向键移动十字，Enter去掉十字所在的格，+和-缩放，0显示整个盘面，H前往缺格，Page Down和Page Up逐步浏览证明。",

  // The proof
  before: "上一步（Page Up）",
  after: "下一步（Page Down）",
  levels: "逐步浏览证明",
  all: "显示整个铺法",
  stepwise: "逐步",
  /** @param {Value} board */
  begin: (board) => `${board}的盘面缺一格。把盘面分成四等份：只有一份缺一格。`,
  one: "一块三格骨牌",
  /** @param {Value} number */
  many: (number) => `${number}块三格骨牌`,
  /** @param {Value} step @param {Value} tiles @param {boolean} _single */
  end: (step, tiles, _single) =>
    `第${step}步：每个2 × 2的正方形都缺一格，所以用${tiles}盖住其余部分。铺法完成。`,
  /** @param {Value} step @param {Value} tiles @param {number} left */
  further: (step, tiles, left) =>
    `第${step}步：${tiles}。同样的步骤还要进行${left}次，直到单个格子。`,
  /** @param {Value} step @param {Value} tiles @param {Value} half */
  first: (step, tiles, half) =>
    `第${step}步：在盘面中心放${tiles}。现在每个${half}的正方形都缺一格。`,
  /** @param {Value} step @param {Value} tiles @param {Value} square @param {Value} half */
  next: (step, tiles, square, half) =>
    `第${step}步：在各个${square}的正方形中心放${tiles}。现在每个${half}的正方形都缺一格。`,
};

/** The plane. */
export const PLANE = {
  title: "平面",
  lead: "画一块拼块。许多同样的拼块能不留空隙、互不重叠地铺满整个平面吗？",
  cells: "格子",
  /** What a piece is made of. */
  lattices: { squares: "正方形", triangles: "三角形", hexagons: "六边形" },
  turns: "拼块的转动",
  /** How a piece may turn. */
  turn: { free: "可旋转和翻转", "one-sided": "只可旋转", fixed: "不可转动" },
  examples: "示例",
  example: "选择示例…",
  /** Pieces worth a look. */
  pieces: [
    "只平移",
    "部分上下颠倒",
    "上下颠倒：锯子",
    "两类砖块",
    "四分之一圈",
    "镜像",
    "恰好两圈",
    "有孔",
    "三角形",
    "六边形",
  ],
  /** How a piece tiles. */
  kinds: {
    translation: "这块拼块只用平移就能铺满平面。",
    "half turn": "这块拼块把一部分上下颠倒，就能铺满平面。",
    isohedral: "这块拼块能铺满平面，而且所有砖块周围的情形都相同。",
    periodic: "这块拼块能铺满平面，但并非所有砖块周围的情形都相同。",
  },
  /** @param {Value} reason @param {Value} number */
  classes: (reason, number) =>
    `${reason}这个铺砌没有能把一类砖块变成另一类的对称。这块拼块的等面数（isohedral number）是${number}。`,
  notKnown: "未知",
  /** @param {Value} command */
  goesOn: (command) => `本页的搜索到此为止。要继续，请运行：${command}`,
  none: "这块拼块不能铺满平面。",
  /** @param {Value} reason @param {Value} number */
  heesch: (reason, number) => `${reason}这块拼块的Heesch数是${number}。`,
  /** @param {Value} reason @param {Value} number @param {Value} holes */
  heeschWithHoles: (reason, number, holes) =>
    `${reason}这块拼块的Heesch数是${number}（若允许最后一圈有孔，则为${holes}）。`,
  terms: "数学术语",
  period: "勾出重复单元",
  rings: "圈数：",
  /** @param {Value} number @param {Value} all */
  ringsOf: (number, all) => `${number}/${all}`,
  clear: "清空图形",
  touch: "单指移动铺砌，双指缩放。",
  how: "拖动移动铺砌，用滚轮或双指缩放。键盘：方向键移动，+和-缩放，0回到中心。",
  piece: "拼块",
  draw: "画一块拼块。",
  drawHow: "点击或涂抹格子。再次点击可去掉。",
  looking: "正在查找…",
  /** @param {Value} number */
  colors: (number) => `${number}种颜色`,
  /** @param {Value} number */
  colorsLeast: (number) => `${number}种颜色：再少就不够`,
  oneColor: "一种颜色",
  byOrientation: "每个方向一种颜色",
  /** What the picture shows. */
  shows: {
    nothing: "还没有内容",
    tiling: "铺砌",
    rings: "拼块和周围的圈",
    piece: "拼块",
  },
};

/** Figures. */
export const FIGURES = {
  title: "图形",
  lead: "找出几种拼块各自都能铺满的最小图形。",
  question: "问题",
  /** What is looked for. */
  questions: {
    common: "几种拼块都能铺满的图形",
    symmetric: "一种拼块能铺满的对称图形",
    twice: "一种拼块有两种铺法的图形",
  },
  pieces: "拼块",
  /** @param {Value} name */
  remove: (name) => `移除${name}`,
  symmetry: "对称性",
  /** The kinds of symmetry. @type {Record<string, string>} */
  symmetries: {
    none: "任意图形",
    mirror: "对称轴",
    diagonal: "斜对称轴",
    "half-turn": "半圈旋转",
    "third-turn": "三分之一圈旋转",
    "quarter-turn": "四分之一圈旋转",
    "sixth-turn": "六分之一圈旋转",
    "two-mirrors": "两条对称轴",
    "two-diagonals": "两条斜对称轴",
    "three-mirrors": "三条对称轴",
    "three-diagonals": "三条斜对称轴",
    full: "完全对称",
  },
  odd: "砖块数为奇数",
  all: "最小尺寸的所有图形",
  chooseTwo: "请选择两块或三块拼块。",
  chooseOne: "请选择一块拼块。",
  looking: "正在搜索…",
  /** @param {Value} least */
  soFar: (least) => `没有少于${least}格的图形。`,
  notFound: "还没有找到",
  none: "没有符合这些条件的图形。",
  /** @param {string} reason */
  because: (reason) => `${reason}。`,
  /** @param {number} cells @param {Value} tiles */
  found: (cells, tiles) => `${cells}格：${tiles}`,
  /** @param {number} number @param {number} cells */
  several: (number, cells) => `${number}个${cells}格的图形`,
  proven: "没有更小的图形。",
  complete: "没有其他同样大小的图形。",
  more: "可能还有其他同样大小的图形。",
  /** What excludes smaller sizes. @param {Value} sizes */
  searched: (sizes) => `完整搜索没有找到${sizes}格的图形。`,
  /** @param {Value} sizes */
  colored: (sizes) => `棋盘染色排除了${sizes}格的图形。`,
  areas: "拼块的面积排除了更小的图形。",
  /** @param {Value} tiles */
  picture: (tiles) => `图形，由${tiles}铺成`,
  play: "开始玩",
  /** @param {Value} tiles */
  playTitle: (tiles) => `开始玩：用${tiles}填满图形`,
};

/** Random tilings. */
export const RANDOM = {
  title: "随机铺法",
  tiling: "一种随机铺法",
  /** @param {Value} board @param {Value} tiles */
  tilingOf: (board, tiles) => `${board}的随机铺法：${tiles}`,
  anew: "新的铺法",
  /** The sorts of boards: what each is called on its button, and in a sentence. */
  sorts: {
    aztec: ["阿兹特克钻石", "阿兹特克钻石"],
    hexagon: ["六边形", "六边形"],
    rectangle: ["长方形", "长方形"],
    own: ["自己画", "自制盘面"],
  },
  order: "阶数：",
  /** @param {Value} name */
  side: (name) => `边${name}`,
  drawBoard: "画一个盘面：点击或涂抹格子。",
  weight: "横向骨牌的权重",
  /** Sets of colors. */
  palettes: { bright: "明亮", earth: "大地", sea: "海洋", ink: "水墨" },
  seams: "砖块之间的线",
  seed: "种子",
  tiles: "砖块",
  noTiles: "无",
  tilings: "铺法数",
  method: "方法",
  drawing: "正在生成…",
  /** @param {Value} reason */
  none: (reason) => `这个盘面没有铺法：${reason}。`,
  growing: "骨牌滑动，新的成对骨牌填补空隙。",
  flips: "经过一系列翻动，得到随机铺法。",
  flipsFromLowest: "从最低的铺法出发，经过一系列翻动，得到随机铺法。",
  /** @param {Value} number */
  dominoes: (number) => `${number}块多米诺骨牌`,
  /** @param {Value} number */
  lozenges: (number) => `${number}块菱形`,
  /** @param {Value} dominoes */
  clickDominoes: (dominoes) => `${dominoes}。点击组成正方形的两块骨牌可转动它们。`,
  /** @param {Value} lozenges */
  clickLozenges: (lozenges) => `${lozenges}。点击交于一点的三块菱形可转动它们。`,
  /** @param {Value} row @param {Value} column */
  at: (row, column) => `第${row}行第${column}列`,
  /** @param {Value} row @param {Value} column */
  turned: (row, column) => `已转动第${row}行第${column}列周围的砖块`,
  how: "用滚轮或双指缩放，拖动移动，点击砖块可转动。键盘：方向键在可以转动的砖块间移动，Enter转动，+和-缩放，0显示整个盘面。",
};

/** All tilings of a small problem. */
export const ALL = {
  title: "所有铺法",
  lead: "选择或排除放法，看还剩哪些铺法。",
  examples: "示例",
  example: "选择一个示例",
  /** What each of the examples is. */
  problems: [
    "6 × 10，五格骨牌",
    "3 × 20，五格骨牌",
    "缺中心的国际象棋棋盘，五格骨牌",
    "6 × 6，多米诺骨牌",
    "4阶阿兹特克钻石，多米诺骨牌",
    "边长3的六边形，菱形",
    "4 × 7六边形，四连六边块",
    "一日一题，10月6日",
    "Soma立方体",
  ],
  problem: "盘面和拼块，或谜题名称",
  list: "列出",
  listing: "正在列出铺法…",
  none: "没有铺法。",
  /** @param {Value} least */
  tooMany: (least) => `至少有${least}种铺法。`,
  /** @param {Value} count */
  exactlyTooMany: (count) => `有${count}种铺法。`,
  tooManyMore: "本页无法列出这么多铺法。请选择小一些的盘面。",
  /** @param {Value} total */
  all: (total) => `${total}种铺法`,
  /** @param {Value} left @param {Value} total */
  someLeft: (left, total) => `${left}/${total}种铺法`,
  /** @param {Value} number @param {Value} count */
  number: (number, count) => `第${number}种铺法，共${count}种。`,
  /** @param {number} count */
  solutions: (count) => `${count.toLocaleString("zh")}个解（整个盘面的旋转和镜像只算一个）。`,
  /** @param {Value} number @param {Value} count */
  solution: (number, count) => `盘面显示第${number}个解，共${count}个。`,
  /** @param {Value} board */
  boardOf: (board) => `所有铺法：${board}`,
  again: "重新开始",
  previous: "上一种铺法（P）",
  next: "下一种铺法（N）",
  random: "随机铺法（R）",
  heat: "热度",
  heatTitle: "热度：在越多铺法中是边界的边，越醒目",
  play: "玩剩下的部分",
  choices: "选择",
  /** @param {Value} piece */
  isChosen: (piece) => `${piece}`,
  /** @param {Value} piece */
  isRefused: (piece) => `排除${piece}`,
  /** @param {Value} piece */
  giveUp: (piece) => `已放下${piece}：拿走`,
  /** @param {Value} piece */
  allow: (piece) => `已排除${piece}：重新允许这种放法`,
  which: "要列出的放法",
  placements: "放法",
  /** The placements that are listed, with their number. */
  filters: {
    /** @param {Value} number */
    any: (number) => `可能的放法：${number}`,
    /** @param {Value} number */
    always: (number) => `所有铺法中都有：${number}`,
    /** @param {Value} number */
    never: (number) => `任何铺法中都没有：${number}`,
    /** @param {Value} number */
    fixing: (number) => `使铺法唯一：${number}`,
  },
  /** @param {Value} cell */
  at: (cell) => `在${cell}。`,
  anywhere: "在整个盘面上。指向或点击一格，只看这一格的放法。",
  /** @param {Value} share */
  staysEmpty: (share) => `这一格在${share}的铺法中留空。`,
  chosen: "已放下",
  /** @param {Value} piece @param {Value} cell @param {Value} share @param {Value} number */
  choose: (piece, cell, share, number) => `${piece}，${share}，${number}种铺法：从${cell}放置`,
  /** @param {Value} piece @param {Value} cell */
  takeBack: (piece, cell) => `${piece}已从${cell}放下：拿走`,
  /** @param {Value} piece @param {Value} cell */
  refuse: (piece, cell) => `排除这种放法：${piece}，从${cell}`,
  /** @param {Value} number */
  more: (number) => `再显示${number}种`,
  /** @param {Value} cell @param {Value} piece @param {Value} share */
  mostFrequent: (cell, piece, share) => `${cell}：最常见的是${piece}，${share}`,
  how: "点击一格，可让它的放法列表保持打开。键盘：方向键在格子间移动，Enter前往放法列表，Escape返回盘面。",
  touch: "点按一格，查看哪些放法盖住它。",
};

/** Find all figures of a few cells. */
export const FIND = {
  title: "全部找出",
  lead: "画一个形状，并加入收藏。能找出所有形状吗？",
  kind: "格子",
  size: "格数",
  /** @type {Record<string, string>} */
  cells: { square: "正方形", tri: "三角形", hex: "六边形" },
  mirrored: "区分镜像",
  field: "形状",
  add: "加入这个形状",
  wipe: "擦净",
  again: "重新开始",
  restarted: "已重新开始。",
  sheet: "打印题单",
  /** @param {number} found @param {number} all */
  tally: (found, all) => `${found}/${all}`,
  /** @param {Value} number */
  number: (number) => `第${number}个`,
  /** @param {Value} number */
  fresh: (number) => `新发现！这是第${number}个。`,
  /** @param {number} count @param {Value} plural */
  all: (count, plural) => (count === 1 ? "形状只有这一个。" : `${count}种${plural}全部找到了！`),
  /** @param {Value} number @param {Value} how */
  known: (number, how) => `这与第${number}个形状相同，${how}。`,
  moved: "只是移动了",
  flipped: "翻转了",
  /** @param {Value} turn */
  turned: (turn) => `旋转了${turn}`,
  /** @param {Value} turn */
  both: (turn) => `翻转并旋转了${turn}`,
  /** Parts of a turn, by degrees. @type {Record<number, string>} */
  turns: {
    60: "六分之一圈",
    90: "四分之一圈",
    120: "三分之一圈",
    180: "半圈",
  },
  apart: "所有格子必须以整条边相连。",
  /** @param {number} size @param {number} count */
  count: (size, count) => `请画${size}格的形状。现在是${count}格。`,
  /** @param {number} count @param {Value} name */
  sheetTitle: (count, name) => (count === 1 ? `找出${name}` : `找出全部${count}种${name}`),
  /** What counts as the same, by how shapes may turn. */
  rule: {
    free: "旋转或翻转后重合的形状算作同一个。",
    "one-sided": "旋转后重合的形状算作同一个。镜像算作不同的形状。",
  },
  /** @param {Value} title */
  answers: (title) => `${title}：答案`,
};

/** A board without a goal. */
export const CANVAS = {
  title: "画布",
  pieces: "拼块",
  sets: {
    pentominoes: "五格骨牌",
    tetrominoes: "四格骨牌",
    small: "三格以内",
    all: "所有拼块",
  },
  ownColor: "拼块自身的颜色",
  /** @param {Value} number */
  color: (number) => `颜色${number}`,
  damaged: "此链接无法完整读取，因此缺少一些拼块。",
  how: "每种拼块数量不限。选择一种颜色，再按拼块即可上色；再按一次该颜色，可继续移动拼块。链接中包含所有拼块。",
};

/** A lesson: puzzles in one link. */
export const LESSON = {
  title: "编写课程",
  lead: "第一行是标题。在标题下面写说明文字和谜题的ID或链接，每个占一行。课程的链接包含整个课程，服务器不保存任何内容。",
  begin: "第一课\n用所有拼块填满盘面。\ntalos:hub-gates-1\n",
  text: "课程内容",
  add: "添加谜题",
  copy: "复制课程链接",
  open: "打开课程",
  empty: "课程中还没有谜题。",
  /** @param {Value} title @param {number} count */
  ready: (title, count) => `${title}：${count}道谜题`,
  /** @param {Value} id @param {Value} why */
  missing: (id, why) => `${id}：${why}`,
  damaged: "此课程的链接已损坏。请索取新的链接。",
  /** @param {number} done @param {number} all */
  progress: (done, all) => `已完成${done}/${all}`,
  all: "所有谜题都完成了！",
  /** @param {number} number @param {number} all */
  puzzle: (number, all) => `${number}/${all}`,
  handIn: "提交",
  noProof:
    "此代码记录在此浏览器中完成了哪些谜题、用了多长时间、用了多少次提示。代码不含姓名，也不能证明什么：有课程的人都能生成这样的代码。",
  copyCode: "复制代码",
  edit: "编辑此课程，或读取代码",
  read: "读取代码",
  readAbout:
    "粘贴全班的代码，每行一个，代码前可以加上姓名。所有代码都必须属于上面的课程。代码不能证明谜题确实被解出。",
  codes: "代码",
  codesLike: "Ada 0G5-…",
  noCode: "此代码不属于这个课程，或输入有误。",
  /** The columns of the table, before those of the puzzles. */
  columns: ["姓名", "完成", "用时", "提示"],
};

/** What was solved here, and the data that the browser keeps. */
export const PROGRESS = {
  title: "我的进度",
  /** The columns of the tables. */
  columns: ["完成", "最佳", "中位数", "未用提示"],
  others: "其他",
  /** @param {number} _number */
  solved: (_number) => "已完成谜题",
  noHints: "未用提示",
  calendar: "每日谜题",
  /** @param {Value} day @param {Value} done */
  dayOf: (day, done) => `${day}：${done}`,
  /** How a day went, by the look of its square. @type {Record<string, string>} */
  states: { alone: "未用提示完成", helped: "用提示完成", missed: "错过" },
  month: "月份",
  /** The columns of the table of months. */
  monthColumns: ["完成天数", "未用提示", "错过"],
  byWeekday: "每日谜题",
  weekday: "星期",
  /** @param {number} _number */
  row: (_number) => "连续天数",
  /** @param {number} _number */
  longest: (_number) => "最长连续天数",
  byKind: "按种类",
  byLevel: "按难度",
  none: "完成的谜题会统计在这里。",
  data: "我的数据",
  about:
    "游戏、解、盘面和设置只保存在此浏览器中。要转移到另一个浏览器，请保存到文件。读取文件时，其中的数据会添加到此浏览器。",
  save: "保存到文件",
  read: "读取文件",
  file: "由本页保存的文件",
  done: "文件中的数据已添加。",
  forget: "全部删除",
  sure: "要删除此浏览器中的所有游戏、解、盘面和设置吗？",
  foreign: "此文件不是由tilewright保存的。",
  newer: "此文件由更新版本的tilewright保存。请重新加载页面，然后重试。",
  full: "此浏览器不允许页面保存这么多数据。",
};

/** The tilings of a notebook, one at a time. */
export const PAGER = {
  place: "铺法编号，从0开始",
  first: "第一种铺法",
  before: "上一种铺法（左方向键）",
  next: "下一种铺法（右方向键）",
  many: "/很多",
  /** @param {Value} all */
  ofAll: (all) => `/${all}`,
  /** @param {Value} title @param {Value} number @param {Value} all @param {Value} pieces */
  picture: (title, number, all, pieces) => `${title}，铺法${number}${all}：${pieces}`,
  /** @param {Value} number @param {Value} all */
  now: (number, all) => `铺法${number}${all}`,
  none: "没有铺法。",
  tools: "铺法",
};

/** How a random tiling was drawn, or why none was drawn. The library says the same. */
export const SAMPLES = {
  dominoes: "多米诺洗牌算法，严格均匀",
  /** @param {Value} order @param {boolean} weighted @param {Value} distance */
  rounded: (order, weighted, distance) =>
    `${order}阶阿兹特克钻石中的多米诺洗牌算法，除舍入误差外${weighted ? "按权重" : "均匀"}（全变差距离不超过${distance}）`,
  lozenges: "菱形洗牌算法（Borodin和Gorin），严格均匀",
  counted: "对每块可能的砖块，计算包含它的铺法数；除舍入误差外精确",
  command: "`tilewright sample`，使用同一种子",
  /** @param {Value} cell */
  noLightOne: (cell) => `深色格${cell}没有浅色邻格`,
  /** @param {Value} number */
  noLight: (number) => `${number}个深色格没有浅色邻格`,
  /** @param {Value} cell */
  noneOne: (cell) => `格${cell}没有邻格`,
  /** @param {Value} number */
  none: (number) => `${number}格没有邻格`,
  /** @param {Value} number @param {number} others */
  fewLight: (number, others) =>
    `${number}个深色格总共只有${others.toLocaleString("zh")}个浅色邻格，但每格需要一个不同的`,
  /** @param {Value} number @param {number} others */
  few: (number, others) =>
    `${number}格总共只有${others.toLocaleString("zh")}个邻格，但每格需要一个不同的`,
  unfit: "随机铺法需要正方形或三角形的盘面，且没有相连的边缘和标记",
  noWeights: "权重需要正方形的盘面",
};

/** Whether a piece tiles the plane, and why. The library says the same. */
export const DECIDED = {
  // In the terms of the field
  hole: "拼块有一个孔，任何同样的拼块都填不进去",
  /** @param {Value} type @param {number} tiles */
  isohedral: (type, tiles) => `Heesch类型${type}的等面（isohedral）铺砌，每个周期${tiles}块`,
  noTranslations: "这块拼块只能靠平移铺砌，但它的边界不是Heesch类型TTTTTT",
  /** @param {number} tiles @param {Value} classes */
  periodic: (tiles, classes) => `周期铺砌，每个周期${tiles}块，共${classes}类`,
  fewest: "；不可能更少",
  /** @param {number} tiles */
  perhapsFewer: (tiles) => `；也许可以更少${tiles ? `，但周期不超过${tiles}块时不行` : ""}`,
  /** @param {number} rings */
  rings: (rings) =>
    rings === 0
      ? "同样的拼块连一圈也围不住它"
      : `同样的拼块能围它${rings}圈，但不能围${rings + 1}圈`,
  lastHole: "，而且最后一圈有孔",
  holes: "，而且各圈有孔",
  timeLimit: "已到时间限制",
  tooLarge: "拼块太大，无法在浏览器中搜索更多圈",
  noIsohedral: "不存在等面（isohedral）铺砌",
  /** @param {Value} tiles */
  noPeriod: (tiles) => `没有周期不超过${tiles}块的铺砌`,
  /** @param {Value} rings */
  fit: (rings) => `同样的拼块能围它${rings}圈`,
  nothing: "在限制范围内没有证明任何结论",

  // What is wrong with a piece
  /** @param {Value} most @param {Value} side */
  large: (most, side) => `浏览器中的拼块最多${most}行${most}列，而不是${side}`,
  apart: "要铺满平面，拼块的各格必须以边相连",

  // In plain words
  /** @param {number} tiles */
  group: (tiles) =>
    `${tiles === 1 ? "一个砖块" : `一组${tiles}个砖块`}只平移、不转动，反复排列就得到整个图案。`,
  /** @param {Value} classes */
  sorts: (classes) => `图案中有${classes}类砖块。同类砖块周围的情形相同。`,
  fewestPlain: "没有类数更少的图案。",
  noTranslationsPlain: "从不转动的拼块无法铺满平面。",
  /** @param {number} tiles @param {number} rings */
  notKnown: (tiles, rings) =>
    `图案需要的砖块也许比搜索尝试的还多。${tiles ? `没有不超过${tiles}个的一组砖块能重复组成图案。` : ""}${rings ? `同样的拼块能围它${rings}圈。` : ""}`,
};

/** What is wrong with a board, a piece, a puzzle or an ID that was given. The library says the same. */
export const FAULTS = {
  // Figures
  /** @param {Value} names */
  figureAreas: (names) => `无论取多少块允许的数量，${names}都不能盖住同样多的格`,
  /** @param {Value} names */
  figureColors: (names) => `按棋盘染色，无论取多少块允许的数量，${names}盖住的深色格数都不同`,
  // IDs and names of puzzles
  longId: "ID太长",
  badId: "谜题ID无效或不完整",
  /** @param {Value} words */
  rule: (words) => `规则“${words}”不适用于这个盘面和这些拼块`,
  noId: "没有这个ID的谜题",
  notShort: "短ID无法表示这道谜题",
  /** @param {Value} longest */
  shortId: (longest) => `短ID必须是4到${longest}个数字和字母（不含U）`,
  typo: "这个ID有误：有一个字符错误或缺失，或者有两个字符颠倒（最后一个字符是校验码）",
  /** @param {Value} length @param {Value} longest */
  needsLong: (length, longest) => `这道谜题需要${length}个字符的ID，但最多允许${longest}个`,
  /** @param {Value} board */
  boardOfId: (board) => `ID不支持盘面“${board}”`,
  /** @param {Value} largest @param {Value} area */
  largeId: (largest, area) => `ID中的盘面最多${largest}格，而不是${area}格`,
  /** @param {Value} name @param {string[]} near */
  puzzle: (name, near) =>
    `没有谜题“${name}”${near.length ? `；是不是想找${near.join("或")}？` : ""}`,
  /** @param {Value} day */
  day: (day) => `日期“${day}”无效`,
  /** @param {Value} name */
  weekday: (name) => `未知的星期“${name}”`,
  /** @param {Value} day */
  otherWeekday: (day) => `${day}的星期不对`,
  /** @param {Value} kind */
  kind: (kind) => `未知的谜题种类“${kind}”`,

  // Boards
  noCells: "盘面是空的：没有要盖住的格",
  noRows: "盘面必须至少有一行一列",
  /** @param {Value} most @param {Value} area */
  large: (most, area) => `盘面最多${most}格，而不是${area}格`,
  /** @param {Value} most @param {Value} area */
  largeHere: (most, area) => `浏览器中的盘面最多${most}格，而不是${area}格`,
  fewer: "盘面的格太多",
  /** @param {Value} hole @param {Value} numbers */
  hole: (hole, numbers) => `孔${hole}必须有${numbers}个坐标`,
  /** @param {Value} hole */
  noHole: (hole) => `孔${hole}在盘面之外，或列了两次`,
  /** @param {Value} cells @param {Value} size */
  size: (cells, size) => `${cells}盘面的大小必须写成“行 x 列”，而不是${size}`,
  /** @param {Value} cells @param {Value} size */
  sizeOfLayers: (cells, size) => `${cells}盘面的大小必须写成“层 x 行 x 列”，而不是${size}`,
  /** @param {Value} board */
  noSize: (board) => `“${board}”不是支持的大小的盘面`,
  /** @param {Value} board */
  board: (board) => `“${board}”不是盘面`,
  /** @param {Value} shape @param {Value} size */
  oneNumber: (shape, size) => `${shape}的大小必须是一个数，而不是${size}`,
  /** @param {Value} shape @param {Value} size */
  sides: (shape, size) => `${shape}的边长必须至少为1，而不是${size}`,
  /** @param {string} shape @param {Value} most @param {Value} layers */
  layers: (shape, most, layers) =>
    `${shape.replace(":", "")}最多可有${most}层球，而不是${layers}层`,
  /** @param {Value} letter @param {Value} line @param {Value} column */
  letter: (letter, line, column) => `盘面中有意外的字符“${letter}”（第${line}行第${column}列）`,
  /** @param {number} cells @param {string[]} marks @param {number} all  How many marks there are. */
  foreignMarks: (cells, marks, all) => {
    const more = all > marks.length ? [`另外${all - marks.length}个`] : [],
      words = [...marks, ...more].join("、");
    const have = cells > 1 ? `${cells}格都有` : "盘面的格有";
    return `没有拼块带有标记${words}，但${have}；请用 # 表示格，用 . 表示没有格`;
  },
  /** @param {number} row @param {string} text */
  textRow: (row, text) => `盘面的第${row}行不是图：“${text}”；请用 # 表示格，用 . 表示没有格`,
  outlines: "只有平面的正方形盘面才能画轮廓",
  /** @param {Value} cells */
  marks: (cells) => `浏览器不支持${cells}上的标记`,

  // Joined sides
  /** @param {Value} cells */
  joined: (cells) => `只有平面盘面可以有相连的边缘，而这是${cells}的盘面`,
  /** @param {Value} one @param {Value} other @param {Value} surface */
  coincide: (one, other, surface) => `在这个${surface}上，格${one}和${other}重合`,
  periods: "各周期必须线性无关",
  noPeriod: "周期不能是0,0",
  /** @param {Value} period @param {Value} cells */
  period: (period, cells) => `周期${period}把${cells}变成另一种格`,
  /** @param {Value} most @param {Value} element */
  glide: (most, element) => `滑移反射必须是1到${most}的对称编号，而不是${element}`,
  badGlide: "滑移反射无效：施行两次必须得到其中一个平移，而且必须把每个平移变成平移",
  /** @param {Value} name @param {Value} supported */
  surface: (name, supported) => `未知的曲面“${name}”；支持：${supported}`,
  /** @param {Value} cells @param {Value} columns */
  kinds: (cells, columns) => `要连接边缘，每行中每种${cells}的数量必须相同，而这里有${columns}列`,
  /** @param {Value} cells */
  slanted: (cells) => `${cells}的行是斜的，因此左右边缘不能翻转连接；支持：cylinder、torus`,
  /** What surfaces are called that have another name in an ID. @type {Record<string, string>} */
  surfaces: { moebius: "莫比乌斯带", klein: "克莱因瓶" },

  // Pieces
  /** @param {Value} turn */
  turn: (turn) => `必须是'free'、'one-sided'、'half-turn'或'fixed'，而不是'${turn}'`,
  /** @param {Value} letter @param {Value} line @param {Value} column */
  drawing: (letter, line, column) =>
    `图中有意外的字符“${letter}”（第${line}行第${column}列）；请用'#'表示格，用'.'表示没有格，用字母表示标记`,
  /** @param {Value} word */
  path: (word) => `“${word}”是路径，不是拼块`,
  noDrawing: "图中没有格；请用'#'画出每一格",
  /** @param {Value} word */
  piece: (word) => `拼块必须是名称或图，而不是“${word}”`,
  /** @param {Value} name */
  pieceOrSet: (name) => `未知的拼块或套组“${name}”`,
  /** @param {Value} most @param {Value} size */
  brick: (most, size) => `长方形必须有1到${most}格，而不是${size}`,
  /** @param {Value} many @param {Value} one */
  whichOf: (many, one) => `哪些${many}？请在“${one}:”后写字母或数字`,
  /** @param {Value} one @param {Value} many */
  which: (one, many) => `哪块${one}？要用整套，请写“${many}”`,
  /** @param {Value} name @param {Value} set @param {Value} letters */
  pieceOf: (name, set, letters) => `${set}中没有拼块“${name}”；字母有${letters}`,
  /** @param {Value} one @param {Value} name @param {Value} letters */
  noLetter: (one, name, letters) => `未知的${one}“${name}”；字母有${letters}`,
  /** @param {Value} one @param {Value} name @param {Value} most */
  noNumber: (one, name, most) => `未知的${one}“${name}”；编号是1到${most}`,
  /** @param {Value} one @param {Value} name @param {Value} most @param {Value} names */
  noNumberOrName: (one, name, most, names) =>
    `未知的${one}“${name}”；编号是1到${most}，名称有${names}`,
  /** @param {Value} name @param {Value} one @param {Value} number */
  mirrored: (name, one, number) => `“${name}”不存在，因为${one}${number}的镜像就是它自己`,
  /** @param {Value} one @param {Value} name @param {Value} most @param {Value} got */
  orientation: (one, name, most, got) => `${one}“${name}”的方向必须是.1到.${most}，而不是“${got}”`,
  /** @param {Value} size @param {Value} cells */
  noSet: (size, cells) => `没有${size}个${cells}的套组`,
  /** @param {Value} piece @param {Value} copies */
  copiesOf: (piece, copies) =>
    `${piece}：数量“${copies}”无效；三块写'=3'，范围写'=1..4'，至少一块写'=1..'，数量不限写'+'`,
  /** @param {Value} one @param {Value} other @param {Value} name */
  namedTwice: (one, other, name) => `“${one}”和“${other}”都指${name}；请只列一次，并写明数量`,
  /** @param {Value} one @param {Value} set @param {Value} name */
  setFirst: (one, set, name) => `“${one}”和“${set}”都指${name}；请先写套组：${set} ${one}`,
  /** @param {Value} piece @param {Value} least @param {Value} most */
  leastMost: (piece, least, most) =>
    `${piece}：数量必须满足“最少 <= 最多”，而不是${least}和${most}`,

  // Puzzles
  /** @param {Value} number */
  more: (number) => `另外${number}个`,
  noPieces: "没有给出拼块；至少需要一块",
  /** @param {Value} word */
  placed: (word) => `${word}：放好的拼块必须写成“拼块:行,列-行,列-…”，例如L3:0,0-1,0-1,1`,
  /** @param {Value} word @param {Value} cells @param {Value} piece @param {Value} others */
  lattice: (word, cells, piece, others) =>
    `${word}：盘面由${cells}组成，但拼块${piece}由${others}组成`,
  /** @param {Value} least @param {Value} most */
  empty: (least, most) => `空格数必须满足“0 <= 最少 <= 最多”，而不是${least}和${most}`,
  /** @param {Value} most @param {Value} available */
  emptyMost: (most, available) => `要求最多${most}个空格，但最多只能有${available}格留空`,
  /** @param {Value} number @param {Value} name */
  sameName: (number, name) => `有${number}块不同的拼块都叫“${name}”`,
  /** @param {Value} one @param {Value} other */
  samePiece: (one, other) => `拼块${one}和${other}有一个共同的方向，因此铺法中无法区分它们`,
  /** @param {Value} surface @param {Value} pieces */
  turned: (surface, pieces) =>
    `拼块绕${surface}一周后会翻转，但${pieces}不能翻转；请把turn设为'free'`,
  /** @param {Value} pieces @param {Value} others */
  andMore: (pieces, others) => `${pieces}和另外${others}块`,
  /** @param {Value} word @param {Value} piece */
  noPiece: (word, piece) => `${word}：这个问题没有拼块“${piece}”`,
  /** @param {Value} word @param {Value} cell */
  outside: (word, cell) => `${word}：格${cell}不在盘面上`,
  /** @param {Value} word @param {Value} cell @param {Value} other */
  covered: (word, cell, other) => `${word}：格${cell}已被${other}盖住`,
  /** @param {Value} word @param {Value} cell @param {Value} times */
  twice: (word, cell, times) => `${word}：格${cell}列了${times}次`,
  /** @param {Value} word */
  noOrientation: (word) => `${word}：这块拼块没有符合这些格和标记的方向`,
  /** @param {Value} number @param {Value} name @param {Value} most */
  manyCopies: (number, name, most) => `放了${number}块${name}，但最多允许${most}块`,
};
