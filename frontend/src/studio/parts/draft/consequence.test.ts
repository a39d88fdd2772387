import { describe, expect, test } from "vitest";
import { everybodyChooses, keptOfHundred, mixFor, mostSure } from "./consequence";

describe("what a level does, in plain words", () => {
  test.each([
    [0.5, 62],
    [1, 73],
    [2, 88],
  ])("epsilon %f keeps %i of 100", (epsilon, kept) => expect(keptOfHundred(epsilon)).toBe(kept));

  test("how sure one can become is never rounded down", () => {
    expect(mostSure(1)).toBe("74\u202f%");
    expect(mostSure(8)).toBe("99.97\u202f%");
  });

  test("a mix adds up to a hundred, whatever the menu", () => {
    for (const levels of [1, 2, 3]) expect(mixFor(levels).reduce((sum, part) => sum + part)).toBe(100);
    expect(everybodyChooses(1, 3)).toEqual([0, 100, 0]);
  });
});
