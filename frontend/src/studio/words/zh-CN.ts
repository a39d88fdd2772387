import type { en } from "./en";
import { account } from "./zh-CN/account";
import { attacks } from "./zh-CN/attacks";
import { audit } from "./zh-CN/audit";
import { budget } from "./zh-CN/budget";
import { build } from "./zh-CN/build";
import { compared } from "./zh-CN/compared";
import { data } from "./zh-CN/data";
import { evaluate } from "./zh-CN/evaluate";
import { exactFigures } from "./zh-CN/exactFigures";
import { flaws } from "./zh-CN/flaws";
import { findings } from "./zh-CN/found";
import { handed } from "./zh-CN/handed";
import { home } from "./zh-CN/home";
import { items } from "./zh-CN/items";
import { joined } from "./zh-CN/joined";
import { languages } from "./zh-CN/languages";
import { lesson } from "./zh-CN/lesson";
import { measured } from "./zh-CN/measured";
import { own } from "./zh-CN/own";
import { people } from "./zh-CN/people";
import { plan } from "./zh-CN/plan";
import { policy } from "./zh-CN/policy";
import { purpose } from "./zh-CN/purpose";
import { refusals } from "./zh-CN/refusals";
import { release } from "./zh-CN/release";
import { results } from "./zh-CN/results";
import { rows } from "./zh-CN/rows";
import { sending } from "./zh-CN/sending";
import { share } from "./zh-CN/share";
import { synthetic } from "./zh-CN/synthetic";
import { tokens } from "./zh-CN/tokens";
import { weighting } from "./zh-CN/weighting";
import { why } from "./zh-CN/why";

export const zhCN: typeof en = {
  product: "DataHub",
  skipToContent: "跳到正文",
  navigation: "主导航",
  surveys: "问卷",
  tokens_: "令牌",
  signOut: "退出登录",
  language: "语言",
  loading: "正在加载……",
  copied: "已复制",
  cancel: "取消",
  search: "搜索",
  sort: "排序",
  more: "显示更多",
  noMatch: (search) => `没有与“${search}”相符的内容。`,
  levelNames: [["本问卷的保护"], ["较强的保护", "较弱的保护"], ["最强的保护", "中等的保护", "最弱的保护"]],
  between: "",
  colon: "：",
  listComma: "、",
  detailsForExperts: "专家详情",
  notFoundTitle: "这个地址没有页面",
  backHome: "回到您的问卷",
  account,
  attacks,
  audit,
  budget,
  compared,
  data,
  evaluate,
  exactFigures,
  findings,
  flaws,
  measured,
  own,
  people,
  purpose,
  handed,
  home,
  build,
  items,
  joined,
  languages,
  lesson,
  results,
  rows,
  sending,
  weighting,
  share,
  synthetic,
  tokens,
  plan,
  policy,
  refusals,
  release,
  why,
};
