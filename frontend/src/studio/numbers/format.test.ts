import { describe, expect, test } from "vitest";
import { count, decimalsFor, percent, points, threeDigits } from "./format";

describe("numbers in words of the reader", () => {
  test("a share shows no more decimals than its half-width means", () => {
    expect([0.2, 0.0095, 0.0094, 0.00095, 0.0009].map(decimalsFor)).toEqual([0, 0, 1, 1, 2]);
  });

  test("a negative estimate stays negative, with a real minus", () => {
    expect(percent(-0.031)).toBe("\u22123\u202f%");
  });

  test("what rounds to nothing has no sign", () => {
    expect(percent(-0.001)).toBe("0\u202f%");
    expect(points(-0.00001, 2)).toBe("0.00");
  });

  test("a price keeps three digits however small it is", () => {
    expect([0.017_857_142_857_142, 0.5, 0, 1e-9].map(threeDigits)).toEqual(["0.0179", "0.5", "0", "0.000000001"]);
  });

  test.each([
    [7, "7"],
    [999, "999"],
    [1000, "1\u202f000"],
    [48842, "48\u202f842"],
    [1234567, "1\u202f234\u202f567"],
  ])("%i is written %s", (whole, text) => expect(count(whole)).toBe(text));
});
