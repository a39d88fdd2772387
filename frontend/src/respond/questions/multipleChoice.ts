import { element, tickBox } from "../../element";
import { ordered } from "../../order";
import type { Several } from "../../version/definition";
import { SKIP } from "../../version/domain";
import { paragraph } from "../screen";
import { type Field, faultLine, notesOf, oneFault, onlyColumn, type Surroundings, saying, textOf } from "./field";

/** Boxes to tick. One that stands alone clears the others, they clear it, and both is said. */
export function severalField(question: Several, around: Surroundings): Field {
  const { sheet, voice } = around;
  const { fields } = voice.texts;
  const column = onlyColumn(around.definition, question);
  const line = faultLine(question.id);
  const status = element("p", { role: "status", class: "quiet" });
  const options = ordered(question.options, around.orders.get(question.id));
  const alone = new Set([...options.filter((option) => option.exclusive).map((option) => option.id), SKIP]);
  const answers = [...options.map((option) => option.id), ...(question.maySkip ? [SKIP] : [])];
  const ticked = (): readonly string[] => {
    const answer = sheet.answer(column.key);
    return answer === undefined || typeof answer === "string" ? [] : answer;
  };
  const name = (answer: string): string =>
    answer === SKIP ? voice.texts.skip : textOf(around, `${question.id}.options.${answer}`);
  const boxes = answers.map((answer) => {
    const box = tickBox(question.id, column.answers.indexOf(answer), ticked().includes(answer), (on) =>
      turn(answer, on),
    );
    return { answer, box };
  });
  const turn = (answer: string, on: boolean): void => {
    const before = ticked();
    const stays = (other: string): boolean => !alone.has(answer) && !alone.has(other);
    const after = on ? [...before.filter(stays), answer] : before.filter((other) => other !== answer);
    const cleared = on ? before.filter((other) => !stays(other)) : [];
    sheet.give(column.key, after);
    for (const each of boxes) each.box.checked = after.includes(each.answer);
    status.textContent =
      cleared.length === 0
        ? ""
        : alone.has(answer)
          ? fields.cleared(name(answer))
          : fields.clearedAlone(name(cleared[0] ?? ""));
    line.tell("");
    around.changed();
  };
  const limited = question.mostChoices < question.options.filter((option) => !option.exclusive).length;
  const how = limited ? fields.mostChoices(question.mostChoices) : fields.several;
  const rows = boxes.map(({ answer, box }) => {
    const text =
      answer === SKIP
        ? element("span", {}, voice.texts.skip)
        : saying(around, "span", `${question.id}.options.${answer}`);
    return element("label", { class: "option" }, box, text);
  });
  const node = element(
    "fieldset",
    { "aria-describedby": `${question.id}-notes ${question.id}-fault` },
    saying(around, "legend", `${question.id}.text`),
    notesOf(question, around, [paragraph(how)]),
    line.node,
    ...rows,
    status,
  );
  const fault = (): string => {
    if (sheet.needs(column)) return fields.unanswered;
    return ticked().length > question.mostChoices ? fields.mostChoices(question.mostChoices) : "";
  };
  const faults = () => oneFault(line, around, question, fault(), () => boxes[0]?.box.focus());
  return { item: question, node, faults };
}
