import type { ColumnToMake } from "../../../api/types";
import { words } from "../../words/words";

const LAST_DAY = "9999-12-31";
const AFTER_IT = "10000-01-01"; // as the server writes it; no ISO date has five digits of a year

function dayBefore(next: string): string {
  if (next === AFTER_IT) return LAST_DAY;
  const day = new Date(`${next}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}

/** A value as a person reads it: its label is what is sent. Parts of whole numbers and days end before the next begins. */
export function valueSaid({ type, labels, edges }: Pick<ColumnToMake, "type" | "labels" | "edges">, place: number) {
  const text = words.synthetic;
  const [low, next] = [edges[place], edges[place + 1]];
  if (low === undefined || next === undefined) return labels[place] ?? text.missing;
  if (type === "number") return place + 2 === edges.length ? text.within(low, next) : text.below(low, next);
  const last = type === "date" ? dayBefore(next) : String(BigInt(next) - 1n);
  return last === low ? low : text.within(low, last);
}
