import { expect, test } from "vitest";
import { shapedBy } from "./shape";

const OF_ONE: { guarantee: string } | { guarantees: string } = { guarantee: "zero-concentrated" };

test("an answer with the field of its shape is given", () => {
  expect(shapedBy("guarantee", OF_ONE)).toBe(OF_ONE);
});

test("an answer of the other shape is not found", () => {
  expect(() => shapedBy("guarantees", OF_ONE)).toThrow(expect.objectContaining({ status: 404, code: "not_found" }));
});
