import { describe, expect, test } from "vitest";
import type { NumberResult, SkippableNumber } from "../../../api/types";
import { figure } from "../../numbers/format";
import { answeredFigures, meanSentence, scaleOfMean, skippableSentence } from "./means";

const mean = {
  value: 31.416,
  standard_error: 1.3,
  error_parts: { sampling: 0.5, perturbation: 1.2 },
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

describe("a mean of those who answered", () => {
  const answered = {
    share: 0.82,
    error_parts: { sampling: 0.01, perturbation: 0.02 },
    intervals: { "95": [0.771, 0.869] },
    consistent_share: 0.82,
  };
  const of = { value: 31.416, intervals: { "95": [28.2, 35.1] }, consistent_value: 31.416 };
  const told = (mean: typeof of | null): Pick<SkippableNumber, "estimates" | "unit"> => ({
    unit: "hours",
    estimates: { method: "share-pooled", answered, mean },
  });

  test("is said after their share, with limits that need not lie evenly around it", () => {
    expect(skippableSentence(told(of))).toBe(
      "82\u202f% answered, give or take 5; their mean is 31.4 hours, 95 % interval 28.2 to 35.1",
    );
  });

  test("is not said where its limits have no end", () => {
    expect(skippableSentence(told(null))).toBe("82\u202f% answered, give or take 5; too few to tell their mean");
  });

  test("has a share that is never bent into what is possible", () => {
    const beyond = { ...answered, share: 1.04, intervals: { "95": [0.98, 1.1] } };
    expect(answeredFigures(beyond)).toEqual({ value: "104\u202f%", range: "98\u202f% to 110\u202f%" });
  });
});

describe("the picture of a mean", () => {
  const bounds = { low: 0, high: 60 };
  const over = (...ends: [number, number]) => scaleOfMean({ value: 30, intervals: { "95": ends } }, bounds);

  test("reaches from bound to bound, with a little room", () => {
    const { low, high, ticks } = over(28, 34);
    expect([low, high]).toEqual([-1.2, 61.2]);
    expect(ticks).toEqual([0, 10, 20, 30, 40, 50, 60]);
  });

  test("holds limits beyond a bound, but no further than half as far again", () => {
    expect(over(-6, 50).low).toBeCloseTo(-7.32);
    expect(over(-1000, 1000).low).toBeCloseTo(-32.4);
    expect(over(-1000, 1000).high).toBeCloseTo(92.4);
  });
});
