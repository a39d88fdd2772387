import { expect, test } from "vitest";
import { decimalsOf, shade, summary } from "./errors";

test("of two columns each pair counts once, and the worst is named", () => {
  const pairs = [
    [null, 0.02, null],
    [0.02, null, 0.1],
    [null, 0.1, null],
  ];
  const errors = summary({ alone: [0.5, 0.5, 0.5], pairs });
  expect(errors).toMatchObject({ most: 0.1, worst: [1, 2], ofPairs: true });
  expect(errors.mean).toBeCloseTo(0.06);
});

test("where noise tells of no pair, columns alone are summed up", () => {
  expect(summary({ alone: [0.01, 0.03], pairs: [[null, null]] })).toEqual({
    mean: 0.02,
    most: 0.03,
    worst: [1],
    ofPairs: false,
  });
  expect(summary({ alone: [], pairs: [] })).toMatchObject({ mean: 0, worst: [] });
});

test("what is off more is never lighter, and half of all rows is as dark as it gets", () => {
  const shades = [0, 0.001, 0.01, 0.1, 0.5, 1].map(shade);
  expect(shades).toEqual(shades.toSorted((left, right) => left - right));
  expect([shades[0], shades[4], shades[5]]).toEqual([0, 100, 100]);
});

test("a map has one number of decimals, by the largest of its figures", () => {
  const mapOf = (...alone: (number | null)[]) => decimalsOf({ alone, pairs: [[null]] });
  expect(mapOf(0.0004, 0.12)).toBe(0);
  expect(mapOf(0.0004, 0.05)).toBe(1);
  expect(mapOf(0.0004, 0.008)).toBe(2);
  expect(mapOf(null)).toBe(2);
  expect(decimalsOf({ alone: [0], pairs: [[null, 0.3]] })).toBe(0);
});
