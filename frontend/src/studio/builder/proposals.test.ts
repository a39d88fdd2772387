import { expect, test } from "vitest";
import { freshDraft } from "../parts/draft/draft";
import { takenUp } from "./Proposals";

test("a proposal is merged into the draft as the server would, and twice is once", () => {
  const parts = { pairs: [["q1", "q2"]], send: { ...freshDraft().send, eps_block: "4" } } as never;
  const once = takenUp(freshDraft(), { parts });
  expect(once).toMatchObject({ pairs: [["q1", "q2"]], send: { questions: "some", eps_block: "4" }, levels: [] });
  expect(once && takenUp(once, { parts })).toEqual(once);
});

test("levels take the place of an aim, and an aim stays where only its half-width changes", () => {
  const levels = takenUp(freshDraft(), { parts: { levels: [{ epsilon: "4" }], level_choice: "report" } });
  expect(levels).toMatchObject({ levels: [{ epsilon: "4" }], aim: null });
  const wider = takenUp(freshDraft(), { parts: { aim: { people: 1000, half_width: "0.15" } } });
  expect(wider).toMatchObject({ levels: [], aim: { half_width: "0.15" } });
});

test("what only the author can do is not done for them", () => {
  expect(takenUp(freshDraft(), { parts: null })).toBeUndefined();
});
