import { describe, expect, test } from "vitest";
import { WORDS } from "../../privacy/entropy";
import { hex } from "../../privacy/sha256";
import { levelOfDraw, levelOfWord } from "../../respond/draw";
import { receiptFile } from "../../respond/receipt";
import { AnswerSheet } from "../../respond/sheet";
import { drawnSurvey, levelAt, sampleSurvey, tape } from "../../respond/tests/sample";
import { voiceIn } from "../../respond/voice";
import { en } from "../../respond/words/en";
import { boundsOf } from "../binomial";
import { checkReceipt, readReceipt, type Verdict } from "../receipt";
import { DRAWS, ERROR, fits, inclusionOf, isCounted, tryLots, tryOut, worthShowing } from "../trial";

const survey = drawnSurvey();
const { levels } = survey.definition;
const LONG = 1_000_000;

describe("a thousand lots", () => {
  test.each(levels.map((level) => [level.id, level] as const))("at level %s fit the weights", (_, level) => {
    const words = tape(11, DRAWS);
    const cells = tryLots(level, words.words);
    expect(words.read).toBe(DRAWS);
    expect(cells.reduce((sum, { drawn }) => sum + drawn, 0)).toBe(DRAWS);
    expect(cells.map(({ declared }) => declared * WORDS)).toEqual(level.draws.map(({ weight }) => weight));
    expect(cells.every(fits)).toBe(true);
    for (const { declared, bounds } of cells)
      expect(bounds).toEqual(boundsOf(DRAWS, declared, ERROR / level.draws.length));
  });

  test("of a program that gives one draw a tenth of another's words do not fit", () => {
    const [level] = levels;
    const tenth = (index: number): number => Math.floor(WORDS / 10) * (index === 0 ? 1 : -1);
    const moved = level.draws.map((draw, index) =>
      index === 0 || index === 7 ? { ...draw, weight: draw.weight + tenth(index) } : draw,
    );
    const drawn = tryLots({ draws: moved }, tape(12, DRAWS).words);
    const judged = tryLots(level, tape(12, DRAWS).words).map((cell, index) => ({
      ...cell,
      drawn: drawn[index]?.drawn ?? 0,
    }));
    expect(judged.filter((cell) => !fits(cell)).map(({ position }) => position)).toEqual([0, 7]);
    expect(worthShowing(judged).length).toBe(8);
  });

  test("of a level with one draw all choose it", () => {
    expect(tryLots({ draws: [{ weight: WORDS, blocks: [0] }] }, tape(1, DRAWS).words)).toMatchObject([
      { drawn: DRAWS, declared: 1, bounds: { least: DRAWS, most: DRAWS } },
    ]);
  });
});

test("what is drawn of each question fits what is declared, in records with their draw", () => {
  const words = tape(7, LONG * 2).words;
  for (const level of levels) {
    for (const part of level.fields.filter(({ spec }) => isCounted(spec)))
      expect(tryOut(level, part, part.field.kind === "set" ? [0] : 0, words).every(fits)).toBe(true);
  }
});

test("a question is sent by as many phones as its draws weigh; by all where every block is sent", () => {
  const [level] = levels;
  expect(inclusionOf(level, level.fields[7] as (typeof level.fields)[0])).toBe(1590504840 / WORDS);
  const second = levelAt(survey, 1);
  const shares = second.fields.map((part) => inclusionOf(second, part));
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(2, 12);
});

describe("a receipt of a draw", () => {
  const level = levelOfDraw(levelAt(survey, 1), 2); // far and hours: two bytes after the head
  const word = level.draws.slice(0, 2).reduce((sum, { weight }) => sum + weight, 0);
  const sheet = new AnswerSheet(survey, "1", word, [
    ["car", "yes"],
    ["far", "no"],
    ["hours", "often"],
  ]);
  const sealed = sheet.seal(tape(4).words);
  const file = receiptFile(survey, level, sealed, voiceIn(survey.definition, "en", [en]));
  const judge = (text: string, of = survey): Verdict => {
    const receipt = readReceipt(text);
    if (receipt === null) throw new Error("no receipt");
    return checkReceipt(of, receipt, "");
  };
  const judged = (text: string, of = survey): Record<string, boolean | null> =>
    Object.fromEntries(judge(text, of).findings.map(({ question, fits: fit }) => [question, fit]));
  const withRecord = (...bytes: readonly number[]): string =>
    file.replace(/^record: .*$/m, `record: ${hex(Uint8Array.from(bytes))}`);

  test("fits, and tells what was sent", () => {
    expect(levelOfWord(levelAt(survey, 1), word).draw).toBe(2);
    expect(judged(file)).toMatchObject({ level: true, length: true, draw: true, shape: true, padding: true });
    expect(judge(file).report?.record).toEqual(sealed.record);
  });

  test("does not fit when its draw is none, or another than it names", () => {
    const [, first = 0, second = 0] = Array.from(sealed.record);
    expect(judged(withRecord(8, first, second))).toMatchObject({ length: true, draw: false });
    expect(judge(withRecord(8, first, second)).report).toBeNull();
    expect(judged(file.replace("draw: 2", "draw: 3"))).toMatchObject({ draw: false });
    expect(judge(file.replace("draw: 2", "draw: 3")).report).toBeNull();
    expect(judged(file.replace("draw: 2\n", ""))).toMatchObject({ draw: false });
  });

  test("does not fit with marks in its zeros", () => {
    const [first] = survey.definition.levels;
    const wide = { ...first, recordBytes: 4 };
    const padded = { ...survey, definition: { ...survey.definition, levels: [wide] as const } };
    const text = (...bytes: readonly number[]): string =>
      withRecord(...bytes)
        .replace("level: 1", "level: 0")
        .replace("draw: 2", "draw: 0");
    expect(judged(text(0, 1, 0, 0), padded)).toMatchObject({ draw: true, shape: true, padding: true });
    expect(judged(text(0, 1, 0, 1), padded)).toMatchObject({ draw: true, shape: true, padding: false });
    expect(judge(text(0, 1, 0, 1), padded).report).toBeNull();
  });

  test("names no draw where every block is sent", () => {
    const whole = sampleSurvey();
    expect(judged(file, whole)).not.toHaveProperty("draw");
  });
});
