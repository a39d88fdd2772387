import { describe, expect, test } from "vitest";
import { DATE } from "./Date";
import { asTyped, bins, edgesIn, faultIn, type Gauge, isDay } from "./edges";
import { NUMBER } from "./Number";
import type { QuestionType } from "./questionType";

function gaugeOf({ entry }: Pick<QuestionType, "entry">): Gauge {
  if (!entry) throw new Error("its answers are not typed");
  return entry.gauge;
}

const [NUMBERS, DAYS] = [gaugeOf(NUMBER), gaugeOf(DATE)];

describe("edges of bins", () => {
  test("are read as people type them", () => {
    expect(edgesIn("18, 30 ,45\n 65，80、90；100", "number")).toEqual(["18", "30", "45", "65", "80", "90", "100"]);
    expect(edgesIn("  ", "number")).toEqual([]);
  });

  test("must be numbers, rising", () => {
    expect(faultIn(["18", "30"], NUMBERS)).toBeUndefined();
    expect(faultIn(["-1.5", "0", "2.25"], NUMBERS)).toBeUndefined();
    expect(faultIn(["18", "3o"], NUMBERS)).toEqual({ edge: "3o", why: "form" });
    expect(faultIn(["9", "10", "10"], NUMBERS)).toEqual({ edge: "10", why: "order" });
    expect(faultIn(["1e3"], NUMBERS)).toEqual({ edge: "1e3", why: "form" });
  });

  test.each(["1,5", "18,30", "1,000", "1.500", "-12.345", "2020,5"])(
    "are refused while %s has two readings",
    (typed) => {
      expect(faultIn(edgesIn(typed, "number"), NUMBERS)).toEqual({ edge: typed, why: "mark" });
    },
  );

  test.each(["0.125", "1500", "1.5", "1.5000", "1234.567", "-0.500"])("have one reading as %s", (typed) => {
    expect(faultIn(edgesIn(typed, "number"), NUMBERS)).toBeUndefined();
  });

  test("with three decimals are shown so that they have one reading", () => {
    expect(["1.125", "0.125", "18", "2.5"].map(asTyped)).toEqual(["1.1250", "0.125", "18", "2.5"]);
  });

  test("that are days stand between commas too", () => {
    expect(faultIn(edgesIn("2020-01-01,2023-01-01", "date"), DAYS)).toBeUndefined();
  });

  test("must be days that exist, rising", () => {
    expect(faultIn(["2020-02-29", "2023-01-01"], DAYS)).toBeUndefined();
    expect(faultIn(["2023-01-01", "2020-01-01"], DAYS)?.why).toBe("order");
    expect(isDay("2026-02-30")).toBe(false);
  });

  test("are fifty at most", () => {
    const many = Array.from({ length: 51 }, (_, index) => `${index}`);
    expect(faultIn(many, NUMBERS)?.why).toBe("many");
    expect(faultIn(many.slice(1), NUMBERS)).toBeUndefined();
  });

  test("make one bin more than there are edges", () => {
    const cut = bins({ edges: ["18", "30"], least: null, most: null }, "years");
    expect(cut).toEqual(["under 18 years", "18 to under 30 years", "30 years and more"]);
    expect(bins({ edges: [], least: null, most: null })).toEqual([]);
  });
});
