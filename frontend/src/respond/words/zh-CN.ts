import { counting } from "./count";
import type { Texts } from "./en";

const { number } = counting("zh-CN");

const often = (count: number): string => {
  if (count < 1) return "100 部手机中不到 1 部";
  return count > 99 ? "100 部手机中超过 99 部" : `100 部手机中有 ${count} 部`;
};

const does = (shape: string): string => (shape === "choice" ? "发送" : "勾选");

const odds = (what: string, shape: string, mine: string, other: string): string =>
  `${what}属实时，${mine}${does(shape)}它；不属实时，${other}${does(shape)}它。`;

export const zhCN: Texts = {
  language: "zh-CN",
  name: "简体中文",
  often,
  languages: "语言",
  preview: "预览。在这里什么都发不出去。",
  test: "测试。您发送的内容只会被检查，随后丢弃，永远不计入结果。",
  simulated: "演示。这项调查里的其他人是模拟出来的。",
  back: "返回",
  next: "下一页",
  skip: "不愿回答",
  notAsked: "未提问",
  levels: [["本调查的保护"], ["保护较强", "保护较弱"], ["保护最强", "保护适中", "保护最弱"]],

  label: {
    heading: "您的回答会怎样",
    openUntil: (day) => `开放至 ${day}。`,
    rows: [
      ["我的真实回答会去哪里？", "哪里也不去。它们留在这部手机上，直到您按“检查并封存”时被打乱。"],
      ["会发送什么？", "一份打乱后的副本。您如实回答；手机会随机改动其中一些回答。"],
      ["研究者、黑客或法院能知道我的真实回答吗？", "他们只拿得到打乱后的副本，它可能与您的情况不符。机会见下文。"],
      [
        "什么是瞒不住的？",
        "有人用这个链接作了答、大概何时、用了哪个隐私级别。和所有网站一样，服务器看得到您的网络地址，但不保存。",
      ],
      ["我可以中途停下吗？", "可以，在您按“发送”之前都可以。在那之前什么都不会发送。"],
      ["保护有什么限度？", "这项保证以只抽取一次为前提。没有人核查谁答了两次；再次作答会削弱保证。"],
    ],
    oddsHeading: "整份报告的机会",
    odds: "有人觉得两组回答同样可能是您的。没有您的报告，100 次里会猜对 50 次。有了您的报告，猜对的次数是：",
    bound: (count) => (count > 99 ? "100 次里可能超过 99 次" : `100 次里最多 ${count} 次`),
    oddsEach:
      "以上各行指所有问题都用同一级别。级别在每个问题上选择，最后一行是最坏的情况。“检查并封存”时会说明您所选级别的机会。",
    how: "这是怎么做到的？",
    howText: [
      "对每个问题，手机都随机抽取：放进副本的是您自己的回答，还是另一个。看到副本的人无法确定是哪一种。",
      "人数一多，打乱的影响就互相抵消：知道机会的人能算出大约有多少人答“是”。对单独一个人，只能去猜。",
    ],
    howPicture: "100 份打乱后的副本合成一个估计：一个点和它的范围",
    batches: (least) =>
      least === 1
        ? "在这个演示里，一份报告可能单独计数。"
        : `报告至少每 ${number(least)} 份混在一起计数；只有总共不足这个数时，才会更少。`,
    shownFrom: (reports) => `少于 ${number(reports)} 份报告时，结果永远不显示。`,
    phone: "这里说的“手机”，是指您正在使用的任何设备。",
    offline: "全部内容已载入。现在可以断网；按下“发送”之后再联网即可。",
    begin: "开始",
  },

  level: {
    title: "手机打乱的程度",
    lead: (several) =>
      several
        ? "为全部回答选一次。您的选择会公开地一同发送。"
        : "隐私级别只有一个，用于您的全部回答。它会公开地一同发送。",
    leadEach:
      "级别在每个问题上选择：起初是最强的保护，碰到回答后就固定，并公开地一同发送。不是人人都会被问到的问题不能选择。",
    choice: "隐私级别",
    compare: "比较各个级别；稍后再选择",
    bound: (bound) => `对您一半对一半的猜测，猜对的次数是${bound}。`,
    odds: (shape, answer, mine, other) =>
      `如果您的回答是“${answer}”，${mine}${does(shape)}“${answer}”。如果不是，仍有${other}${does(shape)}“${answer}”。`,
    pictureHeading: "100 部手机会怎样做",
    kindYesNo: (answers) => `回答为${answers.join("、")}的问题`,
    kindMany: (answers) => `有 ${number(answers)} 个回答的问题，其中一个叫作“甲”`,
    kindSet: (answers) => `可以从 ${number(answers)} 个回答中勾选几个的问题，其中一个叫作“甲”`,
    kindPair: (answers) => `合在一起发送的两个问题，共 ${number(answers)} 种回答组合，其中一种叫作“甲”`,
    no: "否",
    yes: "是",
    anyAnswer: "甲",
    when: (answer) => `您的回答是“${answer}”`,
    whenNot: (answer) => `您的回答不是“${answer}”`,
    sends: (shape, answer, count) => `${count}${does(shape)}“${answer}”`,
    proof: (answer, guess) =>
      guess < 90
        ? `所以收到“${answer}”，并不能证明您的回答就是“${answer}”。`
        : `所以收到“${answer}”时，它很可能就是您的回答，虽然并不确定。`,
    lists: "这里手机在列表里勾选随机抽取的一些回答。",
    keep: "在封存之前，把我的回答保存在这部设备上",
    keepText:
      "回答在封存时，或 24 小时后下一次打开本页时删除。如果别人也用这部手机，请不要勾选：他们可能看到您的真实回答。",
    practise: "练习：让 100 部手机抽取",
    practised: (mine, other) => `这一次是 ${mine} 和 ${other}。再抽一次：随机会给出别的数字。`,
    of100: (count) => `100 部手机中有 ${count} 部`,
    locked: "继续之后，级别不能再改。",
    go: "去答题",
  },

  tea: {
    lead: "给出回答，让手机把它打乱十次。这里的一切都不会发送。",
    question: "您喜欢喝茶吗？",
    scramble: "打乱我的回答",
    would: (answer) => `手机会发送“${answer}”。`,
    enough: "已试十次。对真正的问题，手机只抽取一次。",
  },

  kept: {
    title: "您之前来过",
    lead: (until) => `应您的要求，这部设备还保存着您的回答。它们会在封存时，或 ${until} 后下一次打开本页时删除。`,
    goOn: "接着作答",
    erase: "全部删除，重新开始",
    running: "封存之前，您的回答保存在这部设备上。",
    stop: "删除已保存的回答",
    erased: "这部设备上没有保存任何回答。",
  },

  expert: {
    summary: "给专家的细节",
    unit: "保证的单位：在给定级别下的一份报告。纯本地差分隐私，对各问题求和。",
    report: "报告的 epsilon",
    field: (id, epsilon, mechanism) => `${id}：epsilon ${epsilon}，${mechanism}`,
    keep: (threshold) => `32 位随机数小于 ${threshold} 时保留`,
    bits: (one, zero) => `小于 ${one} 时勾选该回答，小于 ${zero} 时勾选其他回答`,
    size: (answers) => `共勾选 ${answers} 个`,
    most: (positions) => `两组勾选最多相差 ${positions} 格`,
    version: "版本的哈希值",
    bundle: "页面的哈希值",
    message: "所发消息的原文",
  },

  questions: {
    title: (page, pages) => `第 ${number(page)} 页，共 ${number(pages)} 页`,
    lead: (level) => `请如实回答，打乱由手机来做。级别：${level}。`,
    skipping: "凡是可以跳过的问题，不回答就算“不愿回答”，它同样会被打乱。",
    needed: "这一题需要回答。",
    odds: (shape, mine, other) => odds("一个回答", shape, mine, other),
    oddsPair: (shape, mine, other) => `这个问题与另一个问题合在一起发送。${odds("一种回答组合", shape, mine, other)}`,
    problem: (count) => `有 ${number(count)} 处需要您留意`,
    once: "按“检查并封存”时，您的回答会被打乱，只打乱一次。之后不能再改。",
    review: "检查并封存",
  },

  fields: {
    choose: "请选择",
    several: "请勾选所有符合的选项。",
    mostChoices: (most) => `最多勾选 ${number(most)} 项。`,
    cleared: (kept) => `“${kept}”只能单独勾选：其他勾选已清除。`,
    clearedAlone: (cleared) => `“${cleared}”只能单独勾选：它的勾选已清除。`,
    between: (least, most) => `${least} 到 ${most}`,
    atMost: (most) => `${most} 或以下`,
    notAfter: (most) => `${most}或之前`,
    ranges: "手机只使用它所在的范围，从不使用数值本身。",
    uses: (range) => `手机使用：${range}。`,
    below: (edge) => `${edge} 以下`,
    range: (from, to) => `${from} 到不足 ${to}`,
    above: (edge) => `${edge} 或以上`,
    before: (day) => `${day}之前`,
    days: (from, to) => `${from}起，${to}之前`,
    since: (day) => `${day}或之后`,
    leaveEmpty: "不愿回答就留空。",
    unanswered: "请作答。",
    notANumber: "请写一个数，例如 12 或 12.5，不要加空格。",
    notADay: "请选择日期。",
    outside: "这超出了可以回答的范围。",
    row: (row) => `请回答：${row}`,
    agree: "要继续，请勾选表示同意。这个勾选不会发送。",
  },

  review: {
    title: "您的报告已封存",
    lead: "手机已经抽取了一次，这个页面不再保存您的真实回答。抽到的结果在发送之前不显示，这样就没有人会反复抽取，直到满意为止。",
    what: "将要发送的内容",
    level: "级别，任何人都能读到",
    version: "调查版本",
    key: "密钥",
    keyText: "22 个随机字符，使重复发送只算一次",
    proof: "邀请凭证",
    proofText: "空：这个链接是公开的",
    record: "打乱后的回答",
    bytes: (count) => `${number(count)} 字节`,
    length: "消息的长度",
    lengthText: (count) => `${number(count)} 字节，无论您怎样回答都一样`,
    checksum: "校验和",
    example: "一个虚构的例子",
    exampleLead: "报告就是这个样子。这些值没有人抽取过。",
    send: "发送",
    stop: "您仍然可以停下：关闭这个页面，就什么都不会发送。",
    previewOnly: "这是预览，不能发送。",
  },

  sending: {
    now: "正在发送。",
    offline: "还没有发送：没有网络连接。",
    busy: "还没有发送：服务器繁忙。",
    paused: "还没有发送：调查已暂停，现在不接收报告。",
    unavailable: "还没有发送：服务器现在无法接收。",
    again: (seconds) => `封存的报告原样等在这里。${number(seconds)} 秒后再试。`,
    stay: "发送完成之前，请不要关闭这个页面。",
    kept: "它会保存在这部设备上，直到发送完成。如果关闭了页面，请再打开这个链接。",
    waiting: "您封存的报告还在等待",
    waitingLead: "它之前没有送达。现在原样发送。",
    tryNow: "现在再试",
  },

  receipt: {
    title: "已发送。谢谢您。",
    lead: "您的报告已被接收。这个页面不在这部手机上保存任何内容。",
    when: (time) => `发送时间：${time}。`,
    titleTest: "测试成功",
    leadTest: "您的报告已被检查并丢弃，不会计入结果。",
    number: "回执号码",
    sent: "发送的内容",
    ticks: (labels) => (labels.length === 0 ? "已发送：没有勾选" : `已发送：勾选了${labels.join("、")}`),
    value: (label) => `已发送：${label}`,
    changed: "手机可能改动了它。",
    changedTicks: "每一格手机都可能改动过。",
    record: "打乱后的回答（字节）",
    once: "请不要再次作答：第二份报告会削弱保证。",
    download: "下载回执",
    copy: "或者复制回执",
  },

  stopped: {
    nothing: "什么都没有发送。",
    retry: "重新载入",
    closed: { title: "这项调查已经结束", text: "它不再接收回答。" },
    scheduled: { title: "这项调查还没有开始", text: "请以后再来，链接不变。" },
    paused: { title: "这项调查已暂停", text: "它现在不接收回答。链接不变。" },
    missing: { title: "这里没有调查", text: "请检查链接，或者询问给您链接的人。" },
    hidden: { title: "这里没有预览", text: "请以可以查看这项调查的身份登录。" },
    draft: { title: "这份草稿还不能显示", text: "它还没有完成。" },
    unreachable: { title: "调查没有载入", text: "没有网络连接，或者服务器现在无法回应。" },
    random: { title: "这个浏览器不能安全作答", text: "它不能随机抽取，所以无法打乱您的回答。" },
    changed: { title: "本页面拒绝显示这项调查", text: "服务器发来的不是已发布的内容：哈希值不同。" },
    unknown: { title: "本页面拒绝显示这项调查", text: "这项调查不符合本页面必须遵守的规则。" },
    refused: {
      title: "您的报告没有被接收",
      text: "服务器说它没有保存任何内容。但它已经看到了您的报告：第二份报告会削弱保证。",
    },
    unsure: {
      title: "本页面无法判断您的报告是否计入",
      text: "前一次尝试可能已经送达。最后一次被拒绝。请不要再次作答：第二份报告会削弱保证。",
    },
    tooLate: { title: "这项调查刚刚结束", text: "服务器说它没有保存任何内容。" },
  },
};
