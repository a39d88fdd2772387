import type { Draft, Question } from "../../../api/types";
import { conditional } from "../../parts/draft/domain";
import { answersOf } from "../draft/domain";
import { isPairable } from "../questions/all";

export const MOST_CELLS = 1024;

/** Questions that may still be planned as a pair with another. */
export function free(draft: Draft): Question[] {
  const taken = new Set(draft.pairs.flat());
  return draft.questions.filter(isPairable).filter((item) => !taken.has(item.id));
}

/** How many combinations two questions answered together can have. */
export function cells(draft: Draft, left: Question, right: Question): number {
  const unasked = conditional(draft.questions);
  return [left, right].reduce((product, item) => product * answersOf(item, unasked.has(item.id)).length, 1);
}

/** The draft with one more pair, in the order of the questionnaire. */
export function withPair(draft: Draft, ids: readonly [string, string]): Draft {
  const place = (id: string) => draft.questions.findIndex((item) => item.id === id);
  const pair = [...ids].sort((left, right) => place(left) - place(right));
  return { ...draft, pairs: [...draft.pairs, pair] };
}

export function partnerOf(draft: Draft, id: string): string | undefined {
  return draft.pairs.find((pair) => pair.includes(id))?.find((member) => member !== id);
}
