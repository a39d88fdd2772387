import type { Field } from "../respond/definition";
import { labelOf } from "../respond/labels";
import { emptied } from "../respond/piping";
import type { Voice } from "../respond/voice";

/** The label of an answer of a field; of a planned pair those of both questions, of which the last counts fastest. */
export function positionLabel({ of }: Field, position: number, voice: Voice): string {
  let rest = position;
  const labels = Array.from(of)
    .reverse()
    .map((asked) => {
      const place = rest % asked.answers.length;
      rest = (rest - place) / asked.answers.length;
      return labelOf(asked, asked.answers[place] ?? "", voice).text;
    });
  return emptied(labels.reverse().join(" + "));
}
