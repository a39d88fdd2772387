import { expect, test } from "vitest";
import { WORDS } from "../../privacy/entropy";
import { supportChance } from "../../privacy/odds";
import type { Spec } from "../../privacy/spec";
import type { Level, LevelField } from "../../respond/definition";
import { levelAt, sampleSurvey, specOf, tape } from "../../respond/tests/sample";
import { boundsOf } from "../binomial";
import { type Cell, DRAWS, ERROR, fits, tryOut, unseenPoints, worthShowing } from "../trial";

const WORDS_READ = 1_000_000;

function partOf(level: Level, kind: LevelField["field"]["kind"], shape: Spec["shape"]): LevelField {
  const found = level.fields.find(({ field, spec }) => field.kind === kind && spec.shape === shape);
  if (found === undefined) throw new Error(`the sample has no ${kind} drawn as ${shape}`);
  return found;
}

/** The same level, with the thresholds of one field replaced: what a program that cheats draws by. */
function cheating(level: Level, part: LevelField, points: number): Level {
  const more = Math.round((points / 100) * WORDS);
  const spec = raised(specOf(part), more);
  return { ...level, fields: level.fields.map((each) => (each === part ? { ...part, spec } : each)) };
}

function raised(spec: Spec, more: number): Spec {
  if (spec.shape === "choice") return { ...spec, keep_below: spec.keep_below + more };
  if (spec.shape === "subset") return { ...spec, with_below: spec.with_below + more };
  if (spec.shape === "meeting") return { ...spec, meets_below: spec.meets_below + more };
  return { ...spec, one_below: spec.one_below + more };
}

test.each(["choice", "bits", "subset"] as const)(
  "the declared chances of a %s are those of its thresholds",
  (shape) => {
    const part = partOf(levelAt(sampleSurvey(), 0), "one", shape);
    const spec = specOf(part);
    if (spec.shape === "choice") {
      expect(supportChance(spec, true)).toBe(spec.keep_below / WORDS);
      expect(supportChance(spec, true) + (spec.answers - 1) * supportChance(spec, false)).toBeCloseTo(1, 12);
    } else if (spec.shape === "subset") {
      expect(supportChance(spec, true)).toBe(spec.with_below / WORDS);
      expect(supportChance(spec, true) + (spec.answers - 1) * supportChance(spec, false)).toBeCloseTo(spec.size, 12);
    } else if (spec.shape === "bits") {
      expect(supportChance(spec, true)).toBe(spec.one_below / WORDS);
      expect(supportChance(spec, false)).toBe(spec.zero_below / WORDS);
    }
  },
);

test("every answer of every question at every level fits what is declared", () => {
  const survey = sampleSurvey();
  const words = tape(7, WORDS_READ * 8).words;
  for (const level of survey.definition.levels) {
    for (const part of level.fields) {
      const answer = part.field.kind === "set" ? [specOf(part).answers - 1] : specOf(part).answers - 1;
      const cells = tryOut(level, part, answer, words);
      expect(cells.filter((cell) => !fits(cell))).toEqual([]);
      expect(cells.filter(({ mine }) => mine).map(({ position }) => position)).toEqual([specOf(part).answers - 1]);
    }
  }
});

test.each(["choice", "bits", "subset"] as const)("a %s drawn 15 points too honestly is seen", (shape) => {
  const level = levelAt(sampleSurvey(), 0);
  const part = partOf(level, "one", shape);
  const cheat = cheating(level, part, 15);
  const drawn = tryOut(cheat, cheat.fields[level.fields.indexOf(part)] as LevelField, 0, tape(3, WORDS_READ).words);
  const declared = tryOut(level, part, 0, tape(4, WORDS_READ).words);
  const judged = declared.map((cell, place): Cell => ({ ...cell, drawn: drawn[place]?.drawn ?? 0 }));
  expect(judged.filter((cell) => !fits(cell)).map(({ position }) => position)).toContain(0);
});

test("the error is shared among the answers, so that all of them together keep to it", () => {
  const level = levelAt(sampleSurvey(), 0);
  const part = partOf(level, "one", "choice");
  const cells = tryOut(level, part, 0, tape(5, WORDS_READ).words);
  const error = ERROR / specOf(part).answers;
  expect(cells.map(({ bounds }) => bounds)).toEqual(cells.map(({ declared }) => boundsOf(DRAWS, declared, error)));
});

test("says how much would go unseen: to the farther of its bounds", () => {
  const cell = { position: 0, mine: true, declared: 0.5, drawn: 500, bounds: { least: 420, most: 579 } };
  expect(unseenPoints(cell)).toBeCloseTo(8, 12);
});

test("of many answers it shows one's own, those that do not fit, and the first of the others, in their order", () => {
  const cell = (position: number): Cell => ({
    ...{ position, mine: position === 40, declared: 0.02, drawn: position === 30 ? 99 : 20 },
    bounds: { least: 3, most: 50 },
  });
  const shown = worthShowing(Array.from({ length: 50 }, (_, position) => cell(position)));
  expect(shown.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 30, 40]);
});
