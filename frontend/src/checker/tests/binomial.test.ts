import { describe, expect, test } from "vitest";
import { boundsOf, chancesOf, probabilities } from "../binomial";

/** P(X <= most) as a fraction of whole numbers: nothing is rounded. */
function exactly(draws: number, over: bigint, under: bigint, most: number): { top: bigint; bottom: bigint } {
  let choose = 1n;
  let top = 0n;
  for (let k = 0; k <= most; k += 1) {
    top += choose * over ** BigInt(k) * (under - over) ** BigInt(draws - k);
    choose = (choose * BigInt(draws - k)) / BigInt(k + 1);
  }
  return { top, bottom: under ** BigInt(draws) };
}

const share = ({ top, bottom }: { top: bigint; bottom: bigint }): number => Number((top * 10n ** 30n) / bottom) / 1e30;

describe("the binomial distribution", () => {
  test.each([
    [10, 3n, 10n],
    [100, 1n, 7n],
    [1000, 731n, 1000n],
    [1000, 1n, 1000n],
    [1000, 999n, 1000n],
  ])("has the exact sums of %i draws at %s/%s", (draws, over, under) => {
    const terms = probabilities(draws, Number(over) / Number(under));
    let sum = 0;
    terms.forEach((term, k) => {
      sum += term;
      if (k % 97 === 3 || k === draws) expect(sum).toBeCloseTo(share(exactly(draws, over, under, k)), 12);
    });
  });

  test("is one term where nothing is left to chance", () => {
    expect(Array.from(probabilities(3, 0))).toEqual([1, 0, 0, 0]);
    expect(Array.from(probabilities(3, 1))).toEqual([0, 0, 0, 1]);
    expect(boundsOf(3, 0, 1e-6)).toEqual({ least: 0, most: 0 });
    expect(boundsOf(3, 1, 1e-6)).toEqual({ least: 3, most: 3 });
  });
});

describe("the bounds", () => {
  test.each([
    [1000, 731n, 1000n],
    [1000, 269n, 1000n],
    [1000, 1n, 1000n],
    [200, 1n, 2n],
  ])(
    "of %i draws at %s/%s leave at most half of the error beyond each end, and could not be narrower",
    (draws, over, under) => {
      const error = 1e-6;
      const { least, most } = boundsOf(draws, Number(over) / Number(under), error);
      const atMost = (count: number): number => (count < 0 ? 0 : share(exactly(draws, over, under, count)));
      expect(atMost(least - 1)).toBeLessThanOrEqual(error / 2);
      expect(atMost(least)).toBeGreaterThan(error / 2);
      expect(1 - atMost(most)).toBeLessThanOrEqual(error / 2);
      expect(1 - atMost(most - 1)).toBeGreaterThan(error / 2);
    },
  );
});

describe("the chances a count leaves possible (Clopper and Pearson)", () => {
  test("are those of the published formula at the ends, where it is closed", () => {
    const none = chancesOf(1000, 0, 0.05);
    expect(none.low).toBe(0);
    expect(none.high).toBeCloseTo(1 - 0.025 ** (1 / 1000), 9);
    const all = chancesOf(1000, 1000, 0.05);
    expect(all.low).toBeCloseTo(0.025 ** (1 / 1000), 9);
    expect(all.high).toBe(1);
  });

  test("put exactly half of the error beyond each end", () => {
    const { low, high } = chancesOf(1000, 741, 0.05);
    const scale = 2n ** 40n;
    const over = (chance: number): bigint => BigInt(Math.round(chance * 2 ** 40));
    expect(1 - share(exactly(1000, over(low), scale, 740))).toBeCloseTo(0.025, 9);
    expect(share(exactly(1000, over(high), scale, 741))).toBeCloseTo(0.025, 9);
  });
});
