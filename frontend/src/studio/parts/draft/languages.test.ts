import { expect, test } from "vitest";
import { languageOf } from "./languages";

test("a language has the name that its speakers give it, and its tag where nobody knows one", () => {
  expect(["en", "sw", "fr", "qqx", "x"].map((tag) => languageOf(tag).name)).toEqual([
    "English",
    "Kiswahili",
    "français",
    "qqx",
    "x",
  ]);
});
