import { words } from "../words/words";

export const SKIP = "prefer_not_to_say";
export const NOT_ASKED = "not_asked";

/** A band of the graded interval: how sure it is, and from where to where it reaches (shares of 1). */
export interface Band {
  confidence: "50" | "80" | "95";
  low: number;
  high: number;
}

/** An estimate as it is drawn and said. */
export interface Estimate {
  id: string;
  label: string;
  share: number;
  bands: readonly Band[];
}

interface ReleasedAnswer {
  id: string;
  label: string;
  share: number;
  intervals: Readonly<Record<string, readonly number[]>>;
}

const WIDEST_FIRST = ["95", "80", "50"] as const;

/** Answers that the survey adds by itself are said in the reader's language; the researcher's own as they were written. */
export function labelOf({ id, label }: { id: string; label: string }): string {
  if (id === SKIP) return words.results.skipped;
  return id === NOT_ASKED ? words.results.notAsked : label;
}

export function estimateOf(answer: ReleasedAnswer): Estimate {
  const bands = WIDEST_FIRST.flatMap((confidence) => {
    const [low, high] = answer.intervals[confidence] ?? [];
    return low === undefined || high === undefined ? [] : [{ confidence, low, high }];
  });
  return { id: answer.id, label: labelOf(answer), share: answer.share, bands };
}

export function widest(estimate: Estimate): Band {
  return estimate.bands[0] ?? { confidence: "95", low: estimate.share, high: estimate.share };
}

export function halfWidth(estimate: Estimate): number {
  const band = widest(estimate);
  return (band.high - band.low) / 2;
}

export function overlaps(left: Estimate, right: Estimate): boolean {
  return widest(left).low <= widest(right).high && widest(right).low <= widest(left).high;
}
