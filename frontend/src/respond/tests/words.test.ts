import { describe, expect, test } from "vitest";
import { bestGuess, drawnOf100, guessed, picturedOf } from "../odds";
import type { Definition } from "../version/definition";
import { directionOf, preferred, textsIn, voiceIn } from "../voice";
import { en } from "../words/en";
import { everyLanguage } from "../words/every";
import { levelAt, sampleSurvey } from "./sample";

/** Every sentence of a part of the catalogue; functions are called, once as "choice" and once as a list. */
function sentences(part: unknown): string[] {
  if (typeof part === "string") return [part];
  if (typeof part === "function") {
    const call = (argument: unknown): unknown => Reflect.apply(part, undefined, Array(part.length).fill(argument));
    return [call(["3"]), ...(part.length > 1 ? [call("choice")] : [])].filter((text) => typeof text === "string");
  }
  if (typeof part === "object" && part !== null) return Object.values(part).flatMap(sentences);
  return [];
}

/** Every sentence by its path; functions are called with marks that can be found again, as many as the English one takes. */
function strings(part: unknown, english: unknown = en, at = ""): Record<string, string> {
  if (typeof part === "string") return { [at]: part };
  if (typeof part === "function" && typeof english === "function") {
    const counts = /^(level\.(odds|sends)|questions\.odds)$/.test(at) ? 1 : 0;
    const lists = /kindYesNo|receipt\.ticks/.test(at);
    const marks = Array.from({ length: english.length }, (_, index) =>
      index < counts ? "choice" : lists ? [mark(index)] : numeric(at, index),
    );
    return { [at]: String(Reflect.apply(part, undefined, marks)) };
  }
  const entries = Object.entries(part as object).map(([key, value]) =>
    strings(value, Object(english)[key], at === "" ? key : `${at}.${key}`),
  );
  return Object.assign({}, ...entries) as Record<string, string>;
}

const mark = (place: number): string => `\u27e6${place}\u27e7`;
/** Sentences that count are given a number; the others a mark. */
const numeric = (at: string, place: number): unknown =>
  /often|bound|batches|shownFrom|lead|kind|proof|practised|of100|title|problem|mostChoices|bytes|lengthText|again/.test(
    at,
  ) && !/^(questions\.lead|kept\.lead|level\.bound)$/.test(at)
    ? at === "level.proof" && place === 1
      ? mark(0)
      : 3
    : mark(place);

const { expert, ...spoken } = en;
const everything = sentences(spoken);

test("no sentence says what is untrue or frightening", () => {
  const banned = /\b(lie|lies|lying|false|fake|noise|epsilon|anonym\w*|100 ?% safe|encrypt\w*|help science)\b/i;
  expect(everything.filter((text) => banned.test(text))).toEqual([]);
});

test("no sentence says what our style does not say", () => {
  const unused = /\b(simply|easy|robust|seamless|comprehensive|powerful|leverage|ensure)\b/i;
  expect([...everything, ...sentences(expert)].filter((text) => unused.test(text))).toEqual([]);
});

test("the words are read at level 8 or below (Flesch and Kincaid)", () => {
  const prose = everything.filter((text) => /[.?:]$/.test(text)).join(" ");
  const count = (form: RegExp): number => prose.match(form)?.length ?? 0;
  const words = count(/[A-Za-z0-9]+/g);
  const syllables = (prose.match(/[A-Za-z]+/g) ?? []).reduce(
    (sum, word) => sum + Math.max(1, word.replace(/e$/i, "").match(/[aeiouy]+/gi)?.length ?? 1),
    0,
  );
  const grade = (0.39 * words) / count(/[.?:](\s|$)/g) + (11.8 * syllables) / words - 15.59;
  expect(grade).toBeLessThan(8);
});

