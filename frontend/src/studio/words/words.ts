import { en } from "./en";
import { zhCN } from "./zh-CN";

/** Every sentence of the studio. Another language is another object of this type, so a key that is missing is an error of the compiler. */
export type Words = typeof en;

const EVERY = { en, "zh-CN": zhCN } satisfies Record<string, Words>;

export type Language = keyof typeof EVERY;

/** Each language under the name its speakers give it. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: "English", "zh-CN": "简体中文" };

/** The words now spoken. Read them inside functions: at the top of a module they would stay in the first language. */
export let words: Words = en;

/** The language now spoken: for `lang`, numbers and dates. */
export let language: Language = "en";

export function speak(next: Language): void {
  words = EVERY[next];
  language = next;
}

export function isLanguage(tag: unknown): tag is Language {
  return typeof tag === "string" && Object.hasOwn(EVERY, tag);
}

/** The first of the reader's languages we speak: zh, zh-Hans, zh-SG all read zh-CN. */
export function preferred(tags: readonly string[]): Language {
  for (const tag of tags) {
    const own = tag.split("-")[0]?.toLowerCase();
    const spoken = Object.keys(EVERY).find((one) => one.split("-")[0] === own);
    if (isLanguage(spoken)) return spoken;
  }
  return "en";
}
