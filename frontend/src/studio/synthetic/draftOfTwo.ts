import type { ColumnToMake, Joined, JoinedForecastWish, JoinedToAsk } from "../../api/types";
import {
  binsFault,
  DELTA,
  type Draft,
  draftFrom,
  EPSILONS,
  firstDraft,
  fitted,
  madeNames,
  madeOf,
  PRIVACY,
  rowsIn,
  USUAL,
  wholeIn,
} from "./draft";

export const MOST_CONTEXT = 8;
export const MOST_CHILDREN = 100;
export const BOTH = ["parents", "children"] as const;
export type Which = (typeof BOTH)[number];

/** The wish for one table: by what it is joined, and what is chosen of its columns, as on the page of one table. */
export interface Half {
  readonly key: string;
  readonly of: Draft;
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

export interface Offers {
  readonly parents: Offer;
  readonly children: Offer;
}

const firstHalf = ({ columns, keys }: Offer): Half => ({ key: keys[0] ?? "", of: firstDraft(columns) });

export const firstOfTwo = ({ parents, children }: Offers): TwoDraft => ({
  parents: firstHalf(parents),
  children: firstHalf(children),
  context: parents.columns.slice(0, 1).map(({ name }) => name),
  most: "4",
  exactness: USUAL,
});

function fittedHalf({ columns, keys }: Offer, { key, of }: Half): Half {
  return { key: keys.includes(key) ? key : (keys[0] ?? ""), of: fitted(columns, of) };
}

/** What was chosen of other versions, as far as it can be of these. */
export const fittedToTwo = (offers: Offers, draft: TwoDraft): TwoDraft => ({
  ...draft,
  parents: fittedHalf(offers.parents, draft.parents),
  children: fittedHalf(offers.children, draft.children),
});

/** The plan of an earlier one, to be changed. */
export function draftOfTwo(offers: Offers, plan: Joined["plan"]): TwoDraft {
  const half = (which: Which): Half => {
    const { key, ...of } = plan[which];
    return { key, of: draftFrom(offers[which].columns, { ...of, epsilon: plan.epsilon, delta: plan.delta }) };
  };
  const [parents, children] = [half("parents"), half("children")];
  const { exactness } = parents.of;
  return fittedToTwo(offers, { parents, children, context: plan.context, most: String(plan.most), exactness });
}

/** The context, which is of columns that are made, in the order of the table. */
export const contextOf = ({ parents, context }: TwoDraft): string[] =>
  madeNames(parents.of).filter((name) => context.includes(name));

export const contextFault = (draft: TwoDraft): boolean => {
  const { length } = contextOf(draft);
  return length < 1 || length > MOST_CONTEXT;
};
export const mostIn = ({ most }: TwoDraft): number | undefined => wholeIn(most, MOST_CHILDREN);

const isHalf = ({ key, of }: Half): boolean => key !== "" && madeNames(of).length > 0 && !of.columns.some(binsFault);

interface Children {
  readonly id: string;
  readonly version: number;
}

/** Undefined while something that is typed is no number, or a part is missing. */
export function wishOfTwo(draft: TwoDraft, children: Children): JoinedForecastWish | undefined {
  const [most, parents_assumed, children_assumed] = [
    mostIn(draft),
    rowsIn(draft.parents.of),
    rowsIn(draft.children.of),
  ];
  if (most === undefined || parents_assumed === undefined || children_assumed === undefined) return undefined;
  if (contextFault(draft) || !isHalf(draft.parents) || !isHalf(draft.children)) return undefined;
  return {
    parents: { key: draft.parents.key, ...madeOf(draft.parents.of) },
    children: {
      key: draft.children.key,
      ...madeOf(draft.children.of),
      data_set: children.id,
      version: children.version,
    },
    context: contextOf(draft),
    most,
    parents_assumed,
    children_assumed,
    privacy: PRIVACY,
  };
}

/** What is asked of the server for a plan that is whole, without what was only assumed. */
export function bodyOfTwo(wish: JoinedForecastWish, exactness: number, version: number): JoinedToAsk {
  const { parents, children, context, most } = wish;
  const epsilon = EPSILONS[exactness] ?? EPSILONS[USUAL];
  return { version, plan: { parents, children, context, most, epsilon, delta: DELTA } };
}
