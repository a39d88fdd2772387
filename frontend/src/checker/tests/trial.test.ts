import { describe, expect, test } from "vitest";
import { digest } from "../../privacy/canonical";
import { WORDS } from "../../privacy/entropy";
import { supportChance } from "../../privacy/odds";
import type { Spec } from "../../privacy/spec";
import { type ReportLine, readRecord, sentLine } from "../../respond/record";
import { levelAt, sampleSurvey, skippable, specOf, tape } from "../../respond/tests/sample";
import type { Level, LevelField } from "../../respond/version/definition";
import { parseDefinition } from "../../respond/version/parse";
import { voiceIn } from "../../respond/voice";
import { en } from "../../respond/words/en";
import { boundsOf } from "../binomial";
import { positionLabel } from "../position";
import { type Cell, DRAWS, ERROR, fits, isCounted, tryOut, unseenPoints, worthShowing } from "../trial";

const WORDS_READ = 1_000_000;

function partOf(level: Level, kind: LevelField["field"]["kind"], shape: Spec["shape"]): LevelField {
  const match = level.fields.find(({ field, spec }) => field.kind === kind && spec.shape === shape);
  if (match === undefined) throw new Error(`the sample has no ${kind} drawn as ${shape}`);
  return match;
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
  const judged = declared.map((cell, index): Cell => ({ ...cell, drawn: drawn[index]?.drawn ?? 0 }));
  expect(judged.filter((cell) => !fits(cell)).map(({ position }) => position)).toContain(0);
});

describe("a number that may be skipped", () => {
  const whole = skippable();
  const survey = { definition: parseDefinition(whole, false), hash: digest(whole), preview: false, test: false };
  const parts = (level: number): readonly LevelField[] => levelAt(survey, level).fields;
  const hours = (level: number): LevelField => parts(level)[1] as LevelField;

  test("is counted, unlike one that everybody has", () => {
    expect(parts(0).map(({ spec }) => isCounted(spec))).toEqual([true, true, false]);
    expect(() => tryOut(levelAt(survey, 0), parts(0)[2] as LevelField, 4, () => 0)).toThrow(RangeError);
  });

  test.each([0, 1])("fits what is declared at level %d for either bound and for none", (level) => {
    const words = tape(11, WORDS_READ).words;
    [0, 60, []].forEach((answer, index) => {
      const cells = tryOut(levelAt(survey, level), hours(level), answer, words);
      expect(cells.filter((cell) => !fits(cell))).toEqual([]);
      expect(cells.filter(({ mine }) => mine).map(({ position }) => position)).toEqual([index]);
      expect(cells.reduce((sum, { declared }) => sum + declared, 0)).toBeCloseTo(1, 12);
      expect(cells.reduce((sum, { drawn }) => sum + drawn, 0)).toBe(DRAWS);
    });
  });

  test("drawn 15 points too honestly is seen", () => {
    const [level, part] = [levelAt(survey, 0), hours(0)];
    if (part.spec.shape !== "end-or-skipped") throw new Error("the sample has no such number");
    const more = Math.round(0.15 * WORDS);
    const cheat = { ...part, spec: { ...part.spec, keep_below: part.spec.keep_below + more } };
    const fields = level.fields.map((each) => (each === part ? cheat : each));
    const drawn = tryOut({ ...level, fields }, cheat, [], tape(12, WORDS_READ).words);
    const declared = tryOut(level, part, [], tape(13, WORDS_READ).words);
    const judged = declared.map((cell, index): Cell => ({ ...cell, drawn: drawn[index]?.drawn ?? 0 }));
    expect(judged.filter((cell) => !fits(cell)).map(({ position }) => position)).toContain(2);
  });

  test("is named by its bounds, and by what is said where it was skipped", () => {
    const voice = voiceIn(survey.definition, "en", [en]);
    expect([0, 1, 2].map((position) => positionLabel(hours(0).field, position, voice))).toEqual([
      "0 hours",
      "60 hours",
      en.skip,
    ]);
  });

  test("is named as the receipt names it where some are not asked it", () => {
    const definition = parseDefinition(skippable("q1 = 'yes'"), false);
    const voice = voiceIn(definition, "en", [en]);
    const [, line] = readRecord(levelAt({ ...survey, definition }, 0), Uint8Array.of(0, 2, 0)) as [
      ReportLine,
      ReportLine,
    ];
    const label = positionLabel(line.part.field, 2, voice);
    expect(label).toContain(en.notAsked);
    expect(sentLine(line, voice)).toBe(en.receipt.value(label));
  });
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
