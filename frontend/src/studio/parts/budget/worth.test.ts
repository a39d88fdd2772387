import { expect, test } from "vitest";
import { epsilonFor, rhoFor, sureness } from "./worth";

/** epsilon_for(Cost(rho=...), Decimal("0.000001")) of mechanisms/accounting/zcdp.py, which rounds up to six places. */
const SERVER: readonly [number, number][] = [
  [0.0001, 0.053728],
  [0.005, 0.429942],
  [0.025, 1.014075],
  [0.5, 5.221535],
  [2, 11.688597],
  [40, 85.228727],
];

test("a sum of prices is worth here what the server says", () => {
  for (const [rho, epsilon] of SERVER) expect(Math.abs(epsilonFor(rho) - epsilon)).toBeLessThan(2e-6);
  expect(epsilonFor(0)).toBe(0);
});

test("a limit that is chosen by what it is worth is never worth more", () => {
  for (const epsilon of [0.1, 0.5, 1, 2, 4, 10]) {
    const rho = rhoFor(epsilon);
    expect(epsilonFor(rho)).toBeLessThanOrEqual(epsilon);
    expect(epsilonFor(rho)).toBeGreaterThan(epsilon * 0.999);
  }
});

test("an epsilon of 1 turns an even chance into 73 of 100 at most", () => {
  expect(sureness(0)).toBe(0.5);
  expect(sureness(1)).toBeCloseTo(0.7311, 4);
});
