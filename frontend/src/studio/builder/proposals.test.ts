import { expect, test } from "vitest";
import type { Draft, Plan } from "../../api/types";
import { freshDraft, withItem } from "../parts/draft/draft";
import { draftOfAll } from "../parts/draft/sample";
import { takenUp } from "./Proposals";

const four = (from: Draft): Draft =>
  ["yes_no", "yes_no", "yes_no", "yes_no"].reduce((draft) => withItem(draft, "yes_no", null).draft, from);

const proposal = (parts: Partial<Plan["proposals"][number]>) =>
  ({ questions: [], half_width: null, eps_block: null, people: 100, ...parts }) as Plan["proposals"][number];

test("questions two by two become planned pairs, and one answer may spend what that takes", () => {
  const draft = four(freshDraft());
  const questions = draft.questions.map(({ id }) => id);
  const paired = takenUp(draft, proposal({ kind: "pairs", questions, eps_block: "4" }));
  expect(paired?.pairs).toEqual([questions.slice(0, 2), questions.slice(2)]);
  expect(paired?.send).toMatchObject({ questions: "some", eps_block: "4" });
  expect(takenUp(draft, proposal({ kind: "pairs", questions }))?.send?.eps_block).toBe("2");
});

test("some questions are sent at the epsilon that the whole report had", () => {
  const sampled = takenUp(
    { ...four(draftOfAll()), levels: [{ epsilon: "0.5" }, { epsilon: "1.5" }] },
    proposal({ kind: "some" }),
  );
  expect(sampled?.send?.questions).toBe("some");
  expect(sampled?.levels).toEqual([{ epsilon: "2" }, { epsilon: "6" }]);
});

test("of several levels the weakest is left", () => {
  const draft = { ...four(freshDraft()), levels: [{ epsilon: "1" }, { epsilon: "4" }], aim: null };
  expect(takenUp(draft, proposal({ kind: "one_level" }))?.levels).toEqual([{ epsilon: "4" }]);
});

test("a wider half-width is that of the aim, and no half-width of levels of one's own", () => {
  const wider = proposal({ kind: "half_width", half_width: "0.15" });
  expect(takenUp(four(freshDraft()), wider)?.aim).toEqual({ people: 1000, half_width: "0.15" });
  expect(takenUp(four(draftOfAll()), wider)).toBeUndefined();
});

test("questions and answers are left to the author", () => {
  expect(takenUp(four(freshDraft()), proposal({ kind: "without", questions: ["q1"] }))).toBeUndefined();
});
