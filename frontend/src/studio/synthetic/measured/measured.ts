import type { Appraisal } from "../../../api/types";
import type { Shares } from "../errors";

export type Measured = NonNullable<Appraisal["report"]>;
export type MeasuredErrors = Pick<Measured, "marginals" | "propensities">;

type Marginal = Measured["marginals"][number];

const WIDEST = 0.5; // of limits that say something: half of what there can be

/** A figure whose limits are wider says nothing. */
export const isHidden = ({ low, high }: Pick<Marginal, "low" | "high">): boolean => high - low > WIDEST;

/** The same numbers as a heat map has them: null for two columns that were not measured together, and what noise hides. */
export function errorsOf(report: Pick<Measured, "marginals">, names: readonly string[]): Shares {
  const told = report.marginals.filter((marginal) => !isHidden(marginal));
  const estimates = new Map(told.map(({ columns, estimate }) => [columns.join("\u0000"), estimate]));
  const at = (...columns: string[]): number | null => estimates.get(columns.join("\u0000")) ?? null;
  return {
    alone: names.map((name) => at(name)),
    pairs: names.map((left, row) =>
      names.map((other, column) => (row === column ? null : row < column ? at(left, other) : at(other, left))),
    ),
  };
}

interface Off {
  /** Null where noise hides it. */
  readonly mean: number | null;
  /** Whether the mean is of each two columns; it is of each alone where no two were measured. */
  readonly ofPairs: boolean;
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((all, value) => all + value, 0) / Math.max(1, values.length);

/** How far a table is off on average. */
export function offOf(marginals: readonly Marginal[]): Off {
  const pairs = marginals.filter(({ columns }) => columns.length === 2);
  const ofPairs = pairs.length > 0;
  const counted = ofPairs ? pairs : marginals;
  const mean = (which: "estimate" | "low" | "high") => meanOf(counted.map((of) => of[which]));
  const limits = { low: mean("low"), high: mean("high") };
  return { mean: isHidden(limits) ? null : mean("estimate"), ofPairs };
}

/** Twice the standard error: 19 of 20. */
const SURE = 2;
const NOBODY = 0.0005; // a pMSE below which nobody can tell

/** Whether somebody can tell rows that are made from true ones, where noise lets one say. */
export function canTell(propensities: Measured["propensities"]): "nobody" | "somebody" | "hidden" {
  if (propensities.every(({ value, standard_error }) => value + SURE * standard_error < NOBODY)) return "nobody";
  return propensities.some(({ value, standard_error }) => value - SURE * standard_error > 0) ? "somebody" : "hidden";
}

/** A share and its limits, none of which is below nothing or above all. */
export function limitsOf({ value, standard_error }: { value: number; standard_error: number }) {
  const within = (share: number) => Math.max(0, Math.min(1, share));
  const [share, off] = [within(value), SURE * standard_error];
  return { share, off, low: within(share - off), high: within(share + off) };
}

/** The mean, and the largest, of numbers that may be below 0 for their noise, and then count as 0. */
export function meanAndMost(values: readonly number[]): { mean: number; most: number } {
  const kept = values.map((value) => Math.max(0, value));
  return { mean: meanOf(kept), most: Math.max(0, ...kept) };
}
