import type { ColumnOfTwo } from "../../api/types";
import { words } from "../words/words";

/** The labels of a model's columns: the number of children by its word, and in the children's what is of the parent. */
export function labelsOf(columns: readonly Pick<ColumnOfTwo, "name" | "whose">[]): string[] {
  const said = words.joined;
  const ofChildren = columns.some(({ whose }) => whose === "children");
  return columns.map(({ name, whose }) => {
    if (whose === "number") return said.number;
    return ofChildren && whose === "parents" ? said.ofParent(name) : name;
  });
}
