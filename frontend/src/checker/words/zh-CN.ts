import type { Words } from "./en";

const grouped = new Intl.NumberFormat("zh-CN");

export const zhCN: Words = {
  language: "zh-CN",
  title: "调查页面言行一致吗？",
  lead: "本页是一个单独的文件，什么都不发送，也什么都不加载。把它存下来，断开网络，再打开：照样能用。",
  drop: "可以把存好的文件拖到本页任何地方。",
  file: "或选择存好的文件",
  files: "选择存好的文件",
  number: (value) => grouped.format(value),
  percent: (share) => `${(100 * share).toFixed(1)}%`,

  version: {
    heading: "1. 发布了什么",
    lead: "一个版本是一份公开的文件，写明了调查承诺的一切。用浏览器打开并保存，或复制到这里：",
    address: "/api/v1/versions/ 加上版本的哈希值，回执上写有这个值",
    paste: "版本文件",
    check: "核对版本",
    unread: (why) => `本页读不懂这个版本：${why}。`,
    tampered: "这个文件被改过。它的内容算出的哈希值与它声明的不同。不要相信它。",
    sound: "文件完整：内容算出的哈希值与它声明的一致。",
    bare: "文件没有声明哈希值。请把下面的值与您拿到的值逐位比较。",
    compare: "编造整个文件的人，也会给它配上相符的哈希值。所以请与您回执上或纸上的哈希值比较。",
    stated: "文件声明的哈希值",
    computed: "内容算出的哈希值",
    survey: "调查",
    number: "版本号",
    bundle: "页面的哈希值",
    closes: "关闭时间",
    open: "未设定",
    example: "虚构的例子：一个问题，抽取 1000 次。载入一个版本，就能看到它自己的。",
  },

  odds: {
    heading: "2. 它声明的机会",
    lead: "这些数字由文件里的阈值算出，不是文件里的说法。",
    guess: (bound) => `拿着整份报告，对一个人二选一地猜，${bound}。`,
    expert: "给专家的细节",
  },

  draw: {
    heading: "3. 抽取 1000 次",
    lead: "把同一个回答给出一千次，看每个回答各被发送多少次。这里用的抽取程序与调查页面的相同，就在这个文件里。",
    numbers: "有界限的数没有可以计数的回答，这里不列出。",
    question: "问题",
    level: "级别",
    answer: "真实回答",
    several: (labels) => `全部：${labels.join("、")}`,
    press: "抽取 1000 次",
    fits: (counts) => `全部 ${counts} 个计数都在诚实程序会落入的范围里。`,
    differs: (wrong, counts) =>
      `${counts} 个计数里有 ${wrong} 个落在诚实程序不会去的地方，一百万次按键里至多一次例外。`,
    differsMeans:
      "所以，要么这个程序抽取的机会与版本声明的不同，要么发生了极罕见的事。再抽一次。若仍然不同，请不要回答这项调查，并把这一页给懂行的人看。",
    fitsMeans: (points) =>
      `这不是证明。一千次抽取看不出小的作弊：这个回答的机会若只偏离不到约 ${points} 个百分点，往往也能通过。`,
    error: "一次按键的全部计数合起来，诚实的程序被误判的机会不到百万分之一。界限由二项分布精确算出。",
    picture:
      "圆点：抽到的。色带：由此仍有可能的机会，100 次里 50、80、95 次。竖线：声明的。细线：诚实程序的抽取会落在哪里。碰巧也会有大约二十分之一的竖线落在色带外。",
    row: (drawn, declared, least, most) =>
      `1000 次里抽到 ${drawn} 次。声明为 ${declared}。诚实：${least} 到 ${most} 次。`,
    wrong: "不符。",
    hidden: (count) => `另有 ${count} 个相符的回答没有列出。`,
    table: "以表格显示",
    columns: ["回答", "声明", "最少", "抽到", "最多"],
  },

  receipt: {
    heading: "4. 核对回执",
    lead: "报告发送后，页面会给出一张回执。把文件拖进来，或把文字复制到这里。",
    paste: "回执",
    message: "发送的消息原文，如果您保存了（给专家的细节）",
    check: "核对回执",
    unread: "本页读不懂这张回执。回执的开头是：format: datahub-receipt/1",
    fits: "回执与这个版本相符。",
    differs: "回执与这个版本不符。",
    fit: "相符",
    no: "不符",
    unknown: "没有消息原文就无法判断：回执里没有密钥",
    questions: {
      form: "校验和与编号的形式正确",
      version: "它写的是这个版本",
      level: "级别属于这个版本",
      length: "记录的长度与这个级别一致",
      shape: "里面的每个回答都可能被抽到",
      padding: "补足字节的位都是 0",
      checksum: "校验和是这条消息的",
      number: "回执编号来自消息里的密钥",
      message: "消息按唯一的形式写成",
      record: "消息里就是这个记录、级别和版本",
    },
    content: "记录里写了什么",
    noTruth:
      "回执里没有真相。里面只有打乱后的回答：既没有真实回答，也没有用来打乱的随机数。谁捡到它，都不会比服务器知道得更多。",
  },

  page: {
    heading: "5. 实际送来的页面",
    lead: "版本声明了它的页面的哈希值。把服务器给出的页面文件原样存下（页面本身、脚本、样式、图标，以及其他各种语言的文字），然后一起选择。",
    check: "页面的文件",
    same: "这些就是随这个版本发布的文件。",
    other: "这些不是随这个版本发布的文件。请原样再存一次。若仍然不同，请不要作答。",
    missing: (names) => `页面还会加载您没有选择的文件：${names}`,
    declared: "版本声明的哈希值",
    computed: "这些文件的哈希值",
    limits:
      "这只说明您存下的文件。不诚实的服务器可以现在给您一个页面，过后给另一个，或给别人另一个。把您作答的页面存下来，并断网作答，它就没有机会。",
  },
};
