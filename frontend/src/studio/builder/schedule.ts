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

const MOST_REPORTS = 10_000_000;

/** A cap on reports: null for none, undefined for what is no such number. */
export function capIn(typed: string): number | null | undefined {
  if (typed.trim() === "") return null;
  const cap = Number(typed);
  return Number.isInteger(cap) && cap >= 1 && cap <= MOST_REPORTS ? cap : undefined;
}
