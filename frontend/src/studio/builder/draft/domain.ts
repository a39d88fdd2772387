import type { Question } from "../../../api/types";
import { words } from "../../words/words";
import { questionType } from "../questions/all";

/** The answers that a survey adds to those of a question. */
export function addedAnswers(question: Question, mayBeUnasked: boolean): string[] {
  return [...(question.may_skip ? [words.items.preferNot] : []), ...(mayBeUnasked ? [words.items.notAsked] : [])];
}

/** Everything a report may say about a question (of a matrix: about a row), in the order of its domain. */
export function answersOf(question: Question, mayBeUnasked: boolean): string[] {
  return [...questionType(question).answers(question), ...addedAnswers(question, mayBeUnasked)];
}
