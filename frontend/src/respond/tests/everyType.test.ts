import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ITEM_TYPES } from "../questions/all";
import type { Surroundings } from "../questions/field";
import { kindsBefore, parseItems } from "../questions/items";
import type { ItemType } from "../questions/questionType";
import { AnswerSheet } from "../sheet";
import { type Column, type Definition, type Item, isQuestion, type Question } from "../version/definition";
import { columnsOf, NOT_ASKED, positionsOf, SKIP } from "../version/domain";
import { parseExpression } from "../version/expression";
import { voiceIn } from "../voice";
import { en } from "../words/en";
import { FakeElement, fakeDocument } from "./fakeDocument";
import { type Json, sampleSurvey } from "./sample";

type ItemJson = { readonly id: string; readonly type: string; readonly [key: string]: Json };

const vectors: {
  readonly items: readonly { item: ItemJson; may_be_unasked: boolean; answers: string[] }[];
  readonly bins: readonly { item: ItemJson; value: string; answer: string }[];
} = JSON.parse(readFileSync(new URL("../../../../tests/vectors/domains.json", import.meta.url), "utf8"));

const COMMON = ["id", "type", "text", "help", "show_if"];
const slugs = ITEM_TYPES.map(({ slug }) => slug);
/** Items that stand before the others, so that a questionnaire has a question and a condition has something to read. */
const FIRST: ItemJson = {
  id: "zz",
  type: "yes_no",
  text: "?",
  help: "",
  show_if: "",
  may_skip: true,
  options: [
    { id: "yes", label: "Yes" },
    { id: "no", label: "No" },
  ],
};

function vectorOf(slug: string, mayBeUnasked = false) {
  const vector = vectors.items.find(
    ({ item, may_be_unasked }) => item.type === slug && may_be_unasked === mayBeUnasked,
  );
  if (vector === undefined) throw new Error(`no vector has an item of type ${slug}`);
  return vector;
}

const sampleOf = (slug: string): ItemJson => vectorOf(slug).item;

/** The item, as the page reads it behind another, and its texts by their paths. */
function read(item: ItemJson, texts = new Map<string, string>()): Item {
  const parsed = parseItems([FIRST, item], (path, text) => {
    if (path.startsWith(`${item.id}.`)) texts.set(path, text);
    return text;
  });
  return parsed[1] as Item;
}

function questionOf(item: ItemJson): Question {
  const question = read(item);
  if (!isQuestion(question)) throw new Error(`${item.type} is no question`);
  return question;
}

const questionSlugs = slugs.filter((slug) => "may_skip" in sampleOf(slug));

test("every type of Python is here, once", () => {
  expect(new Set(slugs)).toEqual(new Set(vectors.items.map(({ item }) => item.type)));
  expect(new Set(slugs).size).toBe(slugs.length);
});

describe.each(ITEM_TYPES.map((type) => [type.slug, type] as const))("%s", (slug, type: ItemType) => {
  test("has exactly the keys that the type states", () => {
    const sample = sampleOf(slug);
    expect(Object.keys(sample).sort()).toEqual([...COMMON, ...type.keys].sort());
    expect(() => read({ ...sample, weight: 1 })).toThrow("weight is not known to this page");
    for (const key of Object.keys(sample)) {
      const { [key]: _, ...rest } = sample;
      expect(() => read(rest as ItemJson), key).toThrow();
    }
  });

  test("refuses what is no value of its keys", () => {
    for (const key of type.keys) {
      for (const value of [1.5, { x: 1 }, ["x"], "\0"]) {
        expect(() => read({ ...sampleOf(slug), [key]: value }), key).toThrow();
      }
    }
  });

  test("notes every text that people read, under a path of its own", () => {
    const texts = new Map<string, string>();
    const sample = sampleOf(slug);
    read(sample, texts);
    expect(Array.from(texts.values()).sort()).toEqual(textsIn(sample).sort());
  });

  test("is a question if it may be skipped, and else is nothing that is sent or compared", () => {
    const item = read(sampleOf(slug));
    expect(isQuestion(item)).toBe(type.keys.includes("may_skip"));
    expect([item.type, item.id]).toEqual([slug, sampleOf(slug).id]);
    expect(kindsBefore([item]).size).toBe(isQuestion(item) ? columnsOf(item).length : 0);
  });
});

/** Labels, units and the texts of an item itself, wherever they stand. */
function textsIn(value: Json, key = ""): string[] {
  if (typeof value === "string") return /text|help|label|unit/.test(key) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => textsIn(part, name));
}

