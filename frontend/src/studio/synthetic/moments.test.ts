import { expect, test } from "vitest";
import {
  areAlike,
  drawnMean,
  type ErrorsOfClass,
  largestKnown,
  type MadeNumber,
  type Moments,
  momentsSummary,
  widthOf,
} from "./moments";

const age: MadeNumber = { name: "age", type: "integer", unit: "years", low: "20", high: "120" };
const day: MadeNumber = { name: "day", type: "date", unit: "", low: "2026-03-01", high: "2026-04-10" };
const known = (value: string, rows: number, ...means: number[]): ErrorsOfClass => ({
  value,
  rows,
  is_known: true,
  means,
  spreads: means,
  correlations: [0.1],
});
const hidden: ErrorsOfClass = {
  value: null,
  rows: 3,
  is_known: false,
  means: null,
  spreads: null,
  correlations: null,
};
const moments: Moments = {
  divided_by: "town",
  numbers: [age, day],
  groups: [["age", "day"]],
  rows_error: 4.2,
  classes: [known("Bern", 90, 1, 2), known("Basel", 200, 0.5, 0.4), hidden],
};

test("bounds are as far apart as they say, of days across a change of clocks", () => {
  expect([widthOf(age), widthOf(day)]).toEqual([100, 40]);
});

test("the least exact class is told, with those that noise hides and the rows that it takes", () => {
  expect(momentsSummary(moments)).toEqual({ worst: 0.05, rows: 90, hidden: [hidden], needed: 9 });
  expect(momentsSummary({ ...moments, classes: [hidden] })).toMatchObject({ worst: null, rows: 0 });
  expect(momentsSummary({ ...moments, rows_error: 0.1 }).needed).toBe(2);
});

test("the largest known class is shown first, and one table is enough where all are alike", () => {
  expect(largestKnown(moments)).toBe(1);
  expect(largestKnown({ ...moments, classes: [hidden] })).toBe(0);
  expect(areAlike(moments)).toBe(false);
  expect(areAlike({ ...moments, classes: [known("Bern", 90, 1, 2), known("Basel", 90, 1, 2)] })).toBe(true);
});

test("a mean is drawn in the middle of its bounds, with what noise adds on both sides", () => {
  const [widest] = drawnMean(age, 10).bands;
  expect(widest).toEqual({ confidence: "95", low: 0.5 - 0.196, high: 0.5 + 0.196 });
});
