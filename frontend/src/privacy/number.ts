import { ENDS, ENDS_AND_SKIPPED, type EndOrSkippedSpec, type EndsSpec, endOrSkippedReport, endsReport } from "./ends";
import { drawnBelow, type Entropy } from "./entropy";
import { readGrid, roundedPoint, roundingBound, WIDEST } from "./grid";
import { bytesBelow, packNumber, readNumber } from "./numbered";
import { ratioOfDraw } from "./odds";
import { type Answer, checkLength } from "./perturb";
import { exactly, type Fields, type Spec } from "./spec";
import { type WindowSpec, windowReport, windowWords } from "./window";

/**
 * A number drawn as a window when a word is below `window_below`, else as an end; the two ends are the numbers after
 * the places.
 */
interface WindowOrEndsSpec extends Omit<WindowSpec, "shape">, Omit<EndsSpec, "shape"> {
  readonly shape: "window-or-ends";
  readonly window_below: number;
}

/** How a number between bounds is drawn: on a grid, by one of four shapes, of which one is for whoever may skip it. */
export type NumberSpec = WindowSpec | EndsSpec | WindowOrEndsSpec | EndOrSkippedSpec;

/** How a field is drawn: one with answers, or a number. */
export type AnySpec = Spec | NumberSpec;

export const isNumberSpec = (spec: AnySpec): spec is NumberSpec => "low" in spec;

const MOST_OUTPUTS = 65536; // two bytes

/** Read the spec of a number from outside: exactly the known keys, integers in their ranges, or a RangeError. */
export function parseNumberSpec(value: unknown): NumberSpec {
  const spec = exactly(value, read);
  if (outputsOf(spec) > MOST_OUTPUTS) throw new RangeError(`the spec has more than ${MOST_OUTPUTS} reports`);
  return spec;
}

function read(fields: Fields): NumberSpec {
  const { shape, whole, threshold } = fields;
  const grid = readGrid(fields);
  const window = () => ({ window: whole("window", 1, WIDEST), inside_below: threshold("inside_below") });
  const ends = () => ({ keep_below: threshold("keep_below") });
  if (shape === "window") return { shape, ...grid, ...window() };
  if (shape === "ends") return { shape, ...grid, ...ends() };
  if (shape === "end-or-skipped") return { shape, ...grid, ...ends(), steps: whole("steps", 1, 1) };
  if (shape !== "window-or-ends") throw new RangeError("the spec has a shape this page does not know");
  return { shape, ...grid, ...window(), ...ends(), window_below: threshold("window_below") };
}

/** Draw the report on a number, packed; on none where it may be skipped. Neither goes further than this function. */
export function perturbNumber(spec: NumberSpec, answer: Answer, words: Entropy): Uint8Array {
  const skipped = spec.shape === "end-or-skipped" && typeof answer !== "number" && answer.length === 0;
  const number = skipped ? spec.low : answer; // rounded too: how many words are read says nothing about the answer
  if (typeof number !== "number" || !Number.isInteger(number) || number < spec.low || number > spec.high) {
    throw new RangeError(`the answer is no number from ${spec.low} to ${spec.high}`);
  }
  const point = roundedPoint(spec, number, words);
  const report =
    spec.shape === "end-or-skipped" ? endOrSkippedReport(spec, point, skipped, words) : reportOn(spec, point, words);
  return packNumber(outputsOf(spec), report);
}

/** Twin of mechanisms/ldp/shapes/numbers/window_or_ends.py, which describes the steps, and of its two halves. */
function reportOn(spec: Exclude<NumberSpec, EndOrSkippedSpec>, point: number, words: Entropy): number {
  if (spec.shape === "ends") return endsReport(spec, point, words(), drawnBelow(spec.steps, words));
  if (spec.shape === "window") return windowReport(spec, point, windowWords(spec, words));
  const through = words() < spec.window_below;
  const drawn = windowWords(spec, words);
  if (through) return windowReport(spec, point, drawn);
  return firstEnd(spec) + endsReport(spec, point, drawn.coin, drawn.beside);
}

/** What a packed report says: a place of the row, an end, or skipped. A RangeError when no draw could have given it. */
export function reportedNumber(spec: NumberSpec, record: Uint8Array): number {
  checkLength(record, numberBytes(spec));
  return readNumber(outputsOf(spec), record);
}

/** How long the packed report is: the same for every number. */
export function numberBytes(spec: NumberSpec): number {
  return bytesBelow(outputsOf(spec));
}

const SHAPE_WORDS = { ends: 2, window: 3, "window-or-ends": 4, "end-or-skipped": 2 } as const;

/** How many words a report reads, redraws not counted: the same for every number, and for none. */
export function numberWords(spec: NumberSpec): number {
  return SHAPE_WORDS[spec.shape] + (roundingBound(spec) === 1 ? 0 : 1);
}

/**
 * How many times likelier one report can be under one number, or none, than under another, from the integers themselves.
 * Rounding to the grid mixes points and makes it no larger.
 */
export function worstRatioOfNumber(spec: NumberSpec): number {
  if (spec.shape === "end-or-skipped") return ratioOfDraw(spec.keep_below, 1, ENDS);
  const ends = spec.shape === "window" ? 1 : ratioOfDraw(spec.keep_below, 1, 1);
  const window = hasWindow(spec) ? ratioOfDraw(spec.inside_below, spec.window, spec.steps) : 1;
  return Math.max(ends, window);
}

/** How many different reports there are. */
export function outputsOf(spec: NumberSpec): number {
  if (spec.shape === "end-or-skipped") return ENDS_AND_SKIPPED;
  if (spec.shape === "window") return spec.steps + spec.window;
  return (spec.shape === "ends" ? 0 : firstEnd(spec)) + 2;
}

function firstEnd(spec: WindowOrEndsSpec): number {
  return hasWindow(spec) ? spec.steps + spec.window : 0;
}

function hasWindow(spec: NumberSpec): spec is WindowSpec | WindowOrEndsSpec {
  return spec.shape === "window" || (spec.shape === "window-or-ends" && spec.window_below > 0);
}