describe.each(questionSlugs)("the answers of %s", (slug) => {
  test("are those of Python, and of each a position", () => {
    for (const mayBeUnasked of [false, true]) {
      const { answers } = vectorOf(slug, mayBeUnasked);
      const columns = columnsOf({ ...questionOf(sampleOf(slug)), mayBeHidden: mayBeUnasked });
      for (const column of columns) {
        expect(column.answers).toEqual(answers);
        expect(new Set(answers).size).toBe(answers.length);
        if (mayBeUnasked) expect(positionsOf(column, "x", false)).toEqual([answers.indexOf(NOT_ASKED)]);
        if (answers.includes(SKIP)) expect(positionsOf(column, undefined, true)).toEqual([answers.indexOf(SKIP)]);
        else expect(() => positionsOf(column, undefined, true)).toThrow(RangeError);
      }
    }
  });

  test("are each said otherwise", () => {
    const texts = new Map<string, string>();
    const question = read(sampleOf(slug), texts) as Question;
    const voice = voiceIn({ language: "en", translations: new Map(), sayings: texts }, "en", [en]);
    const labels = question.answers.map((answer) => question.label(answer, voice).text);
    expect(labels.every((label) => label !== "")).toBe(true);
    expect(new Set(labels).size).toBe(labels.length);
  });

  test("are read by conditions as what they are", () => {
    const question = questionOf(sampleOf(slug));
    const kinds = kindsBefore([question]);
    const taken = (text: string): boolean => {
      try {
        parseExpression(text, (operand) => kinds.get(operand) ?? null);
        return true;
      } catch {
        return false;
      }
    };
    for (const { key } of columnsOf(question)) {
      const { kind } = question;
      const literal = "ids" in kind ? `'${kind.ids[0]}'` : kind.kind === "date" ? "'2026-12-01'" : "1";
      const sign = kind.kind === "set" ? "includes" : "=";
      expect(taken(`${key} answered`)).toBe(true);
      expect(taken(`${key} ${sign} ${literal}`)).toBe(true);
      expect(taken(`${key} ${sign} ${literal === "1" ? "'1'" : "1"}`)).toBe(false);
      expect(taken(`${key} < ${literal}`)).toBe(!("ids" in kind));
    }
  });

  test("are sets or may be paired, not both, and are neither where each row has its own", () => {
    const question = questionOf(sampleOf(slug));
    expect(!!question.sets).toBe(question.kind.kind === "set");
    if (question.isPairable)
      expect([question.sets, question.rows, question.entry]).toEqual([undefined, undefined, undefined]);
  });
});

describe.each(questionSlugs)("the field of %s", (slug) => {
  beforeAll(() => vi.stubGlobal("document", fakeDocument));
  afterAll(() => vi.unstubAllGlobals());

  /** The field of a sample, the sheet that it writes on, and what is in it. */
  function shown(maySkip: boolean) {
    const sayings = new Map<string, string>();
    const question = read({ ...sampleOf(slug), may_skip: maySkip }, sayings) as Question;
    const columns = columnsOf(question);
    const survey = sampleSurvey();
    const [level] = survey.definition.levels;
    const definition: Definition = {
      ...survey.definition,
      ...{ items: [question], columns, sayings, translations: new Map(), levels: [{ ...level, fields: [] }] },
    };
    const sheet = new AnswerSheet({ ...survey, definition }, "0", 0);
    const voice = voiceIn(definition, "en", [en]);
    const around: Surroundings = { definition, sheet, orders: new Map(), voice, live: [], changed: () => undefined };
    const field = ITEM_TYPES.find((type) => type.slug === slug)?.field?.(question, around);
    if (field === undefined || !(field.node instanceof FakeElement)) throw new Error(`${slug} is not shown`);
    const texts = Array.from(sayings.values());
    return { columns, sheet, field, texts, parts: field.node.all(), text: field.node.textContent };
  }

  /** Does everything that can be done with a control, and after each step does what is wanted. */
  function use(control: FakeElement, then: () => void): void {
    if (control.name === "button") {
      for (let press = 1; press < 3; press += 1) {
        control.happen("click");
        then();
      }
    } else if (control.name === "select") {
      const lines = control.all().filter(({ name }) => name === "option").length;
      for (let line = 1; line < lines; line += 1) {
        control.selectedIndex = line;
        control.happen("change");
        then();
      }
    } else if (/radio|checkbox/.test(control.attributes.get("type") ?? "")) {
      control.checked = true;
      control.happen("change");
      then();
    } else {
      for (const { value } of vectors.bins.filter(({ item }) => item.id === sampleOf(slug).id)) {
        control.value = value;
        control.happen("input");
        then();
      }
    }
  }

  const controlsOf = (parts: readonly FakeElement[]): FakeElement[] =>
    parts.filter(({ name }) => name === "input" || name === "select" || name === "button");

  test("shows the question and what its answers are called", () => {
    const { texts, text } = shown(true);
    for (const each of texts) expect(text).toContain(each);
  });

  test("has no answer before somebody acts", () => {
    const { columns, sheet } = shown(true);
    expect(columns.map(({ key }) => sheet.answer(key))).toEqual(columns.map(() => undefined));
  });

  test.each([true, false])("gives each answer that there is, and no other; may be skipped: %s", (maySkip) => {
    const { columns, sheet, parts } = shown(maySkip);
    const reached = new Map<string, Set<string>>(columns.map(({ key }) => [key, new Set()]));
    for (const control of controlsOf(parts)) {
      use(control, () => {
        for (const column of columns) note(column, reached, sheet);
      });
    }
    for (const { key, answers } of columns) {
      const typed = answers.filter((answer) => answer !== SKIP); // leaving it empty skips what is typed
      const isTyped = parts.some((part) => part.name === "form");
      expect(Array.from(reached.get(key) ?? []).sort()).toEqual([...(isTyped ? typed : answers)].sort());
    }
  });

  function note(column: Column, reached: ReadonlyMap<string, Set<string>>, sheet: AnswerSheet): void {
    const answer = sheet.answer(column.key);
    if (answer === undefined) return;
    for (const position of positionsOf(column, answer, true)) {
      reached.get(column.key)?.add(column.answers[position] ?? "");
    }
  }

  test("asks for an answer where one is needed, for each row where there are rows", () => {
    expect(shown(true).field.faults()).toEqual([]);
    const { columns, field, parts } = shown(false);
    const inOneOrder = parts.some(({ name }) => name === "ol"); // which is given, or missing, as a whole
    expect(field.faults()).toHaveLength(inOneOrder ? 1 : columns.length);
    for (const control of controlsOf(parts)) use(control, () => undefined);
    expect(field.faults()).toEqual([]);
  });
});
