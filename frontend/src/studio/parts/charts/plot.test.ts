import { expect, test } from "vitest";
import { epsilonsIn, FIRST, studyOf, surveysOf } from "../../evaluate/study";
import { across, apart, axisOver, heldBy, type Measured, measured, place, withRoom } from "./plot";

const trial = (refused: string, square: number | null) => ({
  mechanism: "subset-selection" as const,
  version: 1,
  epsilon: "1",
  refused,
  epsilon_spent: square === null ? null : "0.9999",
  report_bytes: square === null ? null : 2,
  people: 10,
  repetitions: 5,
  mean_squared_error: square,
  mean_squared_error_low: square === null ? null : 0,
  mean_squared_error_high: square,
  expected_squared_error: square,
  expectation_bias: 0,
  rank_bias: 0,
});

test("what was refused has no dot, and errors are roots", () => {
  const dots = measured([trial("takes two answers", null), trial("", 0.0004)]);
  expect(dots).toHaveLength(1);
  expect(dots[0]).toMatchObject({ error: 0.02, low: 0, high: 0.02, bytes: 2 });
});

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

test("a closed form on its dot's limits is held", () => {
  const dot = (low: number, expected: number, high: number) => ({ low, expected, high }) as Measured;
  expect(heldBy([dot(1, 1, 2), dot(1, 2, 2), dot(1, 2.1, 2), dot(1, 0.9, 2)])).toBe(2);
});

test("epsilons may be written with the commas of either language", () => {
  expect(epsilonsIn(" 0.5,1， 2、4 ; 8 ")).toEqual(["0.5", "1", "2", "4", "8"]);
  expect(epsilonsIn(" ")).toEqual([]);
});

test("a sample brings its own answers, and no seed is sent unless one is typed", () => {
  expect(studyOf(FIRST)).not.toHaveProperty("seed");
  expect(studyOf(FIRST)).toHaveProperty("answers", 16);
  expect(studyOf({ ...FIRST, population: "adult.age", seed: "7" })).toMatchObject({ seed: 7 });
  expect(studyOf({ ...FIRST, population: "adult.age" })).not.toHaveProperty("answers");
  expect(studyOf({ ...FIRST, people: "ten" }).people).toBe(0); // the server says that 0 is none
  expect(surveysOf(studyOf(FIRST))).toBe(400);
});
