import { expect, test } from "vitest";
import type { Draft } from "../../../api/types";
import { restored, withoutItem } from "../../parts/draft/draft";
import { PAIRABLE } from "../../parts/draft/pairable";
import { draftOfAll } from "../../parts/draft/sample";
import { sendingSome } from "../../parts/draft/send";
import { withItem } from "../draft/newItem";
import { isPairable, QUESTION_TYPES } from "../questions/all";
import { forModel, free, othersOf, partnersOf, withPair } from "./pairs";

const ofFive = (): Draft =>
  (["yes_no", "scale", "yes_no", "multiple_choice", "yes_no"] as const).reduce<Draft>(
    (draft, type) => withItem(draft, type, null).draft,
    draftOfAll(),
  );
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

function questionOf(draft: Draft, id: string) {
  const question = draft.questions.filter(isPairable).find((item) => item.id === id);
  if (!question) throw new Error(`there is no ${id}`);
  return question;
}

test("a question is in one pair where every question is sent", () => {
  const draft = withPair(ofFive(), ["q2", "q1"]);
  expect(draft.pairs).toEqual([["q1", "q2"]]);
  expect(idsOf(free(draft))).toEqual(["q3", "q5"]);
  expect(othersOf(draft, questionOf(draft, "q1"))).toEqual([]);
});

test("a question is in a pair with each other one where some are sent", () => {
  const draft = withPair(withPair(sendingSome(ofFive()), ["q1", "q2"]), ["q3", "q1"]);
  expect(draft.pairs).toEqual([
    ["q1", "q2"],
    ["q1", "q3"],
  ]);
  expect(partnersOf(draft, "q1")).toEqual(["q2", "q3"]);
  expect(idsOf(othersOf(draft, questionOf(draft, "q1")))).toEqual(["q5"]);
  expect(idsOf(free(draft))).toEqual(["q1", "q2", "q3", "q5"]);
});

test("a model plans the class with each other question of one answer, once", () => {
  const draft = withPair(sendingSome(ofFive()), ["q1", "q2"]);
  expect(forModel(draft, questionOf(draft, "q3"))).toEqual([
    ["q3", "q1"],
    ["q3", "q2"],
    ["q3", "q5"],
  ]);
  const planned = forModel(draft, questionOf(draft, "q1")).reduce(withPair, draft);
  expect(planned.pairs).toEqual([
    ["q1", "q2"],
    ["q1", "q3"],
    ["q1", "q5"],
  ]);
  expect(forModel(planned, questionOf(planned, "q1"))).toEqual([]);
});

test("a model plans no more pairs than there may be", () => {
  const many = Array.from({ length: 30 }).reduce<Draft>((draft) => withItem(draft, "yes_no", null).draft, ofFive());
  expect(forModel(sendingSome(many), questionOf(many, "q1"))).toHaveLength(25);
});

test("a question that comes back brings its pairs, also where the partner has another", () => {
  const draft = withPair(withPair(sendingSome(ofFive()), ["q1", "q2"]), ["q2", "q3"]);
  const away = withoutItem(draft, "q1");
  if (!away) throw new Error("there is no q1");
  expect(away.draft.pairs).toEqual([["q2", "q3"]]);
  expect(restored(away.draft, away.removed).pairs).toEqual([
    ["q2", "q3"],
    ["q1", "q2"],
  ]);
});

test("the types that can be paired are those that other pages know", () => {
  const pairable = Object.entries(QUESTION_TYPES).flatMap(([type, own]) => (own.isPairable ? [type] : []));
  expect(new Set(pairable)).toEqual(PAIRABLE);
});
