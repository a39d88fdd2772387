import { readFileSync } from "node:fs";
import { MantineProvider } from "@mantine/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { Item, Question } from "../../../api/types";
import { type ItemSlug, isQuestion } from "../../parts/draft/items";
import { languageOf } from "../../parts/draft/languages";
import { operandsBefore } from "../../parts/draft/operands";
import { words } from "../../words/words";
import { expressionOf, firstAnswer, needsAnswer, simpleOf } from "../draft/condition";
import { answersOf } from "../draft/domain";
import { freshItem } from "../draft/newItem";
import { BETWEEN_SLUGS, itemType, QUESTION_SLUGS, questionType } from "./all";
import { SkipFields } from "./SkipFields";

const vectors: { items: { item: Item; may_be_unasked: boolean; answers: string[] }[] } = JSON.parse(
  readFileSync(new URL("../../../../../tests/vectors/domains.json", import.meta.url), "utf8"),
);
const SLUGS: readonly ItemSlug[] = [...QUESTION_SLUGS, ...BETWEEN_SLUGS];
const LAST = freshItem("section", "last", "en");

function sampleOf(slug: ItemSlug): Item {
  const vector = vectors.items.find(({ item }) => item.type === slug);
  if (vector === undefined) throw new Error(`no vector has an item of type ${slug}`);
  return vector.item;
}

function questionOf(item: Item): Question {
  if (!isQuestion(item)) throw new Error(`${item.type} is no question`);
  return item;
}

/** Labels and units, wherever they stand in the fields of a type. */
function textsIn(value: unknown, key = ""): string[] {
  if (typeof value === "string") return /label|unit/.test(key) ? [value] : [];
  return Object.entries(value ?? {}).flatMap(([name, part]) => textsIn(part, name));
}

const shown = (...nodes: Parameters<typeof createElement>[2][]) =>
  renderToStaticMarkup(createElement(MantineProvider, {}, ...nodes));

test("every type of Python is offered, once", () => {
  expect(new Set(SLUGS)).toEqual(new Set(vectors.items.map(({ item }) => item.type)));
  expect(new Set(SLUGS).size).toBe(SLUGS.length);
});

describe.each(SLUGS)("%s", (slug) => {
  const type = itemType(slug);

  test("begins with every field that the server wants, and no other", () => {
    const item = freshItem(slug, "q1", "en");
    expect(item.type).toBe(slug);
    expect(Object.keys(item).sort()).toEqual(Object.keys(sampleOf(slug)).sort());
    expect(isQuestion(item)).toBe(QUESTION_SLUGS.includes(slug));
  });

  test("begins in the language of the survey as it stands when that is changed to it", () => {
    const [english, chinese] = [languageOf("en"), languageOf("zh-CN")];
    const item = freshItem(slug, "q1", "en");
    expect(type.inLanguage?.(item, english, chinese) ?? item).toEqual(freshItem(slug, "q1", "zh-CN"));
    const sample = sampleOf(slug); // whose words somebody wrote by hand
    expect(type.inLanguage?.(sample, chinese, english) ?? sample).toEqual(sample);
  });

  test("has its texts translated, each under a path of its own", () => {
    const sample = sampleOf(slug);
    const texts = type.texts?.(sample) ?? [];
    expect(texts.map(([, text]) => text).sort()).toEqual(textsIn(sample).sort());
    expect(new Set(texts.map(([path]) => path)).size).toBe(texts.length);
  });

  test("shows what it holds in its fields, and without fields holds nothing of its own", () => {
    const sample = sampleOf(slug);
    const { Fields } = type;
    const page = Fields ? shown(createElement(Fields, { item: sample, where: "questions.0", onChange: () => {} })) : "";
    const fixed = type.inLanguage ? (type.texts?.(freshItem(slug, "q1", "en")) ?? []).map(([, text]) => text) : [];
    for (const text of textsIn(sample)) expect(Fields ? page : fixed.join(), text).toContain(text);
  });
});

describe.each(QUESTION_SLUGS)("the answers of %s", (slug) => {
  const question = questionOf(sampleOf(slug));
  const type = questionType(question);

  test("are as many as Python counts", () => {
    for (const { item, may_be_unasked, answers } of vectors.items) {
      if (item.type === slug) expect(answersOf(questionOf(item), may_be_unasked)).toHaveLength(answers.length);
    }
  });

  test("are counted and told in a sentence", () => {
    const own = type.answers(question).length;
    expect(type.countLabel(own)).toContain(String(own));
    expect(type.domainLabel(own, type.countLabel(own), question)).toContain(type.countLabel(own));
  });

  test("are chosen from a list, or typed and judged", () => {
    expect(type.choices === undefined).toBe(type.entry !== undefined);
    const choices = type.choices?.(question) ?? [];
    expect(new Set(choices.map(({ value }) => value)).size).toBe(choices.length);
    expect(choices).toHaveLength(type.entry ? 0 : type.answers(question).length);
    if (type.entry) {
      expect([...type.entry.edges(question), type.entry.gauge.example].every(type.entry.gauge.isValue)).toBe(true);
      expect(type.entry.gauge.isValue("perhaps")).toBe(false);
    }
  });

  test("are compared by conditions that read back as they were chosen", () => {
    expect(firstAnswer(questionOf(freshItem(slug, "q1", "en")))).not.toBe("");
    expect(type.isQuoted).toBe(!/^-?\d+(\.\d+)?$/.test(firstAnswer(question)));
    for (const { name } of operandsBefore([question, LAST], LAST.id)) {
      for (const comparison of type.comparisons) {
        const answer = needsAnswer(comparison) ? firstAnswer(question) : "";
        const simple = { operand: name, comparison, answer };
        expect(simpleOf(expressionOf(simple, question))).toEqual(simple);
      }
    }
  });

  test("may be paired only where one of few is given once", () => {
    if (type.isPairable) expect(["rows" in question, type.entry, type.comparisons[0]]).toEqual([false, undefined, "="]);
  });

  test("may be skipped or not, and the question says so", () => {
    for (const may_skip of [true, false]) {
      const changed = type.withSkip?.(question, may_skip) ?? { ...question, may_skip };
      expect(changed).toEqual({ ...question, may_skip });
    }
    const page = shown(createElement(SkipFields, { question, mayBeUnasked: false, where: "", onChange: () => {} }));
    expect(page).toContain(type.skipLabel?.() ?? words.items.maySkip);
  });
});
