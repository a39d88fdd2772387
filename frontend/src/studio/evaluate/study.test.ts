import { expect, test } from "vitest";
import { epsilonsIn, FIRST, studyOf, surveysOf } from "./study";

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
