import type { handed as en } from "../en/handed";

const notPromisedSaid: Readonly<Record<string, string>> = {
  "These rows belong to nobody. They are no sample: intervals and tests computed from them are wrong, and more rows are no more evidence.":
    "这些数据行不属于任何人。它们不是样本：由它们计算的区间和检验都是错的，行数更多也不是更多的证据。",
  "A relation between columns that no noisy count showed is absent.": "带噪声的计数没有显示的列间关系，在这里不存在。",
  "Somebody of whom the table held several rows is protected less: the square of their number times rho.":
    "如果原表中有某人的若干行，对此人的保护较弱：rho 乘以行数的平方。",
};

export const handed: typeof en = {
  notPromisedSaid,
  title: "交给他人",
  text: "它们会成为一份发布，给您指定的人，或对所有人公开。工作进程抽取数据行，检查写出的文件中每个值都在所有者声明的范围内，然后密封。不花费预算：从同一模型抽取更多数据行不会透露更多。",
  rows: "交出多少行",
  synthetic: "合成数据",
  guarantee: (epsilon, delta, rho) => `对任何一行满足 (${epsilon}, ${delta})-差分隐私，rho 为 ${rho}`,
  making: "正在从模型中抽取数据行。",
  verifying: "正在按所有者的声明检查写出的文件。",
  failedNext: "没有写出任何内容。抽取数据行所用的模型已经付过预算：请再交出一次。",
  blockedText:
    "没有任何内容流出。写出的某个文件与要求或声明不符，已经丢弃。这是 DataHub 的错误：请告知服务器的管理者，并附上报告。",
  withdrawnText: "再也没有人能取得它，密钥已销毁。已经拿到的人仍然拥有。",
  toModel: "查看抽取数据行的模型",
  columns: "列",
  checked: "文件写出后又读取了一遍。这里没有可以计数的等价类：无论怎样抽取，所作的承诺都成立。",
  takeText: "数据卡写明这些行是合成的，以及对它们的承诺。",
  judgeText: "您以第二人的身份审核。它不占用这些人的预算：预算在生成模型时已经花费。",
  recipientsText: "有账户的人。列少一些，承诺与全部列相同。",
  needsColumn: "请至少保留一列。",
  withdrawText: "再也没有人能取得它：接收者和链接都不再有效，密钥被销毁。此事无法撤销。已经拿到表格的人仍然拥有。",
};
