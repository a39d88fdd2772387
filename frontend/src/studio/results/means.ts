import type { NumberResult } from "../../api/types";
import { figure, inUnit } from "../numbers/format";
import { words } from "../words/words";

type Mean = NumberResult["estimates"]["mean"];

export interface MeanFigures {
  readonly value: string;
  readonly low: string;
  readonly high: string;
}

/** With the decimals that mean something at 95 %. */
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

/** How far made-up reports push a mean, either way, in its unit. */
export function furthestMean({ made_up, unit }: Pick<NumberResult, "made_up" | "unit">): { one: string; five: string } {
  const [one = "", five = ""] = made_up.map(({ up, down }) => {
    const push = Math.max(up, down);
    return inUnit(figure(push, push), unit);
  });
  return { one, five };
}
