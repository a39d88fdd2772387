import { expect, test } from "vitest";
import { across, apart, axisOver, place, withRoom } from "./plot";

test("the axis of errors holds every number, with round ticks, and leaves nothing out but 0", () => {
  const axis = axisOver([0, 0.004, 0.11]);
  expect(axis.ticks).toEqual([0.005, 0.01, 0.02, 0.05, 0.1].map((tick) => expect.closeTo(tick, 12)));
  expect(place(axis, 0.004)).toBeGreaterThan(0);
  expect(place(axis, 0.11)).toBeLessThan(100);
});

test("equal ratios are equal steps, and one number stands half way", () => {
  const axis = { low: 1, high: 16 };
  expect(place(axis, 4)).toBeCloseTo(50);
  expect(place(axis, 8) - place(axis, 4)).toBeCloseTo(25);
  expect(across({ low: 2, high: 2 }, 2)).toBe(52);
});

test("labels that would touch are left out, the ends stay", () => {
  expect([...withRoom([0, 5, 50, 52, 95, 100], 10)].toSorted()).toEqual([0, 2, 5]);
  expect([...withRoom([50], 10)]).toEqual([0]);
});

test("names are pushed apart, stay in order and inside", () => {
  expect(apart([10, 50, 12], 5)).toEqual([10, 50, 15]);
  expect(apart([98, 99, 100], 5)).toEqual([90, 95, 100]);
  expect(apart([40], 5)).toEqual([40]);
});
