import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import type { HierarchyRule } from "../../../api/types";
import { domainOf } from "./domain";
import { hierarchyOf } from "./making";
import { isFlaw, lossAt, type Tree, withBranches } from "./tree";

interface Case {
  rule: HierarchyRule;
  values: string[];
  levels: Record<string, number>[];
}

const { cases, refused }: { cases: Case[]; refused: Case[] } = JSON.parse(
  readFileSync(new URL("../../../../../tests/vectors/hierarchies.json", import.meta.url), "utf8"),
);

function tree(rule: HierarchyRule, values: readonly string[]): Tree {
  const hierarchy = hierarchyOf(rule, values);
  if (!hierarchy || isFlaw(hierarchy)) throw new Error(`no tree: ${JSON.stringify(hierarchy)}`);
  return hierarchy;
}

const AGES = ["18", "19", "20", "21", "22"];

describe("a hierarchy that is shown before it is asked for", () => {
  it.each(cases)("has the levels that the search will use: $rule", ({ rule, values, levels }) => {
    const counts = tree(rule, values).levels.map((nodes) =>
      Object.fromEntries(nodes.map(({ name, covers }) => [name, covers])),
    );
    expect(counts).toEqual(levels);
  });

  it.each(refused)("is refused where the search refuses it: $rule", ({ rule, values }) => {
    const hierarchy = hierarchyOf(rule, values);
    expect(hierarchy && isFlaw(hierarchy)).toBe(true);
  });

  test("says what is wrong, and where", () => {
    const text = "Bonn;Rhine;West;*\nKoblenz;Rhine;South;*\n";
    expect(hierarchyOf({ kind: "csv", text }, [])).toEqual({ flaw: "parents", about: ["Rhine", "West", "South"] });
    expect(hierarchyOf({ kind: "intervals", start: 0, widths: [5, 12] }, AGES)).toEqual({
      flaw: "multiple",
      about: ["12", "5"],
    });
  });

  test("begins no name with a minus, which a spreadsheet may run", () => {
    const hierarchy = tree({ kind: "intervals", start: 0, widths: [5] }, ["-3", "4"]);
    expect(hierarchy.levels[1]?.map(({ name }) => name)).toEqual(["[-5 .. -1]", "0-4"]);
  });

  test("is not shown where it is made of values that only the rows have", () => {
    expect(hierarchyOf({ kind: "flat" }, [])).toBeUndefined();
    expect(hierarchyOf({ kind: "groups", groups: { Europe: ["France"] } }, [])).toMatchObject({ values: ["France"] });
  });

  test("has the nodes of one parent side by side, so that it can be drawn", () => {
    const hierarchy = tree({ kind: "csv", text: "a;x;*\nb;y;*\nc;x;*\n" }, []);
    expect(hierarchy.values).toEqual(["a", "c", "b"]);
    expect(hierarchy.levels[1]?.map(({ name }) => name)).toEqual(["x", "y"]);
  });

  test("gets a branch for each value that it does not list, which is only ever itself or *", () => {
    const groups = { Europe: ["France", "Italy"], Asia: ["Japan"] };
    const hierarchy = withBranches(tree({ kind: "groups", groups }, []), ["Italy", "?"]);
    expect(hierarchy.levels.map((nodes) => nodes.map(({ name, covers }) => `${name} ${covers}`))).toEqual([
      ["France 1", "Italy 1", "Japan 1", "? 1"],
      ["Europe 2", "Asia 1", "? 1"],
      ["* 4"],
    ]);
  });

  test("loses nothing at the values and everything at *", () => {
    const ages = tree({ kind: "intervals", start: 0, widths: [2] }, AGES.slice(0, 4));
    expect([0, 1, 2].map((level) => lossAt(ages, level))).toEqual([0, 1 / 3, 1]);
  });
});

describe("the values that a column may have", () => {
  const column = { name: "x", description: "", unit: "", minimum: "", maximum: "", decimals: 0, bins: [], longest: 0 };
  const rest = { role: "quasi", missing: [], outside: "reject", protection: "rnd" } as const;

  test("are its categories, its whole numbers or its days", () => {
    const town = { ...column, ...rest, type: "category", categories: [{ value: "Bern", label: "" }] } as const;
    expect(domainOf({ ...town, categories: [...town.categories], missing: [], bins: [] })).toEqual(["Bern"]);
    const bounded = { ...column, ...rest, missing: [], bins: [], categories: [] };
    expect(domainOf({ ...bounded, type: "integer", minimum: "-1", maximum: "1" })).toEqual(["-1", "0", "1"]);
    expect(domainOf({ ...bounded, type: "date", minimum: "2024-02-28", maximum: "2024-03-01" })).toEqual([
      "2024-02-28",
      "2024-02-29",
      "2024-03-01",
    ]);
  });

  test("are the numbers of so many decimals", () => {
    const bounded = { ...column, ...rest, missing: [], bins: [], categories: [] };
    const number = { ...bounded, type: "number", decimals: 1, minimum: "-0.1", maximum: "0.2" } as const;
    expect(domainOf(number)).toEqual(["-0.1", "0.0", "0.1", "0.2"]);
  });

  test("are no list where there are too many, or where they are not counted", () => {
    const bounded = { ...column, ...rest, missing: [], bins: [], categories: [] };
    expect(domainOf({ ...bounded, type: "integer", minimum: "0", maximum: "20000" })).toEqual([]);
    expect(domainOf({ ...bounded, type: "number", minimum: "", maximum: "1" })).toEqual([]);
    expect(domainOf({ ...bounded, type: "number", decimals: 5, minimum: "0", maximum: "1" })).toEqual([]);
  });
});
