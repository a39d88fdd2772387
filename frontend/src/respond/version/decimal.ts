import type { Epsilon } from "./definition";
import { matching, refuse } from "./reading";

const form = /^(?:0|[1-9][0-9]{0,2})(?:\.[0-9]{1,6})?$/;

/** An epsilon as a decimal string of at most six places, so that sums of millionths are exact. */
export function epsilon(value: unknown, at: string): Epsilon {
  const text = matching(value, at, form, "a decimal with at most six places");
  const [units = "", part = ""] = text.split(".");
  const millionths = Number(units) * 1_000_000 + Number(part.padEnd(6, "0"));
  if (millionths === 0) refuse(at, "must be above 0");
  return { text, millionths };
}

export const total = <T>(items: readonly T[], amount: (item: T) => number): number =>
  items.reduce((sum, item) => sum + amount(item), 0);
