import { useQueries } from "@tanstack/react-query";
import type { Budget } from "../../../api/types";
import { budget } from "../../data/budgets";
import { balanceOf, takenOf } from "../../parts/budget/balance";

/** The part of what is left that it takes, of the account with least room; null where no limit is set. */
export function partOfLeft({ accounts }: Pick<Budget, "accounts">, rho: number): number | null {
  const parts = accounts.flatMap((account) => {
    const balance = balanceOf(account);
    if (balance.limit === null) return [];
    const left = balance.limit - takenOf(balance);
    return [left > 0 ? rho / left : Number.POSITIVE_INFINITY];
  });
  return parts.length === 0 ? null : Math.max(...parts);
}

/** Where no limit is set, nothing can be spent. */
export function isEnough(of: Pick<Budget, "accounts">, rho: string): boolean {
  const part = partOfLeft(of, Number(rho));
  return part !== null && part <= 1;
}

/** Whether the budgets of all these data sets have room for the price that is shown; not while one of them, or the
 * price, is not known. */
export function useAffords(dataSets: readonly string[], rho: string | undefined): boolean {
  const queries = useQueries({ queries: dataSets.map((id) => budget(id)) });
  return rho !== undefined && queries.every(({ data }) => data !== undefined && isEnough(data, rho));
}
