import { describe, expect, test } from "vitest";
import { digest } from "../../privacy/canonical";
import { Tape } from "../../privacy/entropy";
import { isNumberSpec } from "../../privacy/number";
import { hex } from "../../privacy/sha256";
import { bestGuess } from "../odds";
import { readRecord, sentLine } from "../record";
import { numberSentence } from "../screens/odds";
import { changedLine } from "../screens/reportLines";
import { AnswerSheet } from "../sheet";
import type { LevelField, Survey } from "../version/definition";
import type { Given } from "../version/domain";
import { parseDefinition } from "../version/parse";
import { voiceIn } from "../voice";
import { en } from "../words/en";
import { changed, type Json, KEEP, levelAt, skippable } from "./sample";

function surveyOf(whole: { [key: string]: Json }): Survey {
  return { definition: parseDefinition(whole, false), hash: digest(whole), preview: false, test: false };
}

/** The words that the library was given from the fifth on, after the key: test_client_numbers.py. */
const known = (): Tape => new Tape(Array.from({ length: 199 }, (_, index) => ((index + 10) * 2654435761) % 2 ** 32));

function sealed(survey: Survey, level: number, hours: Given | undefined, words = known(), first = "yes") {
  const given: [string, Given][] = [
    ["q1", first],
    ["q6", "4"],
  ];
  if (hours !== undefined) given.push(["q5", hours]);
  return new AnswerSheet(survey, String(level), 0, given).seal(words.words);
}

describe("a number that may be skipped", () => {
  const survey = surveyOf(skippable());
  const voice = voiceIn(survey.definition, "en", [en]);

  test("is read as a field that says so, and has no answers of its own", () => {
    const [, part] = levelAt(survey, 0).fields;
    expect([part?.field.kind, part?.mechanism, part?.words]).toEqual(["number", "number-or-skipped", 3]);
    expect(survey.definition.columns.map(({ answers }) => answers.length)).toEqual([3, 0, 0]);
    expect(bestGuess(levelAt(survey, 0))).toBe(82); // e^1.5 / (1 + e^1.5)
  });

  const drawn = "levels.0.blocks.1.fields.0";
  test.each([
    ["questions.1.may_skip", false],
    ["questions.1.number.estimate.of", "distribution"],
    ["questions.1.number.estimate.steps", 2],
    ["blocks.1.fields.0.skippable", false],
    [`${drawn}.mechanism`, "duchi"],
    [`${drawn}.words`, 2],
    [`${drawn}.spec.steps`, 2],
    [`${drawn}.spec.shape`, "ends"],
    [`${drawn}.spec.keep_below`, KEEP[1]],
  ] as const)("is refused with another %s: %j", (path, value) => {
    expect(() => parseDefinition(changed(path, value, skippable()), false)).toThrow();
  });

  test.each([
    [0, "37", "020108"],
    [0, "60", "020008"],
    [0, null, "020008"],
    [1, "37", "000007"],
    [1, "60", "000107"],
    [1, null, "000207"],
  ] as const)("is drawn at level %d from %j as the library draws it", (level, hours, record) => {
    expect(hex(sealed(survey, level, hours ?? undefined).record)).toBe(record);
  });

  test("is skipped where nothing was given, and where that was said", () => {
    expect(hex(sealed(survey, 1, "prefer_not_to_say").record)).toBe(hex(sealed(survey, 1, undefined).record));
  });

  test.each([0, 1])("gives messages of one length at level %d, from one number of words, skipped or not", (level) => {
    const seen = ["0", "1", "60", "1000", undefined].map((hours) => {
      const words = known();
      return [sealed(survey, level, hours, words).body.length, words.read];
    });
    expect(new Set(seen.map(String)).size).toBe(1);
  });

  test("is said on the receipt as one of two ends, or as skipped", () => {
    const sentence = (place: number): string | undefined =>
      readRecord(levelAt(survey, 1), Uint8Array.of(0, place, 0)).map((line) => sentLine(line, voice))[1];
    expect([sentence(0), sentence(1), sentence(2)]).toEqual([
      "Sent: place 1 of 2",
      "Sent: place 2 of 2",
      en.receipt.value(en.skip),
    ]);
    expect(() => sentence(3)).toThrow(RangeError);
  });

  test("is said to hide whether it was answered: where it is asked, and of what was sent", () => {
    const { spec } = levelAt(survey, 0).fields[1] as LevelField;
    expect(isNumberSpec(spec) && numberSentence(spec, en)).toBe(en.questions.oddsOrSkipped(en.label.bound(63)));
    expect(changedLine(spec, en)).toBe(en.receipt.changedOrSkipped);
  });
});

describe("a number that some are not asked", () => {
  const survey = surveyOf(skippable("q1 = 'yes'"));

  test("is drawn as skipped where it was not asked, whatever was given before", () => {
    const hidden = sealed(survey, 1, "37", known(), "no").record;
    const skipped = sealed(survey, 1, undefined, known(), "no").record;
    expect(hex(hidden)).toBe(hex(skipped));
  });

  test("is refused as on the server unless it may be skipped, which not being asked is drawn as", () => {
    const definition = changed("questions.1.may_skip", false, skippable("q1 = 'yes'"));
    expect(() => parseDefinition(definition, false)).toThrow("must be one that may be skipped");
  });

  test("is said on the receipt as skipped or not asked, which are one", () => {
    const voice = voiceIn(survey.definition, "en", [en]);
    const sentences = readRecord(levelAt(survey, 1), Uint8Array.of(0, 2, 0)).map((line) => sentLine(line, voice));
    expect(sentences[1]).toBe(en.receipt.value(`${en.skip} / ${en.notAsked}`));
  });

  test("is drawn as the number where it was", () => {
    const variant = surveyOf(skippable());
    expect(hex(sealed(survey, 1, "37").record)).toBe(hex(sealed(variant, 1, "37").record));
  });
});
