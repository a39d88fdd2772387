import { expect, test } from "vitest";
import type { ColumnToMake } from "../../../api/types";
import { valueSaid } from "./parts";

const cut = (type: ColumnToMake["type"], ...edges: string[]) => ({ type, edges, labels: ["cut", "as", null] });
const saidOf = (column: Parameters<typeof valueSaid>[0]) => column.labels.map((_, index) => valueSaid(column, index));

test("parts of whole numbers do not overlap, the last ends at the bound, and one number stands by itself", () => {
  expect(saidOf(cut("integer", "0", "1", "21"))).toEqual(["0", "1 to 20", "missing"]);
  expect(saidOf(cut("integer", "-5", "0", "9007199254740993"))).toEqual([
    "-5 to -1",
    "0 to 9007199254740992",
    "missing",
  ]);
});

test("a part of days ends the day before the next", () => {
  expect(saidOf(cut("date", "2024-02-01", "2024-03-01", "2024-03-02"))).toEqual([
    "2024-02-01 to 2024-02-29",
    "2024-03-01",
    "missing",
  ]);
  expect(valueSaid(cut("date", "0050-01-01", "10000-01-01"), 0)).toBe("0050-01-01 to 9999-12-31");
});

test("a part of other numbers says that it ends below the next, and the last one holds its bound", () => {
  expect(saidOf(cut("number", "0", "2.5", "5"))).toEqual(["0 to below 2.5", "2.5 to 5", "missing"]);
});

test("a choice is its label", () => {
  expect(saidOf({ type: "category", edges: [], labels: ["north", null] })).toEqual(["north", "missing"]);
});
