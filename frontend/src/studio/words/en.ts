import { account } from "./en/account";
import { attacks } from "./en/attacks";
import { audit } from "./en/audit";
import { budget } from "./en/budget";
import { build } from "./en/build";
import { compared } from "./en/compared";
import { data } from "./en/data";
import { evaluate } from "./en/evaluate";
import { exactFigures } from "./en/exactFigures";
import { flaws } from "./en/flaws";
import { findings } from "./en/found";
import { handed } from "./en/handed";
import { home } from "./en/home";
import { items } from "./en/items";
import { joined } from "./en/joined";
import { languages } from "./en/languages";
import { lesson } from "./en/lesson";
import { measured } from "./en/measured";
import { own } from "./en/own";
import { people } from "./en/people";
import { plan } from "./en/plan";
import { policy } from "./en/policy";
import { purpose } from "./en/purpose";
import { refusals } from "./en/refusals";
import { release } from "./en/release";
import { results } from "./en/results";
import { rows } from "./en/rows";
import { sending } from "./en/sending";
import { share } from "./en/share";
import { synthetic } from "./en/synthetic";
import { tokens } from "./en/tokens";
import { weighting } from "./en/weighting";
import { why } from "./en/why";

export const en = {
  product: "DataHub",
  skipToContent: "Skip to the content",
  navigation: "Main",
  surveys: "Surveys",
  tokens_: "Tokens",
  signOut: "Sign out",
  language: "Language",
  loading: "Loading …",
  copied: "Copied",
  cancel: "Cancel",
  search: "Search",
  sort: "Sort",
  more: "Show more",
  noMatch: (search: string) => `Nothing matches “${search}”.`,
  levelNames: [
    ["The protection of this survey"],
    ["More protection", "Less protection"],
    ["Most protection", "Middle", "Least protection"],
  ],
  between: " ",
  colon: ": ",
  listComma: ", ",
  detailsForExperts: "Details for experts",
  notFoundTitle: "There is no page at this address",
  backHome: "Go to your surveys",
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
