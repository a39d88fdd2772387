import { dropdown, element, radio } from "../../element";
import { ordered } from "../../order";
import type { Choice, Scale } from "../../version/definition";
import { NOT_ASKED, pointOf, SKIP } from "../../version/domain";
import { type Field, faultLine, notesOf, oneFault, onlyColumn, type Surroundings, saying } from "./field";

/** The answers a person may pick, in the order shown; the skip last. */
function shownAnswers(question: Choice | Scale, around: Surroundings): readonly string[] {
  const own = onlyColumn(around.definition, question).answers.filter((id) => id !== SKIP && id !== NOT_ASKED);
  return [...ordered(own, around.orders.get(question.id)), ...(question.maySkip ? [SKIP] : [])];
}

/** Radio buttons, one below the other; of a scale in a row where there is room. */
export function radioField(question: Choice | Scale, around: Surroundings): Field {
  const { sheet, voice } = around;
  const column = onlyColumn(around.definition, question);
  const line = faultLine(question.id);
  const fields = shownAnswers(question, around).map((answer) => {
    const field = radio(question.id, column.answers.indexOf(answer), sheet.answer(column.key) === answer, () => {
      sheet.give(column.key, answer);
      line.tell("");
      around.changed();
    });
    return { answer, field };
  });
  const rows = fields.map(({ answer, field }) => {
    const text = answer === SKIP ? element("span", {}, voice.texts.skip) : label(question, answer, around);
    const end = question.type === "scale" && answer !== SKIP;
    return element("label", { class: end ? "option point" : "option" }, field, text);
  });
  const points = rows.filter((_, index) => fields[index]?.answer !== SKIP);
  const skip = rows.slice(points.length);
  const choices =
    question.type === "scale"
      ? [element("div", { class: "points" }, ...points), ends(question, around), ...skip]
      : rows;
  const notes = notesOf(question, around);
  const node = element(
    "fieldset",
    { "aria-describedby": `${question.id}-notes ${question.id}-fault` },
    saying(around, "legend", `${question.id}.text`),
    notes,
    line.node,
    ...choices,
  );
  const lead = (): void => fields[0]?.field.focus();
  const faults = () => oneFault(line, around, question, sheet.needs(column) ? voice.texts.fields.unanswered : "", lead);
  return { item: question, node, faults };
}

function label(question: Choice | Scale, answer: string, around: Surroundings): HTMLElement {
  if (question.type !== "scale") return saying(around, "span", `${question.id}.options.${answer}`);
  const point = Number(pointOf(answer));
  const end = point === question.least ? "least" : point === question.most ? "most" : null;
  const number = new Intl.NumberFormat(around.voice.texts.language).format(point);
  const name = end === null ? [] : [saying(around, "span", `${question.id}.scale.${end}`)];
  for (const each of name) each.className = "end";
  return element("span", {}, element("bdi", {}, number), " ", ...name);
}

/** What the ends of a scale mean, below the row; each is part of its point's name already. */
function ends(scale: Scale, around: Surroundings): HTMLElement {
  const name = (end: string): HTMLElement => saying(around, "span", `${scale.id}.scale.${end}`);
  return element("div", { class: "ends quiet", "aria-hidden": "true" }, name("least"), name("most"));
}

/** A list that opens, for many answers. */
export function dropdownField(question: Choice, around: Surroundings): Field {
  const { sheet, voice } = around;
  const column = onlyColumn(around.definition, question);
  const line = faultLine(question.id);
  const answers = shownAnswers(question, around);
  const lines = answers.map((answer) =>
    answer === SKIP
      ? element("option", {}, voice.texts.skip)
      : saying(around, "option", `${question.id}.options.${answer}`),
  );
  const answer = sheet.answer(column.key);
  const chosen = answers.indexOf(String(answer)) + 1;
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
}
