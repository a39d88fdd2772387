import type { Words } from "../words";

export const measured: Words["measured"] = {
  title: "它们有多好",
  text: "上面预计的只是噪声造成的误差。这些行与真实数据究竟相差多远，要在真实数据上测量；测量本身也加噪声，并再次花费预算。",
  ask: "进行测量",
  group: "按下列各组给出误差",
  noGroup: "不分组",
  spend: "花费这些预算并测量",
  waiting: "正在等待工作进程",
  notes: {
    reading: "正在读取数据集",
    measuring: "正在测量这些行",
    sealing: "正在封存报告",
  },
  pairsOff: (points) => `测量结果：两列的表每 100 行约有 ${points} 行不在原处，已扣除噪声造成的部分。`,
  eachOff: (points) => `测量结果：每列每 100 行约有 ${points} 行不在原处，已扣除噪声造成的部分。`,
  map: "每两列的测量误差",
  mapText: "每 100 行中有多少行与真实数据的位置不同：对角线上是单独一列，其余是每两列。",
  limits: "逐项及其界限",
  columns: "列",
  off: "每 100 行的误差",
  between: "95% 界限",
  range: (low, high) => `${low}–${high}`,
  propensity: (mean, most, pairs) =>
    `只看一行的两列，区分合成行与真实行的 pMSE 平均为 ${mean}，最大为 ${most}（共 ${pairs} 对；0 表示无人能区分，0.25 表示人人能区分）。罕见的组合合并计算，所以实际值不会更小。`,
  predicted: (target) => `预测 ${target}：用这些行学习，在真实数据上检验`,
  accuracy: "正确率",
  mostCommon: "总是猜最常见取值的正确率",
  macroF1: "宏平均 F1",
  giveOrTake: (value, points) => `${value}，噪声造成的误差约 ${points} 个百分点`,
  tooFew: "行数太少，无法判断",
  leftOut: (values) => `有 ${values} 个取值的行数太少，未计入 F1。`,
  byGroup: (group) => `${group} 各组中预测错误的比例`,
  error: "错误率",
  gap: (gap, noise) => `错误最多与最少的两组相差 ${gap} 个百分点；仅噪声就可能造成至多 ${noise} 个百分点的差距。`,
  experts: (epsilon, delta, rho) =>
    `对增加或删除的一行，epsilon 为 ${epsilon}，delta 为 ${delta}，另加数据行自身的部分；账本记入 rho ${rho}。真实数据的两列表，以及两张预测表（组 × 对错、真实值 × 预测值），均加离散高斯噪声。`,
};
