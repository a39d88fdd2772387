import type { en } from "./en";

/** Every sentence of the studio. Another language is another object of this type, so a key that is missing is an error of the compiler. */
export type Words = typeof en;

export type Language = "en" | "zh-CN";

/** Each language under the name its speakers give it. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: "English", "zh-CN": "简体中文" };

/** Only what a reader chooses is fetched; see `choice.ts`. */
const learnt = new Map<Language, Words>();

/** The words now spoken; there are none before a language was learnt. Read them inside functions: at the top of a module
 * they would stay in the first language. */
export let words: Words;

/** The language now spoken: for `lang`, numbers and dates. */
export let language: Language = "en";

export const isLearnt = (tongue: Language): boolean => learnt.has(tongue);

export function learn(tongue: Language, texts: Words): void {
  learnt.set(tongue, texts);
}

export function speak(next: Language): void {
  const texts = learnt.get(next);
  if (texts === undefined) throw new Error(`${next} was not learnt; nobody can speak it`);
  words = texts;
  language = next;
}

export function isLanguage(tag: unknown): tag is Language {
  return typeof tag === "string" && Object.hasOwn(LANGUAGES, tag);
}

/** The first of the reader's languages we speak: zh, zh-Hans, zh-SG all read zh-CN. */
export function preferred(tags: readonly string[]): Language {
  for (const tag of tags) {
    const own = tag.split("-")[0]?.toLowerCase();
    const spoken = Object.keys(LANGUAGES).find((code) => code.split("-")[0] === own);
    if (isLanguage(spoken)) return spoken;
  }
  return "en";
}
