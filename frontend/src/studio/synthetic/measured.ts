import type { Appraisal } from "../../api/types";
import type { Errors } from "./errors";

export type Measured = NonNullable<Appraisal["report"]>;
export type MeasuredErrors = Pick<Measured, "marginals" | "propensities">;

/** The same numbers as a heat map has them: null for two columns that were not measured together. */
export function errorsOf(report: Pick<Measured, "marginals">, names: readonly string[]): Errors {
  const found = new Map(report.marginals.map(({ columns, estimate }) => [columns.join("\u0000"), estimate]));
  const at = (...columns: string[]): number | null => found.get(columns.join("\u0000")) ?? null;
  return {
    alone: names.map((name) => at(name) ?? 0),
    pairs: names.map((one, row) =>
      names.map((other, column) => (row === column ? null : row < column ? at(one, other) : at(other, one))),
    ),
  };
}

/** Of numbers that may be 0 and fewer for their noise: the mean, and the largest. */
export function meanAndMost(values: readonly number[]): { mean: number; most: number } {
  const kept = values.map((value) => Math.max(0, value));
  return { mean: kept.reduce((all, one) => all + one, 0) / Math.max(1, kept.length), most: Math.max(0, ...kept) };
}
