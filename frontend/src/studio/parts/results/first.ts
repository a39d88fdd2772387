import type { Answer, NumberResult, SkippableNumber } from "../../../api/types";
import type { Scale } from "../../mark/scale";
import { type Estimate, estimateOf } from "../../numbers/interval";
import { words } from "../../words/words";
import { answeredOf, meanSentence, scaleOfMean, skippableSentence } from "./means";
import { answerSentence, leader } from "./sentence";

/** What a survey is summed up by: a question, its result as a sentence, and the estimate to be drawn. */
export interface First {
  readonly text: string;
  readonly sentence: string;
  readonly estimate: Estimate;
  readonly scale: Scale;
}

type Mean = Pick<NumberResult, "text" | "unit" | "low" | "high" | "estimates">;

/** What it is read off: some of the results that are shown. */
export interface ShownResults {
  readonly questions: readonly { readonly text: string; readonly estimates: { readonly answers: readonly Answer[] } }[];
  readonly numbers?: readonly Mean[];
  readonly numbers_or_skipped?: readonly Pick<SkippableNumber, "text" | "unit" | "estimates">[];
}

const WHOLE: Scale = { low: 0, high: 1, ticks: [0, 0.5, 1] };

/**
 * What is said first: of the first question with answers; else of the first mean; else of the first number that may be
 * skipped.
 */
export function firstOf({ questions, numbers = [], numbers_or_skipped: skippable = [] }: ShownResults): First | null {
  const [question] = questions;
  const estimates = question?.estimates.answers.map(estimateOf) ?? [];
  const leading = leader(estimates);
  if (question && leading)
    return { text: question.text, sentence: answerSentence(estimates), estimate: leading, scale: WHOLE };
  if (numbers[0]) return ofMean(numbers[0]);
  if (!skippable[0]) return null;
  const { text, estimates: told } = skippable[0];
  return { text, sentence: skippableSentence(skippable[0]), estimate: answeredOf(told.answered), scale: WHOLE };
}

/** A mean as what is said first, drawn from bound to bound, as shares are drawn from nothing to everybody. */
function ofMean(number: Mean): First {
  const { text, low, high, unit, estimates } = number;
  const { value, intervals } = estimates.mean;
  return {
    text,
    sentence: meanSentence(number),
    estimate: estimateOf({ id: "mean", label: words.results.meanIn(unit), share: value, intervals }),
    scale: { ...scaleOfMean(estimates.mean, number), ticks: [low, (low + high) / 2, high] },
  };
}
