import { handed as en } from "./en/handed";
import { language } from "./words";
import { handed as zhCN } from "./zh-CN/handed";

const EVERY = { en, "zh-CN": zhCN } satisfies Record<typeof language, typeof en>;

/** Words of pages that are loaded when they are opened, and come with them: the first page has no room for them. */
export const handedWords = (): typeof en => EVERY[language];
