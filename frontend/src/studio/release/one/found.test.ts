import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import type { ReleaseFinding } from "../../../api/types";
import { speak, words } from "../../words/words";
import { findingText } from "./found";

const WORST: ReleaseFinding = {
  ...{ promise: "k-anonymity (k 5)", outcome: "holds", measured: "5", class_rows: 5, failing_classes: 0 },
  found: "5 in the worst class, of 5 rows; 0 of 12056 classes fail",
  ...{ of: "model", why: "worst" },
  about: { model: "k-anonymity", k: "5", measured: "5", rows: "5", failing: "0", classes: "12056" },
};
const verifier = readFileSync("../datahub/releases/findings.py", "utf8");
const codesOf = (table: string): string[] => {
  const [body = ""] = verifier.split(`${table} = {`)[1]?.split("\n}") ?? [];
  return [...body.matchAll(/^ {4}"(\w+)":/gm)].map(([, code = ""]) => code);
};

afterEach(() => speak("en"));

describe("a finding of the verifier", () => {
  test("is said in the reader's language, with numbers as it writes them", () => {
    const read = () => Object.values(findingText(WORST)).map(({ text, translated }) => [text, translated]);
    expect(read()).toEqual([
      ["5-anonymous", true],
      ["5 in the worst class, of 5 rows; 0 of 12\u202f056 classes fail", true],
    ]);
    speak("zh-CN");
    expect(read()).toEqual([
      ["5-匿名", true],
      ["最差的等价类为 5，该类有 5 行；12,056 个等价类中有 0 个不符合", true],
    ]);
  });

  test("names the columns of a file, which are no numbers", () => {
    const columns = { ...WORST, of: "columns", why: "columns", about: { wanted: "age, town", columns: "town" } };
    const { promise, observation } = findingText(columns);
    expect([promise.text, observation.text]).toEqual(["the columns are age, town", "town"]);
  });

  test("without a code we know stands as the verifier wrote it", () => {
    const older = { ...WORST, of: "", why: "", about: {} };
    expect(findingText(older)).toEqual({
      promise: { text: WORST.promise, translated: false },
      observation: { text: WORST.found, translated: false },
    });
    expect(findingText({ ...WORST, of: "model", about: { model: "new" } }).promise.text).toBe(WORST.promise);
    expect(findingText({ ...WORST, why: "toString" }).observation).toEqual({ text: WORST.found, translated: false });
  });

  test("has words for every code of the verifier, but for why a file is refused", () => {
    expect(codesOf("PROMISED")).toHaveLength(14);
    expect(Object.keys(words.findings.promised)).toEqual(codesOf("PROMISED").filter((code) => code !== "model"));
    expect(Object.keys(words.findings.observations)).toEqual(codesOf("REASONS").filter((code) => code !== "refused"));
  });
});
