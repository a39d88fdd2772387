/**
 * The limits of numbers that may be asked: how far their bounds reach, and how many steps there are between them. The
 * twin of surveys/questions/number_estimate.py.
 */
export const FURTHEST = 10 ** 12;
export const MOST_STEPS = { mean: 1000, distribution: 100 } as const;
