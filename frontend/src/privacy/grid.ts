import { type Entropy, uniformBelow } from "./entropy";
import type { Fields } from "./spec";

/** `steps` equal steps from `low` to `high`, which are counted in the unit in which numbers are given. */
export interface Grid {
  readonly low: number;
  readonly high: number;
  readonly steps: number;
}

export const WIDEST = 2 ** 24; // its square is still a whole number of a double
const FURTHEST = 2 ** 52;

export function readGrid({ whole }: Fields): Grid {
  const low = whole("low", -FURTHEST, FURTHEST - 1);
  const high = whole("high", low + 1, Math.min(low + WIDEST, FURTHEST));
  return { low, high, steps: whole("steps", 1, high - low) };
}

/** Twin of mechanisms/ldp/numbers/grid.py, which describes the steps: the point of 0 ... steps that a number becomes. */
export function roundedPoint(grid: Grid, number: number, words: Entropy): number {
  const width = grid.high - grid.low;
  const along = (number - grid.low) * grid.steps;
  const rest = along % width;
  const up = uniformBelow(roundingBound(grid), words) < rest / commonDivisor(width, grid.steps);
  return (along - rest) / width + Number(up);
}

/**
 * The bound of the word that decides whether a number goes up; 1, for which none is read, if every number is a point.
 */
export function roundingBound({ low, high, steps }: Grid): number {
  return (high - low) / commonDivisor(high - low, steps);
}

function commonDivisor(left: number, right: number): number {
  return right === 0 ? left : commonDivisor(right, left % right);
}
