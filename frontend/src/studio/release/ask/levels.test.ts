import { describe, expect, test } from "vitest";
import { countedLevels, filled, levelsOf, valuesOf } from "./levels";
import { hierarchyOf } from "./making";
import { isFlaw } from "./tree";

const counted = {
  rows: 7,
  unlisted: { values: 0, rows: 0, first: "" },
  levels: [
    {
      nodes: 2,
      least_covered: 1,
      most_covered: 1,
      empty: 1,
      fewest_rows: 7,
      most_rows: 7,
      loss: 0,
      named: [
        { name: "Bern", covers: 1, rows: 7 },
        { name: "Thun", covers: 1, rows: 0 },
      ],
    },
    {
      nodes: 1,
      least_covered: 2,
      most_covered: 2,
      empty: 0,
      fewest_rows: 7,
      most_rows: 7,
      loss: 1,
      named: [{ name: "*", covers: 2, rows: 7 }],
    },
  ],
};

describe("levels that are shown", () => {
  test("are the same whether rows were counted or not, but for the rows", () => {
    const tree = hierarchyOf({ kind: "flat" }, ["Bern", "Thun"]);
    if (!tree || isFlaw(tree)) throw new Error("no tree");
    const [without, with_] = [levelsOf(tree), countedLevels(counted)];
    expect(
      with_.map(({ rows, named, ...level }) => ({ ...level, named: named.map(({ rows: _, ...node }) => node) })),
    ).toEqual(without);
    expect(with_.map(({ rows }) => rows?.empty)).toEqual([1, 0]);
    expect(valuesOf(with_)).toBe(2);
  });

  test("fill a box by its rows, so that the smallest is still seen and an empty one is not", () => {
    expect([filled(500, 1000, 12), filled(1, 1000, 12), filled(0, 1000, 12), filled(undefined, 5, 12)]).toEqual([
      6, 1, 0, 0,
    ]);
  });
});
