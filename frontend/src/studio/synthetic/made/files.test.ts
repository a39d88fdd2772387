import { expect, test } from "vitest";
import { rowsToTake } from "./Files";

test.each([
  ["1", 1],
  [" 3000 ", 3000],
  ["200000", 200_000],
])("%j is a number of rows that one file holds", (text, rows) => {
  expect(rowsToTake(text)).toBe(rows);
});

test.each(["", "0", "200001", "1.5", "-1", "1e3", "1234567"])("%j is none", (text) => {
  expect(rowsToTake(text)).toBeUndefined();
});
