import type { Draft, Question } from "../../../api/types";
import { conditional } from "../../parts/draft/domain";
import { sendsSome } from "../../parts/draft/send";
import { answersOf } from "../draft/domain";
import { isPairable } from "../questions/all";

export const MOST_CELLS = 1024;
export const MOST_PAIRS = 25;

/** Questions that may still be planned as a pair with another: once each, or where some are sent with each other one. */
export function free(draft: Draft): Question[] {
  return draft.questions.filter(isPairable).filter((item) => othersOf(draft, item).length > 0);
}

/** Questions that may still be planned as a pair with this one. */
export function othersOf(draft: Draft, question: Question): Question[] {
  const taken = new Set(sendsSome(draft) ? partnersOf(draft, question.id) : draft.pairs.flat());
  if (!sendsSome(draft) && taken.has(question.id)) return [];
  return draft.questions.filter(isPairable).filter((item) => item.id !== question.id && !taken.has(item.id));
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

export function partnersOf(draft: Draft, id: string): string[] {
  return draft.pairs.filter((pair) => pair.includes(id)).flatMap((pair) => pair.filter((member) => member !== id));
}

/** The pairs that a model of this class still lacks: with each other question that is not too large, as many as may be. */
export function forModel(draft: Draft, question: Question): [string, string][] {
  const features = othersOf(draft, question).filter((item) => cells(draft, question, item) <= MOST_CELLS);
  return features.slice(0, MOST_PAIRS - draft.pairs.length).map(({ id }) => [question.id, id]);
}
