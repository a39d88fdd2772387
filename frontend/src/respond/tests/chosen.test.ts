import { describe, expect, test } from "vitest";
import { digest } from "../../privacy/canonical";
import { statedLevel } from "../chosen";
import { answerKeeper, keptAnswers } from "../keep";
import { bestGuess } from "../odds";
import { madeUp, readRecord } from "../record";
import { AnswerSheet } from "../sheet";
import type { Survey } from "../version/definition";
import { type Given, NOT_ASKED } from "../version/domain";
import { parseDefinition } from "../version/parse";
import { Refusal } from "../version/reading";
import { changed, child, type Json, sample, tape } from "./sample";

const written = (): { [key: string]: Json } => ({ ...sample(), level_choice: "question" });
const survey: Survey = {
  ...{ definition: parseDefinition(written(), false), hash: digest(written()) },
  ...{ preview: false, test: false },
};
const { definition } = survey;
const choosers = definition.choosers ?? [];
const ids = definition.columns.map(({ key }) => key);

const vectors = choosers.reduce<string[]>(
  (before, may) => before.flatMap((stated) => (may ? [`${stated}0`, `${stated}1`] : [`${stated}0`])),
  [""],
);

function chosen(stated: string, given: readonly (readonly [string, Given])[] = []): AnswerSheet {
  const sheet = new AnswerSheet(survey, "", 0);
  Array.from(stated, (digit, block) => sheet.choose(block, Number(digit)));
  for (const [key, answer] of given) sheet.give(key, answer);
  return sheet;
}

const base: readonly (readonly [string, Given])[] = [
  ...([
    ["over_50", "yes"],
    ["work", "a5"],
    ["tools", ["car", "pen"]],
    ["days", "7.25"],
  ] as const),
  ...([
    ["grid.r1", "o1"],
    ["grid.r2", "o2"],
    ["cold", "no"],
    ["mood", "n1"],
  ] as const),
];

/** One person for each answer there is to each question, the others as they are in the first. */
const people = definition.columns.flatMap(({ key, question, answers }) =>
  answers
    .filter((answer) => answer !== NOT_ASKED)
    .map((answer): (readonly [string, Given])[] => {
      const own = question.type === "multiple_choice" ? [answer] : question.type === "number" ? "-1.5" : answer;
      return [...base, [key, own]];
    }),
);

test("a choice is offered for every block that everybody is asked, and for no other", () => {
  const hidden = definition.columns.filter(({ question }) => question.mayBeHidden).map(({ key }) => key);
  expect(hidden.length).toBeGreaterThan(0);
  const offered = definition.levels[0].fields.filter(
    ({ field }) => choosers[Number.parseInt(field.id.slice(1), 10) - 1],
  );
  expect(offered.flatMap(({ field }) => field.of.map(({ key }) => key))).toEqual(
    ids.filter((key) => !hidden.includes(key)),
  );
});

describe("whatever is chosen", () => {
  test("the length of the message and the words read hang on the levels alone", () => {
    expect(people.length).toBeGreaterThan(20);
    for (const stated of vectors) {
      const seen = people.map((given) => {
        const words = tape(1);
        const sealed = chosen(stated, given).seal(words.words);
        return `${(JSON.parse(sealed.body) as { level: string }).level} ${sealed.body.length} ${words.read}`;
      });
      expect(Array.from(new Set(seen))).toHaveLength(1);
      expect(seen[0]).toMatch(new RegExp(`^${stated} `));
    }
  });

  test("the record is read back field by field, and its cost is the sum of the blocks", () => {
    for (const stated of vectors) {
      const level = statedLevel(definition, stated);
      if (level === undefined) throw new Error(stated);
      expect(readRecord(level, chosen(stated, base).seal(tape(2).words).record)).toHaveLength(level.fields.length);
      expect(madeUp(level)).toHaveLength(level.fields.length);
      expect(level.epsilon.millionths).toBe(
        level.fields.reduce((sum, part) => sum + Math.round(1e6 * Number(part.epsilon.text)), 0),
      );
      expect(bestGuess(level)).toBeLessThanOrEqual(bestGuess(definition.levels[1] ?? level));
    }
  });

  test("what only some are asked stays at the most protective level", () => {
    const most = "1".repeat(choosers.length);
    expect(statedLevel(definition, most)).toBeUndefined();
    expect(chosen(most).level.id).toBe(choosers.map((may) => (may ? "1" : "0")).join(""));
  });
});

