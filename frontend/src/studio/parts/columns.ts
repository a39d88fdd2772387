import type { DeclaredColumn } from "../../api/types";

export const TYPES = ["", "integer", "number", "category", "date", "text"] as const;
export const OUTSIDE = ["reject", "clamp", "missing"] as const;
export const PROTECTIONS = ["rnd", "eq", "range", "det", "ope"] as const;

/** How a file may write numbers or days; the first way is the plain one. */
export const NUMBER_NOTATIONS = ["", "1.234,5", "1,234.5", "1 234,5", "1'234.5"] as const;
export const DAY_NOTATIONS = ["", "dd.mm.yyyy", "mm/dd/yyyy", "yyyy/mm/dd"] as const;

type Category = DeclaredColumn["categories"][number];

/** One of the values this editor knows; the first one for anything else. */
export function known<Choice extends string>(choices: readonly [Choice, ...Choice[]], value: string): Choice {
  return choices.find((choice) => choice === value) ?? choices[0];
}

export function isBounded(type: string): boolean {
  return type === "integer" || type === "number" || type === "date";
}

type Field = "name" | "role" | "type" | "minimum" | "maximum" | "categories" | "longest";

/** The fields that still have to be filled before the column can be loaded; the server looks again, and decides. */
export function openFields(column: DeclaredColumn): Field[] {
  if (column.left_out) return [];
  const ofType: readonly Field[] = isBounded(column.type)
    ? ["minimum", "maximum"]
    : column.type === "category"
      ? ["categories"]
      : column.type === "text"
        ? ["longest"]
        : [];
  return (["name", "role", "type", ...ofType] as const).filter((field) =>
    field === "categories" ? column.categories.length < 2 : !column[field],
  );
}

export const isDeclared = (column: DeclaredColumn): boolean => openFields(column).length === 0;

/** "value = label" a line; a value alone is its own label. */
export function categoriesIn(text: string): Category[] {
  const values = new Set<string>();
  return text.split("\n").flatMap((line) => {
    const cut = line.indexOf(" = ");
    const value = (cut < 0 ? line : line.slice(0, cut)).trim();
    if (value === "" || values.has(value)) return [];
    values.add(value);
    return [{ value, label: cut < 0 ? "" : line.slice(cut + 3).trim() }];
  });
}

const FORMULA = /^[-=+@]/;
const CONTROL = /\p{Cc}/u;
const NUMBER = /^[-+]?\d{1,40}(?:\.\d{1,40})?$/;

/** The first text of a declaration that no release may hold: a name that a spreadsheet program would run, or a control character. */
export function unreleasable({ name, categories }: DeclaredColumn): string | undefined {
  if (FORMULA.test(name) && !NUMBER.test(name)) return name;
  return [name, ...categories.map(({ value }) => value)].find((text) => CONTROL.test(text));
}

export function categoriesText(categories: readonly Category[]): string {
  return categories.map(({ value, label }) => (label ? `${value} = ${label}` : value)).join("\n");
}

export function wordsIn(text: string, between: RegExp): string[] {
  return [...new Set(text.split(between).map((part) => part.trim()))].filter((part) => part !== "");
}
