import type { lesson as english } from "../en/lesson";

export const lesson: typeof english = {
  link: "为什么看似虚构的行仍可能泄露某个人",
  title: "看似虚构的行仍可能泄露某个人：只有针对一行而加的噪声才能隐藏一行",
  noGuarantee: "没有任何保证。",
  noGuaranteeText:
    "这里展示的是一本教科书的算法，供学习之用。作者称其生成的行是隐私的；无论它的 epsilon 写成多少，事实并非如此。DataHub 无法运行它：本页不生成任何行，不读取任何数据集，也不花费预算。数字都是事先在公开的或虚构的人身上算出的。",
  makers: {
    real: "真实的行",
    coded: "已发表的算法，按其代码",
    described: "已发表的算法，按其正文",
    ours: "DataHub 的模型，有保证",
  },
  looks: (share, real) => `它生成的行看起来很好：预测正确 ${share}，用真实的行为 ${real}`,
  looksText: (people, epsilon) =>
    `取一项公开的糖尿病研究中的 ${people} 人，以 epsilon ${epsilon} 生成行。从这些行学习预测谁患糖尿病，再在其他人身上检验。按代码生成的行几乎与真实的行一样好，因为它几乎没有加噪声。行有用，并不说明它们没有泄露谁。`,
  looksLegend: "圆点是预测正确的人所占的比例，并附十次重复的 50%、80% 和 95% 区间。",
  looksTable: "预测正确的比例，以表格显示",
  heard: (maker, share) => `${maker}：预测正确 ${share}`,
  maker: "行的来源",
  right: "预测正确",
  error: "标准误（百分点）",
  copied: (people, of) => `最后一列根本没有噪声：${of} 个年龄中有 ${people} 个原样输出`,
  copiedText:
    "已发表的代码在抽取时漏掉了最后一列，把真实的那一列直接交了出去。以下是公开研究中的五个人：血糖是重新生成的，旁边的年龄却是他们自己的。",
  copiedOthers: (described, ours) =>
    `按其正文，有 ${described} 个年龄原样输出；DataHub 的模型有 ${ours} 个。但正文的算法也照抄了一样东西：每个人的类别。`,
  person: "人",
  columns: {
    realFirst: "血糖，真实",
    madeFirst: "血糖，生成",
    realLast: "年龄，真实",
    madeLast: "年龄，“生成”",
  },
  grows: (bound, runs, claimed) => `每多看一次，它就多泄露一些：${runs} 次之后至少为 ${bound}，而声称的是 ${claimed}`,
  growsText:
    "用二十个虚构的人反复生成行：一种情况是其中某人保持原样，另一种情况是换成别人。知道这两种情况的人来猜是哪一种。猜对的频率证明至少花掉了多少 epsilon。对已发表的算法，这没有尽头，因为照抄的内容每一次都能分辨出来。",
  acquits: "下界低并不能证明清白。DataHub 的模型停在底部，只说明没有找到什么；对每一张表都成立的，是它的证明。",
  chance: (error) => `这些下界中有任何一个不成立的概率为 ${error}。`,
  axisEpsilon: "至少显示出的 epsilon",
  axisRuns: "每一方的次数",
  claimed: "声称的",
  chart: "epsilon 的下界随次数的变化",
  spoken: (maker, bound, runs) => `${maker}：${runs} 次之后为 ${bound}`,
  growsTable: "下界的表格",
  runs: "次数",
  provable: "怎样才可证明：凡是一行能改变的，都加上相应的噪声",
  steps: [
    {
      does: "事先声明上下限。",
      why: "已发表的算法从行中取最小值和最大值。拥有最大值的人就这样被说出来了。",
    },
    {
      does: "在查看任何人之前就固定分组。",
      why: "它在行中寻找相似的人来分组，因此一个人会同时移动许多组，远远超过其噪声所针对的距离。",
    },
    {
      does: "一行能改变多少，就加多少噪声。",
      why: "它的代码又把噪声除以行数。DataHub 的模型把每一行缩短到声明的长度，并按这个长度加噪声。",
    },
    {
      does: "什么都不照抄。",
      why: "每一列、每一行的类别以及行数，都只来自加了噪声的数字。",
    },
    {
      does: "只计费一次。",
      why: "加了噪声的数字只抽取一次，并已付费。从中再抽取多少行，都不会多说什么。",
    },
  ],
  more: "其他攻击：针对匿名化的表格",
};
