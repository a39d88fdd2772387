import type { NumberResult, SkippableNumber } from "../../../api/types";
import { type Scale, scaleBetween } from "../../mark/scale";
import { decimalsFor, figure, inUnit, percent } from "../../numbers/format";
import { type Estimate, estimateOf, halfWidth, widest } from "../../numbers/interval";
import { words } from "../../words/words";
import { inWords } from "./sentence";

/** The mean of everybody, or of those who answered: a value in the unit, and its limits by confidence. */
export type Mean = Pick<NumberResult["estimates"]["mean"], "value" | "intervals">;
type Answered = SkippableNumber["estimates"]["answered"];

interface MeanFigures {
  readonly value: string;
  readonly low: string;
  readonly high: string;
}

/** The figures of a mean with the decimals that mean something at 95 %. */
export function meanFigures(mean: Mean): MeanFigures {
  const [low = mean.value, high = mean.value] = mean.intervals["95"] ?? [];
  const half = (high - low) / 2;
  return { value: figure(mean.value, half), low: figure(low, half), high: figure(high, half) };
}

/** "31 hours in the mean; 95 % interval 28 to 34" */
export function meanSentence({ estimates, unit }: Pick<NumberResult, "estimates" | "unit">): string {
  const { value, low, high } = meanFigures(estimates.mean);
  return words.results.mean({ value: inUnit(value, unit), low, high });
}

/** The share who gave a number, as a dot with its interval. */
export const answeredOf = (answered: Pick<Answered, "share" | "intervals">): Estimate =>
  estimateOf({ id: "answered", label: words.results.answeredRow, ...answered });

/** A share who answered and its limits, as they are written. */
export function answeredFigures(answered: Answered): { value: string; range: string } {
  const estimate = answeredOf(answered);
  const decimals = decimalsFor(halfWidth(estimate));
  const { low, high } = widest(estimate);
  return {
    value: percent(estimate.share, decimals),
    range: words.results.fromTo(percent(low, decimals), percent(high, decimals)),
  };
}

/** "82 % answered, give or take 5; their mean is 31 hours, 95 % interval 28 to 34" */
export function skippableSentence({ estimates, unit }: Pick<SkippableNumber, "estimates" | "unit">): string {
  const answered = inWords(answeredOf(estimates.answered));
  if (estimates.mean === null) return words.results.answeredAlone(answered);
  const { value, low, high } = meanFigures(estimates.mean);
  return words.results.answeredMean({ ...answered, value: inUnit(value, unit), low, high });
}

/**
 * A scale from bound to bound; where the limits of a mean lie beyond, to them, but no further than half as far again.
 */
export function scaleOfMean({ intervals }: Mean, { low, high }: Pick<NumberResult, "low" | "high">): Scale {
  const beyond = (high - low) / 2;
  const ends = (intervals["95"] ?? []).map((end) => Math.min(Math.max(end, low - beyond), high + beyond));
  return scaleBetween([low, high, ...ends]);
}

/** How far made-up reports push a mean, either way, in its unit. */
export function furthestMean({ made_up, unit }: Pick<NumberResult, "made_up" | "unit">): {
  atOne: string;
  atFive: string;
} {
  const [atOne = "", atFive = ""] = made_up.map(({ up, down }) => {
    const push = Math.max(up, down);
    return inUnit(figure(push, push), unit);
  });
  return { atOne, atFive };
}

/** A half-width of the mean, as people write it: "3.2 hours". */
export const halfOfMean = (half: number, unit: string): string => inUnit(figure(half, half), unit);
