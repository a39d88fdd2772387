import type { ColumnOfTwo } from "../../api/types";
import { words } from "../words/words";

/** The labels of a model's columns: the number of children by its word, and in the children's what is of the parent. */
export function labelsOf(columns: readonly Pick<ColumnOfTwo, "name" | "whose">[]): string[] {
  const text = words.joined;
  const ofChildren = columns.some(({ whose }) => whose === "children");
  return columns.map(({ name, whose }) => {
    if (whose === "number") return text.number;
    return ofChildren && whose === "parents" ? text.ofParent(name) : name;
  });
}
