/** Between which bounds, and in how many steps, a number may be asked: the twin of surveys/questions/number_estimate.py. */
export const FURTHEST = 10 ** 12;
export const MOST_STEPS = { mean: 1000, distribution: 100 } as const;
