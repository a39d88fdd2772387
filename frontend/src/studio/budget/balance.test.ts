import { expect, test } from "vitest";
import type { BudgetAccount } from "../../api/types";
import { axisOf, leftOf, ordered, stepsOf, widthOf } from "../parts/budget/balance";
import { rhoFor } from "../parts/budget/worth";
import { asItStands, decimalText, limitOf, partOf, roomFor, typed, verdictOf } from "./limit";

const WORTH = { epsilon: "1", delta: "0.000001" };

function account(changes: Partial<BudgetAccount> = {}): BudgetAccount {
  return {
    ref: "lineage:1",
    name: "people of Adult",
    kind: "people",
    limit: { rho: "0.1", delta: "0.000001", epsilon: null },
    spent: { rho: "0.02", delta: "0", epsilon: null },
    reserved: { rho: "0.005", delta: "0", epsilon: null },
    worth: WORTH,
    limit_worth: WORTH,
    words: "",
    ...changes,
  };
}

const without = { rho: null, delta: null, epsilon: null };

test("what is left is the least of price, thresholds and pure epsilon", () => {
  expect(leftOf(account())).toBeCloseTo(0.75);
  expect(leftOf(account({ spent: { rho: "0.02", delta: "0.0000009", epsilon: null } }))).toBeCloseTo(0.1);
  expect(leftOf(account({ limit: without }))).toBeNull();
  expect(leftOf(account({ limit: { rho: "0", delta: "0", epsilon: null }, spent: { ...without, rho: "0" } }))).toBe(0);
});

test("everybody together stands first, then who has taken most", () => {
  const [few, many] = [account({ ref: "person:1", kind: "analyst" }), account({ ref: "person:2", kind: "analyst" })];
  const more = { ...many, spent: { ...many.spent, rho: "0.05" } };
  expect(ordered([few, more, account()]).map(({ ref }) => ref)).toEqual(["lineage:1", "person:2", "person:1"]);
});

test("the picture holds the limit, and every question to come where there is none", () => {
  expect(widthOf([account()])).toBe(0.1);
  expect(widthOf([account({ limit: without })], { questions: 5, price: 0.02 })).toBeCloseTo(0.125);
  expect(stepsOf({ questions: 61, price: 0.001 })).toBe(0);
});

test("the axis begins with an even chance, ends with the width, and its labels stand apart", () => {
  for (const width of [0.001, 0.02, 0.1, 2, 300]) {
    const ticks = axisOf(width, rhoFor);
    expect([ticks[0]?.sure, ticks.at(-1)?.rho]).toEqual([0.5, width]);
    ticks.slice(1).forEach((tick, index) => {
      expect(tick.rho - (ticks[index]?.rho ?? 0)).toBeGreaterThan(0.19 * width);
    });
  }
});

test("a limit below what is spent and set aside is known before it is sent", () => {
  const wish = { rho: "0.024", delta: "0.000001", epsilon: null };
  expect(verdictOf(account(), wish)).toBe("below");
  expect(verdictOf(account(), { ...wish, rho: "0.025" })).toBe("stronger");
  expect(verdictOf(account(), { ...wish, rho: "0.1" })).toBe("same");
  expect(verdictOf(account(), { ...wish, rho: "0.1", delta: "0.00001" })).toBe("weaker");
  expect(verdictOf(account(), { ...wish, rho: null })).toBe("weaker");
  expect(verdictOf(undefined, wish)).toBe("first");
});

test("pure epsilon cannot be promised after noise that did not keep it", () => {
  const wish = { rho: "0.1", delta: "0.000001", epsilon: "2" };
  expect(verdictOf(account(), wish)).toBe("below");
  const pure = { rho: "0.02", delta: "0", epsilon: "0.2" };
  expect(verdictOf(account({ spent: pure, reserved: { ...without, epsilon: "0" } }), wish)).toBe("stronger");
});

test("limits are decimals that the API takes, rounded towards more privacy", () => {
  expect(decimalText(1e-7)).toBe("0.0000001");
  expect(decimalText(0)).toBe("0");
  expect(limitOf({ epsilon: 1, delta: "0.000001", pure: true })).toEqual({
    rho: decimalText(rhoFor(1)),
    delta: "0.000001",
    epsilon: "1",
  });
  expect(partOf(account(), "person:1", 0.25)).toEqual({
    account: "person:1",
    rho: "0.025",
    delta: "0.00000025",
    epsilon: null,
  });
  expect([typed("0.5", 1), typed("-1", 1), typed("1e3", 4000), typed("2", 1)]).toEqual([0.5, null, null, null]);
});

test("the room of a limit is counted in questions like the last", () => {
  expect(roomFor(account(), { rho: "0.1", delta: "0", epsilon: null }, 0.005)).toBe(15);
  expect(roomFor(account(), { rho: "0.02", delta: "0", epsilon: null }, 0.005)).toBe(0);
  expect(roomFor(account(), { rho: null, delta: null, epsilon: null }, 0.005)).toBeNull();
});

test("what is left as it stands is the same limit, to the last digit, and a change for experts is one", () => {
  const whole = account({ limit: { rho: "0.049999999999999", delta: "0.000001", epsilon: null } });
  const limit = { epsilon: 1.472, delta: "0.000001", pure: false };
  expect(asItStands(whole, limit)).toEqual({ rho: "0.049999999999999", delta: "0.000001", epsilon: null });
  expect(verdictOf(whole, asItStands(whole, limit))).toBe("same");
  expect(verdictOf(whole, asItStands(whole, { ...limit, delta: "0.00001" }))).toBe("weaker");
  expect(asItStands(whole, { ...limit, pure: true }).epsilon).toBe("1.472");
});
