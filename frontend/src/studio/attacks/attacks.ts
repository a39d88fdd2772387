import type { Estimate } from "../numbers/interval";
import figures from "./figures.json";

/** The attacks in the order in which figures.json, which `scripts/reproduce attacks` writes, has them. */
export const ATTACKS = [
  "linkage",
  "homogeneity",
  "background-knowledge",
  "skewness",
  "similarity",
  "intersection",
  "downcoding",
] as const;
const RELEASES = [
  "bare",
  "k",
  "k-diverse",
  "k-recursive",
  "k-close",
  "one",
  "two",
  "frozen",
  "minimal",
  "lending",
  "disjoint",
  "one-level",
] as const;

type AttackName = (typeof ATTACKS)[number];
type ReleaseName = (typeof RELEASES)[number];

/** Shares of the attacked people, 0 to 1. `promised` is null where no model promises anything. */
export interface Case {
  release: ReleaseName;
  people: number;
  success: number;
  intervals: readonly (readonly number[])[];
  without: number;
  advantage: number;
  standard_error: number;
  promised: number | null;
}

export interface Attack {
  attack: AttackName;
  cases: readonly Case[];
}

const WIDEST_FIRST = [
  ["95", 2],
  ["80", 1],
  ["50", 0],
] as const;

function known<T extends string>(names: readonly T[], name: string): T {
  const match = names.find((each) => each === name);
  if (match === undefined) throw new Error(`the attack room has no words for ${name}`);
  return match;
}

export const attacks: { people: number; attacks: readonly Attack[] } = {
  people: figures.people,
  attacks: figures.attacks.map(({ attack, cases }) => ({
    attack: known(ATTACKS, attack),
    cases: cases.map((row) => ({ ...row, release: known(RELEASES, row.release) })),
  })),
};

export function estimateOf(attack: Case, label: string): Estimate {
  const bands = WIDEST_FIRST.flatMap(([confidence, place]) => {
    const [low, high] = attack.intervals[place] ?? [];
    return low === undefined || high === undefined ? [] : [{ confidence, low, high }];
  });
  return { id: attack.release, label, share: attack.success, bands };
}
