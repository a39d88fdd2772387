import type { Grid } from "./grid";

/** The end that the point was rounded to when a word is below `keep_below`, else the other one. */
export interface EndsSpec extends Grid {
  readonly shape: "ends";
  readonly keep_below: number;
}

/** Twin of mechanisms/ldp/shapes/ends.py, which describes the steps: 1 for the upper end. `beside` is drawn below the steps. */
export function endsReport(spec: Pick<EndsSpec, "keep_below">, point: number, coin: number, beside: number): number {
  const kept = coin < spec.keep_below;
  const up = beside < point;
  return Number(up === kept);
}
