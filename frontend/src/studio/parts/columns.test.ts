import { expect, test } from "vitest";
import type { DeclaredColumn } from "../../api/types";
import { DECLARED_ROLES } from "./columnRoles";
import { categoriesIn, categoriesText, isDeclared, known, unreleasable, wordsIn } from "./columns";

const age: DeclaredColumn = {
  name: "age",
  type: "integer",
  role: "quasi",
  description: "",
  unit: "",
  minimum: "0",
  maximum: "120",
  decimals: 0,
  categories: [],
  bins: [],
  longest: 0,
  missing: [""],
  outside: "reject",
  protection: "rnd",
};

test("a category is a value, with what it means behind a sign of equality", () => {
  expect(categoriesIn("m = Male\nf = Female\n\n m \n<=50K")).toEqual([
    { value: "m", label: "Male" },
    { value: "f", label: "Female" },
    { value: "<=50K", label: "" },
  ]);
});

test("what was written is read back the same", () => {
  const written = "m = Male\nf\na=b = c = d";
  expect(categoriesText(categoriesIn(written))).toBe(written);
});

test.each([
  [age, true],
  [{ ...age, role: "" }, false],
  [{ ...age, role: "", left_out: true }, true],
  [{ ...age, name: "" }, false],
  [{ ...age, maximum: "" }, false],
  [{ ...age, type: "category" }, false],
  [{ ...age, type: "category", categories: categoriesIn("a\nb") }, true],
  [{ ...age, type: "text" }, false],
  [{ ...age, type: "text", longest: 9 }, true],
] as [DeclaredColumn, boolean][])("a column is declared once role and domain are said", (column, whole) => {
  expect(isDeclared(column)).toBe(whole);
});

test.each([
  ["+", "+", undefined],
  ["a\tb", "a\tb", "a\tb"],
  ["-1.5", undefined, undefined],
  ["a-b", undefined, undefined],
])("what no release may hold is found, as a name and as a value: %s", (text, asName, asValue) => {
  expect(unreleasable({ ...age, name: text })).toBe(asName);
  const categories = [
    { value: "x", label: "" },
    { value: text, label: "+" },
  ];
  expect(unreleasable({ ...age, categories })).toBe(asValue);
});

test("an unknown choice is the first one, and words stand once", () => {
  expect(known(DECLARED_ROLES, "king")).toBe("");
  expect(wordsIn(" ?, NA ,,?", /,/)).toEqual(["?", "NA"]);
});
