import { expect, test } from "vitest";
import {
  hasUses,
  listIn,
  NEW_ROLE,
  NEW_RULE,
  OPERATIONS,
  readValue,
  replaced,
  takesList,
  toWrite,
  valueText,
  without,
} from "./document";

test("lists are read between commas, also Chinese ones", () => {
  expect(listIn(" a, b，c ,,")).toEqual(["a", "b", "c"]);
});

test("a value is read as its type and relation need", () => {
  expect(readValue("true", "boolean", "is")).toBe(true);
  expect(readValue("no", "boolean", "is")).toBe(false);
  expect(readValue("a, b", "text", "in")).toEqual(["a", "b"]);
  expect(readValue(" 0.5 ", "number", "at_most")).toBe("0.5");
  expect(readValue("a, b", "texts", "has")).toBe("a, b");
  expect(valueText(["a", "b"])).toBe("a, b");
  expect(takesList("within")).toBe(true);
});

test("a rule that forbids is sent without limits, and with its end", () => {
  const end = "2027-01-01T00:00:00Z";
  const rule = { ...NEW_RULE, name: "no", effect: "deny" as const, epsilon_cap: "1", four_eyes: true, expires_at: end };
  const sent = toWrite("dataset:x", { version: 3, roles: [{ ...NEW_ROLE, name: "a", rules: [rule] }], groups: [] });
  expect(sent.after).toBe(3);
  expect(sent.roles[0]?.rules[0]).toEqual({ ...NEW_RULE, name: "no", effect: "deny", expires_at: end });
});

test("an item is replaced or taken out at its place", () => {
  expect(replaced(["a", "b"], 1, "c")).toEqual(["a", "c"]);
  expect(without(["a", "b"], 0)).toEqual(["b"]);
});

test("the description and the policy itself are no uses, and everything else is", () => {
  expect(OPERATIONS.filter((one) => !hasUses([one]))).toEqual(["read_metadata", "administer"]);
  expect(hasUses([])).toBe(false);
  expect(hasUses(["read_metadata", "query"])).toBe(true);
});
