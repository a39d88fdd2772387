import type { Budget, BudgetAccount, BudgetUse } from "../../../api/types";
import { percent } from "../../numbers/format";
import { words } from "../../words/words";
import { leftOf, wholeOf } from "./balance";
import { sureness } from "./worth";

/** Rounded up: no page promises more than holds. */
export const atMost = (share: number): string => percent(Math.ceil(share * 1000 - 1e-6) / 1000, 1);

/** "unlimited" where the chance of the guarantee's failing is used up. */
export function sureOf(worth: { epsilon: string }): number {
  const epsilon = Number(worth.epsilon);
  return Number.isNaN(epsilon) ? 1 : sureness(epsilon);
}

export function nameOf(account: Pick<BudgetAccount, "kind" | "name" | "ref">): string {
  return account.kind === "people" ? words.budget.everybody : account.name || account.ref;
}

function forecastSentence(forecast: NonNullable<Budget["forecast"]>): string {
  return forecast.or_more ? words.budget.moreThan(forecast.questions) : words.budget.more(forecast.questions);
}

/** The page's question, answered: may I ask on, and does the promise hold? */
export function titleOf(budget: Budget): string {
  if (budget.unit === null) return words.budget.titleNone;
  if (!budget.bounded) return words.budget.titleUnbounded;
  if (budget.forecast) return forecastSentence(budget.forecast);
  const whole = wholeOf(budget);
  const left = whole && leftOf(whole);
  return left === undefined || left === null ? words.budget.titleAsked : words.budget.titleLeft(percent(left));
}

/** "make synthetic data: rows of one table, for study" */
export function deedOf({ operation, note, purpose }: Pick<BudgetUse, "operation" | "note" | "purpose">): string {
  const deeds: Readonly<Record<string, string>> = words.data.operations;
  const notes: Readonly<Record<string, string>> = words.budget.notes;
  const deed = deeds[operation] ?? operation;
  const noted = note ? words.budget.deedOf(deed, notes[note] ?? note) : deed;
  return purpose ? words.budget.deedFor(noted, purpose) : noted;
}

const OF_A_RELEASE = /^release ([0-9a-f-]{36}): /;

/** The release that left without a bound, where it was one. */
export const releaseIn = (reason: string): string | undefined => OF_A_RELEASE.exec(reason)?.[1];

/** What a use costs, as a part of what all people together may spend. */
export function partOfBudget(price: number, limit: number): string {
  const share = price / limit;
  return words.budget.ofBudget(percent(share, share > 0 && share < 0.001 ? 3 : 1));
}
