import { expect, test } from "vitest";
import { errorsOf, meanAndMost } from "./measured";

const marginal = (columns: string[], estimate: number) => ({ columns, estimate, low: 0, high: 1, noise_alone: 0 });

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
