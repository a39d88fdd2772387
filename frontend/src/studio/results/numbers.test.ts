import { describe, expect, test } from "vitest";
import type { NumberResult } from "../../api/types";
import { figure } from "../numbers/format";
import { meanSentence } from "./means";

const mean = {
  value: 31.416,
  standard_error: 1.3,
  intervals: { "95": [28.9, 33.9] },
  consistent_value: 31.416,
};

function result(unit: string): NumberResult {
  const guarantee = {
    ...{ mechanism: "hybrid", version: 1, epsilon: "1", delta: "0", unit: "report" },
    ...{ neighbours: "any two answers of one person", n: 100, error: 1.3 },
  };
  return {
    ...{ id: "q5", text: "?", of: "mean", unit, low: 0, high: 60, steps: 30 },
    estimates: { method: "share-pooled", mean },
    inverse_variance: { method: "inverse-variance", mean },
    agreement: null,
    made_up: [],
    by_level: [],
    guarantee,
  };
}

describe("a mean", () => {
  test("is said in its unit, with the decimals that mean something", () => {
    expect(meanSentence(result("hours"))).toBe("31.4 hours in the mean; 95 % interval 28.9 to 33.9");
    expect(meanSentence(result(""))).toBe("31.4 in the mean; 95 % interval 28.9 to 33.9");
  });

  test.each([
    [31.4159, 12.3, "31"],
    [31.4159, 0.025, "31.416"],
    [-0.2, 12, "0"],
    [-31.4, 2, "\u221231.4"],
  ])("%f, give or take %f, is written %s", (value, half, text) => {
    expect(figure(value, half)).toBe(text);
  });
});
