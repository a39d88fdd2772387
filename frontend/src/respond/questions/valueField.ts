import { element, typingField, typingPlace } from "../element";
import { paragraph } from "../screens/screen";
import type { Estimate } from "../version/definition";
import { boundedNumber, isWhole } from "../version/domain";
import type { Voice } from "../voice";
import type { Texts } from "../words/en";
import { type BinQuestion, binLabel, binOf, valueLabel } from "./bins";
import { type Field, faultLine, notesOf, oneFault, onlyColumn, type Surroundings, saying } from "./field";

/** A number or a day: typed as it is, and at once the range is shown that the phone makes of it. */
export function valueField(question: BinQuestion, around: Surroundings): Field {
  const { sheet, voice } = around;
  const { fields } = voice.texts;
  const { gauge } = question;
  const column = onlyColumn(around.definition, question);
  const line = faultLine(question.id);
  const status = element("p", { role: "status" });
  let typed = typeof sheet.answer(column.key) === "string" ? String(sheet.answer(column.key)) : "";
  const field = typingField({ ...gauge.attributes(question), id: `${question.id}-field` }, typed, (value) => {
    typed = value;
    const read = gauge.read(typed);
    sheet.give(column.key, read !== null && faultOf(question, read, voice.texts) === "" ? read : undefined);
    status.textContent = sheet.answer(column.key) === undefined ? "" : used();
    line.tell("");
    field.removeAttribute("aria-invalid");
    around.changed();
  });
  const used = (): string => {
    const read = gauge.read(typed);
    if (read === null || faultOf(question, read, voice.texts) !== "") return "";
    const { estimate } = question;
    if (estimate === null) return fields.uses(binLabel(question, binOf(question, read), voice));
    return fields.uses(valueLabel(question, String(boundedNumber(estimate, read)), voice));
  };
  if (typed !== "") status.textContent = used();
  field.setAttribute("aria-describedby", `${question.id}-notes ${question.id}-fault`);
  const unit = question.unit === "" ? element("span") : saying(around, "span", question.unit);
  const limits = limitsOf(question, around);
  const notes = [
    ...(limits === "" ? [] : [paragraph(limits)]),
    paragraph(question.estimate === null ? fields.ranges : boundsOf(question, question.estimate, voice)),
    ...(question.maySkip ? [paragraph(fields.leaveEmpty)] : []),
  ];
  const node = element(
    "div",
    { class: "question" },
    element("label", { for: field.id, class: "legend" }, saying(around, "span", `${question.id}.text`)),
    notesOf(question, around, notes),
    line.node,
    typingPlace(field, unit),
    status,
  );
  const fault = (): string => {
    if (typed.trim() === "" && field.validity.badInput === false) return sheet.needs(column) ? fields.unanswered : "";
    const read = gauge.read(typed);
    return read === null ? gauge.words(fields, typed).fault : faultOf(question, read, voice.texts);
  };
  const faults = () => {
    const problem = fault();
    if (problem !== "") field.setAttribute("aria-invalid", "true");
    return oneFault(line, around, question, problem, () => field.focus());
  };
  return { item: question, node, faults };
}

/** What becomes of the number, and where its bounds are. */
function boundsOf(question: BinQuestion, { low, high }: Estimate, voice: Voice): string {
  const [least, most] = [low, high].map((bound) => valueLabel(question, String(bound), voice));
  return voice.texts.fields.bounds(least ?? "", most ?? "");
}

function faultOf(question: BinQuestion, read: string, { fields }: Texts): string {
  const { gauge, least, most, estimate } = question;
  if (estimate !== null) return isWhole(read) ? "" : fields.notWhole;
  const low = least !== null && gauge.compare(read, least) < 0;
  const high = most !== null && gauge.compare(read, most) > 0;
  return low || high ? fields.outside : "";
}

function limitsOf(question: BinQuestion, { voice }: Surroundings): string {
  const { fields } = voice.texts;
  const { gauge, least, most } = question;
  const label = (typed: string): string => valueLabel(question, typed, voice);
  if (least !== null && most !== null) return fields.between(label(least), label(most));
  if (least !== null) return gauge.words(fields).above(label(least));
  if (most !== null) return gauge.words(fields).atMost(label(most));
  return "";
}
