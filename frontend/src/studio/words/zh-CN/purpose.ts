import type { purpose as english } from "../en/purpose";

export const purpose: typeof english = {
  label: "用途",
  hint: "您的角色只允许为其中一个用途这样做。所选用途会保留，并写在所生成内容的说明卡里。",
  choose: "请选择",
  only: (purpose) => `用途：${purpose}。您的角色只允许为此用途这样做。`,
  madeFor: (purpose) => `用途：${purpose}。`,
  onlyRows: (comparisons) => `只用了满足条件的行：${comparisons}。您的角色不显示其他行。`,
};
