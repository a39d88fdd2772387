import { element, tickBox } from "../element";
import { ordered } from "../order";
import { paragraph } from "../screens/screen";
import { SKIP } from "../version/domain";
import { flag, whole } from "../version/reading";
import { type Field, faultLine, notesOf, oneFault, onlyColumn, type Surroundings, saying, textOf } from "./field";
import { type Choice, choiceOf, parseOptions } from "./options";
import type { QuestionType } from "./questionType";
import { answerText } from "./radios";

interface MultipleChoice extends Choice {
  readonly mostChoices: number;
}

/** A question that is answered with a set of its options, of which some may stand alone. */
export const MULTIPLE_CHOICE: QuestionType<MultipleChoice> = {
  slug: "multiple_choice",
  keys: ["options", "most_choices", "may_skip", "shuffle"],
  parse(base, reader) {
    const { get, at } = reader;
    const options = parseOptions("options", base, reader, 2, 64, true);
    const shuffle = flag(get("shuffle"), `${at}.shuffle`);
    const limit = get("most_choices");
    const mostChoices = limit === null ? options.length : whole(limit, `${at}.most_choices`, 1, options.length);
    const alone = options.filter((option) => option.exclusive);
    return {
      ...choiceOf(base, options, "set"),
      ...{ shuffle, mostChoices },
      sets: {
        mostWith: (ids) => (alone.some((option) => ids.includes(option.id)) ? 1 : mostChoices),
        sizes: (answers) => sizesOf(options.length - alone.length, mostChoices, answers),
      },
    };
  },
  field: severalField,
};

/** Twin of most_apart and largest_set in surveys/questions/multiple_choice.py. */
function sizesOf(
  together: number,
  mostChoices: number,
  answers: number,
): { readonly most: number; readonly largest: number } {
  const alone = answers - together;
  const largest = Math.min(together, mostChoices);
  const most = Math.max(
    together > 1 ? Math.min(together, 2 * largest) : 0,
    together && alone ? largest + 1 : 0,
    alone > 1 ? 2 : 0,
  );
  return { most, largest: Math.max(1, largest) };
}

/** Boxes to tick. One that stands alone clears the others, they clear it, and both is said. */
function severalField(question: MultipleChoice, around: Surroundings): Field {
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
  const rows = boxes.map(({ answer, box }) =>
    element("label", { class: "option" }, box, answerText(question, answer, around, "span")),
  );
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
