import { expect, test } from "vitest";
import type { DeclaredColumn } from "../../api/types";
import { DECLARED_ROLES } from "./columnRoles";
import { categoriesIn, categoriesText, formulaIn, isDeclared, known, wordsIn } from "./columns";

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
  ["+", "+"],
  ["a\tb", "a\tb"],
  ["-1.5", undefined],
  ["a-b", undefined],
])("a value that a spreadsheet program would run is found: %s", (value, formula) => {
  expect(
    formulaIn({
      ...age,
      categories: [
        { value: "x", label: "" },
        { value, label: "+" },
      ],
    }),
  ).toBe(formula);
  expect(formulaIn({ ...age, name: value })).toBe(formula);
});

test("an unknown choice is the first one, and words stand once", () => {
  expect(known(DECLARED_ROLES, "king")).toBe("");
  expect(wordsIn(" ?, NA ,,?", /,/)).toEqual(["?", "NA"]);
});
