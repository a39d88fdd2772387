import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { WORDS } from "../../../privacy/entropy";
import { levelOfDraw, lotOf, sizesOf } from "../../draw";
import type { Level } from "../../version/definition";
import { parseDefinition } from "../../version/parse";
import { Refusal } from "../../version/reading";
import { changed, child, type Json } from "../sample";

/** A class in two pairs and a question alone, of which a phone sends one. */
const pairs = (): { [key: string]: Json } => JSON.parse(readFileSync(new URL("pairs.json", import.meta.url), "utf8"));
const read = (whole: Json) => parseDefinition(whole, false);
const items = (whole: Json, name: string): readonly Json[] => child(whole, name) as unknown as readonly Json[];

test("a question stands in a block of each of its pairs, by the first question and then by the second", () => {
  const { levels } = read(pairs());
  expect(levels[0].fields.map(({ field }) => [field.id, field.of.map(({ key }) => key)])).toEqual([
    ["b1", ["cls", "f1"]],
    ["b2", ["cls", "f2"]],
    ["b3", ["f3"]],
  ]);
  expect(sizesOf(levels)).toEqual([1, 2]);
});

test("whoever sends one of its pairs is asked it once", () => {
  const definition = read(pairs());
  const level = definition.levels[0];
  const ids = level.draws.map((_, index) => lotOf(definition, levelOfDraw(level, index)).items.map(({ id }) => id));
  expect(ids).toEqual([["cls", "f1"], ["cls", "f2"], ["f3"]]);
});

/** Both levels have these draws; a record is as long as it must be for two blocks. */
function withDraws(blocks: readonly string[]): Json {
  let whole = changed("send.eps_block", "8", pairs()) as { [key: string]: Json };
  const { levels } = read(pairs());
  levels.forEach(({ fields }: Level, index) => {
    const bytes = 1 + fields.reduce((sum, field) => sum + (blocks.includes(field.field.id) ? field.bytes : 0), 0);
    whole = changed(`levels.${index}.draws`, [{ weight: WORDS, blocks: [...blocks] }], whole) as typeof whole;
    whole = changed(`levels.${index}.record_bytes`, bytes, whole) as typeof whole;
    whole = changed(`levels.${index}.eps_report`, index === 0 ? "7" : "8", whole) as typeof whole;
  });
  return whole;
}

/** Where every question is sent; of the blocks those with these questions. */
function sendingAll(): Json {
  const { send: _, ...whole } = pairs();
  const levels = items(whole, "levels").map((level) => {
    const { draws: __, ...own } = level as { [key: string]: Json };
    const blocks = child(own, "blocks") as unknown as readonly { epsilon: string }[];
    const spent = blocks.reduce((sum, { epsilon }) => sum + Number(epsilon), 0);
    return { ...own, eps_report: String(spent), record_bytes: blocks.length };
  });
  return { ...whole, cap: "12", levels };
}

describe("refused is", () => {
  const [first, second, third] = items(pairs(), "blocks") as unknown as readonly { id: string; fields: object[] }[];
  const named = (block: typeof first, id: string) => ({ ...block, id, fields: [{ ...block?.fields[0], id }] });
  const swapped = [named(second, "b1"), named(first, "b2"), third] as unknown as Json;
  test.each([
    ["a draw with a question twice", withDraws(["b1", "b2", "b3"]), "sends a question twice"],
    ["a pair twice", changed("blocks.1.questions.1", "f1", pairs()), "out of order"],
    ["pairs in another order", changed("blocks", swapped, pairs()), "out of order"],
    ["a question that is in no block", changed("blocks.2.questions.0", "f2", pairs()), "must be"],
    ["a question in two pairs where every question is sent", sendingAll(), "must hold every question"],
  ] as const)("%s", (_, whole, why) => {
    expect(() => read(whole)).toThrow(Refusal);
    expect(() => read(whole)).toThrow(why);
  });
});
