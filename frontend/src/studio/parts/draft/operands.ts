import type { Item, Question } from "../../../api/types";
import { isQuestion } from "./items";

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
      "rows" in question
        ? question.rows.map((row) => ({ name: `${question.id}.${row.id}`, question, row: row.label }))
        : [{ name: question.id, question, row: null }],
    );
}

/** An id, as a pattern. */
export const ID = "[a-z][a-z0-9_]{0,31}";
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
