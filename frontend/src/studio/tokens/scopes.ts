import type { Scope } from "../../api/types";
import { words } from "../words/words";

export const SCOPES: readonly Scope[] = [
  "surveys:read",
  "surveys:write",
  "reports:bulk",
  "datasets:read",
  "datasets:use",
  "datasets:write",
];

export function scopeText(scope: string): string {
  const texts: Readonly<Record<string, string>> = words.tokens.scope;
  return texts[scope] ?? scope;
}

/** The moment a token ends that lives this many days from now. */
export function endsAt(days: string, now: Date): string {
  return new Date(now.getTime() + Number(days) * 86_400_000).toISOString();
}
