import { describe, expect, test } from "vitest";
import { WORDS } from "../../privacy/entropy";
import { parseDefinition } from "../version/parse";
import { Refusal } from "../version/reading";
import { changed, child, drawn, type Json, sample } from "./sample";

const read = (whole: Json) => parseDefinition(whole, false);
const DRAWS = "levels.0.draws";

/** The first level with these draws. */
const withDraws = (...draws: readonly (readonly [weight: number, ...blocks: string[]])[]): Json =>
  changed(
    DRAWS,
    draws.map(([weight, ...blocks]) => ({ weight, blocks })),
    drawn(),
  );

const ALL = ["b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8"];
const least = Math.ceil(WORDS / 200);

/** Each block in a draw, the last as often as said. */
const uneven = (last: number): Json => {
  const others = ALL.slice(0, -1).map((id, index): [number, string] => [
    index === 0 ? WORDS - last - 6 * least : least,
    id,
  ]);
  return withDraws(...others, [last, "b8"]);
};

test("a version of which some questions are sent is read whole", () => {
  const { levels, asksAll, choosers, columns } = read(drawn());
  expect([asksAll, choosers, columns.length]).toEqual([false, null, 8]);
  expect(levels.map(({ epsilon, recordBytes, draws }) => [epsilon.text, recordBytes, draws.length])).toEqual([
    ["2", 2, 8],
    ["4", 3, 8],
  ]);
  expect(levels[1]?.draws[0]).toEqual({ weight: 361936399, blocks: [0, 5] });
  expect(levels[0].fields.slice(3, 6).map(({ field }) => [field.id, field.of.map(({ key }) => key)])).toEqual([
    ["b4", ["rows.r1"]],
    ["b5", ["rows.r2"]],
    ["b6", ["rows.r3"]],
  ]);
  expect(read(changed("send.ask", "all", drawn())).asksAll).toBe(true);
});

test("where every question is sent there are no draws", () => {
  const { levels, asksAll } = read(sample());
  expect(asksAll).toBe(true);
  for (const { draws, draw } of levels) expect([draws, draw]).toEqual([[], null]);
});

test("the rows of a matrix may be one block, as they are where every question is sent", () => {
  const whole = togetherAgain();
  const { levels } = read(whole);
  expect(levels[0].fields.map(({ field }) => field.id)).toEqual(["b1", "b2", "b3", "b4.1", "b4.2", "b4.3", "b5", "b6"]);
  expect(levels[0].draws[3]?.blocks).toEqual([3]);
  expect(levels[0].recordBytes).toBe(4);
});

/** The rows as one block, at the price of one: with it the ceiling is 6. */
function togetherAgain(): Json {
  let whole = changed("send.eps_block", "6", drawn());
  const rows = ["r1", "r2", "r3"].map((row, index) => ({
    id: `b4.${index + 1}`,
    kind: "one",
    of: [`rows.${row}`],
    answers: 3,
  }));
  const renamed = (id: string): string => ({ b7: "b5", b8: "b6" })[id] ?? id;
  const blocks = (child(whole, "blocks") as { id: string; fields: { id: string }[] }[])
    .filter(({ id }) => id !== "b5" && id !== "b6")
    .map((block) =>
      block.id === "b4"
        ? { ...block, questions: ["rows"], fields: rows }
        : {
            ...block,
            id: renamed(block.id),
            fields: block.fields.map((field) => ({ ...field, id: renamed(field.id) })),
          },
    );
  whole = changed("blocks", blocks as unknown as Json, whole);
  const level = child(child(whole, "levels"), "0") as { [key: string]: Json };
  const parts = child(level, "blocks") as { block: string; epsilon: string; fields: { field: string }[] }[];
  const together = parts
    .filter(({ block }) => block !== "b5" && block !== "b6")
    .map((part) =>
      part.block === "b4"
        ? { ...part, epsilon: "6", fields: rows.map(({ id }) => ({ ...part.fields[0], field: id })) }
        : {
            ...part,
            block: renamed(part.block),
            fields: part.fields.map((field) => ({ ...field, field: renamed(field.field) })),
          },
    );
  const weight = WORDS / 8;
  const draws = [1, 2, 3, 4, 5, 6].map((number) => ({
    weight: number > 4 ? 2 * weight : weight,
    blocks: [`b${number}`],
  }));
  const own = { ...level, blocks: together, draws, eps_report: "6", record_bytes: 4 };
  return changed("levels", [own] as unknown as Json, whole);
}

