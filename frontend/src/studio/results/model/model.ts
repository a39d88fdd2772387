import type { CrossTab, Model } from "../../../api/types";
import { count, percent, points } from "../../numbers/format";
import { type Estimate, labelOf } from "../../numbers/interval";
import { words } from "../../words/words";

/** A way to foretell, how often it is right, and the limits of that (shares of 1). */
export interface Rightness {
  estimate: Estimate;
  low: number;
  high: number;
}

/** A finished table of two questions with one answer each. */
export const teaches = ({ table }: CrossTab): boolean =>
  table !== null && table.rows.kind === "one" && table.columns.kind === "one";

function usualLabel({ foretold, usual }: Pick<Model, "foretold" | "usual">): string {
  const answer = foretold.answers.find(({ id }) => id === usual.answer);
  return answer ? labelOf(answer) : usual.answer;
}

/** What the card says first: whether it has learnt anything that can be told from noise. */
export function modelSentence(model: Pick<Model, "foretold" | "usual" | "accuracy" | "gain">): string {
  const { model: text } = words.results;
  const always = usualLabel(model);
  if (model.gain.low <= 0) return text.nothingLearnt(always);
  const { share, low, high } = model.accuracy;
  const { low: least, high: most } = model.gain;
  return text.learnt({
    share: percent(share),
    low: percent(low),
    high: percent(high),
    least: points(least),
    most: points(most),
    always,
  });
}

/** The sentence that says from how many people on a model is expected to beat the most frequent answer. */
export function beatsSentence({ beats_from }: Pick<Model, "beats_from">): string {
  const { model: text } = words.results;
  return beats_from === null ? text.beatsNever(count(1_000_000)) : text.beatsFrom(count(beats_from));
}

function right(id: string, label: string, { share, low, high }: Model["accuracy"]): Rightness {
  return { estimate: { id, label, share, bands: [{ confidence: "95", low, high }] }, low, high };
}

/** The model, if it is of several questions; each of them alone; and always the most frequent answer. */
export function rightness(model: Model): Rightness[] {
  const { model: wording } = words.results;
  const several = model.questions.length > 1;
  return [
    ...(several ? [right("", wording.all, model.accuracy)] : []),
    ...model.questions.map(({ id, text, alone }) => right(id, several ? wording.alone(text) : text, alone)),
    right("usual", wording.always(usualLabel(model)), model.usual),
  ];
}
