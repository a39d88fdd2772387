import { element } from "../element";
import type { Question } from "../version/definition";
import { pointId, pointOf, SKIP } from "../version/domain";
import { distinct, line, list, peek, record, whole } from "../version/reading";
import { type Surroundings, saying } from "./field";
import type { QuestionType } from "./questionType";
import { answerText, radioField } from "./radios";

interface Scale extends Question {
  readonly least: number;
  readonly most: number;
  /** The points between the ends that have a label. */
  readonly labelled: readonly number[];
}

/** A question that is answered with a point of a scale; its ends and any point between may have a label. */
export const SCALE: QuestionType<Scale> = {
  slug: "scale",
  keys: ["scale", "may_skip"],
  parse(base, { get, at, note }) {
    const where = `${at}.scale`;
    const labels = peek(get("scale"), "labels");
    const more = labels === undefined ? [] : ["labels"];
    const read = record(get("scale"), where, ["least", "most", "least_label", "most_label", ...more]);
    const least = whole(read("least"), `${where}.least`, -100, 100);
    const most = whole(read("most"), `${where}.most`, least + 1, least + 10);
    for (const end of ["least", "most"]) {
      note(`${base.id}.scale.${end}`, line(read(`${end}_label`), `${where}.${end}_label`, 0, 200));
    }
    const labelled = list(labels ?? [], `${where}.labels`, 0, 9, (value, at) => {
      const label = record(value, at, ["point", "label"]);
      const point = whole(label("point"), `${at}.point`, least + 1, most - 1);
      note(`${base.id}.scale.${pointId(point)}`, line(label("label"), `${at}.label`, 1, 200));
      return point;
    });
    distinct(labelled, (point) => pointId(point), `${where}.labels`);
    const answers = Array.from({ length: most - least + 1 }, (_, index) => pointId(least + index));
    const scale: Scale = {
      ...base,
      ...{ answers, least, most, labelled, isPairable: true },
      kind: { kind: "number", points: answers.map(pointOf) },
      label(answer, { texts, say }) {
        const point = pointText(answer, texts.language);
        const path = labelOf(scale, answer);
        const end = path === null ? null : say(path);
        if (end === null || end.text === "") return { text: point, language: texts.language };
        return { text: `${point} (${end.text})`, language: end.language };
      },
    };
    return scale;
  },
  field(scale, around) {
    const text = (answer: string): HTMLElement =>
      answer === SKIP ? answerText(scale, answer, around, "span") : pointNode(scale, answer, around);
    if (scale.labelled.length > 0) return radioField(scale, around, text); // labels of many points fit in no row
    return radioField(scale, around, text, (rows) => {
      const points = rows.slice(0, scale.answers.length);
      for (const point of points) point.className = "option point";
      return [element("div", { class: "points" }, ...points), endsNode(scale, around), ...rows.slice(points.length)];
    });
  },
};

const pointText = (answer: string, language: string): string =>
  new Intl.NumberFormat(language).format(Number(pointOf(answer)));

/** The path of what a point of a scale means; null for one without a label of its own. */
function labelOf({ id, least, most, labelled }: Scale, answer: string): string | null {
  const point = Number(pointOf(answer));
  if (point === least) return `${id}.scale.least`;
  if (point === most) return `${id}.scale.most`;
  return labelled.includes(point) ? `${id}.scale.${answer}` : null;
}

function pointNode(scale: Scale, answer: string, around: Surroundings): HTMLElement {
  const path = labelOf(scale, answer);
  const name = path === null ? [] : [saying(around, "span", path)];
  for (const each of name) each.className = "end";
  return element("span", {}, element("bdi", {}, pointText(answer, around.voice.texts.language)), " ", ...name);
}

/** What the ends of a scale mean, below the row; each is part of its point's name already. */
function endsNode({ id }: Scale, around: Surroundings): HTMLElement {
  const name = (end: string): HTMLElement => saying(around, "span", `${id}.scale.${end}`);
  return element("div", { class: "ends quiet", "aria-hidden": "true" }, name("least"), name("most"));
}
