import { ENDS, ENDS_AND_SKIPPED, type EndOrSkippedSpec } from "../privacy/ends";
import type { Entropy } from "../privacy/entropy";
import { WORDS } from "../privacy/entropy";
import { type AnySpec, isNumberSpec, reportedNumber } from "../privacy/number";
import { supportChance } from "../privacy/odds";
import { type Answer, supported } from "../privacy/perturb";
import type { Spec } from "../privacy/spec";
import { blockOf } from "../respond/chosen";
import { drawOf, levelOfDraw, recordOf, reportsIn } from "../respond/draw";
import type { Level, LevelField } from "../respond/version/definition";
import { type Bounds, boundsOf } from "./binomial";

export const DRAWS = 1_000;

/** How often a program that draws as declared is called wrong, over all the answers of one press together. */
export const ERROR = 1e-6;

/** One answer: how often it should come among the draws, and how often it did. */
export interface Cell {
  readonly position: number;
  readonly mine: boolean;
  readonly declared: number;
  readonly bounds: Bounds;
  readonly drawn: number;
}

/** How a field is drawn whose reports can be counted: one with answers, or a number that may be skipped. */
export type Counted = Spec | EndOrSkippedSpec;

/** Whether reports of a field stand for answers, which those of most numbers do not. */
export const isCounted = (spec: AnySpec): spec is Counted => !isNumberSpec(spec) || spec.shape === "end-or-skipped";

export const fits = ({ drawn, bounds }: Cell): boolean => drawn >= bounds.least && drawn <= bounds.most;

/**
 * Draw whole records at a level, as the page does at Review, and count what they say about one field.
 *
 * Where some of the questions are sent, all records are of the first draw with this field. All other questions get their first answer, numbers their lower bound; what is drawn for one field has nothing to do with another.
 */
export function tryOut(level: Level, part: LevelField, answer: Answer, words: Entropy): readonly Cell[] {
  const { spec } = part;
  if (!isCounted(spec)) throw new RangeError("a number that everybody has has no answers that could be counted");
  const drawn = levelOfDraw(
    level,
    level.draws.findIndex(({ blocks }) => blocks.includes(blockOf(part.field))),
  );
  const slot = drawn.fields.indexOf(part);
  const first = (each: LevelField): Answer =>
    isNumberSpec(each.spec) ? each.spec.low : each.field.kind === "set" ? [0] : 0;
  const answers = drawn.fields.map((each, index) => (index === slot ? answer : first(each)));
  const counts = new Array<number>(answersOf(spec)).fill(0);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const reports = reportsIn(drawn, recordOf(drawn, answers, words));
    for (const position of answersIn(spec, reports[slot] as Uint8Array)) counts[position] = (counts[position] ?? 0) + 1;
  }
  const error = ERROR / counts.length; // shared among the answers, so that together they keep to it
  const [mineChance, otherChance] = [chanceOf(spec, true), chanceOf(spec, false)];
  const mineBounds = boundsOf(DRAWS, mineChance, error);
  const otherBounds = boundsOf(DRAWS, otherChance, error);
  return counts.map((drawn, position) => {
    const mine = isMine(spec, answer, position);
    return mine
      ? { position, mine, declared: mineChance, bounds: mineBounds, drawn }
      : { position, mine, declared: otherChance, bounds: otherBounds, drawn };
  });
}

/** Read a thousand words, as the page reads one when it loads, and count which draw of a level each chooses. */
export function tryLots({ draws }: Pick<Level, "draws">, words: Entropy): readonly Cell[] {
  const counts = new Array<number>(draws.length).fill(0);
  for (let lot = 0; lot < DRAWS; lot += 1) {
    const index = drawOf(words(), draws);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return draws.map(({ weight }, position) => {
    const declared = weight / WORDS;
    const bounds = boundsOf(DRAWS, declared, ERROR / draws.length);
    return { position, mine: false, declared, bounds, drawn: counts[position] ?? 0 };
  });
}

/** The share of the phones at a level that send a field. */
export function inclusionOf({ draws }: Pick<Level, "draws">, { field }: Pick<LevelField, "field">): number {
  const block = blockOf(field);
  return draws.reduce((share, { weight, blocks }) => share + (blocks.includes(block) ? weight / WORDS : 0), 0);
}

function answersOf(spec: Counted): number {
  return isNumberSpec(spec) ? ENDS_AND_SKIPPED : spec.answers;
}

function answersIn(spec: Counted, report: Uint8Array): readonly number[] {
  return isNumberSpec(spec) ? [reportedNumber(spec, report)] : supported(spec, report);
}

function chanceOf(spec: Counted, given: boolean): number {
  if (!isNumberSpec(spec)) return supportChance(spec, given);
  const kept = spec.keep_below / WORDS;
  return given ? kept : (1 - kept) / (ENDS_AND_SKIPPED - 1);
}

/**
 * Whether a report's position is the answer's own. A number is tried only at its bounds and skipped: any other goes to
 * either bound by chance.
 */
function isMine(spec: Counted, answer: Answer, position: number): boolean {
  if (!isNumberSpec(spec)) return typeof answer === "number" ? answer === position : answer.includes(position);
  return position === (typeof answer === "number" ? Number(answer !== spec.low) : ENDS);
}

/** How far off, in points of 100, an answer's chance may be and still go unseen about every second time. */
export function unseenPoints({ bounds, declared }: Cell): number {
  return (100 * Math.max(bounds.most - DRAWS * declared, DRAWS * declared - bounds.least)) / DRAWS;
}

const MOST_SHOWN = 12;

/** What is worth showing of many answers: one's own, whatever does not fit, and the first of the others. */
export function worthShowing(cells: readonly Cell[]): readonly Cell[] {
  const telling = cells.filter((cell) => cell.mine || !fits(cell));
  const others = cells.filter((cell) => !cell.mine && fits(cell)).slice(0, Math.max(0, MOST_SHOWN - telling.length));
  return cells.filter((cell) => telling.includes(cell) || others.includes(cell));
}
