import type { Item, Question } from "../../../api/types";
import { pointsOf } from "./domain";
import { isQuestion } from "./items";

/** A condition simple enough for three lists: a question, a comparison, an answer. */
export interface Simple {
  operand: string;
  comparison: Comparison;
  /** Option id, number or day as it is written; "" where the comparison needs none. */
  answer: string;
}

export const COMPARISONS = ["=", "!=", "<", "<=", ">", ">=", "includes", "excludes", "answered", "unanswered"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** What a condition may ask about: an earlier question, or a row of an earlier matrix. */
export interface Operand {
  name: string;
  question: Question;
  row: string | null;
}

export function operandsBefore(items: readonly Item[], id: string): Operand[] {
  const index = items.findIndex((item) => item.id === id);
  return items
    .slice(0, index)
    .filter(isQuestion)
    .flatMap((question): Operand[] =>
      question.type === "matrix"
        ? question.rows.map((row) => ({ name: `${question.id}.${row.id}`, question, row: row.label }))
        : [{ name: question.id, question, row: null }],
    );
}

const ORDERED: readonly Comparison[] = ["=", "!=", "<", "<=", ">", ">=", "answered", "unanswered"];
const NAMED: readonly Comparison[] = ["=", "!=", "answered", "unanswered"];
const OF_SETS: readonly Comparison[] = ["includes", "excludes", "answered", "unanswered"];

export function comparisonsFor(question: Question): readonly Comparison[] {
  if (question.type === "multiple_choice") return OF_SETS;
  return ["number", "date", "scale"].includes(question.type) ? ORDERED : NAMED;
}

export function needsAnswer(comparison: Comparison): boolean {
  return comparison !== "answered" && comparison !== "unanswered";
}

const ID = "[a-z][a-z0-9_]{0,31}";
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
  const literal = question.type === "number" || question.type === "scale" ? answer : `'${answer}'`;
  return comparison === "excludes" ? `not ${operand} includes ${literal}` : `${operand} ${comparison} ${literal}`;
}

const KEYWORDS = new Set(["and", "or", "not", "in", "answered", "includes"]);

/** What an expression names: ids and rows, without its literals and keywords. */
export function namesIn(expression: string): string[] {
  const bare = expression.replace(/'[^']*'/g, " ");
  const names = bare.match(new RegExp(`\\b${ID}(?:\\.${ID})?\\b`, "g")) ?? [];
  return [...new Set(names.filter((name) => !KEYWORDS.has(name)))];
}

/** The first name that no earlier question has. The rest of the language is judged by the server. */
export function unknownName(expression: string, operands: readonly Operand[]): string | undefined {
  const known = new Set(operands.map((operand) => operand.name));
  return namesIn(expression).find((name) => !known.has(name));
}

/** The answers a question has to choose from; undefined for numbers and days, which are typed. */
export function answerChoices(question: Question): { value: string; label: string }[] | undefined {
  if (question.type === "number" || question.type === "date") return undefined;
  if (question.type === "scale")
    return pointsOf(question.scale).map((point) => ({ value: `${point}`, label: `${point}` }));
  return question.options.map(({ id, label }) => ({ value: id, label: label.trim() || id }));
}

/** What a fresh condition compares with. */
export function firstAnswer(question: Question): string {
  const choices = answerChoices(question);
  if (choices) return choices[0]?.value ?? "";
  if (question.type === "number") return question.number.edges[0] ?? "0";
  return question.type === "date" ? (question.date.edges[0] ?? "2026-01-01") : "";
}
