import { describe, expect, test } from "vitest";
import { fromBase64url } from "../../privacy/base64url";
import { type Answer, wordsRead } from "../../privacy/perturb";
import { hex, sha256 } from "../../privacy/sha256";
import { utf8 } from "../../privacy/utf8";
import { madeUp, type ReportLine, readRecord, sentLine } from "../record";
import { type Sealed, seal } from "../seal";
import { AnswerSheet } from "../sheet";
import { type Given, SKIP } from "../version/domain";
import { voiceIn } from "../voice";
import { en } from "../words/en";
import { levelAt, sampleSurvey, specOf, tape } from "./sample";

const survey = sampleSurvey();
const seeds = Array.from({ length: 40 }, (_, seed) => seed);
const SETS: readonly (readonly number[])[] = [[0], [0, 1], [3], [4]];
/** Positions for over_50, work, tools, days, both rows of grid, and cold with mood. */
const everyAnswer: Answer[][] = [0, 1, 2].flatMap((first) =>
  SETS.map((set, turn): Answer[] => [first, (first * 4 + turn) % 12, set, turn, first % 2, turn % 2, first + turn]),
);
const GIVEN: readonly (readonly [string, Given])[] = [
  ["over_50", "yes"],
  ["work", "a5"],
  ["tools", ["car", "pen"]],
  ["days", "7.25"],
  ["grid.r1", "o1"],
  ["grid.r2", "o2"],
  ["cold", "no"],
  ["mood", "n1"],
  ["agree", "agreed"],
];

function filled(level: number, changes: Readonly<Record<string, Given | undefined>> = {}): AnswerSheet {
  const sheet = new AnswerSheet(survey, String(level), 0, GIVEN);
  for (const [key, given] of Object.entries(changes)) sheet.give(key, given);
  return sheet;
}

function fields(sealed: Sealed): Record<string, unknown> {
  return JSON.parse(sealed.body) as Record<string, unknown>;
}

test("a report has exactly the five fields, in canonical order and in ASCII", () => {
  const sealed = filled(1).seal(tape(1).words);
  const { key, record } = fields(sealed);
  expect(sealed.body).toBe(
    `{"key":"${String(key)}","level":1,"proof":"","record":"${String(record)}","version":"${survey.hash}"}`,
  );
  expect(sealed.body).toMatch(/^[\x20-\x7e]+$/);
  expect(fromBase64url(String(key))).toHaveLength(16);
  expect(fromBase64url(String(record))).toEqual(sealed.record);
  expect(sealed.checksum).toBe(hex(sha256(utf8(sealed.body))));
  expect(sealed.receipt).toBe(hex(sha256(fromBase64url(String(key)))));
});

describe("whatever was answered", () => {
  test.each([0, 1])("at level %d the body has one length", (level) => {
    const lengths = seeds.flatMap((seed) =>
      everyAnswer.map((answers) => seal(survey.hash, levelAt(survey, level), answers, tape(seed).words).body.length),
    );
    expect(new Set(lengths).size).toBe(1);
  });

  test.each([0, 1])("at level %d the words alone decide how many are read", (level) => {
    const least = 4 + levelAt(survey, level).fields.reduce((sum, part) => sum + wordsRead(specOf(part)), 0);
    for (const seed of seeds) {
      const read = everyAnswer.map((answers) => {
        const words = tape(seed);
        seal(survey.hash, levelAt(survey, level), answers, words.words);
        return words.read;
      });
      expect(new Set(read).size).toBe(1);
      expect(read[0]).toBeGreaterThanOrEqual(least);
    }
  });

  test("the key depends on the words alone", () => {
    const keys = everyAnswer.map(
      (answers) => fields(seal(survey.hash, levelAt(survey, 0), answers, tape(7).words)).key,
    );
    expect(new Set(keys).size).toBe(1);
  });

  test.each([
    [0, 1], // one answer, as a choice
    [1, 1], // as bits
    [2, [1]], // several
    [3, 1], // as a set
    [6, 1], // a pair
  ])("some words give one record for two answers in field %d, so a record proves none", (place, changed) => {
    const single: Answer[] = [0, 0, [0], 0, 0, 0, 0];
    const other = single.map((answer, field) => (field === place ? changed : answer));
    const drawn = (answers: Answer[], seed: number) => seal(survey.hash, levelAt(survey, 0), answers, tape(seed).words);
    const alike = seeds.filter((seed) => hex(drawn(single, seed).record) === hex(drawn(other, seed).record));
    expect(alike.length).toBeGreaterThan(0);
    expect(alike.length).toBeLessThan(seeds.length);
  });
});

