import { expect, test } from "vitest";
import { Refusal } from "../../../api/refusal";
import { isLost } from "./population";

const refused = (status: number) => new Refusal({ code: "", status, detail: "", fields: {} });
const theirs = { operations: ["dataset.read", "dataset.anonymise"], deletion: null };
const going = { ...theirs, deletion: { id: "1", state: "destroying" as const } };

test("a population is lost once it is gone, is being deleted, or is no longer for this viewer", () => {
  expect(isLost(undefined, refused(404))).toBe(true);
  expect(isLost(undefined, refused(403))).toBe(true);
  expect(isLost({ ...theirs, operations: ["dataset.read"] }, null)).toBe(true);
  expect(isLost(going as unknown as Parameters<typeof isLost>[0], null)).toBe(true);
});

test("a population is not called lost while nobody knows: the server was busy, or has not answered yet", () => {
  expect(isLost(theirs, null)).toBe(false);
  expect(isLost(undefined, null)).toBe(false);
  expect(isLost(undefined, refused(503))).toBe(false);
});
