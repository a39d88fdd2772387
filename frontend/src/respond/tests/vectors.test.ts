import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { WIDEST } from "../../privacy/grid";
import { kindsBefore, parseItems } from "../questions/items";
import { isQuestion } from "../version/definition";
import { columnsOf, type Given, pointId, positionsOf } from "../version/domain";
import { holds, type Kind, parseExpression } from "../version/expression";
import { FURTHEST, MOST_STEPS } from "../version/grids";
import { parseBlocks } from "../version/levels";
import { piped } from "../version/piping";
import type { Json } from "./sample";

type Item = { id: string; [key: string]: Json };

function vectors<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../../../tests/vectors/${name}.json`, import.meta.url), "utf8"));
}

const read = (items: readonly unknown[]) => parseItems(items, (_, text) => text);

/** An item that some may not be asked stands on a page with a condition. */
function alone(item: Item, mayBeUnasked: boolean) {
  const first: Item = { id: "zz", type: "yes_no", text: "?", help: "", show_if: "", may_skip: true, options: [{ id: "yes", label: "Yes" }, { id: "no", label: "No" }] }; // biome-ignore format: one line
  const page: Item = { id: "zy", type: "page", text: "", help: "", show_if: "zz = 'yes'", shuffle: false };
  const match = read(mayBeUnasked ? [first, page, item] : [first, item]).find(({ id }) => id === item.id);
  if (match === undefined || !isQuestion(match)) return [];
  return columnsOf(match);
}

describe("domains are those of Python", () => {
  const { items, bins, grids, questionnaires } = vectors<{
    items: { item: Item; may_be_unasked: boolean; answers: string[]; most?: number; largest?: number }[];
    bins: { item: Item; value: string; answer: string }[];
    grids: { furthest: number; widest: number; most_steps: Record<string, number> };
    questionnaires: { questions: Item[]; blocks: Json[] }[];
  }>("domains");

  test("a number is asked between the same bounds in as many steps", () => {
    expect({ furthest: FURTHEST, widest: WIDEST, most_steps: MOST_STEPS }).toEqual(grids);
  });

  test.each(items)(
    "the answers of $item.type $item.id, may be unasked: $may_be_unasked",
    ({ item, may_be_unasked, answers }) => {
      const columns = alone(item, may_be_unasked);
      expect(columns.map((each) => each.answers)).toEqual(columns.map(() => answers));
      expect(columns.length).toBe(answers.length === 0 ? 0 : item.rows ? (item.rows as Json[]).length : 1);
    },
  );

  test.each(items.filter(({ most }) => most !== undefined))(
    "sets of $item.options.length options, at most $item.most_choices, differ in $most positions and hold $largest",
    ({ item, may_be_unasked, answers, most = 0, largest }) => {
      const field = { id: "b1", kind: "set", of: [item.id], answers: answers.length, most };
      const [block] = parseBlocks(
        [{ id: "b1", questions: [item.id], fields: [field] }],
        alone(item, may_be_unasked),
        false,
      );
      expect(block?.fields.map((each) => [each.most, each.largest])).toEqual([[most, largest]]);
    },
  );

  test.each(bins)("$value of $item.type lies in $answer", ({ item, value, answer }) => {
    const [column] = alone(item, false);
    const [position = -1] = column === undefined ? [] : positionsOf(column, value, true);
    expect(column?.answers[position]).toBe(answer);
  });

  test.each(questionnaires)("blocks of a questionnaire", ({ questions, blocks }) => {
    const columns = read(questions).filter(isQuestion).flatMap(columnsOf);
    expect(parseBlocks(blocks, columns, false).flatMap((block) => block.fields.map((field) => field.id))).not.toEqual(
      [],
    );
  });
});

describe("conditions mean what they mean in Python", () => {
  const { items, states, cases } = vectors<{
    items: Item[];
    states: Record<string, Given>[];
    cases: { asking: string; text: string; holds?: boolean[] }[];
  }>("expressions");

  const kindsOf = (asking: string): ReadonlyMap<string, Kind> => {
    const before = items.slice(
      0,
      items.findIndex((item) => item.id === asking),
    );
    return before.length === 0 ? new Map() : kindsBefore(read(before));
  };

  test.each(cases.filter((each) => each.holds !== undefined))("$text", ({ asking, text, holds: expected }) => {
    const kinds = kindsOf(asking);
    const condition = parseExpression(text, (operand) => kinds.get(operand) ?? null);
    expect(states.map((state) => holds(condition, (operand) => state[operand] ?? null))).toEqual(expected);
  });

  test.each(cases.filter((each) => each.holds === undefined))("refuses $text", ({ asking, text }) => {
    const kinds = kindsOf(asking);
    expect(() => parseExpression(text, (operand) => kinds.get(operand) ?? null)).toThrow(RangeError);
  });
});

describe("texts repeat answers as Python says", () => {
  const { said: texts, cases } = vectors<{
    said: Record<string, string[]>[];
    cases: { text: string; piped?: string[] }[];
  }>("piping");

  test.each(cases.filter((each) => each.piped !== undefined))("$text", ({ text, piped: expected }) => {
    expect(texts.map((state) => piped(text, (key) => state[key]?.join(", ") || "\u2026"))).toEqual(expected);
  });
});

test("points of a scale are named p3 and n2", () => {
  expect([3, 0, -2].map(pointId)).toEqual(["p3", "p0", "n2"]);
});
