import { type NumberSpec, outputsOf } from "../../../frontend/src/privacy/number";
import { against, type Choice, uniform } from "./tape";

type OrSkipped = Extract<NumberSpec, { shape: "end-or-skipped" }>;

/**
 * Words that make the mechanism turn a number into `report`, by running its steps backwards: rounding to the grid, then
 * the channel (mechanisms/ldp/shapes/{ends,window,window_or_ends}.py, or the choice among three of
 * mechanisms/ldp/numbers/number_or_skipped.py). A number beyond the bounds counts as the bound; null was skipped.
 */
export function tapeOfNumber(spec: NumberSpec, number: number | null, report: number, choice: Choice): number[] {
  if (report < 0 || report >= outputsOf(spec)) throw new RangeError(`no number is reported as ${report}`);
  const { point, words } = rounded(spec, Math.min(Math.max(number ?? spec.low, spec.low), spec.high), choice);
  if (spec.shape === "end-or-skipped") return [...words, ...ofThree(spec, number === null ? 2 : point, report, choice)];
  return [...words, ...channel(spec, point, report, choice)];
}

/** Words at the edge round down wherever that is possible, those far from it up. */
function rounded(spec: NumberSpec, number: number, choice: Choice): { point: number; words: number[] } {
  const width = spec.high - spec.low;
  const along = (number - spec.low) * spec.steps;
  const rest = along % width;
  const unit = divisor(width, spec.steps);
  const bound = width / unit;
  const up = choice === "far" && rest > 0;
  const words = bound === 1 ? [] : [uniform(bound, up ? 0 : rest / unit, choice)];
  return { point: (along - rest) / width + Number(up), words };
}

function ofThree({ keep_below }: OrSkipped, answer: number, report: number, choice: Choice): number[] {
  const other = report < answer ? report : report - 1;
  return [against(keep_below, report === answer, choice), uniform(2, report === answer ? 0 : other, choice)];
}

function channel(spec: Exclude<NumberSpec, OrSkipped>, point: number, report: number, choice: Choice): number[] {
  if (spec.shape === "window") return ofWindow(spec, point, report, choice);
  if (spec.shape === "ends") return ofEnds(spec, point, report, choice);
  const ends = outputsOf(spec) - 2;
  if (report < ends) return [against(spec.window_below, true, choice), ...ofWindow(spec, point, report, choice)];
  const [coin = 0, beside = 0] = ofEnds(spec, point, report - ends, choice);
  const never = spec.window_below === 0; // of which no word lies at the edge: 0 is not read
  return [against(spec.window_below, false, never ? "far" : choice), coin, uniform(spec.window, 0, choice), beside];
}

/** The end of the report is kept wherever the point can round to it, and else the other one is turned round. */
function ofEnds(
  spec: Exclude<Extract<NumberSpec, { keep_below: number }>, OrSkipped>,
  point: number,
  report: number,
  choice: Choice,
): number[] {
  const kept = report === 1 ? point > 0 : point < spec.steps;
  const up = kept === (report === 1);
  return [
    against(spec.keep_below, kept, choice),
    uniform(spec.steps, up ? 0 : Math.min(point, spec.steps - 1), choice),
  ];
}

function ofWindow(
  spec: Extract<NumberSpec, { inside_below: number }>,
  point: number,
  report: number,
  choice: Choice,
): number[] {
  const inside = report >= point && report < point + spec.window;
  const beside = report < point ? report : report - spec.window;
  return [
    against(spec.inside_below, inside, choice),
    uniform(spec.window, inside ? report - point : 0, choice),
    uniform(spec.steps, inside ? 0 : beside, choice),
  ];
}

const divisor = (left: number, right: number): number => (right === 0 ? left : divisor(right, left % right));
