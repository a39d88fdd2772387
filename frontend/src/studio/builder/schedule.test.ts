import { expect, test } from "vitest";
import { capIn, localOf, utcOf } from "./schedule";

test("a moment comes back as it was, whatever the time zone", () => {
  const moment = "2026-12-24T18:00:00Z";
  expect(utcOf(localOf(moment))).toBe(moment);
  expect(utcOf(localOf(null))).toBeNull();
});

test("a field that is half-written holds no moment", () => expect(utcOf("2026-13-")).toBeNull());

test("a cap is a whole number from one on", () => {
  expect(["", "500", "0", "1.5", "many", "20000000"].map(capIn)).toEqual([
    null,
    500,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
