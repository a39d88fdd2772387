import type { Column, Estimate, Question } from "./definition";

export const SKIP = "prefer_not_to_say";
export const NOT_ASKED = "not_asked";

/** What a person gave: one id, or a number or date as typed, or the ids ticked; SKIP stands alone. */
export type Given = string | readonly string[];

/** What answers are given to, in the order of the items. Twin of surveys/questions/domain.py. */
export function columnsOf(question: Question): readonly Column[] {
  const { id, answers: own, rows } = question;
  const further = [...(question.maySkip ? [SKIP] : []), ...(question.mayBeHidden ? [NOT_ASKED] : [])];
  const answers = own.length === 0 ? [] : [...own, ...further];
  if (!rows) return [{ key: id, question, row: null, answers }];
  return rows.map((row) => ({ key: `${id}.${row.id}`, question, row, answers }));
}

/** "p3" for 3, "n2" for -2. */
export function pointId(point: number): string {
  return point < 0 ? `n${-point}` : `p${point}`;
}

/** The number a point's id stands for. */
export function pointOf(id: string): string {
  return id.replace("n", "-").replace("p", "");
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
  if (question.estimate) {
    if (question.maySkip && (given === undefined || given === SKIP)) return [];
    if (question.mayBeHidden && !shown) return [];
    if (typeof given !== "string") throw new RangeError(`${key} takes a number`);
    return [boundedNumber(question.estimate, given)];
  }
  if (!shown) return [at(NOT_ASKED)];
  if (given === undefined || given.length === 0 || given === SKIP) return [at(SKIP)];
  if (typeof given !== "string") {
    if (!question.sets) throw new RangeError(`${key} takes one answer`);
    if (given.length > question.sets.mostWith(given)) throw new RangeError(`${key} has too many answers`);
    return given.map(at);
  }
  return [question.entry ? question.entry.indexOf(given) : at(given)];
}
