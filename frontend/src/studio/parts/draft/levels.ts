import type { Level } from "../../../api/types";

/** Epsilons a level may take. Researchers choose a consequence, never type a number. */
export const STRENGTHS = ["0.25", "0.5", "1", "1.5", "2", "3", "4"] as const;
export const MOST_LEVELS = 3;
export const CAP = 8;

/** Levels in order of protection, the most protective first. */
export function inOrder(epsilons: readonly string[]): Level[] {
  return epsilons.toSorted((left, right) => Number(left) - Number(right)).map((epsilon) => ({ epsilon }));
}

/** The strengths a level may still be given: each level of a menu differs from the others. */
export function strengthsFor(levels: readonly Level[], own: string): string[] {
  const taken = new Set(levels.map((level) => level.epsilon));
  const offered = STRENGTHS.filter((epsilon) => epsilon === own || !taken.has(epsilon));
  return offered.some((epsilon) => epsilon === own) ? offered : [own, ...offered];
}

/** The next weaker strength that no level has. */
export function nextStrength(levels: readonly Level[]): string | undefined {
  const weakest = Math.max(0, ...levels.map((level) => Number(level.epsilon)));
  return STRENGTHS.find((epsilon) => Number(epsilon) > weakest);
}
