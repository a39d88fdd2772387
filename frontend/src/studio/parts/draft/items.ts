import type { Item, Option, Question } from "../../../api/types";
import { languageOf } from "./languages";

export type ItemType = Item["type"];
export type ItemOf<Type extends ItemType> = Extract<Item, { type: Type }>;
/** How numbers and days are cut: both have edges and bounds. */
export type Binned = Pick<ItemOf<"number">["number"], "edges" | "least" | "most">;

/** What is wanted of a number that is sent as a place on a grid. */
export function estimateOf(item: Item): ItemOf<"number">["number"]["estimate"] {
  return item.type === "number" ? item.number.estimate : undefined;
}

export const QUESTION_TYPES = [
  "yes_no",
  "single_choice",
  "multiple_choice",
  "dropdown",
  "scale",
  "number",
  "date",
  "matrix",
] as const satisfies readonly Question["type"][];
export const BETWEEN_TYPES = ["section", "consent", "page"] as const satisfies readonly ItemType[];

export function isQuestion(item: Item): item is Question {
  return "may_skip" in item;
}

const PAIRABLE: readonly ItemType[] = ["yes_no", "single_choice", "dropdown", "scale"];

/** May be answered together with another, so that the two can be compared. */
export function isPairable(item: Item): item is Question {
  return isQuestion(item) && PAIRABLE.includes(item.type);
}

export function freshId(prefix: string, taken: readonly { id: string }[]): string {
  const ids = new Set(taken.map(({ id }) => id));
  let number = taken.length + 1;
  while (ids.has(`${prefix}${number}`)) number += 1;
  return `${prefix}${number}`;
}

const PREFIX: Partial<Record<ItemType, string>> = { section: "text", consent: "consent", page: "page" };

/** Ids are seen by the researcher in conditions and exports, so they say what they are: q4, text1, page2. */
export function freshItemId(type: ItemType, taken: readonly Item[]): string {
  const prefix = PREFIX[type] ?? "q";
  const ids = new Set(taken.map(({ id }) => id));
  const alike = taken.filter((item) => (PREFIX[item.type] ?? "q") === prefix).length;
  let number = alike + 1;
  while (ids.has(`${prefix}${number}`)) number += 1;
  return `${prefix}${number}`;
}

const blank = (prefix: string, ...numbers: number[]): Option[] =>
  numbers.map((number) => ({ id: `${prefix}${number}`, label: "" }));

/** A new item as it stands before anything is written; texts that are always the same come in the survey's language. */
export function freshItem(type: ItemType, id: string, language: string): Item {
  const common = { id, text: "", help: "", show_if: "" };
  const answered = { ...common, may_skip: true };
  const tongue = languageOf(language);
  switch (type) {
    case "yes_no":
      return {
        ...answered,
        type,
        options: [
          { id: "yes", label: tongue.yes },
          { id: "no", label: tongue.no },
        ],
      };
    case "single_choice":
    case "dropdown":
      return { ...answered, type, options: blank("a", 1, 2), shuffle: false };
    case "multiple_choice": {
      const options = blank("a", 1, 2).map((option) => ({ ...option, exclusive: false }));
      return { ...answered, type, options, most_choices: null, shuffle: false };
    }
    case "scale":
      return { ...answered, type, scale: { least: 1, most: 5, least_label: "", most_label: "" } };
    case "number":
      return { ...answered, type, number: { edges: [], unit: "", least: null, most: null } };
    case "date":
      return { ...answered, type, date: { edges: [], least: null, most: null } };
    case "matrix":
      return { ...answered, type, rows: blank("r", 1, 2), options: blank("a", 1, 2) };
    case "consent":
      return { ...common, type, label: tongue.agree };
    case "page":
      return { ...common, type, shuffle: false };
    case "section":
      return { ...common, type };
  }
}
