import { expect, test } from "vitest";
import {
  LIMITS,
  limitsOf,
  listIn,
  NEW_ROLE,
  NEW_RULE,
  readValue,
  replaced,
  takesList,
  toWrite,
  valueText,
  withOperations,
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
  const limits = { epsilon_cap: { epsilon: "1", delta: "0.001" }, four_eyes: true, expires_at: end };
  const rule = { ...NEW_RULE, name: "no", effect: "deny" as const, ...limits };
  const sent = toWrite("dataset:x", { version: 3, roles: [{ ...NEW_ROLE, name: "a", rules: [rule] }], groups: [] });
  expect(sent.after).toBe(3);
  expect(sent.roles[0]?.rules[0]).toEqual({ ...NEW_RULE, name: "no", effect: "deny", expires_at: end });
});

test("an item is replaced or taken out at its place", () => {
  expect(replaced(["a", "b"], 1, "c")).toEqual(["a", "c"]);
  expect(without(["a", "b"], 0)).toEqual(["b"]);
});

const KEPT = {
  synthesise: ["epsilon_cap", "columns", "expires_at"],
  anonymise: ["columns", "four_eyes", "expires_at"],
  administer: ["expires_at"],
};

test("a rule can have the limits that each of its operations keeps", () => {
  expect(limitsOf(["synthesise"], KEPT)).toEqual(["epsilon_cap", "columns", "expires_at"]);
  expect(limitsOf(["synthesise", "anonymise"], KEPT)).toEqual(["columns", "expires_at"]);
  expect(limitsOf(["synthesise", "release"], KEPT)).toEqual([]);
  expect(limitsOf([], KEPT)).toEqual([]);
});

test("a limit that an operation does not keep goes when the rule is about it, too", () => {
  const limits = {
    epsilon_cap: { epsilon: "1", delta: "0.001" },
    columns: ["age"],
    expires_at: "2027-01-01T00:00:00Z",
  };
  const rule = { ...NEW_RULE, ...limits };
  const both = withOperations(rule, ["synthesise", "anonymise"], KEPT);
  expect(both).toEqual({ ...rule, operations: ["synthesise", "anonymise"], epsilon_cap: null });
  expect(withOperations(rule, ["administer"], KEPT)).toEqual({
    ...NEW_RULE,
    operations: ["administer"],
    expires_at: limits.expires_at,
  });
});

test("every limit of a rule is known here", () => {
  const { name: _, effect: __, operations: ___, when: ____, ...limits } = NEW_RULE;
  expect([...LIMITS].sort()).toEqual(Object.keys(limits).sort());
});