describe("Review", () => {
  test("draws once: a second time gives the same report and reads no word", () => {
    const words = tape(3);
    const sheet = filled(0);
    const first = sheet.seal(words.words);
    const read = words.read;
    expect(sheet.seal(words.words)).toBe(first);
    expect(words.read).toBe(read);
  });

  test("forgets the answers and takes no other", () => {
    const sheet = filled(0);
    const { body } = sheet.seal(tape(3).words);
    expect(sheet.answers.size).toBe(0);
    sheet.give("over_50", "yes");
    expect(sheet.answer("over_50")).toBeUndefined();
    expect(sheet.seal(tape(4).words).body).toBe(body);
  });

  const same = (left: AnswerSheet, right: AnswerSheet): void => {
    for (const seed of seeds) expect(copyOf(left).seal(tape(seed).words)).toEqual(copyOf(right).seal(tape(seed).words));
  };
  const copyOf = (sheet: AnswerSheet): AnswerSheet => new AnswerSheet(survey, sheet.fixed, 0, sheet.answers);
  const differ = (left: AnswerSheet, right: AnswerSheet): void => {
    expect(
      seeds.some((seed) => copyOf(left).seal(tape(seed).words).body !== copyOf(right).seal(tape(seed).words).body),
    ).toBe(true);
  };

  test("takes no answer as prefer not to say", () => {
    same(filled(0, { over_50: undefined, mood: undefined }), filled(0, { over_50: SKIP, mood: SKIP }));
  });

  test("sends a number as its range: 7.25 is 1 and 7.5 is more", () => {
    same(filled(0, { days: "7.25" }), filled(0, { days: "1" }));
    differ(filled(0, { days: "7.25" }), filled(0, { days: "7.5" }));
  });

  test("an answer that a condition hid later is not sent: all who are not asked send the same", () => {
    const hidden = filled(0, { over_50: "no", days: "300" });
    expect(hidden.shown().has("days")).toBe(false);
    same(hidden, filled(0, { over_50: "no", days: undefined }));
    differ(hidden, filled(0, { over_50: "yes", days: "300" }));
  });

  test("the order in which boxes were ticked is not sent", () => {
    same(filled(0, { tools: ["car", "pen"] }), filled(0, { tools: ["pen", "car"] }));
  });

  test("a tick of consent changes nothing", () => {
    same(filled(0), filled(0, { agree: undefined }));
  });

  test.each([
    ["work", undefined],
    ["days", undefined],
    ["grid.r2", undefined],
    ["work", "a99"],
    ["tools", ["car", "saw", "pen"]],
    ["tools", ["car", "none"]],
  ] as const)("draws nothing while %s is %j", (key, given) => {
    const words = tape(1);
    expect(() => filled(0, { [key]: given }).seal(words.words)).toThrow();
    expect(words.read).toBe(0);
  });
});

test("the receipt reads the record as the server will", () => {
  const level = levelAt(survey, 0);
  const record = Uint8Array.of(2, 0b10000000, 0b00010000, 0b01000000, 0b10010000, 0, 1, 0b10000001);
  const lines = readRecord(level, record);
  expect(lines.map((line) => line.answers)).toEqual([[2], [0, 11], [1], [0, 3], [0], [1], [0, 7]]);
  const voice = voiceIn(survey.definition, "en", [en]);
  expect(lines.map((line) => sentLine(line, voice))).toEqual([
    "Sent: Prefer not to say",
    "Sent: ticks at A 0, A 11",
    "Sent: ticks at Saw",
    "Sent: ticks at under 1 days, Not asked",
    "Sent: Never",
    "Sent: Often",
    "Sent: ticks at Yes + -1 (Bad), No + Prefer not to say",
  ]);
});

test.each([
  [0b00000100, "Sent: only a filler, which stands for no answer"],
  [0b10000000, "Sent: ticks at Car"],
])("a set that is filled up and ticks %d says what it ticks", (byte, line) => {
  const record = Uint8Array.of(2, 0b10000000, 0b00010000, byte, 0b10010000, 0, 1, 0b10000001);
  const lines = readRecord(levelAt(survey, 0), Uint8Array.from(record));
  expect(sentLine(lines[2] as ReportLine, voiceIn(survey.definition, "en", [en]))).toBe(line);
});

test("the made-up example depends on the level alone, and is a possible report", () => {
  const lines = madeUp(levelAt(survey, 0));
  expect(lines.map((line) => line.answers)).toEqual(madeUp(levelAt(sampleSurvey(), 0)).map((line) => line.answers));
  for (const { part, answers } of lines) {
    const spec = specOf(part);
    expect(answers.length).toBeGreaterThan(0);
    if (spec.shape !== "bits") expect(answers).toHaveLength(spec.shape === "choice" ? 1 : spec.size);
    expect(answers.every((answer) => answer < spec.answers)).toBe(true);
  }
});
