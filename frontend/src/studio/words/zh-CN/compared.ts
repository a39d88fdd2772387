import type { compared as en } from "../en/compared";

export const compared: typeof en = {
  boxes: "等价类可否互相重叠",
  boxesText:
    "一个等价类的方框，是其中一行原本可能的全部取值，例如 30-39 岁、伯尔尼或巴塞尔。方框重叠时，粗略的行也说出了它不是什么：若它符合更细的等价类，就会在那里。了解表格如何制作的人，可能读出比所写更细的值（借排除而逆向细化）。",
  boxesLabel: "等价类的方框",
  boxesNames: {
    overlapping: "可以重叠：损失最少",
    disjoint: "互不相交：无从排除",
  },
  boxesCost: {
    overlapping: "较精确，但可被借排除而逆向细化。",
    disjoint:
      "排除法得不到任何东西。代价是：在我们的测量中（Adult，七列），失去的细节为五到六倍。一个方框没有再分，仍然说明其中某一部分的行很少；一个随机数使究竟多少变得模糊。如果对敏感列另有模型，还可能说明某一部分不符合该模型，这一点没有什么能使之模糊。",
  },
  boxesFixed: "与总体比较时，只能用互不相交的方框。",

  population: "与总体比较",
  populationText:
    "k 计的是本表的行，针对知道谁在表里的人。如果没有人知道这一点，还可以问：一个更大的数据集中有多少人符合每个等价类（k-map），或其中某人在表里的可能有多大（存在性，delta-presence）。",
  populationLabel: "这些行可能涉及的所有人",
  noPopulation: "不设总体",
  notYours: "一个您无权匿名化的数据集",
  noneFits: "您可以匿名化的其他数据集中，没有一个以相同名称含有全部准标识符列。",
  populationNeeds:
    "它必须包含每一行所涉及的人，一人一行；否则不会试算。接收者会在承诺中读到它的名称和版本。它的日志会写明曾被用来比较；发布离开时，其中的人会得到一条记录：没有预算能限定外界对他们的了解。",
  version: "版本",

  people: "k-map 的 k：符合一个等价类的人数",
  peopleHint: "留空：不要求。填写后，上面按行计的 k 可以留空。",
  presence: "谁在表里（delta-presence）",
  presences: { "": "不要求", "delta-presence": "可能性在……之间" },
  least: "从",
  most: "到",
  fewest: "总体中符合的最少人数",
  journalist: "只知道总体时的最大风险",
};
