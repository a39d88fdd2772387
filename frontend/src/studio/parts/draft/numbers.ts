import type { ItemOf } from "./items";

export type NumberItem = ItemOf<"number">;
export type NumberEstimate = NonNullable<NumberItem["number"]["estimate"]>;
export type EstimateKind = "bins" | NumberEstimate["of"];

const FRESH = { low: 0, high: 100, steps: 50 };

/** A mean that may be skipped goes to one of its bounds, which is one step; one that everybody has, to a finer grid. */
export function withSkip(item: NumberItem, may_skip: boolean): NumberItem {
  const { estimate } = item.number;
  if (!estimate || may_skip === item.may_skip) return { ...item, may_skip };
  const steps = may_skip ? 1 : Math.max(1, Math.min(FRESH.steps, estimate.high - estimate.low));
  return { ...item, may_skip, number: { ...item.number, estimate: { ...estimate, steps } } };
}

/** The same number asked for something else. Edges and limits are for bins alone, a grid for all else. */
export function withEstimate(item: NumberItem, of: EstimateKind): NumberItem {
  const { estimate, ...bins } = withSkip(item, of === "bins" && item.may_skip).number;
  if (of === "bins") return { ...item, number: bins };
  const number = { ...bins, edges: [], least: null, most: null, estimate: { ...FRESH, ...estimate, of } };
  return { ...item, may_skip: false, number };
}