test("what happens sometimes is never said as never or always", () => {
  expect([0, 1, 50, 99, 100].map(en.often)).toEqual([
    "fewer than 1 of 100",
    "1 of 100",
    "50 of 100",
    "99 of 100",
    "more than 99 of 100",
  ]);
  expect([0, 50, 100].map(drawnOf100)).toEqual([1, 50, 99]);
  expect([en.label.bound(100)].filter((text) => text.includes("at most"))).toEqual([]);
});

test("where an answer that arrives is nearly always the true one, no sentence calls it no proof", () => {
  expect(en.level.proof(89, "Yes")).toContain("does not prove");
  expect(en.level.proof(90, "Yes")).toContain("most likely your answer");
  expect(guessed(0.95 / 0.05)).toBe(95);
});

test("an even guess is bounded from above: e^2 / (1 + e^2) is 88.1, so 89", () => {
  const survey = sampleSurvey();
  expect([bestGuess(levelAt(survey, 0)), bestGuess(levelAt(survey, 1))]).toEqual([89, 99]);
});

test("where the level is chosen a yes-or-no question stands for all", () => {
  const { definition } = sampleSurvey();
  expect(picturedOf(definition).id).toBe("b1");
  const levels = definition.levels.map((level) => ({ ...level, fields: Array.from(level.fields).reverse() }));
  expect(picturedOf({ levels: levels as unknown as Definition["levels"] }).id).toBe("b1");
});

describe.each(everyLanguage.slice(1))("$language", (texts) => {
  const own = strings(texts);
  const english = strings(en);

  test("says everything, with the same number of sentences", () => {
    expect(Object.keys(own)).toEqual(Object.keys(english));
  });

  test("repeats no English sentence", () => {
    expect(Object.keys(own).filter((path) => own[path] === english[path])).toEqual([]);
  });

  test("repeats every value that the English sentence holds", () => {
    for (const [path, text] of Object.entries(english)) {
      const values = text.match(/\u27e6\d\u27e7/g) ?? [];
      expect([path, values.filter((value) => !own[path]?.includes(value))]).toEqual([path, []]);
    }
  });

  test("writes in its own letters", () => {
    const script = texts.language === "ar" ? /\p{Script=Arabic}/u : /\p{Script=Han}/u;
    const free = /^(language|expert\.field|fields\.(between)|level\.of100)/;
    expect(Object.keys(own).filter((path) => !free.test(path) && !script.test(own[path] ?? ""))).toEqual([]);
  });
});

test.each([
  [0, "0 موضع يحتاج إلى انتباهك"],
  [1, "موضع واحد يحتاج إلى انتباهك"],
  [2, "موضعان يحتاجان إلى انتباهك"],
  [3, "3 مواضع تحتاج إلى انتباهك"],
  [11, "11 موضعًا يحتاج إلى انتباهك"],
  [100, "100 موضع يحتاج إلى انتباهك"],
])("Arabic counts %d by its plural rules", (count, text) => {
  expect(textsIn("ar", everyLanguage).questions.problem(count)).toBe(text);
});

test("the language is the first that the browser asks for and the survey has", () => {
  expect(preferred(["en", "zh-CN", "ar"], ["fr", "ar-EG", "en"])).toBe("ar");
  expect(preferred(["en", "zh-CN"], ["zh-TW"])).toBe("zh-CN");
  expect(preferred(["fr", "ar"], ["de"])).toBe("fr");
  const languages = ["zh", "ar-EG", "fr"].map((language) => textsIn(language, everyLanguage).language);
  expect(languages).toEqual(["zh-CN", "ar", "en"]);
  expect(["en", "ar", "fa-IR", "zh-CN"].map(directionOf)).toEqual(["ltr", "rtl", "rtl", "ltr"]);
});

test("a text without a translation is said in the language of the survey, and marked so", () => {
  const voice = voiceIn(sampleSurvey().definition, "ar", everyLanguage);
  expect(voice.say("title")).toEqual({
    text: "\u0627\u0644\u0639\u0645\u0644 \u0648\u0627\u0644\u0639\u0645\u0631",
    language: "ar",
  });
  expect(voice.say("work.text")).toEqual({ text: "What work?", language: "en" });
});
