import { element, radio } from "../element";
import { paragraph } from "../screens/screen";
import { SKIP } from "../version/domain";
import { type Fault, type Field, faultLine, notesOf, type Surroundings, saying, staysLine, textOf } from "./field";
import { type Choice, choiceOf, parseOptions } from "./options";
import type { QuestionType } from "./questionType";
import { answerText } from "./radios";

/** A question with rows, each of which is answered with one of the same options. */
export const MATRIX: QuestionType<Choice> = {
  slug: "matrix",
  keys: ["rows", "options", "may_skip"],
  parse(base, reader) {
    const rows = parseOptions("rows", base, reader, 1, 20);
    return { ...choiceOf(base, parseOptions("options", base, reader, 2, 11)), rows };
  },
  field: matrixField,
};

const MOST_COLUMNS = 7; // more do not fit in a row, and are stacked on wide windows too

/** One group of radio buttons a row; a table where there is room, else one group below the other. */
function matrixField(matrix: Choice, around: Surroundings): Field {
  const { sheet, voice } = around;
  const answers = [...matrix.answers, ...(matrix.maySkip ? [SKIP] : [])];
  const column = (answer: string): HTMLElement => answerText(matrix, answer, around, "span");
  const { keys, staying } = sheet.lot;
  const own = around.definition.columns.filter((each) => each.question === matrix && keys.has(each.key));
  const all = own.every((each) => staying.includes(each)); // then what is above them says it
  const rows = own.map((row) => {
    const id = row.key.replace(".", "-");
    const line = faultLine(id);
    const fields = answers.map((answer) =>
      radio(row.key, row.answers.indexOf(answer), sheet.answer(row.key) === answer, () => {
        sheet.give(row.key, answer);
        line.tell("");
        around.changed();
      }),
    );
    const path = `${matrix.id}.rows.${row.row?.id ?? ""}`;
    const name = saying(around, "span", path);
    name.id = `${id}-name`;
    const cells = fields.map((field, index) =>
      element("label", { class: "option" }, field, column(answers[index] ?? "")),
    );
    const described = { "aria-labelledby": `${matrix.id}-title ${name.id}`, "aria-describedby": `${id}-fault` };
    const node = element("div", { class: "row", role: "radiogroup", ...described }, name, ...cells);
    const faults = (): readonly Fault[] => {
      const missing = sheet.needs(row);
      const about = textOf(around, path);
      line.tell(missing ? voice.texts.fields.unanswered : "");
      return missing ? [{ text: voice.texts.fields.row(about), about, lead: () => fields[0]?.focus() }] : [];
    };
    const stays = !all && staying.includes(row) ? [paragraph(staysLine(matrix, around), "quiet")] : [];
    return { nodes: [node, ...stays, line.node], faults };
  });
  const legend = saying(around, "legend", `${matrix.id}.text`);
  legend.id = `${matrix.id}-title`;
  const heads = element("div", { class: "row heads", "aria-hidden": "true" }, element("span"), ...answers.map(column));
  const wide = answers.length <= MOST_COLUMNS;
  const table = element(
    "div",
    { class: wide ? "columns" : "" },
    ...(wide ? [heads] : []),
    ...rows.flatMap((row) => row.nodes),
  );
  const node = element(
    "fieldset",
    { "aria-describedby": `${matrix.id}-notes` },
    legend,
    notesOf(matrix, around),
    table,
  );
  return { item: matrix, node, faults: () => rows.flatMap((row) => row.faults()) };
}
