import { percent } from "../../numbers/format";

/** How many of 100 phones with the answer Yes send Yes under randomised response with this epsilon. */
export function keptOfHundred(epsilon: number): number {
  return Math.round(100 / (1 + Math.exp(-epsilon)));
}

/** The most someone can become sure of who thought it fifty-fifty: a bound, so it is rounded up. */
export function mostSure(epsilon: number): string {
  const share = 1 / (1 + Math.exp(-epsilon));
  const decimals = share > 0.99 ? 2 : 0;
  const unit = 10 ** (decimals + 2);
  return percent(Math.ceil(share * unit) / unit, decimals);
}

/** How many of a menu of levels choose each: the mix the planner assumes, in percent. */
export function mixFor(levels: number): readonly number[] {
  if (levels <= 1) return [100];
  return levels === 2 ? [60, 40] : [50, 30, 20];
}

/** The rest of the menu stays unused. */
export function everybodyChooses(level: number, levels: number): number[] {
  return Array.from({ length: levels }, (_, index) => (index === level ? 100 : 0));
}
