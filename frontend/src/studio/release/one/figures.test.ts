import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import type { ReleaseFinding } from "../../../api/types";
import { speak } from "../../words/words";
import {
  atMostText,
  type Counted,
  failing,
  guesses,
  inOrder,
  isCounted,
  mostTold,
  notPromised,
  risks,
  shareText,
} from "./figures";

const sensitive = (column: string, gain: number) => ({
  ...{ column, homogeneous_classes: 1, homogeneous_rows: 0.05, greatest_gain: gain },
  ...{ guess_before: 0.25, guess_after: 0.4 },
});
const risk = { prosecutor_max: 0.2, prosecutor_mean: 0.04, share_above_threshold: 0, threshold: 0.2, uniques: 0 };
const report: Counted = {
  ...{ state: "waiting", rows: 200, guarantee: "5-anonymous over {age}", promised: [], not_promised: [] },
  risk: { ...risk, sensitive: [sensitive("income", 0.1), sensitive("illness", 0.6)] },
  utility: {
    ...{ gcp: 0.3, gcp_by_column: [], classes: 8, smallest_class: 5, average_class_size: 5, discernibility: 9 },
    suppressed: 0,
  },
  before: { ...risk, prosecutor_max: 1, uniques: 50 },
  population: null,
  card: null,
  verified: [],
};
const finding = (outcome: ReleaseFinding["outcome"]): ReleaseFinding => ({
  ...{ promise: outcome, outcome, found: "", measured: null, class_rows: null, failing_classes: null },
  ...{ of: "", why: "", about: {} },
});

afterEach(() => speak("en"));

describe("the figures of a release", () => {
  test.each([
    [0.2, "20\u202f%"],
    [0.0421, "4.2\u202f%"],
    [0.0004, "0.04\u202f%"],
    [0, "0\u202f%"],
  ])("%f is written %s", (share, text) => expect(shareText(share)).toBe(text));

  test.each([
    [1 / 7, "14.3\u202f%"],
    [1 / 6, "16.7\u202f%"],
    [0.2, "20\u202f%"],
    [0.0001, "0.1\u202f%"],
  ])("a risk of %f is said to be at most %s, never less than it is", (share, text) =>
    expect(atMostText(share)).toBe(text),
  );

  test("each risk stands beside what it was, and rows alone are a share of all rows", () => {
    expect(risks(report).map(({ id, after, before }) => [id, after, before])).toEqual([
      ["greatest", 0.2, 1],
      ["mean", 0.04, 0.04],
      ["above", 0, 0],
      ["unique", 0, 0.25],
    ]);
  });

  test("who is not told of the rows as they were sees the release alone", () => {
    expect(risks({ ...report, before: null }).every(({ before }) => before === undefined)).toBe(true);
  });

  test("who has some of the columns reads no figure of all of them", () => {
    expect(isCounted(report)).toBe(true);
    expect(isCounted({ ...report, risk: null, utility: null })).toBe(false);
  });

  test("the column of which most is told gives the title", () => {
    expect(mostTold(report)?.column).toBe("illness");
    expect(guesses(report).map(({ id }) => id)).toEqual(["income", "illness"]);
  });

  test("what does not hold stands first, and what was not checked counts as not holding", () => {
    const findings = [finding("holds"), finding("not checked"), finding("fails")];
    expect(inOrder(findings).map(({ outcome }) => outcome)).toEqual(["fails", "not checked", "holds"]);
    expect(failing(findings)).toHaveLength(2);
  });
});

test("every sentence of the server on what is not promised is said in Chinese too", () => {
  const rules = readFileSync(new URL("../../../../../datahub/releases/rules/states.py", import.meta.url), "utf8");
  const tuples = [...rules.matchAll(/PROMISED_NOT\w* = \(([\s\S]*?)\n\)/g)].map(([, tuple = ""]) => tuple);
  const sentences = tuples.flatMap((tuple) =>
    [...tuple.matchAll(/("[^"]+"\s*)+,/g)].map(([text]) =>
      [...text.matchAll(/"([^"]+)"/g)].map(([, part]) => part).join(""),
    ),
  );
  expect(sentences).toHaveLength(7);
  speak("zh-CN");
  expect(sentences.filter((sentence) => !notPromised(sentence).translated)).toEqual([]);
  expect(notPromised("Something new.")).toEqual({ text: "Something new.", translated: false });
});
