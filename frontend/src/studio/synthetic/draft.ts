import type { ColumnToMake, ForecastWish, SynthesisToAsk } from "../../api/types";

/** What the slider steps through. The exponent of a choice is never typed: a page says what it buys. */
export const EPSILONS = ["0.1", "0.2", "0.5", "1", "2", "4", "8"] as const;
export const USUAL = 3;
export const DELTA = "0.000000001";
export const PRIVACY = EPSILONS.map((epsilon) => ({ epsilon, delta: DELTA }));
export const MOST_TOGETHER = 4;
const USUAL_ROWS = "10000";

type Plan = SynthesisToAsk["plan"];

export interface MadeColumn {
  readonly name: string;
  readonly isWanted: boolean;
  /** Typed; "" for what is cut as it was declared, or is a choice. */
  readonly bins: string;
  /** Whether it can be made as a number that is not cut: its owner declared that it is never missing. */
  readonly isNumber: boolean;
}

export interface Part {
  readonly name: string;
  /** null is a missing value. */
  readonly values: readonly (string | null)[];
}

export type Rule = readonly Part[];

/** How rows are made: of tables of any columns, by ours or by OpenDP's AIM, or of means and spreads of numbers. */
export type Engine = NonNullable<Plan["engine"]>;
export const MOST_CLASSES = 64; // that rows can be divided into

export interface Draft {
  readonly engine: Engine;
  readonly columns: readonly MadeColumn[];
  /** Names; "" where none is chosen yet. */
  readonly together: readonly (readonly string[])[];
  readonly target: string;
  /** Combinations that no row has. One that is not whole yet, or has a column that is not made, is left out. */
  readonly impossible: readonly Rule[];
  /** The column whose values have means of their own, for numbers; "" for none. */
  readonly dividedBy: string;
  /** The names of numbers that go together; all do where none is named. */
  readonly groups: readonly (readonly string[])[];
  readonly rows: string;
  /** A place in EPSILONS. */
  readonly exactness: number;
}

type MadeOf = Omit<Plan, "epsilon" | "delta">;

export function firstDraft(offered: readonly ColumnToMake[]): Draft {
  return {
    engine: "marginals",
    columns: offered.map(({ name, bounds }) => ({ name, isWanted: true, bins: "", isNumber: bounds !== null })),
    together: [],
    target: "",
    impossible: [],
    dividedBy: "",
    groups: [],
    rows: USUAL_ROWS,
    exactness: USUAL,
  };
}

/** The draft with something else said of the column at this place. */
export const withColumn = (draft: Draft, place: number, part: Partial<MadeColumn>): Draft => ({
  ...draft,
  columns: draft.columns.map((column, at) => (at === place ? { ...column, ...part } : column)),
});

function isMade({ engine, dividedBy }: Draft, { name, isWanted, isNumber }: MadeColumn): boolean {
  if (engine !== "gaussian") return isWanted;
  return name === dividedBy || (isWanted && isNumber);
}

export const madeNames = (draft: Draft): string[] =>
  draft.columns.flatMap((column) => (isMade(draft, column) ? [column.name] : []));

export const numbersOf = (draft: Draft): string[] => madeNames(draft).filter((name) => name !== draft.dividedBy);

/** Groups of these, without what is not chosen; of one column there is no group. */
function groupsOf(named: readonly (readonly string[])[], names: readonly string[]): string[][] {
  const among = named.map((group) => [...new Set(group.filter((name) => names.includes(name)))]);
  return among.filter((group) => group.length > 1);
}

/** Undefined where a name stands in two groups: a number goes with those of one. */
export function groupsOfNumbers(draft: Draft): string[][] | undefined {
  const groups = groupsOf(draft.groups, numbersOf(draft));
  const names = groups.flat();
  return new Set(names).size === names.length ? groups : undefined;
}

const columnsOf = (draft: Draft): Plan["columns"] =>
  draft.columns.flatMap((column) => {
    const { name, bins } = column;
    if (!isMade(draft, column)) return [];
    const isCut = bins.trim() !== "" && (draft.engine !== "gaussian" || name === draft.dividedBy);
    return [isCut ? { name, bins: Number(bins) } : { name }];
  });

/** Each of its columns is chosen once, with a value at least. */
export const isWhole = (rule: Rule): boolean =>
  new Set(rule.map(({ name }) => name)).size === rule.length &&
  rule.every(({ name, values }) => name !== "" && values.length > 0);

