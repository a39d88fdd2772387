import { dropdown, element } from "../element";
import { faultLine, notesOf, oneFault, onlyColumn, saying } from "./field";
import { type Choice, parseShuffled } from "./options";
import type { QuestionType } from "./questionType";
import { answerText, shownAnswers } from "./radios";

/** A question that is answered with one of many options, in a list that opens. */
export const DROPDOWN: QuestionType<Choice> = {
  slug: "dropdown",
  keys: ["options", "may_skip", "shuffle"],
  parse: parseShuffled,
  field(question, around) {
    const { sheet, voice } = around;
    const column = onlyColumn(around.definition, question);
    const line = faultLine(question.id);
    const answers = shownAnswers(question, around);
    const lines = answers.map((answer) => answerText(question, answer, around, "option"));
    const chosen = answers.indexOf(String(sheet.answer(column.key))) + 1;
    const field = dropdown([element("option", {}, voice.texts.fields.choose), ...lines], chosen, (place) => {
      sheet.give(column.key, answers[place - 1]);
      line.tell("");
      field.removeAttribute("aria-invalid");
      around.changed();
    });
    field.id = `${question.id}-field`;
    field.setAttribute("aria-describedby", `${question.id}-notes ${question.id}-fault`);
    const title = element("label", { for: field.id, class: "legend" }, saying(around, "span", `${question.id}.text`));
    const node = element("div", { class: "question" }, title, notesOf(question, around), line.node, field);
    const faults = () => {
      const missing = sheet.needs(column);
      if (missing) field.setAttribute("aria-invalid", "true");
      return oneFault(line, around, question, missing ? voice.texts.fields.unanswered : "", () => field.focus());
    };
    return { item: question, node, faults };
  },
};
