import type { AnySpec } from "../privacy/number";
import { levelOfDraw } from "./draw";
import type { Definition, Field, Level, LevelField } from "./version/definition";
import { fieldRatio } from "./version/levels";

/** How often, of 100, an even guess between two sets of answers can come true once the report is read, of whichever draw. */
export function bestGuess(level: Level): number {
  if (level.draw === null && level.draws.length > 0)
    return Math.max(...level.draws.map((_, index) => bestGuess(levelOfDraw(level, index))));
  return guessed(level.fields.reduce((product, { spec, field }) => product * fieldRatio(spec, field), 1));
}

/** The same for reports that are so many times likelier under one answer than under another; rounded up. */
export function guessed(ratio: number): number {
  return ratio === Infinity ? 100 : Math.max(50, Math.min(100, Math.ceil((100 * ratio) / (ratio + 1))));
}

/** How often an even guess on one answer comes true once its arrival is seen: of a set, one tick is looked at alone. */
export function guessOnOne(spec: AnySpec, field: Field): number {
  return guessed(fieldRatio(spec, { ...field, most: 1 }));
}

/** A count for a picture of 100: what happens sometimes is never drawn as never or always. */
export function drawnOf100(count: number): number {
  return Math.min(99, Math.max(1, count));
}

/**
 * The field that stands for all where the level is chosen: a yes-or-no question if there is one, since it is the easiest
 * to picture, else one answer before a pair before a set before a number; and of several the one that tells most.
 */
export function picturedOf({ levels }: Pick<Definition, "levels">): Field {
  const rank = ({ kind, of }: Field): number =>
    kind === "one" && of[0]?.question.isYesNo ? 0 : { one: 1, joint: 2, set: 3, number: 4 }[kind];
  const telling = (field: Field): number => mostTelling(levels.map((level) => partOf(level, field)));
  const [first, ...others] = levels[0].fields.map(({ field }) => field);
  return others.reduce(
    (best, field) => ((rank(field) - rank(best) || telling(best) - telling(field)) < 0 ? field : best),
    first as Field,
  );
}

/** How a level draws a field. */
export function partOf(level: Level, field: Field): LevelField {
  const part = level.fields.find((each) => each.field.id === field.id);
  if (part === undefined) throw new Error(`${field.id} is missing`);
  return part;
}

/**
 * How much the most telling part tells, by its thresholds and not by what is stated; in thousandths, so that their
 * rounding puts none before another.
 */
function mostTelling(parts: readonly LevelField[]): number {
  return Math.max(
    ...parts.map(({ spec, field }) => Math.round(1000 * Math.log(fieldRatio(spec, { ...field, most: 1 })))),
  );
}
