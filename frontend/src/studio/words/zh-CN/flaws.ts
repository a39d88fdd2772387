import type { flaws as en } from "../en/flaws";

/** What is wrong with a hierarchy, by the code of its flaw. */
export const flaws: typeof en = {
  empty: () => "还没有列出任何值。",
  fewLevels: () => "只有一层。需要有值，最后是 * 号。",
  noSeparator: () => "第一行里没有 ; 也没有 , 号，因此没有层。",
  ragged: (value) => `“${value}”这一行的层数与第一行不同。`,
  hole: (value, level) => `“${value}”在第 ${level} 层没有名称。`,
  top: (value) => `“${value}”这一行没有以 * 结束。`,
  twice: (value) => `“${value}”列出了两次。`,
  parents: (node, left, right) => `“${node}”同时在“${left}”和“${right}”之下。一个节点只有一个上级。`,
  names: (name) => `“${name}”代表两组不同的值。一个名称只能代表一组。`,
  widths: (least) => `宽度是从 ${least} 起的数。`,
  finer: (number, decimals) => `${number} 的小数位数多于该列的取值（${decimals} 位）。`,
  multiple: (wide, narrow) => `宽度为 ${wide} 的区间不能由宽度为 ${narrow} 的区间组成。`,
  cut: (bound, width, start) => `${bound} 落在从 ${start} 数起、宽度为 ${width} 的区间内部。`,
  bottom: (bottom, top) => `下界 ${bottom} 不低于上界 ${top}。`,
  runs: (large, small) => `${large} 个相邻值不能由每组 ${small} 个组成。`,
  lengths: (left, right) => `“${left}”与“${right}”的长度不同。`,
  mask: (value) => `“${value}”中有 * 号，而它代表隐去的字符。`,
  atOnce: () => "每次至少隐去 1 个字符。",
  day: (value) => `“${value}”不是写作 1987-03-14 形式的日期。`,
};
