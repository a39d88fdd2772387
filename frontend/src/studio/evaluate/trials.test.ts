import { expect, test } from "vitest";
import { heldBy, type Measured, measured } from "./trials";

const trial = (refused: string, square: number | null) => ({
  mechanism: "subset-selection" as const,
  version: 1,
  epsilon: "1",
  refused,
  epsilon_spent: square === null ? null : "0.9999",
  report_bytes: square === null ? null : 2,
  people: 10,
  repetitions: 5,
  mean_squared_error: square,
  mean_squared_error_low: square === null ? null : 0,
  mean_squared_error_high: square,
  expected_squared_error: square,
  expectation_bias: 0,
  rank_bias: 0,
});

test("what was refused has no dot, and errors are roots", () => {
  const dots = measured([trial("takes two answers", null), trial("", 0.0004)]);
  expect(dots).toHaveLength(1);
  expect(dots[0]).toMatchObject({ error: 0.02, low: 0, high: 0.02, bytes: 2 });
});

test("a closed form on its dot's limits is held", () => {
  const dot = (low: number, expected: number, high: number) => ({ low, expected, high }) as Measured;
  expect(heldBy([dot(1, 1, 2), dot(1, 2, 2), dot(1, 2.1, 2), dot(1, 0.9, 2)])).toBe(2);
});
