import type { Findings, Mechanism, Trial } from "../../api/types";

/** A trial that could be made: all its figures are there. Errors are shares, not squares. */
export interface Measured {
  mechanism: Mechanism;
  epsilon: string;
  spent: string;
  error: number;
  low: number;
  high: number;
  expected: number;
  bias: number;
  rank: number;
  bytes: number;
}

const root = (square: number | null): number => Math.sqrt(square ?? Number.NaN);

export function measured(trials: readonly Trial[]): Measured[] {
  return trials
    .filter((trial) => trial.refused === "")
    .map((trial) => ({
      mechanism: trial.mechanism,
      epsilon: trial.epsilon,
      spent: trial.epsilon_spent ?? "",
      error: root(trial.mean_squared_error),
      low: root(trial.mean_squared_error_low),
      high: root(trial.mean_squared_error_high),
      expected: root(trial.expected_squared_error),
      bias: trial.expectation_bias ?? Number.NaN,
      rank: trial.rank_bias ?? Number.NaN,
      bytes: trial.report_bytes ?? Number.NaN,
    }));
}

/** A closed form between the epsilons tried, as shares of 1. */
export interface Curve {
  mechanism: Mechanism;
  points: { epsilon: number; error: number }[];
}

export function curvesOf(findings: Findings): Curve[] {
  return findings.curves
    .filter(({ points }) => points.length > 0)
    .map(({ mechanism, points }) => ({
      mechanism,
      points: points.map((at) => ({ epsilon: Number(at.epsilon), error: root(at.expected_squared_error) })),
    }));
}

/** How many dots have the closed form within their limits. */
export const heldBy = (dots: readonly Measured[]): number =>
  dots.filter(({ low, high, expected }) => low <= expected && expected <= high).length;
