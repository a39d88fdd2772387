/** "2026-12-01T09:00:00Z" -> "2026-12-01T10:00" as a field of the browser holds it, in the reader's own time zone. */
export function localOf(utc: string | null): string {
  if (utc === null) return "";
  const time = new Date(utc);
  const two = (number: number) => String(number).padStart(2, "0");
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** The moment a field names, as the API writes it; null while it is empty or half-written. */
export function utcOf(local: string): string | null {
  const time = new Date(local);
  return local === "" || Number.isNaN(time.getTime()) ? null : `${time.toISOString().slice(0, 19)}Z`;
}

/** Why a field names no moment although somebody wrote in it: half of it is missing, or clocks skip that hour. */
export type MomentFault = "half" | "skipped";

/** `isHalf` is what the browser says of a field that it hands out as empty because only a part is written. */
export function momentFault(local: string, isHalf: boolean): MomentFault | undefined {
  if (local === "") return isHalf ? "half" : undefined;
  return localOf(utcOf(local)) === local.slice(0, 16) ? undefined : "skipped";
}

const MOST_REPORTS = 10_000_000;

/** A cap on reports: null for none, undefined for what is no such number. */
export function capIn(typed: string): number | null | undefined {
  if (typed.trim() === "") return null;
  const cap = Number(typed);
  return Number.isInteger(cap) && cap >= 1 && cap <= MOST_REPORTS ? cap : undefined;
}
