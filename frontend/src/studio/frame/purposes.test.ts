import { expect, test } from "vitest";
import { offeredPurposes, purposeFrom } from "./purposes";

test("a role that asks for no purpose leaves the choice to the others", () => {
  expect(offeredPurposes([null, ["study", "teaching"]])).toEqual(["study", "teaching"]);
  expect(offeredPurposes([null, null])).toBeNull();
});

test("of two roles that ask, what both offer is offered", () => {
  expect(offeredPurposes([["study", "teaching"], ["teaching"]])).toEqual(["teaching"]);
  expect(offeredPurposes([["study"], ["teaching"]])).toEqual([]);
});

test("nothing is offered before all have answered", () => {
  expect(offeredPurposes([["study"], undefined])).toBeUndefined();
  expect(purposeFrom(undefined, "study")).toBeUndefined();
});

test("the only purpose is taken by default, and of several one has to be chosen", () => {
  expect(purposeFrom(["study"], "")).toBe("study");
  expect(purposeFrom(["study", "teaching"], "")).toBeUndefined();
  expect(purposeFrom(["study", "teaching"], "teaching")).toBe("teaching");
  expect(purposeFrom(["study", "teaching"], "sale")).toBeUndefined();
  expect(purposeFrom(null, "study")).toBe("");
});
