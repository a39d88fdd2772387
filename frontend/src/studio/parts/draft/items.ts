import type { Item, Question } from "../../../api/types";

/** What names a type of item. */
export type ItemSlug = Item["type"];
export type ItemOf<Slug extends ItemSlug> = Extract<Item, { type: Slug }>;
type NumberOf = Extract<Item, { number: unknown }>["number"];
/** How numbers and days are cut: both have edges and bounds. */
export type Binned = Pick<NumberOf, "edges" | "least" | "most">;

/** What is wanted of a number that is sent as a place on a grid. */
export function estimateOf(item: Item): NumberOf["estimate"] {
  return "number" in item ? item.number.estimate : undefined;
}

/** The edges and bounds of a number or a day; undefined for all else. */
export function binnedOf(item: Item): Binned | undefined {
  if ("number" in item) return item.number;
  return "date" in item ? item.date : undefined;
}

export function isQuestion(item: Item): item is Question {
  return "may_skip" in item;
}

export function freshId(prefix: string, taken: readonly { id: string }[]): string {
  const ids = new Set(taken.map(({ id }) => id));
  let number = taken.length + 1;
  while (ids.has(`${prefix}${number}`)) number += 1;
  return `${prefix}${number}`;
}

const PREFIX: Partial<Record<ItemSlug, string>> = { section: "text", consent: "consent", page: "page" };

/** Ids are seen by the researcher in conditions and exports, so they say what they are: q4, text1, page2. */
export function freshItemId(type: ItemSlug, taken: readonly Item[]): string {
  const prefix = PREFIX[type] ?? "q";
  const ids = new Set(taken.map(({ id }) => id));
  const alike = taken.filter((item) => (PREFIX[item.type] ?? "q") === prefix).length;
  let number = alike + 1;
  while (ids.has(`${prefix}${number}`)) number += 1;
  return `${prefix}${number}`;
}
