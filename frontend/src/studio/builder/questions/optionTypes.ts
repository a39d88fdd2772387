import type { Option, Question } from "../../../api/types";
import { words } from "../../words/words";
import type { QuestionType, Text } from "./questionType";

type OptionQuestion = Extract<Question, { options: unknown }>;

export function blankOptions(prefix: string, count: number): Option[] {
  return Array.from({ length: count }, (_, index) => ({ id: `${prefix}${index + 1}`, label: "" }));
}

export function textsOf(key: "options" | "rows", options: readonly Option[]): Text[] {
  return options.map(({ id, label }): Text => [`${key}.${id}`, label]);
}

/** What all questions have in common that are answered with one of their options. */
export const OF_OPTIONS = {
  isPairable: true,
  comparisons: ["=", "!=", "answered", "unanswered"],
  isQuoted: true,
  texts: ({ options }: OptionQuestion) => textsOf("options", options),
  answers: ({ options }: OptionQuestion) => options.map((option) => option.label.trim() || "…"),
  choices: ({ options }: OptionQuestion) => options.map(({ id, label }) => ({ value: id, label: label.trim() || id })),
  countLabel: (own: number) => words.items.domainAnswers(own),
  domainLabel: (all: number, parts: string) => words.items.domainOne(all, parts),
} as const satisfies Omit<QuestionType<OptionQuestion>, "fresh">;
