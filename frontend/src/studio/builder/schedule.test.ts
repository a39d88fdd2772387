import { expect, test } from "vitest";
import { withFault } from "./faults";
import { capIn, localOf, momentFault, utcOf } from "./schedule";

test("a moment comes back as it was, whatever the time zone", () => {
  const moment = "2026-12-24T18:00:00Z";
  expect(utcOf(localOf(moment))).toBe(moment);
  expect(utcOf(localOf(null))).toBeNull();
});

test("a field that is half-written holds no moment", () => expect(utcOf("2026-13-")).toBeNull());

test("a field in which only a day is written has a fault, and an empty one has none", () => {
  expect([momentFault("", true), momentFault("", false), momentFault("2026-12-24T18:00", false)]).toEqual([
    "half",
    undefined,
    undefined,
  ]);
});

test("an hour that clocks skip has a fault", () => {
  const zone = process.env.TZ;
  process.env.TZ = "Europe/Berlin";
  try {
    expect(momentFault("2027-03-28T02:30", false)).toBe("skipped");
    expect(momentFault("2027-03-28T03:30", false)).toBeUndefined();
  } finally {
    process.env.TZ = zone ?? "UTC";
  }
});

test("a fault of a field is put beside the others, and taken away alone", () => {
  const faults = withFault({ title: "is missing" }, "closes_at", "half");
  expect(faults).toEqual({ title: "is missing", closes_at: "half" });
  expect(withFault(faults, "closes_at", undefined)).toEqual({ title: "is missing" });
  expect(withFault(faults, "closes_at", "half")).toBe(faults);
});

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
