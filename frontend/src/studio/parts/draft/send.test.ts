import { describe, expect, test } from "vitest";
import type { Draft } from "../../../api/types";
import { epsilonOfReport, restored, withCopy, withItem, withoutItem } from "./draft";
import { readiness } from "./readiness";
import { draftOfAll } from "./sample";
import {
  keptTogether,
  mostOfAnswer,
  offeredWith,
  sending,
  sendingSome,
  sendOf,
  sendsSome,
  weighed,
  withoutSent,
} from "./send";

const five = (): Draft =>
  ["yes_no", "scale", "matrix", "yes_no", "dropdown"].reduce<Draft>(
    (draft, type) => withItem(draft, type as "yes_no", null).draft,
    draftOfAll(),
  );

describe("what each phone sends", () => {
  test("is everything where a draft says nothing of it, and nothing is written unasked", () => {
    expect(sendsSome(five())).toBe(false);
    expect(five()).not.toHaveProperty("send");
    expect(withoutSent(five(), "q1")).not.toHaveProperty("send");
  });

  test("is saved with every field the API wants", () => {
    expect(sendingSome(five()).send).toEqual({
      questions: "some",
      ask: "sent",
      eps_block: "2",
      importance: {},
      together: [],
    });
    expect(sending(sendingSome(five()), { ask: "all", eps_block: "4" }).send).toMatchObject({
      questions: "some",
      ask: "all",
      eps_block: "4",
    });
  });

  test("keeps what was chosen for some while all are sent", () => {
    const all = sending(weighed(sendingSome(five()), "q1", "4"), { questions: "all" });
    expect([sendsSome(all), sendOf(all).importance]).toEqual([false, { q1: "4" }]);
  });

  test("ends levels by question, and touches no other choice of levels", () => {
    expect(sendingSome({ ...five(), level_choice: "question" }).level_choice).toBe("report");
    expect(sendingSome(five())).not.toHaveProperty("level_choice");
  });

  test("writes no importance that is the usual, and no table twice", () => {
    const heavy = weighed(weighed(sendingSome(five()), "q1", "4"), "q2", "0.5");
    expect(sendOf(heavy).importance).toEqual({ q1: "4", q2: "0.5" });
    expect(sendOf(weighed(heavy, "q1", "1")).importance).toEqual({ q2: "0.5" });
    const kept = keptTogether(keptTogether(heavy, "q3", true), "q3", true);
    expect(sendOf(kept).together).toEqual(["q3"]);
    expect(sendOf(keptTogether(kept, "q3", false)).together).toEqual([]);
  });

  test("goes away with a question, comes back with it, and is copied with it", () => {
    const draft = keptTogether(weighed(sendingSome(five()), "q3", "2"), "q3", true);
    const left = withoutItem(draft, "q3");
    if (!left) throw new Error("there is no q3");
    expect(sendOf(left.draft)).toMatchObject({ importance: {}, together: [] });
    expect(sendOf(restored(left.draft, left.removed))).toMatchObject({ importance: { q3: "2" }, together: ["q3"] });
    const copy = withCopy(draft, "q3");
    expect(copy && sendOf(copy.draft)).toMatchObject({ importance: { q3: "2", q6: "2" }, together: ["q3", "q6"] });
  });

  test("shows a value that another program wrote", () => {
    expect(offeredWith(["1", "2"], "2")).toEqual(["1", "2"]);
    expect(offeredWith(["1", "2"], "1.25")).toEqual(["1.25", "1", "2"]);
  });
});

describe("a level where some questions are sent", () => {
  const four = { epsilon: "4" };

  test("has the epsilon of the whole report, however many questions there are", () => {
    expect(epsilonOfReport(five(), four)).toBe(24);
    expect(epsilonOfReport(sendingSome(five()), four)).toBe(4);
  });

  test("gives one answer no more than the most, nor than it has", () => {
    const some = sendingSome(five());
    expect([mostOfAnswer(some, four), mostOfAnswer(some, { epsilon: "1" })]).toEqual([2, 1]);
    expect(mostOfAnswer(sending(some, { eps_block: "4" }), four)).toBe(4);
  });

  test("is never too weak for the number of questions", () => {
    const capped = (draft: Draft) => readiness({ ...draft, levels: [four] }).find(({ id }) => id === "cap")?.done;
    expect([capped(five()), capped(sendingSome(five()))]).toEqual([false, true]);
  });
});
