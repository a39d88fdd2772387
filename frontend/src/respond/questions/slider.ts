import { button, element, trackField } from "../element";
import { paragraph } from "../screens/screen";
import { isWhole, SKIP } from "../version/domain";
import { line, record, refuse, whole } from "../version/reading";
import { type BinQuestion, binLabel, binOf, valueLabel } from "./bins";
import { type Field, faultLine, notesOf, oneFault, onlyColumn, type Surroundings, saying } from "./field";
import { NUMBER } from "./number";
import type { QuestionType } from "./questionType";

const MOST_POSITIONS = 1000;

interface Slider extends BinQuestion {
  readonly low: number;
  readonly high: number;
  readonly step: number;
}

/** A question that is answered with a number between two bounds, on a track. Untouched, it has no answer. */
export const SLIDER: QuestionType<Slider> = {
  slug: "slider",
  keys: ["number", "slider", "may_skip"],
  parse(base, reader) {
    const { get, at, note } = reader;
    const number = NUMBER.parse(base, reader);
    const read = record(get("slider"), `${at}.slider`, ["step", "least_label", "most_label"]);
    for (const end of ["least", "most"]) {
      note(`${base.id}.slider.${end}`, line(read(`${end}_label`), `${at}.slider.${end}_label`, 0, 200));
    }
    const bound = (text: string | null): number => {
      if (text === null || !isWhole(text)) refuse(`${at}.number`, "must have whole bounds");
      return Number(text);
    };
    const { low, high } = number.estimate ?? { low: bound(number.least), high: bound(number.most) };
    const step = whole(read("step"), `${at}.slider.step`, 1, high - low);
    const positions = (high - low) / step;
    if (!Number.isInteger(positions) || positions > MOST_POSITIONS)
      refuse(`${at}.slider.step`, "must divide the track");
    return { ...number, low, high, step };
  },
  field: sliderField,
};

/** The track begins in its middle, hollow: a place counts once it is pressed, or moved to, also the one in the middle. */
function sliderField(slider: Slider, around: Surroundings): Field {
  const { sheet, voice } = around;
  const { texts } = voice;
  const { low, high, step } = slider;
  const column = onlyColumn(around.definition, slider);
  const fault = faultLine(slider.id);
  const shown = element("bdi");
  const used = paragraph("", "quiet");
  const position = (): string | undefined => {
    const answer = sheet.answer(column.key);
    return typeof answer === "string" && answer !== SKIP ? answer : undefined;
  };
  const middle = low + step * Math.floor((high - low) / step / 2);
  const title = `${slider.id}-title`; // no label: a tap on that would press the track
  const track = trackField(
    { id: `${slider.id}-field`, "aria-labelledby": title, min: low, max: high, step },
    position() ?? String(middle),
    (place) => give(place),
  );
  const give = (answer: string): void => {
    sheet.give(column.key, answer);
    fault.tell("");
    track.removeAttribute("aria-invalid");
    tell();
    around.changed();
  };
  const tell = (): void => {
    const answer = position();
    const skips = sheet.answer(column.key) === SKIP ? texts.skip : texts.fields.untouched;
    const spoken = answer === undefined ? skips : valueLabel(slider, answer, voice);
    shown.textContent = spoken;
    track.setAttribute("aria-valuetext", spoken);
    track.className = answer === undefined ? "untouched" : "";
    const isBin = answer !== undefined && slider.estimate === null;
    used.textContent = isBin ? texts.fields.uses(binLabel(slider, binOf(slider, answer), voice)) : "";
  };
  tell();
  track.setAttribute("aria-describedby", `${slider.id}-notes ${slider.id}-fault`);
  const end = (name: string, bound: number): HTMLElement =>
    element(
      "span",
      {},
      element("bdi", {}, valueLabel(slider, String(bound), voice)),
      " ",
      saying(around, "span", `${slider.id}.slider.${name}`),
    );
  const node = element(
    "div",
    { class: "question" },
    element("p", { id: title, class: "legend" }, saying(around, "span", `${slider.id}.text`)),
    notesOf(slider, around, [paragraph(texts.fields.slide)]),
    fault.node,
    track,
    element("div", { class: "bounds quiet" }, end("least", low), end("most", high)),
    element("p", { class: "value" }, shown),
    used,
    ...(slider.maySkip ? [button(texts.skip, "side", () => give(SKIP))] : []),
  );
  const faults = () => {
    const missing = sheet.needs(column);
    if (missing) track.setAttribute("aria-invalid", "true");
    return oneFault(fault, around, slider, missing ? texts.fields.unanswered : "", () => track.focus());
  };
  return { item: slider, node, faults };
}
