import type { ColumnToMake, JoinedForecastWish, JoinedToAsk } from "../../../api/types";
import { binsFault, DELTA, EPSILONS, firstDraft, type MadeColumn, PRIVACY, USUAL, wholeIn } from "../draft";

export const MOST_CONTEXT = 8;
export const MOST_CHILDREN = 100;
const MOST_ROWS = 10 ** 12;

export interface Half {
  readonly key: string;
  readonly columns: readonly MadeColumn[];
  /** Typed: how many rows to assume. */
  readonly rows: string;
}

export interface TwoDraft {
  readonly parents: Half;
  readonly children: Half;
  /** Names of columns of the parents; one that is not made is left out. */
  readonly context: readonly string[];
  readonly most: string;
  /** A place in EPSILONS. */
  readonly exactness: number;
}

/** What is known of a table before anything is chosen. */
export interface Offer {
  readonly columns: readonly ColumnToMake[];
  readonly keys: readonly string[];
}

function firstHalf({ columns, keys }: Offer): Half {
  const { columns: made, rows } = firstDraft(columns);
  return { key: keys[0] ?? "", columns: made, rows };
}

export const firstOfTwo = (parents: Offer, children: Offer): TwoDraft => ({
  parents: firstHalf(parents),
  children: firstHalf(children),
  context: parents.columns.slice(0, 1).map(({ name }) => name),
  most: "4",
  exactness: USUAL,
});

const namesOf = ({ columns }: Half): string[] => columns.flatMap(({ name, made }) => (made ? [name] : []));

/** Of columns that are made, in the order of the table. */
export const contextOf = ({ parents, context }: TwoDraft): string[] =>
  namesOf(parents).filter((name) => context.includes(name));

export const contextFault = (draft: TwoDraft): boolean => {
  const { length } = contextOf(draft);
  return length < 1 || length > MOST_CONTEXT;
};
export const mostIn = ({ most }: TwoDraft): number | undefined => wholeIn(most, MOST_CHILDREN);
export const rowsInHalf = ({ rows }: Half): number | undefined => wholeIn(rows, MOST_ROWS);

const madeOfHalf = ({ key, columns }: Half) => ({
  key,
  columns: columns.flatMap(({ name, made, bins }) =>
    made ? [bins.trim() === "" ? { name } : { name, bins: Number(bins) }] : [],
  ),
});

const isHalf = (half: Half): boolean =>
  half.key !== "" && namesOf(half).length > 0 && !half.columns.some(binsFault) && rowsInHalf(half) !== undefined;

interface Children {
  readonly id: string;
  readonly version: number;
}

/** Undefined while something that is typed is no number, or a part is missing. */
export function wishOfTwo(draft: TwoDraft, children: Children): JoinedForecastWish | undefined {
  const [most, parents_assumed, children_assumed] = [
    mostIn(draft),
    rowsInHalf(draft.parents),
    rowsInHalf(draft.children),
  ];
  if (most === undefined || parents_assumed === undefined || children_assumed === undefined) return undefined;
  if (contextFault(draft) || !isHalf(draft.parents) || !isHalf(draft.children)) return undefined;
  return {
    parents: madeOfHalf(draft.parents),
    children: { ...madeOfHalf(draft.children), data_set: children.id, version: children.version },
    context: contextOf(draft),
    most,
    parents_assumed,
    children_assumed,
    privacy: PRIVACY,
  };
}

/** Of a plan that is whole: what is asked of the server, without what was only assumed. */
export function bodyOfTwo(wish: JoinedForecastWish, exactness: number, version: number): JoinedToAsk {
  const { parents, children, context, most } = wish;
  const epsilon = EPSILONS[exactness] ?? EPSILONS[USUAL];
  return { version, plan: { parents, children, context, most, epsilon, delta: DELTA } };
}
