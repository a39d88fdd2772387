import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkLength } from "../../privacy/perturb";
import { withDraw, withoutDraw } from "../../privacy/record";
import { hex } from "../../privacy/sha256";
import { drawOf, levelOfDraw, levelOfRecord, levelOfWord, recordOf, reportsIn, sizesOf } from "../draw";
import { lotOfLevels } from "../naming";
import { bestGuess } from "../odds";
import { receiptFile } from "../receipt";
import { readRecord } from "../record";
import { AnswerSheet } from "../sheet";
import type { Draw, Level } from "../version/definition";
import type { Given } from "../version/domain";
import { voiceIn } from "../voice";
import { en } from "../words/en";
import { everyLanguage } from "../words/every";
import { drawnSurvey, levelAt, sampleSurvey, tape } from "./sample";

interface Vectors {
  readonly lists: readonly {
    readonly draws: readonly Draw[];
    readonly words: readonly (readonly [number, number])[];
  }[];
  readonly records: readonly {
    readonly draw: number;
    readonly reports: string;
    readonly length: number;
    readonly record: string;
  }[];
  readonly refused: readonly { readonly bytes: number; readonly length: number; readonly record: string }[];
}

const vectors: Vectors = JSON.parse(
  readFileSync(new URL("../../../../tests/vectors/draws.json", import.meta.url), "utf8"),
);
const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const survey = drawnSurvey();
const { definition } = survey;
const lots = definition.levels.flatMap((level) => level.draws.map((_, index) => levelOfDraw(level, index)));
const nameOf = (level: Level): string => `draw ${level.draw} of level ${level.id}`;
const named = lots.map((level): [string, Level] => [nameOf(level), level]);

/** The least word that chooses a draw. */
const wordOf = ({ draws, draw }: Level): number =>
  draws.slice(0, draw ?? 0).reduce((sum, { weight }) => sum + weight, 0);

/** Whether the chain of conditions is reached to its end, in part, or not at all; and other answers. */
type Givens = readonly (readonly [string, Given])[];
const ROWS: Givens = [
  ["rows.r1", "often"],
  ["rows.r2", "never"],
  ["rows.r3", "rarely"],
];
const ANSWERS: readonly Givens[] = [
  [["car", "yes"], ["far", "yes"], ["kind", "rarely"], ["hours", "often"], ["tools", ["often", "never"]], ...ROWS],
  [["car", "yes"], ["far", "no"], ["kind", "often"], ["hours", "never"], ["tools", ["rarely"]], ...ROWS],
  [["car", "no"], ["hours", "never"], ...ROWS],
];

const sheetOf = (level: Level, given = ANSWERS[0]): AnswerSheet =>
  new AnswerSheet(survey, String(level.id), wordOf(level), given);

describe("a word chooses the draw that it chooses in Python", () => {
  test.each(
    vectors.lists.flatMap(({ draws, words }) =>
      words.map(([word, index]) => [word, draws.length, index, draws] as const),
    ),
  )("%d of %d draws chooses %d", (word, _, index, draws) => {
    expect(drawOf(word, draws)).toBe(index);
  });
});

describe("a record begins with its draw and ends in zeros", () => {
  test.each(vectors.records)("$record", ({ draw, reports, length, record }) => {
    expect(hex(withDraw(draw, bytesOf(reports), length))).toBe(record);
    expect(hex(withoutDraw(bytesOf(record), reports.length / 2))).toBe(reports);
  });

  test.each(vectors.refused)("$record of $bytes bytes is refused", ({ bytes, length, record }) => {
    const read = (): void => {
      checkLength(bytesOf(record), length);
      withoutDraw(bytesOf(record), bytes);
    };
    expect(read).toThrow(RangeError);
  });

  test.each(named)("also the one of %s, which is as long as all of its level", (_, level) => {
    const { record } = sheetOf(level).seal(tape(3).words);
    expect(record).toHaveLength(level.recordBytes);
    expect(record[0]).toBe(level.draw);
    expect(readRecord(levelAt(survey, Number(level.id)), record).map(({ part }) => part)).toEqual(level.fields);
    const end = 1 + level.fields.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(record.slice(end).every((byte) => byte === 0)).toBe(true);
  });

  test("a record of no draw, of another length, or with marks in its zeros is not read", () => {
    const [level] = definition.levels;
    const wide: Level = { ...level, recordBytes: 4 };
    expect(() => readRecord(level, Uint8Array.of(8, 0))).toThrow("no draw 8");
    expect(() => readRecord(wide, Uint8Array.of(0, 0, 0))).toThrow("3 bytes");
    expect(() => readRecord(wide, Uint8Array.of(0, 0, 0, 1))).toThrow("zeros");
    expect(readRecord(wide, Uint8Array.of(0, 1, 0, 0)).map(({ answers }) => answers)).toEqual([[1]]);
  });

  test("nothing is drawn before a draw was taken", () => {
    const words = tape(1);
    expect(() => recordOf(definition.levels[0], [0], words.words)).toThrow("no draw was taken");
    expect(words.read).toBe(0);
  });

  test("where every block is sent it has neither head nor zeros", () => {
    const level = levelAt(sampleSurvey(), 0);
    expect(levelOfWord(level, 4_294_967_295)).toBe(level);
    expect(levelOfRecord(level, Uint8Array.of(255))).toBe(level);
    expect(reportsIn(level, new Uint8Array(level.recordBytes))).toHaveLength(level.fields.length);
  });
});

