import type { ColumnToMake, ForecastWish, SynthesisToAsk } from "../../api/types";

/** What the slider steps through. The exponent of a choice is never typed: a page says what it buys. */
export const EPSILONS = ["0.1", "0.2", "0.5", "1", "2", "4", "8"] as const;
export const USUAL = 3;
export const DELTA = "0.000000001";
export const PRIVACY = EPSILONS.map((epsilon) => ({ epsilon, delta: DELTA }));
export const MOST_TOGETHER = 4;
const USUAL_ROWS = "10000";

export interface MadeColumn {
  readonly name: string;
  readonly made: boolean;
  /** Typed; "" for what is cut as it was declared, or is a choice. */
  readonly bins: string;
}

export interface Part {
  readonly name: string;
  /** null is a missing value. */
  readonly values: readonly (string | null)[];
}

export type Rule = readonly Part[];

export interface Draft {
  readonly columns: readonly MadeColumn[];
  /** Names; "" where none is chosen yet. */
  readonly together: readonly (readonly string[])[];
  readonly target: string;
  /** Combinations that no row has. One that is not whole yet, or has a column that is not made, is left out. */
  readonly impossible: readonly Rule[];
  readonly rows: string;
  /** A place in EPSILONS. */
  readonly exactness: number;
}

export type MadeOf = Pick<ForecastWish, "columns" | "together" | "target" | "impossible">;

export function firstDraft(offered: readonly ColumnToMake[]): Draft {
  return {
    columns: offered.map(({ name }) => ({ name, made: true, bins: "" })),
    together: [],
    target: "",
    impossible: [],
    rows: USUAL_ROWS,
    exactness: USUAL,
  };
}

export const madeNames = ({ columns }: Draft): string[] => columns.flatMap(({ name, made }) => (made ? [name] : []));

/** Groups without what is not made and without what is not chosen; of one column there is no group. */
function groups(draft: Draft): string[][] {
  const made = new Set(madeNames(draft));
  const named = draft.together.map((group) => [...new Set(group.filter((name) => made.has(name)))]);
  return named.filter((group) => group.length > 1);
}

/** Each of its columns is chosen once, with a value at least. */
export const isWhole = (rule: Rule): boolean =>
  new Set(rule.map(({ name }) => name)).size === rule.length &&
  rule.every(({ name, values }) => name !== "" && values.length > 0);

export function madeOf(draft: Draft): MadeOf {
  const names = madeNames(draft);
  const used = draft.impossible.filter((rule) => isWhole(rule) && rule.every(({ name }) => names.includes(name)));
  const impossible = used.map((rule) => rule.map(({ name, values }) => ({ name, values: [...values] })));
  return {
    columns: draft.columns.flatMap(({ name, made, bins }) =>
      made ? [bins.trim() === "" ? { name } : { name, bins: Number(bins) }] : [],
    ),
    together: groups(draft),
    target: names.includes(draft.target) ? draft.target : null,
    ...(impossible.length > 0 && { impossible }),
  };
}

/** A whole number, as people type it; undefined for anything else. */
export function wholeIn(typed: string, most: number): number | undefined {
  const plain = typed.replaceAll(/[\s\u202f,]/g, "");
  const number = Number(plain);
  return /^\d+$/.test(plain) && number >= 1 && number <= most ? number : undefined;
}

export const MOST_BINS = 1000;
const MOST_ROWS = 10 ** 12;

export const rowsIn = ({ rows }: Draft): number | undefined => wholeIn(rows, MOST_ROWS);
export const binsFault = ({ bins }: MadeColumn): boolean =>
  bins.trim() !== "" && wholeIn(bins, MOST_BINS) === undefined;

/** Undefined while something that is typed is no number, or nothing would be made. */
export function wishOf(draft: Draft): ForecastWish | undefined {
  const rows = rowsIn(draft);
  if (rows === undefined || madeNames(draft).length === 0 || draft.columns.some(binsFault)) return undefined;
  return { ...madeOf(draft), rows, privacy: PRIVACY };
}

export function bodyOf(draft: Draft, version: number): SynthesisToAsk {
  return { version, plan: { ...madeOf(draft), epsilon: EPSILONS[draft.exactness] ?? EPSILONS[USUAL], delta: DELTA } };
}

/** The plan of an earlier one, to be changed. */
export function draftFrom(offered: readonly ColumnToMake[], plan: SynthesisToAsk["plan"]): Draft {
  const before = new Map(plan.columns.map((column) => [column.name, column]));
  const exactness = EPSILONS.map(String).indexOf(plan.epsilon);
  return {
    ...firstDraft(offered),
    columns: offered.map(({ name }) => ({ name, made: before.has(name), bins: String(before.get(name)?.bins ?? "") })),
    together: plan.together ?? [],
    target: plan.target ?? "",
    impossible: plan.impossible ?? [],
    exactness: exactness < 0 ? USUAL : exactness,
  };
}
