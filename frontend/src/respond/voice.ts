import { en, type Texts } from "./words/en";

/** Texts by their path, as "title" or "q1.options.yes". */
export type Sayings = ReadonlyMap<string, string>;

/** The texts of a survey: in its own language, and by each language that it is translated into. */
export interface SurveyTexts {
  readonly language: string;
  readonly translations: ReadonlyMap<string, Sayings>;
  readonly sayings: Sayings;
}

/** A text of the survey, and the language it is really in: the base language's where there is no translation. */
export interface Saying {
  readonly text: string;
  readonly language: string;
}

/** What the page speaks in a language: its own words, and the survey's. */
export interface Voice {
  /** The survey's language that was chosen. */
  readonly language: string;
  readonly texts: Texts;
  say(path: string): Saying;
}

const fromTheRight = ["ar", "fa", "he", "ur", "ps", "sd", "ug", "yi", "dv", "ckb", "ku-Arab"];

/** `spoken` are the languages that the page has words in. */
export function voiceIn(definition: SurveyTexts, language: string, spoken: readonly Texts[]): Voice {
  const translated: Sayings | undefined = definition.translations.get(language);
  return {
    language,
    texts: textsIn(language, spoken),
    say: (path) => {
      const text = translated?.get(path) ?? "";
      if (text !== "") return { text, language };
      return { text: definition.sayings.get(path) ?? "", language: definition.language };
    },
  };
}

/** The languages that a person may choose from, the survey's own first. */
export function languagesOf(definition: SurveyTexts): readonly string[] {
  return [definition.language, ...Array.from(definition.translations.keys())];
}

/** The page's own words in a language, or in the nearest of those it has. */
export function textsIn(language: string, spoken: readonly Texts[]): Texts {
  return nearest(language, spoken, (texts) => texts.language) ?? en;
}

/** The language to start in: the first that the person's browser asks for and the survey has. */
export function preferred(offered: readonly string[], wanted: readonly string[]): string {
  for (const language of wanted) {
    const match = nearest(language, offered, (each) => each);
    if (match !== undefined) return match;
  }
  return offered[0] ?? en.language;
}

export function directionOf(language: string): "ltr" | "rtl" {
  return fromTheRight.some((each) => language === each || language.startsWith(`${each}-`)) ? "rtl" : "ltr";
}

/** What a language calls itself. */
export function nameOf(language: string, spoken: readonly Texts[]): string {
  const texts = textsIn(language, spoken);
  return base(texts.language) === base(language) ? texts.name : language;
}

function nearest<T>(language: string, among: readonly T[], tagOf: (item: T) => string): T | undefined {
  const same = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();
  return (
    among.find((item) => same(tagOf(item), language)) ?? among.find((item) => same(base(tagOf(item)), base(language)))
  );
}

const base = (language: string): string => language.split("-")[0] ?? language;