describe("whatever is answered", () => {
  test.each(named)("%s sends the same blocks in the same length, and reads as many words", (_, level) => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const sealed = ANSWERS.map((given) => {
        const words = tape(seed);
        const sheet = sheetOf(level, given);
        const { body, record } = sheet.seal(words.words);
        return [body.length, record.length, record[0], words.read, sheet.level.epsilon.text];
      });
      expect(new Set(sealed.map(String)).size).toBe(1);
    }
  });

  test("a question that was drawn and not reached is sent as not asked", () => {
    const kind = lots.find(({ fields }) => fields.some(({ field }) => field.id === "b3")) as Level;
    const records = (given: Givens): string[] =>
      Array.from({ length: 40 }, (_, seed) => hex(sheetOf(kind, given).seal(tape(seed).words).record));
    const [reached = [], part = [], none = []] = ANSWERS;
    expect(records(part)).toEqual(records(none));
    expect(records(reached)).not.toEqual(records(none));
    const before = [["car", "yes"]] as const; // what decides is not answered yet
    expect([reached, part, none, before, []].map((given) => sheetOf(kind, given).isUnreached)).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  test("answers that stay change nothing that is sent", () => {
    const tools = lots.find(({ fields }) => fields.every(({ field }) => field.id === "b8")) as Level;
    const [first = [], second = []] = ANSWERS;
    const others = second.map(([key, given]) =>
      key === "tools" ? (["tools", ["often", "never"]] as const) : ([key, given] as const),
    );
    for (const seed of [1, 2, 3])
      expect(sheetOf(tools, first).seal(tape(seed).words)).toEqual(sheetOf(tools, others).seal(tape(seed).words));
  });

  test("nothing is shown but what is this person's", () => {
    const tools = lots.find(({ fields }) => fields.every(({ field }) => field.id === "b8")) as Level;
    expect(Array.from(sheetOf(tools).shown())).toEqual(["agree", "p3", "tools"]);
  });

  test("each level reads its own list with the word", () => {
    const word = 2 ** 31;
    const [first, second] = definition.levels.map((level) => levelOfWord(level, word));
    expect([first, second].map((level) => level?.fields.map(({ field }) => field.id))).toEqual([["b6"], ["b3", "b8"]]);
    expect(new AnswerSheet(survey, "1", word).level).toEqual(second);
  });
});

describe("what is said is about what is sent", () => {
  const voice = voiceIn(definition, "en", [en]);

  test("a receipt names the draw and the questions sent", () => {
    const level = levelOfDraw(levelAt(survey, 1), 0);
    const sealed = sheetOf(level).seal(tape(2).words);
    const lines = receiptFile(survey, levelAt(survey, 1), sealed, voice).split("\n");
    expect(lines).toContain("draw: 0");
    expect(lines.filter((line) => line.includes("Sent: ")).map((line) => line.split(":")[0])).toEqual([
      "car",
      "rows.r3",
    ]);
    const whole = sampleSurvey();
    const record = Uint8Array.of(2, 0b10000000, 0b00010000, 0b01000000, 0b10010000, 0, 1, 0b10000001);
    expect(receiptFile(whole, levelAt(whole, 0), { ...sealed, record }, voice)).not.toContain("draw:");
  });

  test("questions are counted before they come, and none is named", () => {
    expect(sizesOf(definition.levels)).toEqual([1, 2]);
    expect(lotOfLevels(definition, definition.levels, voice)).toEqual(["1 to 2 of 8 questions, drawn by lot"]);
    expect(lotOfLevels(definition, [levelAt(survey, 1)], voice)).toEqual(["2 of 8 questions, drawn by lot"]);
    expect(lotOfLevels(sampleSurvey().definition, sampleSurvey().definition.levels, voice)).toEqual([]);
    for (const texts of everyLanguage) expect(texts.lot("2", "9")).toMatch(/2.*9|9.*2/);
  });

  test("the best guess is about the draw that tells most", () => {
    for (const level of definition.levels) {
      const guesses = level.draws.map((_, index) => bestGuess(levelOfDraw(level, index)));
      expect(bestGuess(level)).toBe(Math.max(...guesses));
    }
    expect(definition.levels.map(bestGuess)).toEqual([89, 99]);
    const uneven = { ...levelAt(survey, 1), draws: [[0], [0, 5], [5]].map((blocks) => ({ weight: 1, blocks })) };
    expect([bestGuess(levelOfDraw(uneven, 0)), bestGuess(uneven)]).toEqual([89, 99]);
  });
});
