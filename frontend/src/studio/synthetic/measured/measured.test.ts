import { expect, test } from "vitest";
import { canTell, errorsOf, limitsOf, meanAndMost, offOf } from "./measured";

const marginal = (columns: string[], estimate: number, high = estimate + 0.1) => ({
  columns,
  estimate,
  low: 0,
  high,
  noise_alone: 0,
});

test("a heat map has each column on its diagonal, each pair once from either side, and nothing for what was not measured", () => {
  const marginals = [
    marginal(["age"], 0.1),
    marginal(["town"], 0.2),
    marginal(["job"], 0),
    marginal(["age", "town"], 0.3),
  ];
  const report = { rows: 10, marginals, propensities: [], predictions: null };
  expect(errorsOf(report, ["age", "town", "job"])).toEqual({
    alone: [0.1, 0.2, 0],
    pairs: [
      [null, 0.3, null],
      [0.3, null, null],
      [null, null, null],
    ],
  });
});

test("what noise puts below nothing counts as nothing", () => {
  expect(meanAndMost([-0.1, 0.2])).toEqual({ mean: 0.1, most: 0.2 });
  expect(meanAndMost([])).toEqual({ mean: 0, most: 0 });
});

test("a figure whose limits are wider than half of the range is on no map", () => {
  const marginals = [marginal(["age"], 0.1, 0.51), marginal(["town"], 0.2, 0.5), marginal(["age", "town"], 0.3, 1)];
  expect(errorsOf({ marginals }, ["age", "town"])).toEqual({
    alone: [null, 0.2],
    pairs: [
      [null, null],
      [null, null],
    ],
  });
});

test("how far a table is off is said of pairs, and not where their limits are as wide on average", () => {
  const alone = marginal(["age"], 0.1);
  expect(offOf([alone])).toEqual({ mean: 0.1, ofPairs: false });
  expect(offOf([alone, marginal(["age", "town"], 0.2), marginal(["age", "job"], 0.4)])).toEqual({
    mean: expect.closeTo(0.3),
    ofPairs: true,
  });
  expect(offOf([alone, marginal(["age", "town"], 0, 1), marginal(["age", "job"], 0.4)]).mean).toBeNull();
});

test("nobody can tell where noise leaves no room for it, and somebody where noise alone does not look like it", () => {
  const pair = (value: number, standard_error: number) => ({ columns: ["age", "town"], value, standard_error });
  expect(canTell([pair(0.00004, 0.00004), pair(-0.00003, 0.00004)])).toBe("nobody");
  expect(canTell([pair(0.00004, 0.00004), pair(0.01, 0.004)])).toBe("somebody");
  expect(canTell([pair(0.00004, 0.01)])).toBe("hidden");
});

test("no share has limits below nothing or above all", () => {
  expect(limitsOf({ value: 1.02, standard_error: 0.125 })).toEqual({ share: 1, off: 0.25, low: 0.75, high: 1 });
  expect(limitsOf({ value: -0.02, standard_error: 0.125 })).toEqual({ share: 0, off: 0.25, low: 0, high: 0.25 });
  expect(limitsOf({ value: 0.5, standard_error: 0.125 })).toEqual({ share: 0.5, off: 0.25, low: 0.25, high: 0.75 });
});
