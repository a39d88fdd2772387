import type { DeclaredColumn } from "../../../api/types";

const MOST_VALUES = 20_000; // as many as the server makes a hierarchy over
const DAY_MILLISECONDS = 86_400_000;

/** What everybody may know before they see the data, where that is a list; empty where it is none. */
export function domainOf({ type, categories, minimum, maximum, decimals }: DeclaredColumn): string[] {
  if (type === "category") return categories.map(({ value }) => value);
  if (type === "integer") return between(Number(minimum), Number(maximum), String);
  if (type === "number" && minimum !== "" && maximum !== "") {
    const unit = 10 ** decimals; // the bounds are rounded to the decimals, as the server does
    const units = (bound: string) => Math.round(Number(bound) * unit);
    return between(units(minimum), units(maximum), (number) => (number / unit).toFixed(decimals));
  }
  if (type !== "date") return [];
  const day = (number: number) => new Date(number * DAY_MILLISECONDS).toISOString().slice(0, 10);
  return between(Date.parse(minimum) / DAY_MILLISECONDS, Date.parse(maximum) / DAY_MILLISECONDS, day);
}

function between(low: number, high: number, written: (number: number) => string): string[] {
  const many = high - low + 1;
  return many >= 1 && many <= MOST_VALUES ? Array.from({ length: many }, (_, step) => written(low + step)) : [];
}