test("no choice is the most protective level", () => {
  expect(new AnswerSheet(survey, "", 0).level.id).toBe("0".repeat(choosers.length));
});

test("a level is locked when an answer is touched, and stays so when the answer is taken back", () => {
  const sheet = chosen("1");
  expect(sheet.levelOf(0)).toEqual({ place: 1, open: true });
  sheet.give("over_50", "yes");
  expect(sheet.levelOf(0)).toEqual({ place: 1, open: false });
  sheet.give("over_50", undefined);
  sheet.choose(0, 0);
  expect(sheet.levelOf(0)).toEqual({ place: 1, open: false });
  expect(sheet.levelOf(1).open).toBe(true);
});

test("either question of a pair and any row of a matrix lock their block", () => {
  for (const key of ["cold", "mood", "grid.r2"]) {
    const sheet = chosen("");
    sheet.give(key, key === "mood" ? "n1" : key === "cold" ? "no" : "o1");
    expect(choosers.filter((_, block) => !sheet.levelOf(block).open)).toHaveLength(
      1 + choosers.filter((may) => !may).length,
    );
  }
});

test("what was locked is locked again when kept answers are taken back; the rest starts anew", () => {
  const sheet = chosen("11", [["over_50", "yes"]]);
  sheet.give("over_50", undefined);
  const shelf = new Map<string, string>();
  const place = {
    getItem: (name: string) => shelf.get(name) ?? null,
    setItem: (name: string, value: string) => void shelf.set(name, value),
    ...{ removeItem: (name: string) => void shelf.delete(name), key: () => null, length: 0 },
  };
  const until = new Date("2026-11-21T12:00:00Z");
  answerKeeper(place, survey.hash, false)({ level: sheet.fixed, page: 0, word: null, given: [], until });
  const again = new AnswerSheet(survey, keptAnswers(place, survey.hash)?.level ?? "", 0);
  expect(again.levelOf(0)).toEqual({ place: 1, open: false });
  expect(again.levelOf(1)).toEqual({ place: 0, open: true });
});

test("a level that the page could not have stated is none", () => {
  for (const stated of ["", "0", "0".repeat(choosers.length + 1), `9${"0".repeat(choosers.length - 1)}x`]) {
    expect(statedLevel(definition, stated)).toBeUndefined();
  }
});

test("the page refuses levels of which a later one is the stronger in some field, and a word it does not know", () => {
  const both = sample();
  expect(() => parseDefinition({ ...both, level_choice: "report" }, false)).toThrow(Refusal);
  const swapped = child(sample(), "levels") as unknown as { blocks: { epsilon: string }[]; eps_report: string }[];
  const [low, high] = [swapped[0]?.blocks, swapped[1]?.blocks];
  if (low === undefined || high === undefined) throw new Error("two levels are needed");
  [low[0], high[0]] = [high[0] as { epsilon: string }, low[0] as { epsilon: string }];
  for (const level of swapped) {
    level.eps_report = String(
      level.blocks.reduce((sum, { epsilon }) => sum + Math.round(1e6 * Number(epsilon)), 0) / 1e6,
    );
  }
  const bytes = (level: Json): number =>
    (level as { blocks: { fields: { bytes: number }[] }[] }).blocks
      .flatMap(({ fields }) => fields)
      .reduce((sum, field) => sum + field.bytes, 0);
  const whole = { ...written(), levels: swapped.map((level) => ({ ...level, record_bytes: bytes(level as never) })) };
  expect(() => parseDefinition(whole as never, false)).toThrow("must stand with the most protective first");
});

test("nothing changes for a survey with one level for the report", () => {
  expect(parseDefinition(sample(), false).choosers).toBeNull();
  expect(parseDefinition(changed("title", "Another"), false).choosers).toBeNull();
});
