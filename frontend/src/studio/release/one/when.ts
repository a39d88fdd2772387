/** The day that is chosen is the last one: late in its evening, where whoever chooses lives. */
export const endOfDay = (chosen: string): string => new Date(`${chosen}T23:59:59`).toISOString();

const DAY_MILLISECONDS = 86_400_000;

/** "2026-12-01": as a field of dates writes a day so many days from now. */
export function dayAhead(days: number, now: Date): string {
  const then = new Date(now.getTime() + days * DAY_MILLISECONDS);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())}`;
}

type LinkState = "open" | "ended" | "revoked";

export function linkState(link: { expires_at: string; revoked_at: string | null }, now: Date): LinkState {
  if (link.revoked_at !== null) return "revoked";
  return new Date(link.expires_at) > now ? "open" : "ended";
}
