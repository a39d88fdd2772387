import { perturbChoice } from "./choice";
import type { Entropy } from "./entropy";
import type { Grid } from "./grid";

/** The end that the point was rounded to when a word is below `keep_below`, else the other one. */
export interface EndsSpec extends Grid {
  readonly shape: "ends";
  readonly keep_below: number;
}

/** Twin of mechanisms/ldp/shapes/numbers/ends.py, which describes the steps: 1 for the upper end. `beside` is drawn below the steps. */
export function endsReport(spec: Pick<EndsSpec, "keep_below">, point: number, coin: number, beside: number): number {
  const kept = coin < spec.keep_below;
  const up = beside < point;
  return Number(up === kept);
}

/** A number on a grid of one step: the end that it was rounded to, or that it was skipped, as a choice among three. */
export interface EndOrSkippedSpec extends Grid {
  readonly shape: "end-or-skipped";
  readonly keep_below: number;
}

/** What such a report can say: the lower end, the upper end; and, after both, skipped. */
export const ENDS = 2;
export const ENDS_AND_SKIPPED = 3;

/** Twin of mechanisms/ldp/numbers/number_or_skipped.py: 0 for the lower end, 1 for the upper end, 2 for skipped. */
export function endOrSkippedReport(
  { keep_below }: Pick<EndOrSkippedSpec, "keep_below">,
  point: number,
  skipped: boolean,
  words: Entropy,
): number {
  return perturbChoice({ answers: ENDS_AND_SKIPPED, keep_below }, skipped ? ENDS : point, words);
}
