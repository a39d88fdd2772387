import type { NumberResult, QuestionResult, SkippableNumber } from "../../../api/types";
import { figure, inUnit, points } from "../../numbers/format";
import { words } from "../../words/words";

interface Parts {
  readonly sampling: number;
  readonly perturbation: number;
}

function ofShares(parts: Parts): string {
  const { pointsOf } = words.results;
  return words.weighting.parts({
    sampling: pointsOf(points(parts.sampling, 1)),
    perturbation: pointsOf(points(parts.perturbation, 1)),
  });
}

/** The largest of each part of the standard errors of a question's answers. */
export function sharePartsSentence({ estimates }: Pick<QuestionResult, "estimates">): string {
  return ofShares({
    sampling: Math.max(...estimates.answers.map(({ error_parts }) => error_parts.sampling)),
    perturbation: Math.max(...estimates.answers.map(({ error_parts }) => error_parts.perturbation)),
  });
}

export const answeredPartsSentence = ({ estimates }: Pick<SkippableNumber, "estimates">): string =>
  ofShares(estimates.answered.error_parts);

/** The same of a mean, in its unit; or that its reports do not tell the two apart. */
export function meanPartsSentence({ estimates, unit }: Pick<NumberResult, "estimates" | "unit">): string {
  const { error_parts: parts, standard_error } = estimates.mean;
  if (parts === null) return words.weighting.noParts;
  const written = (part: number) => inUnit(figure(part, standard_error), unit);
  return words.weighting.parts({ sampling: written(parts.sampling), perturbation: written(parts.perturbation) });
}
