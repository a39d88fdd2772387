import { expect, test } from "vitest";
import { addressOf } from "../address";
import {
  answerKeeper,
  eraseAnswers,
  eraseExpired,
  eraseSealed,
  type Kept,
  keepSealed,
  keptAnswers,
  openShelf,
  type Shelf,
  waitingReport,
} from "../keep";
import { AnswerSheet } from "../sheet";
import { sampleSurvey, tape } from "./sample";

/** Storage in memory. */
function shelf(full = false): Shelf & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => {
      if (full) throw new Error("the quota is exceeded");
      entries.set(name, value);
    },
    removeItem: (name) => void entries.delete(name),
    key: (place) => Array.from(entries.keys())[place] ?? null,
    get length() {
      return entries.size;
    },
  };
}

const now = new Date("2026-11-20T12:00:00Z");
const after = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000);
const kept: Kept = {
  level: "1",
  page: 2,
  given: [
    ["over_50", "yes"],
    ["tools", ["car", "pen"]],
  ],
  word: null,
  until: after(24),
};
const version = sampleSurvey().hash;
const sealed = () => {
  const survey = sampleSurvey();
  const given = [
    ["over_50", "yes"],
    ["work", "a5"],
    ["days", "3"],
    ["grid.r1", "o1"],
    ["grid.r2", "o2"],
    ["cold", "no"],
  ] as const;
  return new AnswerSheet(survey, String(1), 0, [...given, ["tools", ["car"]]]).seal(tape(5).words);
};

test("answers that were kept come back until they are erased", () => {
  const place = shelf();
  expect(keptAnswers(place, version)).toBeNull();
  expect(answerKeeper(place, version, false)(kept)).toBe(true);
  eraseExpired(place, after(23));
  expect(keptAnswers(place, version)).toEqual(kept);
  expect(keptAnswers(place, "another")).toBeNull();
  eraseAnswers(place, version);
  expect([keptAnswers(place, version), place.entries.size]).toEqual([null, 0]);
});

/** What the page may be opened for, and whether anything may be kept there. */
const addresses = [
  ["/s/slug/", "", true],
  ["/s/slug/", "?test", false],
  ["/preview/a/", "", false],
  ["/elsewhere/", "", false],
] as const;
const windowWith = (place: Shelf) => ({ localStorage: { ...place, clear: () => undefined, length: place.length } });

test.each(addresses)("what is older than a day is erased first thing at %s%s", (path, search) => {
  for (const when of [after(24), after(-1)]) {
    const place = shelf(); // -1: the clock went back
    answerKeeper(place, version, false)(kept);
    openShelf(windowWith(place), addressOf(path, search), when);
    expect(place.entries.size).toBe(0);
  }
});

test.each(addresses)("at %s%s answers are kept and read: %s", (path, search, keeps) => {
  const place = shelf();
  answerKeeper(place, version, false)(kept);
  const opened = openShelf(windowWith(place), addressOf(path, search), now);
  expect(keptAnswers(opened, version)).toEqual(keeps ? kept : null);
  expect(answerKeeper(opened, "another", false)(kept)).toBe(keeps);
  eraseAnswers(opened, version);
  expect(place.entries.size).toBe(1); // of a test nothing is added, and what was there is not taken either
});

test("answers that another tab erased are not written again", () => {
  const place = shelf();
  const first = answerKeeper(place, version, false);
  expect([first(kept), first(kept)]).toEqual([true, true]);
  const resumed = answerKeeper(place, version, true);
  eraseAnswers(place, version);
  expect([first(kept), resumed(kept), place.entries.size]).toEqual([false, false, 0]);
});

test.each(["", "null", "[]", "{}", '{"level":0}', '{"level":0,"page":0,"given":[["a"]],"until":1e15}', "<html>"])(
  "what cannot be read is erased: %s",
  (text) => {
    const place = shelf();
    place.setItem(`datahub-answers:${version}`, text);
    place.setItem("datahub-sealed:slug", text);
    eraseExpired(place, now);
    expect([keptAnswers(place, version), waitingReport(place, "slug")]).toEqual([null, null]);
    expect(place.entries.size).toBe(0);
  },
);

test("a browser that keeps nothing says so", () => {
  expect(answerKeeper(shelf(true), version, false)(kept)).toBe(false);
  expect(keepSealed(shelf(true), "slug", sealed())).toBe(false);
});

test("of a sealed report only what will be sent is kept, and it comes back the same", () => {
  const place = shelf();
  const report = sealed();
  expect(keepSealed(place, "slug", report)).toBe(true);
  expect(Array.from(place.entries.values())).toEqual([report.body]);
  expect(waitingReport(place, "slug")).toEqual({ sealed: report, version, level: "1" });
  expect(waitingReport(place, "another")).toBeNull();
  eraseSealed(place, "slug");
  expect(place.entries.size).toBe(0);
});
