import type { BudgetAccount, LimitToSet } from "../../api/types";
import { amount, balanceOf, takenOf } from "../parts/budget/balance";
import { rhoFor } from "../parts/budget/worth";

/** What the owner may promise, by what it is worth; the first is the strongest. */
export const PROMISES = [0.5, 1, 2, 4] as const;
export const SHARES = [0.1, 0.25, 0.5, 1] as const;
const PLACES = 15;
const NONE = Number.POSITIVE_INFINITY; // no limit of its own

/** A decimal as the API takes it: no exponent, no zeros at its end. */
export function decimalText(number: number): string {
  return number.toFixed(PLACES).replace(/\.?0+$/, "");
}

/** A decimal that somebody typed, at least 0 and no more than `most`; null for anything else. */
export function typed(text: string, most: number): number | null {
  if (!/^\d*\.?\d+$/.test(text.trim())) return null;
  const number = Number(text);
  return number <= most ? number : null;
}

interface Wish {
  epsilon: number;
  /** The chance that groups above a threshold may take in all. */
  delta: string;
  /** A promise of pure epsilon refuses noise that cannot keep it. */
  pure: boolean;
}

/** A limit of all people together. */
export function limitOf(wish: Wish): LimitToSet {
  return {
    rho: decimalText(rhoFor(wish.epsilon)),
    delta: wish.delta,
    epsilon: wish.pure ? decimalText(wish.epsilon) : null,
  };
}

/** The limit that stands, with what is said of it for experts. */
export function asItStands({ limit }: Pick<BudgetAccount, "limit">, { epsilon, delta, pure }: Wish): LimitToSet {
  return { rho: limit.rho, delta, epsilon: pure ? (limit.epsilon ?? decimalText(epsilon)) : null };
}

/** A part of the people's limit; null is no limit of its own. Rounded down, so that parts never add to more. */
export function partOf(whole: BudgetAccount, account: string, share: number | null): LimitToSet {
  if (share === null) return { account, rho: null, delta: null, epsilon: null };
  const down = (number: number) => decimalText(Math.floor(number * share * 1e12) / 1e12);
  return {
    account,
    rho: down(amount(whole.limit, "rho") ?? 0),
    delta: down(amount(whole.limit, "delta") ?? 0),
    epsilon: null,
  };
}

export type Verdict = "first" | "same" | "stronger" | "weaker" | "below";

/** What a new limit does to the promise. Below what is taken it cannot be: what was learned stays learned. */
export function verdictOf(account: BudgetAccount | undefined, wish: LimitToSet): Verdict {
  if (!account) return "first";
  for (const measure of ["rho", "delta", "epsilon"] as const) {
    const limit = wish[measure];
    if (limit === null) continue;
    const spent = account.spent[measure];
    if (spent === null || Number(limit) < takenOf(balanceOf(account, measure))) return "below";
  }
  for (const measure of ["rho", "delta", "epsilon"] as const) {
    const [before, after] = [amount(account.limit, measure) ?? NONE, Number(wish[measure] ?? NONE)];
    if (before !== after) return after < before ? "stronger" : "weaker";
  }
  return "same";
}

/** The promise that stands now, as the form offers it: with three decimals. */
export function epsilonNow(account: BudgetAccount | undefined): number {
  const epsilon = Number(account?.limit_worth?.epsilon ?? Number.NaN);
  return Number.isNaN(epsilon) ? 1 : Number(epsilon.toFixed(3));
}

/** How many more questions of this price the limit has room for, so far as rho decides. */
export function roomFor(account: BudgetAccount | undefined, wish: LimitToSet, price: number): number | null {
  if (wish.rho === null || price <= 0) return null;
  const taken = account ? takenOf(balanceOf(account)) : 0;
  return Math.max(0, Math.floor((Number(wish.rho) - taken) / price + 1e-9));
}
