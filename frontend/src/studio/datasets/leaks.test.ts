import { expect, test } from "vitest";
import type { ColumnLeakage, DeclaredColumn, Outlook } from "../../api/types";
import { attacked, worst } from "./leaks";

const way = (protection: Outlook["protection"], recovered: number, guessed = 0.1): Outlook => ({
  protection,
  recovered,
  guessed,
  attack: "none",
  refused: "",
});

function column(name: string, protection: DeclaredColumn["protection"]): DeclaredColumn {
  const empty = { description: "", unit: "", minimum: "0", maximum: "9", decimals: 0, longest: 0 };
  const lists = { categories: [], bins: [], missing: [""] };
  return { ...empty, ...lists, name, type: "integer", role: "quasi", outside: "reject", protection };
}

const LEAKAGES: ColumnLeakage[] = [
  { name: "age", ways: [way("rnd", 0.1), way("eq", 0.3), way("det", 0.9)] },
  { name: "town", ways: [way("rnd", 0.8, 0.8), way("eq", 0.85, 0.8)] },
];

test("the column that gives most away is the one furthest from guessing, not the one easiest to guess", () => {
  expect(worst(LEAKAGES, [column("age", "rnd"), column("town", "rnd")])).toBeUndefined();
  expect(worst(LEAKAGES, [column("age", "rnd"), column("town", "eq")])?.name).toBe("town");
  expect(worst(LEAKAGES, [column("age", "det"), column("town", "eq")])).toMatchObject({
    name: "age",
    way: { recovered: 0.9 },
  });
});

test("another way to seal leaves the attacks as they are; another domain does not", () => {
  const before = attacked([column("age", "rnd")]);
  expect(attacked([{ ...column("age", "det"), description: "in years" }])).toBe(before);
  expect(attacked([{ ...column("age", "rnd"), maximum: "10" }])).not.toBe(before);
});
