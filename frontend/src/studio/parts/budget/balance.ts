import type { Budget, BudgetAccount } from "../../../api/types";
import { epsilonFor, sureness } from "./worth";

export type Measure = "rho" | "delta" | "epsilon";
type Amounts = BudgetAccount["spent"];

/** A sum of the API as a number to draw with; null where there is none. */
export function amount(amounts: Amounts, measure: Measure): number | null {
  const text = amounts[measure];
  return text === null ? null : Number(text);
}

export interface Balance {
  limit: number | null;
  spent: number;
  reserved: number;
}

export function balanceOf(account: BudgetAccount, measure: Measure = "rho"): Balance {
  return {
    limit: amount(account.limit, measure),
    spent: amount(account.spent, measure) ?? 0,
    reserved: amount(account.reserved, measure) ?? 0,
  };
}

export const takenOf = ({ spent, reserved }: Balance): number => spent + reserved;

/** The part of its limit that is not taken, 0 to 1; null without a limit. */
export function leftOf(account: BudgetAccount): number | null {
  const shares = (["rho", "delta", "epsilon"] as const).flatMap((measure) => {
    const { limit, ...taken } = balanceOf(account, measure);
    if (limit === null) return [];
    const used = taken.spent + taken.reserved;
    return [limit === 0 ? (used > 0 || measure === "rho" ? 0 : 1) : Math.max(0, 1 - used / limit)];
  });
  return shares.length === 0 ? null : Math.min(...shares); // whatever is fullest refuses the next question
}

/** Everybody together first, then whoever has taken most. */
export function ordered(accounts: readonly BudgetAccount[]): BudgetAccount[] {
  const place = (account: BudgetAccount) => (account.kind === "people" ? -1 : 0);
  return accounts.toSorted(
    (left, right) => place(left) - place(right) || takenOf(balanceOf(right)) - takenOf(balanceOf(left)),
  );
}

export const wholeOf = (budget: Budget): BudgetAccount | undefined =>
  budget.accounts.find(({ kind }) => kind === "people");

/** So many more questions of this price: each is drawn as one step. */
export interface Ahead {
  questions: number;
  price: number;
}

export const MOST_STEPS = 60; // more would be a grey band

export function stepsOf(ahead: Ahead | undefined): number {
  return ahead && ahead.questions <= MOST_STEPS ? ahead.questions : 0;
}

export function aheadOf({ forecast }: Budget): Ahead | undefined {
  return forecast ? { questions: forecast.questions, price: Number(forecast.cost.rho) } : undefined;
}

/** The right end of the picture: the largest limit, or room for what was taken and is to come without one. */
export function widthOf(accounts: readonly BudgetAccount[], ahead?: Ahead): number {
  const coming = stepsOf(ahead) * (ahead?.price ?? 0);
  const most = accounts.map((account) => {
    const balance = balanceOf(account);
    return Math.max(balance.limit ?? Math.max(takenOf(balance) * 1.25, takenOf(balance) + coming), takenOf(balance));
  });
  return Math.max(...most, 1e-9);
}

const STEPS = [0.25, 0.5, 1, 1.5, 2, 3, 4, 6, 8, 12, 20, 40] as const;
const APART = 0.2; // of the width: a label needs that much

/** Where the axis says how sure somebody can be: prices add, and certainty does not, so its steps come closer. */
export function axisOf(width: number, rhoOf: (epsilon: number) => number): { rho: number; sure: number }[] {
  const ticks: { rho: number; sure: number }[] = [];
  let last = 0; // an even chance stands at the left end
  for (const epsilon of STEPS) {
    const rho = rhoOf(epsilon);
    if (rho > width) break;
    if (rho - last < APART * width || width - rho < APART * width) continue;
    ticks.push({ rho, sure: sureness(epsilon) });
    last = rho;
  }
  return [{ rho: 0, sure: 0.5 }, ...ticks, { rho: width, sure: sureness(epsilonFor(width)) }];
}
