import { describe, expect, test } from "vitest";
import { ATTACKS, attacks, estimateOf } from "./attacks";

const every = attacks.attacks.flatMap(({ cases }) => cases);

describe("the figures of the attack room", () => {
  test("are of every attack, in the order in which they are told", () => {
    expect(attacks.attacks.map(({ attack }) => attack)).toEqual(ATTACKS);
  });

  test("are shares, inside their intervals", () => {
    for (const attack of every) {
      const bands = estimateOf(attack, "").bands;
      expect(bands.map(({ confidence }) => confidence)).toEqual(["95", "80", "50"]);
      for (const { low, high } of bands) {
        expect(low).toBeLessThanOrEqual(attack.success);
        expect(high).toBeGreaterThanOrEqual(attack.success - 1e-5);
      }
      expect(attack.advantage).toBeCloseTo(attack.success - attack.without, 4);
    }
  });

  test("keep what is promised, give or take three standard errors", () => {
    for (const { promised, success, people } of every) {
      if (promised === null) continue;
      expect(success).toBeLessThanOrEqual(promised + 3 * Math.sqrt((promised * (1 - promised)) / people));
    }
  });
});
