import { expect, test } from "vitest";
import type { Option } from "../../../api/types";
import { labelsIn, withOption, withPasted } from "./options";

const fresh = (option: Option) => option;
const options = (...labels: string[]): Option[] => labels.map((label, index) => ({ id: `a${index + 1}`, label }));
const as = { prefix: "a", most: 200, fresh };

test("a new answer has an id of its own, also after one was removed", () => {
  const [first, , third] = options("x", "y", "z");
  if (!first || !third) throw new Error("there are three");
  expect(withOption([first, third], "a", fresh).map(({ id }) => id)).toEqual(["a1", "a3", "a4"]);
});

test("a pasted list fills the place it was pasted into and makes room below", () => {
  const pasted = withPasted(options("A", "", "", "Z"), 1, ["B", "C", "D"], as);
  expect(pasted.map(({ label }) => label)).toEqual(["A", "B", "C", "D", "Z"]);
  expect(new Set(pasted.map(({ id }) => id)).size).toBe(5);
  expect(pasted.at(-1)?.id).toBe("a4");
});

test("a pasted list ends where no more answers are allowed", () => {
  expect(withPasted(options("A", "B"), 0, ["1", "2", "3"], { ...as, most: 3 })).toHaveLength(3);
});

test("lines are labels without empty ones, and none is too long", () => {
  expect(labelsIn("one\r\n\n  two\tthree \n")).toEqual(["one", "two three"]);
  expect(labelsIn("x".repeat(300))[0]).toHaveLength(200);
});
