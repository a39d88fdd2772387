import { describe, expect, test } from "vitest";
import type { Draft, Item } from "../../../api/types";
import { changedItem, freshDraft, withItem } from "./draft";
import type { ItemOf, ItemType } from "./items";
import { withEstimate, withSkip } from "./numbers";
import { type CheckId, readiness } from "./readiness";
import { draftOfAll } from "./sample";

const NOW = Date.parse("2026-11-20T12:00:00Z");

const draftOf = (...types: ItemType[]): Draft =>
  types.reduce<Draft>((draft, type) => withItem(draft, type, null).draft, { ...draftOfAll(), title: "Work" });

function written(draft: Draft, id: string, change: (item: Item) => Item): Draft {
  const item = draft.questions.find((question) => question.id === id);
  if (!item) throw new Error(`there is no ${id}`);
  return changedItem(draft, change(item));
}

const withText = (item: Item): Item => ({ ...item, text: "Why?" });
const missing = (draft: Draft): CheckId[] =>
  readiness(draft, NOW)
    .filter((check) => !check.done)
    .map((check) => check.id);

describe("a draft may be published", () => {
  test("when each question has a text and different answers", () => {
    const draft = written(draftOf("single_choice"), "q1", withText);
    expect(missing(draft)).toEqual(["options"]);
    const label = (...labels: string[]) =>
      written(draft, "q1", (item) =>
        item.type === "single_choice"
          ? { ...item, options: labels.map((text, index) => ({ id: `a${index}`, label: text })) }
          : item,
      );
    expect(missing(label("At home", "Outdoors"))).toEqual([]);
    expect(missing(label("At home", " At home"))).toEqual(["options"]);
  });

  test("not without a title, nor with nothing but texts", () => {
    expect(missing({ ...freshDraft(), title: " " })).toEqual(["title", "questions"]);
    expect(missing(written(draftOf("section"), "text1", withText))).toEqual(["questions"]);
  });

  test("with a page that has no title", () => {
    expect(missing(written(draftOf("yes_no", "page"), "q1", withText))).toEqual([]);
  });

  test("not while a number has no bins, and it says where", () => {
    const draft = written(draftOf("consent", "number"), "q1", withText);
    expect(readiness(draft, NOW).find((check) => check.id === "bins")).toEqual({
      id: "bins",
      done: false,
      places: [2],
    });
  });

  test("not with a condition on what is asked later", () => {
    const draft = written(draftOf("yes_no", "yes_no"), "q1", withText);
    const asks = (id: string, show_if: string) => written(draft, id, (item) => ({ ...withText(item), show_if }));
    expect(missing(asks("q2", "q1 = 'yes'"))).toEqual([]);
    expect(missing(asks("q2", "q2 = 'yes'"))).toEqual(["conditions"]);
  });

  test("not when somebody could not finish, because of an answer", () => {
    const two = written(draftOf("yes_no", "yes_no"), "q1", withText);
    const second = (change: object) =>
      missing(written(two, "q2", (item) => ({ ...withText(item), ...change }) as Item));
    expect(second({ may_skip: false })).toEqual([]);
    expect(second({ show_if: "q1 = 'yes'" })).toEqual([]);
    expect(second({ show_if: "q1 = 'yes'", may_skip: false })).toEqual(["finishing"]);
    const paged = written(draftOf("yes_no", "page", "yes_no"), "q1", withText);
    const after = written(paged, "page1", (item) => ({ ...item, show_if: "q1 = 'yes'" }));
    expect(missing(written(after, "q2", (item) => ({ ...withText(item), may_skip: false }) as Item))).toEqual([
      "finishing",
    ]);
    const limited = written(draftOf("number"), "q1", (item) =>
      item.type === "number"
        ? { ...withText(item), ...item, text: "?", number: { ...item.number, edges: ["5"], least: "0" } }
        : item,
    );
    expect(missing(limited)).toEqual([]);
    expect(missing(written(limited, "q1", (item) => ({ ...item, may_skip: false }) as Item))).toEqual(["finishing"]);
    const mean = written(draftOf("number"), "q1", (item) =>
      item.type === "number" ? { ...withEstimate(item, "mean"), text: "?" } : item,
    );
    expect(missing(mean)).toEqual([]);
    const spread = written(draftOf("number"), "q1", (item) =>
      item.type === "number" ? { ...withEstimate(item, "distribution"), text: "?", may_skip: true } : item,
    );
    expect(missing(spread)).toEqual(["finishing"]);
    const agreed = written(draftOf("yes_no", "consent"), "q1", withText);
    const consents = (show_if: string) =>
      missing(written(agreed, "consent1", (item) => ({ ...withText(item), label: "I agree", show_if }) as Item));
    expect(consents("")).toEqual([]);
    expect(consents("q1 = 'yes'")).toEqual(["finishing"]);
  });

  test("not when a level gives more than the cap over all questions", () => {
    expect(missing(draftOf("yes_no", "yes_no", "yes_no", "yes_no"))).not.toContain("cap");
    expect(missing(draftOf("yes_no", "yes_no", "yes_no", "matrix"))).toContain("cap");
  });

  test("not when it would close before it opens, or has closed already", () => {
    const draft = written(draftOf("yes_no"), "q1", withText);
    const open = (opens_at: string | null, closes_at: string | null) => missing({ ...draft, opens_at, closes_at });
    expect(open("2026-12-01T00:00:00Z", "2026-12-24T00:00:00Z")).toEqual([]);
    expect(open("2026-12-24T00:00:00Z", "2026-12-01T00:00:00Z")).toEqual(["schedule"]);
    expect(open(null, "2026-11-20T11:59:00Z")).toEqual(["schedule"]);
  });
});

