import type { Column, Estimate, Measured, Option, Question } from "./definition";
import { compareDecimals } from "./numbers";

export const SKIP = "prefer_not_to_say";
export const NOT_ASKED = "not_asked";

/** What a person gave: one id, or a number or date as typed, or the ids ticked; SKIP stands alone. */
export type Given = string | readonly string[];

/** What answers are given to, in the order of the items. Twin of surveys/questions/domain.py. */
export function columnsOf(question: Question): readonly Column[] {
  const { id } = question;
  const own = answersOf(question);
  const further = [...(question.maySkip ? [SKIP] : []), ...(question.mayBeHidden ? [NOT_ASKED] : [])];
  const answers = own.length === 0 ? [] : [...own, ...further];
  if (question.type !== "matrix") return [{ key: id, question, row: null, answers }];
  return question.rows.map((row) => ({ key: `${id}.${row.id}`, question, row, answers }));
}

/** The ids of a question's own answers. */
export function answersOf(question: Question): readonly string[] {
  if (question.type === "scale") return pointsOf(question.least, question.most).map(pointId);
  if (question.type === "number" || question.type === "date")
    return question.estimate === null ? rangesOf(question.edges) : [];
  return question.options.map((option: Option) => option.id);
}

export function pointsOf(least: number, most: number): readonly number[] {
  return Array.from({ length: most - least + 1 }, (_, index) => least + index);
}

/** "p3" for 3, "n2" for -2. */
export function pointId(point: number): string {
  return point < 0 ? `n${-point}` : `p${point}`;
}

/** The number a point's id stands for. */
export function pointOf(id: string): string {
  return id.replace("n", "-").replace("p", "");
}

const rangesOf = (edges: readonly string[]): readonly string[] => [
  "below",
  ...edges.slice(1).map((_, index) => `b${index + 1}`),
  "above",
];

/** The range of a number or a date: the place of the first edge it lies below, or the last. */
export function rangeOf({ type, edges }: Measured, typed: string): number {
  const index = edges.findIndex((edge) => compareTyped(type, typed, edge) < 0);
  return index === -1 ? edges.length : index;
}

/** Dates are text of one length, so their order is that of the text. */
export function compareTyped(type: Measured["type"], left: string, right: string): number {
  if (type === "number") return compareDecimals(left, right);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The number that stands for what was typed: the nearest bound of what lies beyond. A RangeError if it is not whole. */
export function boundedNumber({ low, high }: Estimate, typed: string): number {
  if (!isWhole(typed)) throw new RangeError(`${typed} is not a whole number`);
  return Math.min(Math.max(Number(typed), low), high);
}

export const isWhole = (typed: string): boolean => /^-?\d+$/.test(typed);

/**
 * The positions of an answer in its domain: one, or as many as were ticked.
 *
 * What was not shown is not asked, whatever was given before; what was shown and not answered counts as skipped. Of a
 * number that is estimated: the number itself, or none. A RangeError says that an answer is needed or cannot be.
 */
export function positionsOf(
  { key, question, answers }: Column,
  given: Given | undefined,
  shown: boolean,
): readonly number[] {
  const at = (id: string): number => {
    const index = answers.indexOf(id);
    if (index === -1) throw new RangeError(`${key} has no answer ${id}`);
    return index;
  };
  if (question.type === "number" && question.estimate !== null) {
    if (question.maySkip && (given === undefined || given === SKIP)) return [];
    if (question.mayBeHidden && !shown) return [];
    if (typeof given !== "string") throw new RangeError(`${key} takes a number`);
    return [boundedNumber(question.estimate, given)];
  }
  if (!shown) return [at(NOT_ASKED)];
  if (given === undefined || given.length === 0 || given === SKIP) return [at(SKIP)];
  if (typeof given !== "string") {
    if (question.type !== "multiple_choice") throw new RangeError(`${key} takes one answer`);
    const alone = question.options.some((option) => option.exclusive && given.includes(option.id));
    if (given.length > (alone ? 1 : question.mostChoices)) throw new RangeError(`${key} has too many answers`);
    return given.map(at);
  }
  return [question.type === "number" || question.type === "date" ? rangeOf(question, given) : at(given)];
}
