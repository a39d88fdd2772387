import type { Question } from "../../../api/types";
import { ID } from "../../parts/draft/operands";
import { questionType } from "../questions/all";
import { COMPARISONS, type Comparison } from "../questions/questionType";

/** A condition simple enough for three lists: a question, a comparison, an answer. */
export interface Simple {
  operand: string;
  comparison: Comparison;
  /** Option id, number or day as it is written; "" where the comparison needs none. */
  answer: string;
}

export function needsAnswer(comparison: Comparison): boolean {
  return comparison !== "answered" && comparison !== "unanswered";
}

const TEST = new RegExp(
  `^(not )?(${ID}(?:\\.${ID})?) (?:(answered)|(=|!=|<|<=|>|>=|includes) (?:'([^']*)'|(-?[0-9]+(?:\\.[0-9]+)?)))$`,
);

/** The three lists that say the same as an expression; undefined where it says more than they can. */
export function simpleOf(expression: string): Simple | undefined {
  const match = TEST.exec(expression.trim().replace(/\s+/g, " "));
  if (!match) return undefined;
  const [, not, operand = "", answered, sign, text, number] = match;
  if (answered) return { operand, comparison: not ? "unanswered" : "answered", answer: "" };
  const comparison = COMPARISONS.find((each) => each === sign);
  if (comparison === undefined || (not && comparison !== "includes")) return undefined;
  return { operand, comparison: not ? "excludes" : comparison, answer: text ?? number ?? "" };
}

/** The expression for the three lists. Numbers stand bare; options and days in quotes. */
export function expressionOf({ operand, comparison, answer }: Simple, question: Question): string {
  if (comparison === "answered") return `${operand} answered`;
  if (comparison === "unanswered") return `not ${operand} answered`;
  const literal = questionType(question).isQuoted ? `'${answer}'` : answer;
  return comparison === "excludes" ? `not ${operand} includes ${literal}` : `${operand} ${comparison} ${literal}`;
}

/** What a fresh condition compares with. */
export function firstAnswer(question: Question): string {
  const { choices, entry } = questionType(question);
  if (entry) return entry.edges(question)[0] ?? entry.gauge.example;
  return choices?.(question)[0]?.value ?? "";
}
