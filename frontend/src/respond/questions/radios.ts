import { element, radio } from "../element";
import { ordered } from "../order";
import type { Question } from "../version/definition";
import { SKIP } from "../version/domain";
import { type Field, faultLine, notesOf, oneFault, onlyColumn, type Surroundings, saying } from "./field";

/** The answers a person may pick, in the order shown; the skip last. */
export function shownAnswers(question: Question, around: Surroundings): readonly string[] {
  return [...ordered(question.answers, around.orders.get(question.id)), ...(question.maySkip ? [SKIP] : [])];
}

/** An answer beside its button, or its line in a list. */
export function answerText<K extends "span" | "option">(
  question: Question,
  answer: string,
  around: Surroundings,
  tag: K,
): HTMLElementTagNameMap[K] {
  return answer === SKIP
    ? element(tag, {}, around.voice.texts.skip)
    : saying(around, tag, `${question.id}.options.${answer}`);
}

/** Radio buttons, one below the other; `arrange` puts them together otherwise, the skip last among them. */
export function radioField(
  question: Question,
  around: Surroundings,
  text = (answer: string): HTMLElement => answerText(question, answer, around, "span"),
  arrange = (rows: readonly HTMLElement[]): readonly Node[] => rows,
): Field {
  const { sheet, voice } = around;
  const column = onlyColumn(around.definition, question);
  const line = faultLine(question.id);
  const answers = shownAnswers(question, around);
  const buttons = answers.map((answer) =>
    radio(question.id, column.answers.indexOf(answer), sheet.answer(column.key) === answer, () => {
      sheet.give(column.key, answer);
      line.tell("");
      around.changed();
    }),
  );
  const rows = answers.map((answer, index) =>
    element("label", { class: "option" }, buttons[index] as HTMLElement, text(answer)),
  );
  const node = element(
    "fieldset",
    { "aria-describedby": `${question.id}-notes ${question.id}-fault` },
    saying(around, "legend", `${question.id}.text`),
    notesOf(question, around),
    line.node,
    ...arrange(rows),
  );
  const lead = (): void => buttons[0]?.focus();
  const faults = () => oneFault(line, around, question, sheet.needs(column) ? voice.texts.fields.unanswered : "", lead);
  return { item: question, node, faults };
}
