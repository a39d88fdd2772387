import { ar } from "./ar";
import { en, type Texts } from "./en";
import { listed, textsFrom, type Wording } from "./wording";
import { zhCN } from "./zh-CN";

/** The languages whose words are files of their own. */
export const translations: readonly Wording[] = [zhCN, ar];

/** Every language at once, read as a file of words is read: for the checker, which is one file, and for tests. */
export const everyLanguage: readonly Texts[] = [
  en,
  ...translations.map((words) => textsFrom(words.language, listed(words))),
];