function ofTables(draft: Draft): MadeOf {
  const names = madeNames(draft);
  const used = draft.impossible.filter((rule) => isWhole(rule) && rule.every(({ name }) => names.includes(name)));
  const impossible = used.map((rule) => rule.map(({ name, values }) => ({ name, values: [...values] })));
  return {
    columns: columnsOf(draft),
    together: groupsOf(draft.together, names),
    target: names.includes(draft.target) ? draft.target : null,
    ...(draft.engine === "aim" ? { engine: draft.engine } : impossible.length > 0 && { impossible }),
  };
}

function ofNumbers(draft: Draft): MadeOf {
  const groups = groupsOfNumbers(draft) ?? [];
  return {
    engine: "gaussian",
    columns: columnsOf(draft),
    divided_by: draft.dividedBy === "" ? null : draft.dividedBy,
    ...(groups.length > 0 && { groups: groups.map((columns) => ({ columns })) }),
  };
}

export const madeOf = (draft: Draft): MadeOf => (draft.engine === "gaussian" ? ofNumbers(draft) : ofTables(draft));

/** A whole number, as people type it; undefined for anything else. */
export function wholeIn(typed: string, most: number): number | undefined {
  const plain = typed.replaceAll(/[\s\u202f,]/g, "");
  const number = Number(plain);
  return /^\d+$/.test(plain) && number >= 1 && number <= most ? number : undefined;
}

const MOST_BINS = 1000;
const MOST_ROWS = 10 ** 12;

export const rowsIn = ({ rows }: Draft): number | undefined => wholeIn(rows, MOST_ROWS);
export const binsFault = ({ bins }: MadeColumn): boolean =>
  bins.trim() !== "" && wholeIn(bins, MOST_BINS) === undefined;

/** Undefined while something that is typed is no number, or nothing would be made. */
export function wishOf(draft: Draft): ForecastWish | undefined {
  const rows = rowsIn(draft);
  const names = draft.engine === "gaussian" ? numbersOf(draft) : madeNames(draft);
  if (rows === undefined || names.length === 0 || draft.columns.some(binsFault)) return undefined;
  if (draft.engine === "gaussian" && groupsOfNumbers(draft) === undefined) return undefined;
  return { ...madeOf(draft), rows, privacy: PRIVACY };
}

export function bodyOf(draft: Draft, version: number): SynthesisToAsk {
  return { version, plan: { ...madeOf(draft), epsilon: EPSILONS[draft.exactness] ?? EPSILONS[USUAL], delta: DELTA } };
}

/** What was chosen of one version, as far as it can be of another. */
export function fitted(offered: readonly ColumnToMake[], draft: Draft): Draft {
  const before = new Map(draft.columns.map((column) => [column.name, column]));
  const columns = offered.map(({ name, bounds, edges }) => {
    const { isWanted = true, bins = "" } = before.get(name) ?? {};
    return { name, isWanted, bins: edges.length > 0 ? bins : "", isNumber: bounds !== null };
  });
  const cut = new Set(columns.flatMap(({ name, bins }) => (bins.trim() === "" ? [] : [name])));
  const known = new Map(offered.map(({ name, labels }) => [name, labels]));
  const isKnown = (name: string) => (value: string | null) =>
    cut.has(name) || known.get(name)?.includes(value) === true; // of what is cut otherwise, values are not known here
  const impossible = draft.impossible.map((rule) =>
    rule.map(({ name, values }) => ({ name, values: values.filter(isKnown(name)) })),
  );
  return { ...draft, columns, impossible };
}

/** The plan of an earlier one, to be changed. */
export function draftFrom(offered: readonly ColumnToMake[], plan: Plan): Draft {
  const first = firstDraft(offered);
  const before = new Map(plan.columns.map((column) => [column.name, column]));
  const exactness = EPSILONS.map(String).indexOf(plan.epsilon);
  return {
    ...first,
    engine: plan.engine ?? first.engine,
    columns: first.columns.map((column) => ({
      ...column,
      isWanted: before.has(column.name),
      bins: String(before.get(column.name)?.bins ?? ""),
    })),
    together: plan.together ?? [],
    target: plan.target ?? "",
    impossible: plan.impossible ?? [],
    dividedBy: plan.divided_by ?? "",
    groups: plan.groups?.map(({ columns }) => columns) ?? [],
    exactness: exactness < 0 ? USUAL : exactness,
  };
}
