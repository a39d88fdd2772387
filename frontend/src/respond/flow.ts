import type { Column, Definition, Item } from "./version/definition";
import { isQuestion } from "./version/definition";
import { columnsOf, type Given, pointOf, SKIP } from "./version/domain";
import { type Condition, holds, type Value } from "./version/expression";

/** The answers given so far, by the key of what was asked; ticked consents by their item's id. */
export type Answers = ReadonlyMap<string, Given>;

/** The ids of the items that are shown under these answers. What is not shown has no answer for those after it. */
export function shownItems(items: readonly Item[], answers: Answers): ReadonlySet<string> {
  const shown = new Set<string>();
  const values = new Map<string, Value>();
  const met = (condition: Condition | null): boolean =>
    condition === null || holds(condition, (operand) => values.get(operand) ?? null);
  let pageShown = true;
  for (const item of items) {
    if (item.beginsPage) pageShown = met(item.showIf);
    if (!pageShown || (!item.beginsPage && !met(item.showIf))) continue;
    shown.add(item.id);
    if (isQuestion(item)) for (const column of columnsOf(item)) values.set(column.key, seenAs(column, answers));
  }
  return shown;
}

/** What conditions see of an answer. */
function seenAs({ key, question }: Column, answers: Answers): Value {
  const given = answers.get(key);
  if (given === undefined || given.length === 0 || given === SKIP || given.includes(SKIP)) return null;
  return question.kind.kind === "number" && question.kind.points !== null && typeof given === "string"
    ? pointOf(given)
    : given;
}

/** One page as the survey lays it out; `heading` is the item that starts it, if one does. */
export interface Sheet {
  readonly heading: Item | null;
  readonly items: readonly Item[];
}

const MOST_QUESTIONS = 5;

/** The pages of a survey: where it says so, else a few questions each. Never depends on an answer. */
export function sheetsOf({ items }: Pick<Definition, "items">): readonly Sheet[] {
  if (!items.some((item) => item.beginsPage)) return evenSheets(items);
  const sheets: { heading: Item | null; items: Item[] }[] = [];
  for (const item of items) {
    const last = sheets[sheets.length - 1];
    if (item.beginsPage) sheets.push({ heading: item, items: [] });
    else if (last === undefined) sheets.push({ heading: null, items: [item] });
    else last.items.push(item);
  }
  return sheets.filter((sheet) => sheet.items.length > 0);
}

/** A few questions on each page; notes stay with the question that follows them. */
function evenSheets(items: readonly Item[]): readonly Sheet[] {
  const sheets: Item[][] = [[]];
  let questions = 0;
  let waiting: Item[] = [];
  for (const item of items) {
    waiting.push(item);
    if (!isQuestion(item)) continue;
    if (questions > 0 && questions % MOST_QUESTIONS === 0) sheets.push([]);
    questions += 1;
    sheets[sheets.length - 1]?.push(...waiting);
    waiting = [];
  }
  sheets[sheets.length - 1]?.push(...waiting);
  return sheets.map((each) => ({ heading: null, items: each }));
}
