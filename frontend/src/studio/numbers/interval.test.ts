import { describe, expect, test } from "vitest";
import { estimateOf, halfWidth, overlaps } from "./interval";

const answer = (share: number, half: number) => ({
  id: "a",
  label: "A",
  share,
  intervals: { "50": [share - half / 3, share + half / 3], "80": [share, share], "95": [share - half, share + half] },
});

describe("an estimate as it is drawn", () => {
  test("has its bands widest first, so that narrow ones are drawn on top", () => {
    expect(estimateOf(answer(0.4, 0.03)).bands.map((band) => band.confidence)).toEqual(["95", "80", "50"]);
  });

  test("leaves out a band the server did not give", () => {
    expect(estimateOf({ ...answer(0.4, 0.03), intervals: { "95": [0.3, 0.5] } }).bands).toHaveLength(1);
  });

  test("is give or take half of its 95 % interval", () => {
    expect(halfWidth(estimateOf(answer(0.4, 0.03)))).toBeCloseTo(0.03);
  });

  test("overlaps another when their 95 % intervals touch", () => {
    expect(overlaps(estimateOf(answer(0.4, 0.03)), estimateOf(answer(0.45, 0.021)))).toBe(true);
    expect(overlaps(estimateOf(answer(0.4, 0.03)), estimateOf(answer(0.46, 0.02)))).toBe(false);
  });
});
