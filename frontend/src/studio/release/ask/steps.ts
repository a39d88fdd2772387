import { type Draft, type TypedCandidate, wholeIn } from "./draft";
import { UNCOMPARED } from "./guards";

export const STRENGTHS = ["3", "5", "10", "20"] as const;
export const MOST_CANDIDATES = 12;

/** The same guards at each of these strengths. */
export function atStrengths({ candidates }: Draft, strengths: readonly string[]): TypedCandidate[] {
  const from = 1 + Math.max(-1, ...candidates.map(({ id }) => id));
  const { guards, against } = candidates[0] ?? { guards: {}, against: UNCOMPARED };
  return strengths.map((k, index) => ({ id: from + index, k, guards, against }));
}

const SLIDER = [2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100, 200, 500, 1000] as const;
export const STOPS: readonly number[] = SLIDER;

export function nearestStop(k: string): number {
  const wanted = wholeIn(k) ?? SLIDER[0];
  const gaps = STOPS.map((stop) => Math.abs(stop - wanted));
  return gaps.indexOf(Math.min(...gaps));
}

/** One more, a step stronger than the last. */
export function oneMore({ candidates }: Draft): TypedCandidate {
  const last = candidates.at(-1);
  const next = STOPS[Math.min(STOPS.length - 1, nearestStop(last?.k ?? "") + 1)] ?? SLIDER[0];
  const { guards, against } = last ?? { guards: {}, against: UNCOMPARED };
  return { id: 1 + Math.max(-1, ...candidates.map(({ id }) => id)), k: String(next), guards, against };
}
