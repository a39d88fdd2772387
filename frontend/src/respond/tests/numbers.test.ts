import { describe, expect, test } from "vitest";
import { checkReceipt, readReceipt } from "../../checker/receipt";
import { digest } from "../../privacy/canonical";
import { Tape } from "../../privacy/entropy";
import { hex } from "../../privacy/sha256";
import { bestGuess, picturedOf } from "../odds";
import { receiptFile } from "../receipt";
import { madeUp, readRecord, sentLine } from "../record";
import { oddsSentence } from "../screens/odds";
import { AnswerSheet } from "../sheet";
import { isQuestion, type Survey } from "../version/definition";
import { boundedNumber } from "../version/domain";
import { parseDefinition } from "../version/parse";
import { voiceIn } from "../voice";
import { en } from "../words/en";
import { changed, type Json, levelAt, numbers } from "./sample";

const survey: Survey = {
  definition: parseDefinition(numbers(), false),
  hash: digest(numbers()),
  preview: false,
  test: false,
};
const voice = voiceIn(survey.definition, "en", [en]);
/** The words of the test that wrote the records below with the library. */
const known = (): Tape => new Tape(Array.from({ length: 199 }, (_, index) => ((index + 1) * 2654435761) % 2 ** 32));

function sealed(level: number, hours: string, words = known()) {
  const sheet = new AnswerSheet(survey, String(level), 0, [
    ["q1", "yes"],
    ["q5", hours],
    ["q6", "4"],
  ]);
  return sheet.seal(words.words);
}

describe("a number of which a mean or a distribution is wanted", () => {
  test("is read as a field with a grid and no answers", () => {
    const fields = survey.definition.levels[0].fields.map(({ field, mechanism }) => [field.kind, mechanism]);
    expect(fields).toEqual([
      ["one", "generalized-randomized-response"],
      ["number", "duchi"],
      ["number", "square-wave"],
    ]);
    const [, hours] = survey.definition.items.filter(isQuestion);
    expect(hours?.type === "number" && hours.estimate).toEqual({ of: "mean", low: 0, high: 60, steps: 30 });
    expect(survey.definition.columns.map(({ answers }) => answers.length)).toEqual([3, 0, 0]);
  });

  const estimate = "questions.1.number.estimate";
  const drawn = "levels.0.blocks.1.fields.0";
  const refused: readonly (readonly [string, Json])[] = [
    [estimate, null],
    [`${estimate}.of`, "median"],
    [`${estimate}.low`, 60],
    [`${estimate}.low`, 0.5],
    [`${estimate}.high`, 2 ** 24 + 1],
    [`${estimate}.steps`, 61],
    [`${estimate}.steps`, 29],
    ["questions.1.number.edges", ["18"]],
    ["questions.1.number.least", "0"],
    ["questions.1.number.most", "60"],
    ["questions.1.may_skip", true],
    ["questions.1.show_if", "q1 = 'yes'"],
    ["blocks.1.fields.0.kind", "one"],
    ["blocks.1.fields.0.estimate", "distribution"],
    ["blocks.1.fields.0.steps", 20],
    [`${drawn}.mechanism`, "laplace"],
    [`${drawn}.mechanism`, "square-wave"],
    [`${drawn}.mechanism`, "randomized-response"],
    [`${drawn}.bytes`, 2],
    [`${drawn}.words`, 2],
    [`${drawn}.spec.high`, 61],
    [`${drawn}.spec.shape`, "window"],
    ["levels.0.blocks.2.fields.0.mechanism", "piecewise"],
  ];
  test.each(refused)("is refused with another %s: %j", (path, value) => {
    expect(() => parseDefinition(changed(path, value, numbers()), false)).toThrow();
  });

  test("is refused when its thresholds spend more than is stated", () => {
    const cheat = changed(`${drawn}.spec.keep_below`, 4_200_000_000, numbers());
    expect(() => parseDefinition(cheat, false)).toThrow(/spends more/);
  });

  test.each([
    [0, "000105"],
    [1, "002b07"],
  ])("is drawn at level %d as the library draws it", (level, record) => {
    expect(hex(sealed(level, "37").record)).toBe(record);
  });

  test("counts as the bound it lies beyond, and so is drawn", () => {
    expect([boundedNumber({ of: "mean", low: 0, high: 60, steps: 30 }, "-3"), hex(sealed(1, "75").record)]).toEqual([
      0,
      hex(sealed(1, "60").record),
    ]);
  });

  test.each(["7.5", "", "seven"])("is not sealed as %j", (typed) => {
    expect(() => sealed(0, typed)).toThrow(RangeError);
  });

  test.each([0, 1])("gives messages of one length at level %d, from one number of words", (level) => {
    const seen = ["0", "1", "30", "60", "1000"].map((hours) => {
      const words = known();
      return [sealed(level, hours, words).body.length, words.read];
    });
    expect(new Set(seen.map(String)).size).toBe(1);
  });

  test("is said on the receipt as a place, and nothing of the number", () => {
    const level = levelAt(survey, 1);
    const lines = readRecord(level, sealed(1, "37").record).map((line) => sentLine(line, voice));
    expect(lines.slice(1)).toEqual(["Sent: place 44 of 44", "Sent: place 8 of 13"]);
    expect(madeUp(level).map((line) => sentLine(line, voice))).toHaveLength(3);
  });

  test("is told by the best guess between two numbers, and counts in the odds of the whole", () => {
    const level = levelAt(survey, 0);
    const [, hours] = level.fields;
    expect(hours && oddsSentence(level, hours.field, en)).toMatch(
      /guess between two numbers is right at most 63 of 100/,
    );
    expect(bestGuess(level)).toBe(82); // e^1.5 / (1 + e^1.5)
    expect(picturedOf(survey.definition).of[0]?.key).toBe("q1");
  });
});

describe("the receipt of a number", () => {
  const level = levelAt(survey, 1);
  const file = receiptFile(survey, level, sealed(1, "37"), voice);
  const fits = (text: string) => {
    const read = readReceipt(text);
    if (read === null) throw new Error("no receipt");
    const { findings } = checkReceipt(survey, read, "");
    return findings.find(({ question }) => question === "shape")?.fits;
  };

  test("fits its version", () => expect(fits(file)).toBe(true));

  test("does not with a place that no draw gives", () => {
    expect(fits(file.replace("record: 002b07", "record: 002c07"))).toBe(false);
    expect(fits(file.replace("record: 002b07", "record: 002b0d"))).toBe(false);
  });
});
