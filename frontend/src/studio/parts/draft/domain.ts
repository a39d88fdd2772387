import type { Item, Question } from "../../../api/types";
import { words } from "../../words/words";
import { type Binned, isQuestion } from "./items";

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

/** The bins that edges cut, as people read them. n edges make n + 1 bins. */
export function bins({ edges }: Binned, unit = ""): string[] {
  const withUnit = (edge: string) => (unit === "" ? edge : `${edge} ${unit}`);
  const [first] = edges;
  const last = edges.at(-1);
  if (first === undefined || last === undefined) return [];
  const between = edges.slice(1).map((edge, index) => words.items.binBetween(edges[index] ?? "", withUnit(edge)));
  return [words.items.binBelow(withUnit(first)), ...between, words.items.binAbove(withUnit(last))];
}

export function pointsOf({ least, most }: { least: number; most: number }): number[] {
  return Array.from({ length: most - least + 1 }, (_, index) => least + index);
}

function own(question: Question): string[] {
  switch (question.type) {
    case "scale":
      return pointsOf(question.scale).map(String);
    case "number":
      return bins(question.number, question.number.unit);
    case "date":
      return bins(question.date);
    default:
      return question.options.map((option) => option.label.trim() || "…");
  }
}

/** Everything a report may say about a question (of a matrix: about a row), in the order of its domain. */
export function answersOf(question: Question, mayBeUnasked: boolean): string[] {
  return [
    ...own(question),
    ...(question.may_skip ? [words.items.preferNot] : []),
    ...(mayBeUnasked ? [words.items.notAsked] : []),
  ];
}

/** How many questions an item counts as in the protection of a report: each row of a matrix is one. */
export function costOf(item: Item): number {
  if (!isQuestion(item)) return 0;
  return item.type === "matrix" ? item.rows.length : 1;
}
