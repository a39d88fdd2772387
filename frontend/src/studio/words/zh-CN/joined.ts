import type { joined as en } from "../en/joined";

export const joined: typeof en = {
  title: "生成两张相关联的表的数据行",
  text: "例如家庭及其成员、患者及其就诊。系统在加入噪声的条件下学习每张表的模型，再从两个模型中抽取新的数据行，并配以彼此对应的新键。拿到这些数据行的人，所知几乎不会比某个家庭连同其全部成员、或任何一名成员根本不在数据中时更多。",
  begin: "生成两张表的数据行",
  madeAt: (time) => `${time} 的两张表的数据行`,
  second: "哪张表与它相关联？",
  secondText: (name) =>
    `${name} 的每一行是一个父行；另一张表的每一行是一个子行，用键指明它的父行。您需要有权生成两者的数据行。`,
  secondLabel: "子表",
  choose: "请选择……",
  noneFits: "没有其他已载入、涉及其他人、并且您有权生成数据行的数据集。",
  versionOf: (name) => `${name} 的版本`,
  ofVersions: (parents, number, children, other) => `${parents} 的第 ${number} 版，以及 ${children} 的第 ${other} 版`,
  keyOf: (name) => `${name} 中的键`,
  noKey: (name) => `${name} 没有键：键是声明为可识别个人的文本列或整数列。`,
  keysText: "没有其他父行与之同键的父行才计入；父行计入的子行才计入。新的键是依次编号的：made-1、made-2，等等。",
  columnsOf: (name) => `${name} 的一行由什么组成`,
  togetherIn: (name) => `${name} 中哪些列要放在一起看`,
  impossibleIn: (name) => `${name} 中什么是不可能的？`,
  context: "子行取决于什么",
  contextText: "父表中能说明其子行的列。除此之外，同一父行的子行并不比其他子行更相似。",
  contextFault: "请选择 1 到 8 列。",
  most: "每个父行计入的子行数",
  mostHint: "计入哪些由随机抽取决定。这个数越大，噪声越大，所以请取小一些。",
  mostFault: "请输入 1 到 100 的整数。",
  rowsOf: (name) => `假定 ${name} 的行数`,
  offOf: (name, points) => `${name}：噪声使每 100 行约有 ${points} 行落到别处。`,
  mapOf: (name) => `${name} 每两列的预期误差`,
  mapText: (name) => `${name}：每 100 行中噪声使多少行落到别处。对角线上是单独一列，其余是每两列。`,
  number: "子行数",
  ofParent: (name) => `${name}（父行的）`,
  budgetOf: (name) => `${name} 所涉及的人：`,
  experts: (epsilon, delta, rho, ofParent, ofChild) =>
    `epsilon 为 ${epsilon}，delta 为 ${delta}。账本对两组人都记入 rho ${rho}。其中一个父行连同其全部子行最多损失 ${ofParent}，一个子行最多损失 ${ofChild}。`,
  spendText: "再次提交同样的方案不花费预算，抽取更多数据行也不花费预算。两组人记入相同的数额。",
  errors: (parents, children) => `两张表的数据行：父行每 100 行约偏差 ${parents} 行，子行约 ${children} 行`,
  guaranteed:
    "无论他人还知道什么，都几乎无法由此判断某个父行连同其全部子行是否在数据中，也几乎无法判断某一个子行是否在数据中。",
  noInterval: (parents, children) =>
    `它们代表约 ${parents} 个父行和 ${children} 个计入的子行，这两个数含有噪声。请勿由它们计算置信区间或检验。`,
  notHandedOver: "它们不能作为发布交给他人，因为发布是一张表。",
  measuredMapOf: (name) => `${name} 每两列的测量误差`,
  measuredParents: (name) =>
    `${name}：每 100 个父行中有多少与真实数据的位置不同。对角线上是单独一列，其余是每两列；其中一列是子行数。`,
  measuredChildren: (name) =>
    `${name}：每 100 个子行中有多少与真实数据的位置不同，按其自身的各列以及其父行的全部列比较。`,
  ofTable: (name, text) => `${name}：${text}`,
  siblings: "同一父行的子行有多相似",
  siblingsText:
    "在有多个子行的父行中，每 100 个有多少的两个子行的搭配与真实数据不同。合成时每个子行单独抽取，所以如果同一父行的子行在其取决的列之外仍彼此相似，这个数就大。",
  expertsOfReport: (epsilon, delta, rho, ofParent, ofChild) =>
    `epsilon 为 ${epsilon}，delta 为 ${delta}，另加数据行自身的部分；账本对两组人都记入 rho ${rho}。其中一个父行连同其全部子行最多损失 ${ofParent}，一个子行最多损失 ${ofChild}。父行的表、子行连同其父行的表，以及每个父行抽取的两个子行的表，均加离散高斯噪声。`,
  takeText: "一个压缩包，含两张表和一张说明其承诺的卡片。",
  parentsToTake: "父行数",
  forms: { csv: "两张 CSV 文件", parquet: "两张 Parquet 文件" },
  parents: (many) => `${many} 个父行`,
  children: (many) => `它们的 ${many} 个子行`,
};
