import { ENDS } from "../privacy/ends";
import { type AnySpec, isNumberSpec, outputsOf, reportedNumber } from "../privacy/number";
import { supportChance } from "../privacy/odds";
import { supported } from "../privacy/perturb";
import { levelOfRecord, reportsIn } from "./draw";
import { labelOf } from "./labels";
import type { Field, Level, LevelField } from "./version/definition";
import { emptied } from "./version/piping";
import type { Saying, Voice } from "./voice";

/** What a report says about one field: the answer sent, or every one that is ticked; of a number, the place on its line. */
export interface ReportLine {
  readonly part: LevelField;
  readonly answers: readonly number[];
}

/** What a record says about each field, in their order. */
export function readRecord(level: Level, record: Uint8Array): readonly ReportLine[] {
  const drawn = levelOfRecord(level, record);
  const reports = reportsIn(drawn, record);
  return drawn.fields.map((part, index) => ({ part, answers: answersIn(part.spec, reports[index] ?? record) }));
}

/** A RangeError when no draw could have given this report. */
export function answersIn(spec: AnySpec, report: Uint8Array): readonly number[] {
  return isNumberSpec(spec) ? [reportedNumber(spec, report)] : supported(spec, report);
}

/** The same in words. */
export function sentLine({ part, answers }: ReportLine, voice: Voice): string {
  const { spec } = part;
  if (isNumberSpec(spec)) {
    const [place = 0] = answers;
    const { receipt } = voice.texts;
    const places = spec.shape === "end-or-skipped" ? ENDS : outputsOf(spec);
    if (place < places) return receipt.place(place + 1, places);
    return receipt.value(noneLabel(part.field, voice));
  }
  const labels = answers.map((answer) => positionLabel(part.field, answer, voice));
  if (spec.shape === "meeting" && labels.length === 0) return voice.texts.receipt.filler;
  return spec.shape === "choice" ? voice.texts.receipt.value(labels.join("")) : voice.texts.receipt.ticks(labels);
}

/** That a number was not given, in words: one answer, whether it was skipped or not asked. */
export function noneLabel({ of }: Field, { texts }: Voice): string {
  return of[0]?.question.mayBeHidden ? `${texts.skip} / ${texts.notAsked}` : texts.skip;
}

/** An answer of a field in words; a pair is the answers of both questions. */
function positionLabel({ of }: Field, position: number, voice: Voice): string {
  const labels: string[] = [];
  let rest = position;
  for (const column of Array.from(of).reverse()) {
    const place = rest % column.answers.length;
    rest = (rest - place) / column.answers.length;
    labels.unshift(labelOf(column, column.answers[place] ?? "", voice).text);
  }
  return emptied(labels.join(" + "));
}

/** What a field asks; of a row of a matrix, both. */
export function fieldTitle({ of }: Pick<Field, "of">, voice: Voice): Saying {
  const texts = of.map(({ question, row }) => {
    const text = voice.say(`${question.id}.text`).text;
    return row === null ? text : `${text} ${voice.say(`${question.id}.rows.${row.id}`).text}`;
  });
  return { text: emptied(texts.join(" + ")), language: voice.language };
}

/** A report nobody drew, to show the form: it depends on the level alone, and ticks as many answers as real ones do in the mean. */
export function madeUp(level: Level): readonly ReportLine[] {
  return level.fields.map((part, index) => {
    const { spec } = part;
    if (isNumberSpec(spec)) return { part, answers: [(7 * index + 3) % outputsOf(spec)] };
    const { answers } = spec;
    const many = Math.round(supportChance(spec, true) + (answers - 1) * supportChance(spec, false));
    const ticked = (place: number): boolean => ((place + index) * many) % answers < many; // spread, not drawn
    return { part, answers: Array.from({ length: answers }, (_, slot) => slot).filter(ticked) };
  });
}

/** Hexadecimal in groups that an eye can compare. */
export function grouped(digits: string): string {
  return (digits.match(/.{1,8}/g) ?? []).join(" ");
}
