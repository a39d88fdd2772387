import { lesson as en } from "./en/lesson";
import { language } from "./words";
import { lesson as zhCN } from "./zh-CN/lesson";

const EVERY = { en, "zh-CN": zhCN } satisfies Record<typeof language, typeof en>;

/** Words of one page, and of the links that lead there; they come with it. */
export const lessonWords = (): typeof en => EVERY[language];
