import type { Synthesis } from "../../api/types";
import type { Estimate } from "../numbers/interval";

/** Expected errors of means and spreads, class by class: what is said of them in one sentence, and drawn. */
export type Moments = NonNullable<NonNullable<Synthesis["report"]>["moments"]>;
export type MadeNumber = Moments["numbers"][number];
export type ErrorsOfClass = Moments["classes"][number];

const BANDS = [
  { confidence: "95", errors: 1.96 },
  { confidence: "80", errors: 1.282 },
  { confidence: "50", errors: 0.674 },
] as const;
const MILLISECONDS_OF_A_DAY = 86_400_000;

/** The width from bound to bound, in units of the column; for days, how many. */
export function widthOf({ type, low, high }: MadeNumber): number {
  if (type === "date") return (Date.parse(high) - Date.parse(low)) / MILLISECONDS_OF_A_DAY;
  return Number(high) - Number(low);
}

/** The share of the way from bound to bound by which noise puts the mean of a class off, for the number it puts off
 * most; null where it hides the class. */
function worstOf(moments: Moments, { means }: ErrorsOfClass): number | null {
  if (means === null) return null;
  return Math.max(...moments.numbers.map((number, index) => (means[index] ?? 0) / widthOf(number)));
}

interface MomentsSummary {
  /** The error of the least exact class among those that noise leaves known: null where it hides all. */
  readonly worst: number | null;
  readonly rows: number;
  readonly hidden: readonly ErrorsOfClass[];
  /** How many rows a class needs to be known. */
  readonly needed: number;
}

export function momentsSummary(moments: Moments): MomentsSummary {
  const known = moments.classes.flatMap((group) => {
    const error = worstOf(moments, group);
    return error === null ? [] : [{ error, rows: group.rows }];
  });
  const worst = known.reduce<(typeof known)[number] | null>(
    (most, next) => (most === null || next.error > most.error ? next : most),
    null,
  );
  return {
    worst: worst?.error ?? null,
    rows: worst?.rows ?? 0,
    hidden: moments.classes.filter(({ is_known }) => !is_known),
    needed: Math.floor(Math.max(1, 2 * moments.rows_error)) + 1,
  };
}

/** The mean of rows that lie in the middle of the bounds, from 0 at the lower to 1 at the upper. */
export function drawnMean(number: MadeNumber, error: number): Estimate {
  const share = error / widthOf(number);
  return {
    id: number.name,
    label: number.name,
    share: 0.5,
    bands: BANDS.map(({ confidence, errors }) => ({
      confidence,
      low: 0.5 - errors * share,
      high: 0.5 + errors * share,
    })),
  };
}

/** The known class with most rows: what is shown first. */
export function largestKnown({ classes }: Moments): number {
  const rows = classes.map((group) => (group.is_known ? group.rows : -1));
  return Math.max(0, rows.indexOf(Math.max(...rows)));
}

/** Whether one table tells of all classes, as before anything is spent: all are assumed to have as many rows. */
export const areAlike = ({ classes }: Moments): boolean =>
  classes.every(({ rows, is_known }) => rows === classes[0]?.rows && is_known === classes[0]?.is_known);
