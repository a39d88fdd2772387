import type { sending as en } from "../en/sending";

export const sending: typeof en = {
  title: "每部手机发送什么",
  questions: { all: "全部题目", some: "抽签选出的部分题目" },
  questionsText: {
    all: "题目越多，每个答案就被扰乱得越多一些。",
    some: "每个人只需回答少数题目，达到同样的保护所需的人少得多。",
  },
  aimText: "一个级别保护一部手机发送的全部内容。您不必选择它：预计的人数越多，保护越强。",
  people: "预计有多少人作答",
  peopleFault: (people) => `请填写 50 到 1000 万之间的整数。在此之前按 ${people} 人计算。`,
  halfWidth: "每个结果要多精确",
  halfWidthOption: (half) => `± ${half} 个百分点`,
  aimWaits: "每个题目都有了文字、以及选项或区间的分界后，这里会显示级别。",
  aimLevel: (percent) => `看到整份报告、原本认为五五开的人，看后最多有 ${percent} 的把握。`,
  aimReached: (half, people) => `每个题目达到 ± ${half} 个百分点需要 ${people} 人。`,
  aimMissed: (half, people) =>
    `每个题目达到 ± ${half} 个百分点需要 ${people} 人，多于您预计的人数，尽管这已是自动选择的最弱级别。题目或选项越少，所需的人越少。`,
  ownLevels: "自己选择级别，或让受访者选择",
  aimInstead: "由人数决定级别",
  proposal: {
    title: (people) => `怎样可以少于 ${people} 人`,
    people: (people) => `${people} 人`,
    take: "这样做",
    atThisLevel: "这些人数按当前级别计算。如果由人数决定级别，之后级别可能变强。",
    rows_apart: (question) => `${question} 的各行单独抽取`,
    some: "每部手机只发送部分题目，整份报告的保护不变",
    one_level: "只用最弱的级别，不再选择",
    pairs: (pairs, sure) =>
      sure
        ? `题目两两合并发送答案（${pairs} 对）；单个答案的保护因此减弱：原本认为五五开的人，最多有 ${sure} 的把握`
        : `题目两两合并发送答案（${pairs} 对）`,
    ceiling: (sure) =>
      `一个答案或一对可以用掉整份报告的 epsilon；单个答案的保护因此减弱：原本认为五五开的人，最多有 ${sure} 的把握`,
    half_width: (half) => `改为 ± ${half} 个百分点`,
    fewer_answers: (question) => `把 ${question} 的选项减半`,
    without: (question) => `去掉 ${question}`,
  },
  ask: "向人们问什么",
  asked: { sent: "只问要发送的题目", all: "问全部题目" },
  askedText: {
    sent: "抽中的题目，以及决定是否问这些题目的前面的题目。后者的答案留在手机上。",
    all: "所需时间与整份问卷相同，但没有人会因为抽中了什么而离开。",
  },
  levelsText:
    "受访者在看到第一个问题之前，为整份报告选择一个级别。最强的排在最前，并且已经选好。无论有多少题目，它保护一部手机发送的全部内容。",
  levelsTextOne: "无论有多少题目，这个级别保护一部手机发送的全部内容。",
  noLevelEach: "不提供按题目选择级别：抽签选题时，级别属于整份报告，因为每个题目的每个级别都凑不齐 20 人。",
  levelOf: (name) => `${name}（整份报告）`,
  wholeReport: (percent) => `原本认为五五开的人，最多有 ${percent} 的把握`,
  shared: (kept) =>
    `这是针对整份报告的，由其中的各个答案分摊。对是非题，100 部回答“是”的手机中，最多 ${kept} 部发送“是”。`,
  epsilonReport: (report, answer) => `整份报告 epsilon 为 ${report}，其中一个答案最多 ${answer}`,
  most: "一个答案最多可以用掉多少",
  mostOption: (epsilon, kept) => `epsilon 为 ${epsilon}：100 部手机中，${kept} 部如实发送是非题的答案`,
  mostText: "值越小，单个答案藏得越好，但可能需要更多人。计划的成对题目算作一个答案，取 4 更有利。整份报告的保护不变。",
  importance: "各题目的重要性",
  importanceText:
    "除非您另作选择，所有题目同样精确。取 4 时，该题得到四倍的报告，误差 ± 只有其他题目的一半；其他题目得到的报告会减少。",
  times: (weight) => `${weight} ×`,
  usual: "1 ×（与其他题目相同）",
  together: "各行一起发送的表格",
  togetherText:
    "表格的每一行单独抽签，所需的人较少。放在一起时，同一批手机发送它的所有行，并分摊一个答案可以用掉的量。",
  drawn: "抽签决定：部分手机发送此题",
  drawnRows: "抽签决定，每一行单独抽取",
  drawnTogether: "抽签决定，所有行一起抽取",
  drawnPair: (partner) => `与 ${partner} 一起抽取、合并发送`,
  model: {
    title: "为模型计划成对题目",
    text: "模型根据其他题目的答案预测一个题目的答案，即类别。最好从类别与其他每个题目的成对答案中学习，每部手机发送其中一对。类别的结果由所有这些成对答案一起估计。",
    question: "类别",
    plan: (pairs) => `计划它的成对题目：${pairs} 对`,
    planned: "它的成对题目已全部计划",
    left: (questions) => `未包括 ${questions} 个题目：答案组合太多，或已有 25 对。`,
  },
  pairsText:
    "两个题目可以一起抽取，答案合并发送，这样结果能说明它们的关系。只有计划的成对题目才能交叉，因为没有人会同时发送其他两题。一对算作一个答案，各自的结果会略微不那么精确。一个题目可以属于多对：一部手机最多发送其中一对，该题由所有这些对一起估计。",
  collecting: (first, from) =>
    `每部手机只发送部分题目，因此每个级别的每道题都大约有 ${first} 人发送后才显示第一批结果；结束问卷时，至少有 ${from} 人发送的题目也会显示。在那之前，包括您在内，谁也看不到数量或答案：人太少时答案太容易被猜到。`,
  sentBy: (reports, people) => `${people} 人中有 ${reports} 人发送了此题。`,
  sentByWorth: (reports, people, worth) => `${people} 人中有 ${reports} 人发送了此题，相当于 ${worth} 个未扰乱的答案。`,
  unrepresented: (share) => `${share} 的人所选的级别发送本题的人太少：结果只针对其余的人，他们的回答可能不同。`,
  quoted: (question) => `“${question}”`,
  and: "与",
  drawsAlike: (times) => `各题目的发送次数与抽签相符：诚实的抽签在 100 次调查中有 ${times} 次会出现同样大的差异。`,
  drawsUneven: "各题目的发送次数比多数抽签略不均匀：诚实的抽签在 100 次调查中出现同样大差异的不到 1 次。",
  drawsOffSomewhere:
    "各题目的发送次数与抽签不符。诚实的抽签在 1,000 次调查中出现同样大差异的不到 1 次。可能有人自己选择了发送什么，或者有人看到某个题目后离开了。",
  drawsOff: (questions, reports, expected) =>
    `各题目的发送次数与抽签不符：${questions}有 ${reports} 人发送，而预期为 ${expected} 人。诚实的抽签在 1,000 次调查中出现同样大差异的不到 1 次。可能有人自己选择了发送什么，或者有人看到某个题目后离开了。`,
  crossText: "只有事先计划的题目对：两个答案一起加扰。",
  crossNobody:
    "其他任何两题都不能交叉。没有人同时发送过这两题：每部手机只发送部分题目。版本发布之前计划为一对的题目会一起发送，也就能交叉。",
  planPairs: "为下一个版本计划题目对",
};
