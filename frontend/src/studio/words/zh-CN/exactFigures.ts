import type { exactFigures as en } from "../en/exactFigures";

export const exactFigures: typeof en = {
  title: "精确数字",
  none: "您不能查看这个方案涉及的全部数据行，所以在申请发布之前不会计算任何数字：请按候选方案的承诺来选择。",
  show: "显示每个候选方案的精确数字",
  showHint: "这些数字是精确的，没有任何噪声。数据背后的人会立即被永久记录为：再没有隐私预算能限定外界对他们的了解。",
  keep: "保存方案",
  candidate: "发布内容的承诺",
  marked: "申请发布时，数据背后的人会被记录为：再没有隐私预算能限定外界对他们的了解。",
  titlePlanned: "方案已保存；请选择要发布什么",
};
