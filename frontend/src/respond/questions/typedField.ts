import { element, typingField, typingPlace } from "../../element";
import { rangeLabel, typedLabel } from "../../labels";
import type { Estimate, Measured } from "../../version/definition";
import { boundedNumber, compareTyped, isWhole, rangeOf } from "../../version/domain";
import { isDay, readNumber } from "../../version/numbers";
import type { Voice } from "../../voice";
import type { Texts } from "../../words/en";
import { paragraph } from "../screen";
import { type Field, faultLine, notesOf, oneFault, onlyColumn, type Surroundings, saying } from "./field";

/** A number or a day: typed as it is, and at once the range is shown that the phone makes of it. */
export function measuredField(question: Measured, around: Surroundings): Field {
  const { sheet, voice } = around;
  const { fields } = voice.texts;
  const column = onlyColumn(around.definition, question);
  const line = faultLine(question.id);
  const status = element("p", { role: "status" });
  let typed = typeof sheet.answer(column.key) === "string" ? String(sheet.answer(column.key)) : "";
  const field = typingField({ ...attributesOf(question), id: `${question.id}-field` }, typed, (value) => {
    typed = value;
    const read = readTyped(question, typed);
    sheet.give(column.key, read !== null && faultOf(question, read, voice.texts) === "" ? read : undefined);
    status.textContent = sheet.answer(column.key) === undefined ? "" : used();
    line.tell("");
    field.removeAttribute("aria-invalid");
    around.changed();
  });
  const used = (): string => {
    const read = readTyped(question, typed);
    if (read === null || faultOf(question, read, voice.texts) !== "") return "";
    const { estimate } = question;
    if (estimate === null) return fields.uses(rangeLabel(question, rangeOf(question, read), voice));
    return fields.uses(typedLabel(question, String(boundedNumber(estimate, read)), voice));
  };
  if (typed !== "") status.textContent = used();
  field.setAttribute("aria-describedby", `${question.id}-notes ${question.id}-fault`);
  const unit = question.type === "number" ? saying(around, "span", `${question.id}.number.unit`) : element("span");
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
    const read = readTyped(question, typed);
    return read === null
      ? question.type === "date"
        ? fields.notADay
        : fields.notANumber
      : faultOf(question, read, voice.texts);
  };
  const faults = () => {
    const problem = fault();
    if (problem !== "") field.setAttribute("aria-invalid", "true");
    return oneFault(line, around, question, problem, () => field.focus());
  };
  return { item: question, node, faults };
}

/** What becomes of the number, and where its bounds are. */
function boundsOf(question: Measured, { low, high }: Estimate, voice: Voice): string {
  const [least, most] = [low, high].map((bound) => typedLabel(question, String(bound), voice));
  return voice.texts.fields.bounds(least ?? "", most ?? "");
}

/** A keyboard of digits has no minus on some phones, so it is asked for only where no number is below 0. */
function attributesOf({ type, least, most, estimate }: Measured): Record<string, string> {
  if (type === "date")
    return { type, ...(least === null ? {} : { min: least }), ...(most === null ? {} : { max: most }) };
  const hasMinus = estimate === null ? least === null || least.startsWith("-") : estimate.low < 0;
  return { type: "text", inputmode: hasMinus ? "text" : "decimal", spellcheck: "false" };
}

const readTyped = ({ type }: Measured, typed: string): string | null => {
  if (type === "number") return readNumber(typed);
  return isDay(typed) ? typed : null;
};

function faultOf(question: Measured, read: string, { fields }: Texts): string {
  const { type, least, most, estimate } = question;
  if (estimate !== null) return isWhole(read) ? "" : fields.notWhole;
  const low = least !== null && compareTyped(type, read, least) < 0;
  const high = most !== null && compareTyped(type, read, most) > 0;
  return low || high ? fields.outside : "";
}

function limitsOf(question: Measured, { voice }: Surroundings): string {
  const { fields } = voice.texts;
  const { least, most, type } = question;
  const label = (typed: string): string => typedLabel(question, typed, voice);
  if (least !== null && most !== null) return fields.between(label(least), label(most));
  if (least !== null) return (type === "date" ? fields.since : fields.above)(label(least));
  if (most !== null) return (type === "date" ? fields.notAfter : fields.atMost)(label(most));
  return "";
}
