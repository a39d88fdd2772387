/** Expected errors of a table of rows: what is said of them in one sentence. */

export interface Errors {
  readonly alone: readonly number[];
  readonly pairs: readonly (readonly (number | null)[])[];
}

/** The errors as a map to draw: of each column alone and of each two columns; null where nothing is known. */
export interface Shares {
  readonly alone: readonly (number | null)[];
  readonly pairs: Errors["pairs"];
}

/** The decimals of one map, so that its figures stand under each other: as many as two digits of the largest have. */
export function decimalsOf({ alone, pairs }: Shares): 0 | 1 | 2 {
  const most = Math.max(...[alone, ...pairs].flat().map((error) => error ?? 0), 0);
  if (most >= 0.0995) return 0;
  return most >= 0.00995 ? 1 : 2;
}

/** The errors as a map, or null where the engine gives means and spreads and so no shares to draw. */
export function sharesOf({ alone, pairs }: { alone: Errors["alone"] | null; pairs: Errors["pairs"] | null }) {
  return alone === null || pairs === null ? null : { alone, pairs };
}

interface Summary {
  /** The mean error of each two columns that noise tells of; of each column alone where there are none. */
  readonly mean: number;
  readonly most: number;
  /** Places of the columns that are off most. */
  readonly worst: readonly number[];
  readonly ofPairs: boolean;
}

interface Offset {
  readonly error: number;
  readonly of: readonly number[];
}

export function summary({ alone, pairs }: Errors): Summary {
  const two = pairs.flatMap((row, first) =>
    row.flatMap((error, other): Offset[] => (error === null || other <= first ? [] : [{ error, of: [first, other] }])),
  );
  const errors = two.length > 0 ? two : alone.map((error, index): Offset => ({ error, of: [index] }));
  const worst = errors.reduce<Offset>((most, next) => (next.error > most.error ? next : most), { error: 0, of: [] });
  const sum = errors.reduce((all, { error }) => all + error, 0);
  return { mean: sum / Math.max(1, errors.length), most: worst.error, worst: worst.of, ofPairs: two.length > 0 };
}

/** How strongly a cell is shaded, 0 to 100. The root keeps small errors apart; half of all rows off is the darkest. */
export const shade = (error: number): number => Math.round(100 * Math.sqrt(Math.min(1, error / 0.5)));
