import type { Draft, Plan, PlanPair, PlanQuestion } from "../../api/types";

/** Numbers of answers that the picture and the slider have. */
export const STOPS: readonly number[] = [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];
export const USUAL_ANSWERS = 500;
const MOST_ANSWERS = 10_000_000;

/** Half-widths one may want: as the plan names them, with the share that is then told from 50 %. */
export const WANTED = [
  { half: "0.1", share: 0.3 },
  { half: "0.05", share: 0.4 },
  { half: "0.025", share: 0.45 },
  { half: "0.01", share: 0.48 },
] as const;
export type Wanted = (typeof WANTED)[number];
const USUAL_WANTED: Wanted = WANTED[1];

export const wantedIn = (half: string | undefined): Wanted =>
  WANTED.find((width) => width.half === half) ?? USUAL_WANTED;

/** A whole number of answers that a plan can be made for; else undefined. */
export function answersIn(typed: string): number | undefined {
  const trimmed = typed.trim();
  const number = /^\d{1,8}$/.test(trimmed) ? Number(trimmed) : 0;
  return number >= 1 && number <= MOST_ANSWERS ? number : undefined;
}

/** What is asked of the server: every stop, and the number chosen. */
export const sizesWith = (answers: number): number[] =>
  [...new Set([...STOPS, answers])].toSorted((left, right) => left - right);

export function nearestStop(answers: number): number {
  const off = (stop: number) => Math.abs(Math.log(stop / answers));
  return STOPS.reduce((best, stop, index) => (off(stop) < off(STOPS[best] ?? 1) ? index : best), 0);
}

/** How many of 100 choose each level, one whole number each; undefined for what is none, and for nobody. */
export function mixIn(typed: readonly string[]): number[] | undefined {
  if (!typed.every((text) => /^\d{1,3}$/.test(text.trim()) && Number(text) <= 100)) return undefined;
  const mix = typed.map(Number);
  return mix.some((share) => share > 0) ? mix : undefined;
}

/** What a plan says of a question, or of a combination of two. */
export type Planned = Pick<PlanQuestion | PlanPair, "answers" | "levels" | "mix" | "needed" | "made_up">;

export const halfAt = (planned: Planned, answers: number): number | undefined => planned.mix[String(answers)];

/** Two shares are told apart when their intervals do not overlap: when each is known to half their distance. */
export const tells = (half: number, wanted: Wanted): boolean => half <= Number(wanted.half);

/** The highest whole percentage below 50 that would be told from 50 %, as a share; undefined where not even 0 would. */
export function toldFromHalf(half: number): number | undefined {
  const share = Math.floor(50 - 200 * half + 1e-9) / 100;
  return share >= 0 ? share : undefined;
}

/** How many of all that is planned would tell the wanted shares apart. */
export function telling(plan: Plan, answers: number, wanted: Wanted): { telling: number; all: number } {
  const halves = [...plan.questions, ...plan.pairs].map((question) => halfAt(question, answers) ?? 1);
  return { telling: halves.filter((half) => tells(half, wanted)).length, all: halves.length };
}

/** A line of the picture: the half-width at each number of answers. */
export interface Line {
  points: { answers: number; half: number }[];
}

export function lineOf(halves: Readonly<Record<string, number>>): Line {
  const points = Object.entries(halves).map(([answers, half]) => ({ answers: Number(answers), half }));
  return { points: points.toSorted((left, right) => left.answers - right.answers) };
}

/** The label of a matrix row; undefined where the question has none of that name. */
export function rowLabel(draft: Draft, question: string, row: string | null): string | null {
  const item = draft.questions.find(({ id }) => id === question);
  if (row === null || !item || !("rows" in item)) return null;
  return item.rows.find(({ id }) => id === row)?.label ?? null;
}
