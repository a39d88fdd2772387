import type { Item } from "../../../api/types";
import { isQuestion } from "./items";

/** Ids of the questions that some respondents may not be asked: they, or their page, have a condition. */
export function conditional(items: readonly Item[]): ReadonlySet<string> {
  const faults = new Set<string>();
  let page = false;
  for (const item of items) {
    if (item.type === "page") page = item.show_if !== "";
    else if (page || item.show_if !== "") faults.add(item.id);
  }
  return faults;
}

/** How many questions an item counts as in the protection of a report: each row of a matrix is one. */
export function costOf(item: Item): number {
  if (!isQuestion(item)) return 0;
  return "rows" in item ? item.rows.length : 1;
}
