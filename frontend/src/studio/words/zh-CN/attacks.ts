import type { attacks as english } from "../en/attacks";

export const attacks: typeof english = {
  link: "攻击演示室",
  title: "七种攻击中，k-匿名只能应对一种；有两种是任何单表模型都无法应对的",
  text: (people) =>
    `在 1994 年人口普查公开样本的多种发布版本上，演示七种已发表的攻击。从中抽取 ${people} 人，攻击者挑选他最有把握的人下手。`,
  legend: "圆点是攻击者猜对的人所占的比例，并附 50%、80% 和 95% 区间；竖线是没有发布数据时他能猜对的比例。",
  needs: "需要什么",
  answers: "如何应对",
  nothing: "没有承诺",
  promised: (share) => `承诺：至多 ${share}`,
  heard: (release, success, without) => `${release}：猜对 ${success}，没有发布数据时猜对 ${without}`,
  table: "以表格显示",
  tableOf: (attack) => `${attack}的表格`,
  columns: {
    release: "攻击对象",
    people: "人数",
    success: "猜对",
    without: "没有发布数据时",
    advantage: "优势（百分点）",
    error: "标准误（百分点）",
    promised: "承诺上限",
  },
  names: {
    linkage: "链接攻击",
    homogeneity: "同质性攻击",
    "background-knowledge": "背景知识攻击",
    skewness: "偏斜攻击",
    similarity: "相似性攻击",
    intersection: "两次发布的交集",
    downcoding: "逆向细化",
  },
  about: {
    linkage: {
      does: "他在所有相符的行中寻找某个人的那一行，并任选其一。",
      needs: "某人的年龄、受教育年数、婚姻状况、种族和性别。",
      answers: "k-匿名：至少有 k 行相符。",
    },
    homogeneity: {
      does: "他不必找到那一行：所有相符的行都说同样的内容。这里统计的是收入可以确定的人。",
      needs: "同样的五项信息。",
      answers: "任何 l 不小于 2 的 l-多样性。k-匿名不能应对。",
    },
    "background-knowledge": {
      does: "他排除一种职业，再说出剩下的最常见的一种。",
      needs: "这五项信息，以及此人不从事的一种职业。",
      answers: "递归 (c, l)-多样性，至多可排除 l - 2 个值。只数不同的值是不够的。",
    },
    skewness: {
      does: "他在某种罕见职业相对最多的地方，指认从事该职业的人。",
      needs: "许多人的这五项信息。",
      answers: "采用等距离的 t-接近性，或 beta-相似性。多样性不能应对。",
    },
    similarity: {
      does: "一个类中的职业各不相同，却属于同一类型；他说出这个类型。",
      needs: "这五项信息，以及哪些职业相近。",
      answers: "采用等距离的 t-接近性同样限制每一组值。多样性不能应对。",
    },
    intersection: {
      does: "他在同一批人的两次发布中，寻找都与某人相符的行。",
      needs: "两次各自安全的发布，或一位持有另一份的同事。",
      answers: "任何单表模型都不能应对。只保留一份冻结的发布，每位接收者只得到其中若干列，就可以应对。",
    },
    downcoding: {
      does: "他知道发布是怎样生成的。仍然粗略的行不会含有此前已经发布的值，因此他更常说中确切的值。竖线表示不作这种推断时的比例。",
      needs: "生成该发布的程序。",
      answers: "没有模型能应对。整列采用同一层级时，这种形式的推断无从下手；只有差分隐私得到了证明。",
    },
  },
  releases: {
    bare: "原始表格",
    k: "5-匿名",
    "k-diverse": "5-匿名且多样",
    "k-recursive": "5-匿名，递归 (2, 3)-多样",
    "k-close": "5-匿名且 0.2-接近",
    one: "两次发布中的第一次",
    two: "两次发布，各自 5-匿名",
    frozen: "同一份冻结发布的两个部分",
    minimal: "最小局部重编码",
    lending: "DataHub 的方法，会借用行",
    "one-level": "每列采用同一层级",
  },
};
