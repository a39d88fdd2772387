import { ar } from "./ar";
import { en, type Words } from "./en";
import { zhCN } from "./zh-CN";

const catalogue: readonly Words[] = [en, zhCN, ar];

export const LANGUAGES: readonly string[] = catalogue.map(({ language }) => language);

export const wordsIn = (language: string): Words => catalogue.find((words) => words.language === language) ?? en;
