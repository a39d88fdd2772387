import type { Entropy } from "../privacy/entropy";
import { isNumberSpec } from "../privacy/number";
import { supportChance } from "../privacy/odds";
import { type Answer, supported } from "../privacy/perturb";
import { drawRecord, splitRecord } from "../privacy/record";
import type { Level, LevelField } from "../respond/definition";
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

export const fits = ({ drawn, bounds }: Cell): boolean => drawn >= bounds.least && drawn <= bounds.most;

/**
 * Draw whole records at a level, as the page does at Review, and count what they say about one field.
 *
 * All other questions get their first answer, numbers their lower bound; what is drawn for one field has nothing to do with another.
 */
export function tryOut(level: Level, part: LevelField, answer: Answer, words: Entropy): readonly Cell[] {
  const { spec } = part;
  if (isNumberSpec(spec)) throw new RangeError("a number has no answers that could be counted");
  const specs = level.fields.map((each) => each.spec);
  const place = level.fields.indexOf(part);
  const first = (each: LevelField): Answer =>
    isNumberSpec(each.spec) ? each.spec.low : each.field.kind === "set" ? [0] : 0;
  const answers = level.fields.map((each, index) => (index === place ? answer : first(each)));
  const counts = new Array<number>(spec.answers).fill(0);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const reports = splitRecord(specs, drawRecord(specs, answers, words));
    for (const position of supported(spec, reports[place] as Uint8Array))
      counts[position] = (counts[position] ?? 0) + 1;
  }
  const error = ERROR / spec.answers; // shared among the answers, so that together they keep to it
  const [mineChance, otherChance] = [supportChance(spec, true), supportChance(spec, false)];
  const mineBounds = boundsOf(DRAWS, mineChance, error);
  const otherBounds = boundsOf(DRAWS, otherChance, error);
  return counts.map((drawn, position) => {
    const mine = typeof answer === "number" ? answer === position : answer.includes(position);
    return mine
      ? { position, mine, declared: mineChance, bounds: mineBounds, drawn }
      : { position, mine, declared: otherChance, bounds: otherBounds, drawn };
  });
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
