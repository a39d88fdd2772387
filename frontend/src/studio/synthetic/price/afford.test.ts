import { expect, test } from "vitest";
import type { BudgetAccount } from "../../../api/types";
import { isEnough, partOfLeft } from "./afford";

const amounts = (rho: string | null) => ({ rho, delta: null, epsilon: null });
const account = (limit: string | null, spent: string, reserved: string): BudgetAccount => ({
  ref: "lineage:1",
  name: "people of Visits",
  kind: "people",
  limit: amounts(limit),
  spent: amounts(spent),
  reserved: amounts(reserved),
  worth: { epsilon: "1", delta: "0.000001" },
  limit_worth: null,
  words: "",
});

test("the account with least room decides, and what is set aside is not left", () => {
  const accounts = [account("1", "0", "0"), account("0.5", "0.2", "0.1"), account(null, "3", "0")];
  expect(partOfLeft({ accounts }, 0.1)).toBeCloseTo(0.5);
});

test("all that is left is enough, and more is not", () => {
  const accounts = [account("0.5", "0.25", "0")];
  expect([isEnough({ accounts }, "0.25"), isEnough({ accounts }, "0.26")]).toEqual([true, false]);
  expect(isEnough({ accounts: [account("0.5", "0.5", "0")] }, "0.1")).toBe(false);
});

test("nothing is enough where no budget is set", () => {
  expect(isEnough({ accounts: [account(null, "0", "0")] }, "0.1")).toBe(false);
});
