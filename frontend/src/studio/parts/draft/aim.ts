import type { Draft } from "../../../api/types";
import { points } from "../../numbers/format";
import { inOrder } from "./levels";

/** How many people are expected, and how exact each result is to be: they choose the level. */
export type Aim = NonNullable<Draft["aim"]>;

export const USUAL_AIM: Aim = { people: 1000, half_width: "0.1" };
export const HALF_WIDTHS = ["0.02", "0.03", "0.05", "0.075", "0.1", "0.15", "0.2"] as const;
const LEAST_PEOPLE = 50;
const MOST_PEOPLE = 10_000_000;

/** One level leaves nothing to choose at a question. */
const ofReport = ({ level_choice }: Draft, levels: number) =>
  level_choice === "question" && levels < 2 ? { level_choice: "report" as const } : {};

/** The level of an aim is the only one. */
export function aiming(draft: Draft, change: Partial<Aim>): Draft {
  return { ...draft, ...ofReport(draft, 1), levels: [], aim: { ...(draft.aim ?? USUAL_AIM), ...change } };
}

/** Levels that the author chooses take the place of an aim. */
export function withLevels(draft: Draft, epsilons: readonly string[]): Draft {
  return { ...draft, ...ofReport(draft, epsilons.length), levels: inOrder(epsilons), aim: null };
}

/** The number of levels of the version that the draft would become. */
export const levelCount = ({ levels }: Pick<Draft, "levels">): number => Math.max(1, levels.length);

/** A half-width in percentage points, with no more decimals than it has. */
export const pointsOf = (half: string): string => {
  const decimals = [0, 1, 2].find((count) => Number.isInteger(Number((Number(half) * 10 ** (2 + count)).toFixed(6))));
  return points(Number(half), decimals ?? 2);
};

/** The people that an aim may expect, however their thousands are parted; else undefined. */
export function peopleIn(typed: string): number | undefined {
  const digits = typed.replaceAll(/[\s,.\u202f]/g, "");
  const number = /^\d{1,8}$/.test(digits) ? Number(digits) : 0;
  return number >= LEAST_PEOPLE && number <= MOST_PEOPLE ? number : undefined;
}
