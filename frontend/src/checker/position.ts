import { ENDS } from "../privacy/ends";
import { labelOf } from "../respond/labels";
import { noneLabel } from "../respond/record";
import type { Field } from "../respond/version/definition";
import { emptied } from "../respond/version/piping";
import type { Voice } from "../respond/voice";

/**
 * The label of an answer of a field; of a planned pair those of both questions, of which the last counts fastest; of a
 * number that may be skipped its lower bound, its upper bound, or that it was, as the receipt says it.
 */
export function positionLabel(field: Field, position: number, voice: Voice): string {
  const { of } = field;
  const question = of[0]?.question;
  if (question?.estimate) {
    const { low, high } = question.estimate;
    if (position >= ENDS) return noneLabel(field, voice);
    return question.label(String(position === 0 ? low : high), voice).text;
  }
  let rest = position;
  const labels = Array.from(of)
    .reverse()
    .map((column) => {
      const place = rest % column.answers.length;
      rest = (rest - place) / column.answers.length;
      return labelOf(column, column.answers[place] ?? "", voice).text;
    });
  return emptied(labels.reverse().join(" + "));
}