describe("refused is", () => {
  test.each([
    ["more blocks than there are", withDraws([WORDS, ...ALL, "b1"]), "items"],
    ["a draw of nothing", withDraws([WORDS]), "items"],
    ["a block twice", withDraws([WORDS, "b1", "b1"]), "out of order"],
    ["a block that is not there", withDraws([WORDS, "b9"]), "must be one of"],
    ["blocks in another order", withDraws([WORDS, "b2", "b1"]), "out of order"],
    ["a block that is never sent", withDraws([WORDS, "b1"]), "must send b2 more often"],
    ["a block that fewer than one of 200 phones send", uneven(least - 1), "must send b8 more often"],
    ["no draw at all", changed(DRAWS, [], drawn()), "items"],
    ["a draw of weight 0", withDraws([WORDS, "b1"], [0, "b2"]), "must be 1 to"],
    ["a weight in parts", withDraws([0.5, "b1"], [WORDS - 0.5, "b2"]), "whole number"],
    ["weights that add to less", changed(`${DRAWS}.0.weight`, 303626995, drawn()), "must weigh 4294967296"],
    ["weights that add to more", changed(`${DRAWS}.0.weight`, 303626997, drawn()), "must weigh 4294967296"],
    ["a draw with another key", changed(`${DRAWS}.0`, { weight: 1, blocks: ["b1"], why: "" }, drawn()), "why"],
    ["a draw that costs more than the report", changed("levels.0.eps_report", "1.999999", drawn()), "above eps_report"],
    ["a block above its ceiling", changed("send.eps_block", "1.999999", drawn()), "above eps_block"],
    ["a report above the cap", changed("cap", "3.9", drawn()), "eps_report"],
    ["a record that is too short", changed("levels.1.record_bytes", 2, drawn()), "record_bytes"],
    ["a record that is too long", changed("levels.1.record_bytes", 4, drawn()), "record_bytes"],
    ["a second level that protects as much", changed("levels.0.eps_report", "4", drawn()), "most protective first"],
    ["levels chosen by question", { ...drawn(), level_choice: "question" }, "level_choice"],
    ["another send", changed("send.questions", "all", drawn()), "send.questions"],
    ["another ask", changed("send.ask", "none", drawn()), "send.ask"],
    ["a send that says more", changed("send.together", {}, drawn()), "send"],
    ["draws without send", without(togetherAgain(), "send"), "draws is not known"],
    [
      "send without draws",
      changed("levels.0", without(child(child(drawn(), "levels"), "0"), "draws"), drawn()),
      "draws",
    ],
    ["a row by another name", changed("blocks.3.questions.0", "rows", drawn()), "blocks[3]"],
    ["rows out of order", changed("blocks.3.questions.0", "rows.r2", drawn()), "blocks[3]"],
    ["two rows in a block", changed("blocks.3.questions", ["rows.r1", "rows.r2"], drawn()), "blocks[3]"],
    ["the other rows together", otherRowsTogether(), "blocks[4]"],
    ["a row as a block where every question is sent", rowAlone(), "out of order"],
  ] as const)("%s", (_, whole, why) => {
    expect(() => read(whole)).toThrow(Refusal);
    expect(() => read(whole)).toThrow(why);
  });

  test("more than 255 draws", () => {
    const many = Array.from({ length: 256 }, (_, index) => ({ weight: WORDS / 256, blocks: [ALL[index % 8] ?? ""] }));
    expect(() => read(changed(DRAWS, many, drawn()))).toThrow("1 to 255 items");
    const most = many.slice(0, 255).map((draw, index) => (index === 0 ? { ...draw, weight: WORDS / 128 } : draw));
    expect(read(changed(DRAWS, most, drawn())).levels[0].draws).toHaveLength(255);
  });

  test("nothing at the bounds: one of 200 phones, and the whole epsilon", () => {
    expect(read(uneven(least)).levels[0].draws[7]?.weight).toBe(least);
  });
});

function without(whole: Json, key: string): Json {
  return Object.fromEntries(Object.entries(whole as { [key: string]: Json }).filter(([name]) => name !== key));
}

function otherRowsTogether(): Json {
  const fields = ["r2", "r3"].map((row, index) => ({
    id: `b5.${index + 1}`,
    kind: "one",
    of: [`rows.${row}`],
    answers: 3,
  }));
  return changed("blocks.4", { id: "b5", questions: ["rows"], fields }, drawn());
}

function rowAlone(): Json {
  return changed("blocks.4", {
    id: "b5",
    questions: ["grid.r1"],
    fields: [{ id: "b5", kind: "one", of: ["grid.r1"], answers: 2 }],
  });
}
