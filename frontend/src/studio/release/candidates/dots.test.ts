import { describe, expect, test } from "vitest";
import { guardsIn, UNCOMPARED } from "../ask/guards";
import { shortOf } from "../short";
import { axesOf, type Dot, decimalsOf, frontierOf, pointsOf, refusedOf } from "./dots";

function dot(place: number, gcp: number, mean: number, max = mean): Dot {
  return { place, models: [], risk: { prosecutor_mean: mean, prosecutor_max: max }, utility: { gcp } };
}

const places = (dots: readonly Dot[]) => dots.map(({ place }) => place);

describe("the frontier", () => {
  test("has the candidates that no other beats in both, the most exact first", () => {
    const dots = [dot(0, 0.09, 0.02), dot(1, 0.03, 0.2), dot(2, 0.05, 0.3), dot(3, 0.05, 0.1)];
    expect(places(frontierOf(dots, "prosecutor_mean"))).toEqual([1, 3, 0]);
  });

  test("depends on which risk is drawn", () => {
    const dots = [dot(0, 0.03, 0.1, 0.5), dot(1, 0.05, 0.2, 0.2)];
    expect(places(frontierOf(dots, "prosecutor_mean"))).toEqual([0]);
    expect(places(frontierOf(dots, "prosecutor_max"))).toEqual([0, 1]);
  });

  test("takes the first of two that are the same", () => {
    expect(places(frontierOf([dot(0, 0.03, 0.1), dot(1, 0.03, 0.1)], "prosecutor_mean"))).toEqual([0]);
  });

  test("is drawn on axes that hold every dot and the table as it is", () => {
    const { x, y } = axesOf([dot(0, 0.03, 0.1)], { prosecutor_mean: 0.9, prosecutor_max: 1 }, "prosecutor_mean");
    expect([x.low <= 0, x.high >= 0.03, y.low <= 0.1, y.high >= 0.9]).toEqual([true, true, true, true]);
  });
});

describe("what was found", () => {
  const risk = {
    prosecutor_mean: 0.1,
    prosecutor_max: 0.2,
    share_above_threshold: 0,
    threshold: 0.2,
    uniques: 0,
    sensitive: [],
  };
  const utility = {
    gcp: 0.03,
    gcp_by_column: [],
    classes: 4,
    smallest_class: 5,
    average_class_size: 1,
    discernibility: 100,
    suppressed: 0,
  };
  const rest = { guarantee: "", beside: null, population: null, public: [], reasons: [] };
  const outcomes = [
    { ...rest, refused: "no release holds it", risk: null, utility: null },
    { ...rest, refused: "", risk, utility },
  ];
  const candidates = [5, 3].map((k) => ({ models: [{ model: "k-anonymity" as const, k }] }));

  test("keeps its place among those that were asked for", () => {
    expect(pointsOf({ found: outcomes, candidates })).toMatchObject([{ place: 1, models: [{ k: 3 }] }]);
    expect(refusedOf({ found: outcomes, candidates })).toMatchObject([
      { place: 0, models: [{ k: 5 }], refused: "no release holds it" },
    ]);
  });

  test("is nothing before the work is done", () => {
    expect([pointsOf({ found: null, candidates }), refusedOf({ found: null, candidates })]).toEqual([[], []]);
  });
});

test("a small share has enough decimals to be told from another", () => {
  expect([0, 0.35, 0.05, 0.0012].map(decimalsOf)).toEqual([0, 0, 1, 2]);
});

test("a model whose thresholds are kept back is named alone, and asked for anew without them", () => {
  const models = [{ model: "k-map" as const }, { model: "delta-presence" as const }];
  expect(shortOf(models)).toBe("k-map, delta-presence");
  expect(guardsIn(models).against).toEqual({ ...UNCOMPARED, presence: "delta-presence" });
});
