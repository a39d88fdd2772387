import type { Anonymisation, AnonymityModel, CandidateFound, RowRisk } from "../../../api/types";
import { type Scale, scaleOver } from "../../mark/scale";
import { axisOver, type LogAxis } from "../../parts/charts/plot";

export type RiskFigure = "prosecutor_mean" | "prosecutor_max";
export const RISKS: readonly [RiskFigure, RiskFigure] = ["prosecutor_mean", "prosecutor_max"];

type Figures<Part extends "risk" | "utility"> = NonNullable<CandidateFound[Part]>;

/** A candidate as it is drawn, with its place among those that were asked for. */
export interface Dot {
  place: number;
  models: readonly AnonymityModel[];
  risk: Pick<Figures<"risk">, RiskFigure>;
  utility: Pick<Figures<"utility">, "gcp">;
}

/** A candidate that makes a release. */
export interface Point extends Dot {
  outcome: CandidateFound;
  risk: Figures<"risk">;
  utility: Figures<"utility">;
}

export type Before = Pick<RowRisk, RiskFigure> | null;

export function pointsOf({ found: outcomes, candidates }: Pick<Anonymisation, "found" | "candidates">): Point[] {
  return (outcomes ?? []).flatMap((outcome, index) => {
    const { risk, utility } = outcome;
    return risk && utility ? [{ place: index, models: candidates[index]?.models ?? [], outcome, risk, utility }] : [];
  });
}

/** Those that make none, and why. */
export function refusedOf({ found: outcomes, candidates }: Pick<Anonymisation, "found" | "candidates">) {
  return (outcomes ?? []).flatMap(({ refused, reasons }, index) =>
    refused === "" ? [] : [{ place: index, refused, reasons, models: candidates[index]?.models ?? [] }],
  );
}

/** The candidates that no other beats in both, the most exact first; of two that are the same, the first. */
export function frontierOf<Some extends Dot>(dots: readonly Some[], figure: RiskFigure): Some[] {
  const order = dots.toSorted(
    (left, right) => left.utility.gcp - right.utility.gcp || left.risk[figure] - right.risk[figure],
  );
  let least = Number.POSITIVE_INFINITY;
  return order.filter(({ risk }) => {
    const better = risk[figure] < least;
    least = Math.min(least, risk[figure]);
    return better;
  });
}

/** Loss across, from nothing; risk up, in equal ratios, with the table as it is on it. */
export interface Axes {
  x: Scale;
  y: LogAxis;
}

export function axesOf(dots: readonly Dot[], before: Before, figure: RiskFigure): Axes {
  const risks = dots.map(({ risk }) => risk[figure]);
  return {
    x: scaleOver(dots.map(({ utility }) => utility.gcp)),
    y: axisOver(before ? [...risks, before[figure]] : risks),
  };
}

/** Enough places to tell small shares apart. */
export const decimalsOf = (share: number): number => (share === 0 || share >= 0.1 ? 0 : share >= 0.01 ? 1 : 2);