describe("a number asked for its mean", () => {
  const missingOf = (change: (item: ItemOf<"number">) => Item): CheckId[] => {
    const two = written(draftOf("yes_no", "number"), "q1", withText);
    return missing(written(two, "q2", (item) => (item.type === "number" ? change({ ...item, text: "?" }) : item)));
  };
  const show_if = "q1 = 'yes'";

  test("may be skipped when it goes to one of its bounds, and on a condition when it may be skipped", () => {
    expect(missingOf((item) => ({ ...withEstimate(item, "mean"), may_skip: true }))).toEqual(["bins"]);
    expect(missingOf((item) => withSkip(withEstimate(item, "mean"), true))).toEqual([]);
    expect(missingOf((item) => ({ ...withSkip(withEstimate(item, "mean"), true), show_if }))).toEqual([]);
    expect(missingOf((item) => ({ ...withEstimate(item, "mean"), show_if }))).toEqual(["finishing"]);
    expect(missingOf((item) => ({ ...withEstimate(item, "distribution"), show_if }))).toEqual(["finishing"]);
  });

  test("has a finer grid again once it may not be skipped, or its distribution is wanted", () => {
    const [item] = draftOf("number").questions;
    if (item?.type !== "number") throw new Error("no number");
    const mean = withSkip(withEstimate(item, "mean"), true);
    expect([mean.may_skip, mean.number.estimate?.steps]).toEqual([true, 1]);
    expect(withSkip(mean, true)).toEqual(mean);
    const again = [withSkip(mean, false), withEstimate(mean, "distribution")];
    expect(again.map(({ may_skip, number }) => [may_skip, number.estimate?.steps])).toEqual([
      [false, 50],
      [false, 50],
    ]);
    const short = { ...mean, number: { ...mean.number, estimate: { of: "mean" as const, low: 0, high: 7, steps: 1 } } };
    expect(withSkip(short, false).number.estimate?.steps).toBe(7);
  });
});

test("a number asked for its mean has bounds and a grid, and in bins it is as it was", () => {
  const [item] = draftOf("number").questions;
  if (item?.type !== "number") throw new Error("no number");
  const binned = { ...item, number: { ...item.number, edges: ["5"], least: "0", unit: "h" } };
  const mean = withEstimate(binned, "mean");
  expect(mean.number).toEqual({
    ...{ edges: [], least: null, most: null, unit: "h" },
    estimate: { of: "mean", low: 0, high: 100, steps: 50 },
  });
  expect(withEstimate(mean, "distribution").number.estimate).toEqual({
    of: "distribution",
    low: 0,
    high: 100,
    steps: 50,
  });
  expect("estimate" in withEstimate(mean, "bins").number).toBe(false);
  const wide = { ...mean, text: "?", number: { ...mean.number, estimate: { ...FINE, of: "distribution" as const } } };
  const draft = written(draftOf("number"), "q1", () => wide);
  expect(missing(draft)).toEqual(["bins"]);
});

const FINE = { low: 0, high: 1000, steps: 101 };
