import { describe, expect, test } from "vitest";
import type { Draft } from "../../../api/types";
import { levelName } from "../../words/levels";
import {
  changedItem,
  epsilonOfReport,
  inLanguage,
  moved,
  questionsCounted,
  restored,
  withCopy,
  withItem,
  withoutItem,
} from "./draft";
import type { ItemType } from "./items";
import { inOrder, nextStrength, strengthsFor } from "./levels";
import { draftOfAll } from "./sample";

const draftOf = (...types: ItemType[]): Draft =>
  types.reduce<Draft>((draft, type) => withItem(draft, type, null).draft, draftOfAll());
const idsOf = (draft: Draft) => draft.questions.map(({ id }) => id);

function without(draft: Draft, id: string) {
  const left = withoutItem(draft, id);
  if (!left) throw new Error(`there is no ${id}`);
  return left;
}

describe("a draft", () => {
  test("gives each item an id that says what it is", () => {
    expect(idsOf(draftOf("consent", "yes_no", "page", "matrix", "section"))).toEqual([
      "consent1",
      "q1",
      "page1",
      "q2",
      "text1",
    ]);
  });

  test("never gives an id twice, also after one was removed", () => {
    const draft = without(draftOf("yes_no", "scale"), "q1").draft;
    expect(idsOf(withItem(draft, "yes_no", null).draft)).toEqual(["q2", "q3"]);
  });

  test("puts a new item after the one being written", () => {
    expect(idsOf(withItem(draftOf("yes_no", "scale"), "page", "q1").draft)).toEqual(["q1", "page1", "q2"]);
  });

  test("moves an item by as many places as it is dragged, and not past an end", () => {
    const { questions } = draftOf("yes_no", "scale", "date");
    expect(moved(questions, "q3", -2).map(({ id }) => id)).toEqual(["q3", "q1", "q2"]);
    expect(moved(questions, "q1", -1).map(({ id }) => id)).toEqual(["q1", "q2", "q3"]);
    expect(moved(questions, "q3", 1).map(({ id }) => id)).toEqual(["q1", "q2", "q3"]);
  });

  test("copies an item with its translations, next to it, and not into its pair", () => {
    const draft: Draft = {
      ...draftOf("yes_no", "scale"),
      pairs: [["q1", "q2"]],
      languages: ["zh-CN"],
      translations: { "zh-CN": { "q1.text": "病了？", "q1.options.yes": "是", "q2.text": "几分？" } },
    };
    const copied = withCopy(draft, "q1");
    expect(copied?.item.id).toBe("q3");
    expect(copied && idsOf(copied.draft)).toEqual(["q1", "q3", "q2"]);
    expect(copied?.draft.translations["zh-CN"]).toMatchObject({ "q3.text": "病了？", "q3.options.yes": "是" });
    expect(copied?.draft.pairs).toEqual([["q1", "q2"]]);
  });

  test("forgets the pair and the translations of a removed item, and no other's", () => {
    const draft: Draft = {
      ...draftOf("yes_no", "scale"),
      pairs: [["q1", "q2"]],
      translations: { "zh-CN": { title: "标题", "q1.text": "一", "q2.text": "二" } },
    };
    const { draft: left, removed } = without(draft, "q1");
    expect(left.pairs).toEqual([]);
    expect(left.translations).toEqual({ "zh-CN": { title: "标题", "q2.text": "二" } });
    expect(restored(left, removed)).toEqual(draft);
  });

  test("brings a pair back only while both are free", () => {
    const draft: Draft = { ...draftOf("yes_no", "scale", "yes_no"), pairs: [["q1", "q2"]] };
    const { draft: left, removed } = without(draft, "q1");
    expect(restored({ ...left, pairs: [["q2", "q3"]] }, removed).pairs).toEqual([["q2", "q3"]]);
  });

  test("written in another language says Yes in it, and keeps what a person wrote", () => {
    const draft = draftOf("yes_no", "yes_no", "consent");
    const [first] = draft.questions;
    if (first?.type !== "yes_no") throw new Error("the first is yes or no");
    const options = first.options.map((option) => ({ ...option, label: `${option.label}!` }));
    const chinese = inLanguage({ ...changedItem(draft, { ...first, options }), languages: ["zh-CN"] }, "zh-CN");
    expect(chinese.questions.map((item) => ("options" in item ? item.options[0]?.label : ""))).toEqual([
      "Yes!",
      "是",
      "",
    ]);
    expect(chinese.questions.at(-1)).toMatchObject({ label: "我同意" });
    expect(chinese.languages).toEqual([]);
  });

  test("counts each row of a matrix as a question, and no text, consent or page", () => {
    const draft = draftOf("consent", "matrix", "page", "multiple_choice", "section");
    expect(questionsCounted(draft)).toBe(3);
    expect(epsilonOfReport(draft, { epsilon: "0.5" })).toBe(1.5);
  });
});

describe("levels", () => {
  test("stand in order of protection and are named by their place", () => {
    expect(inOrder(["2", "0.5"])).toEqual([{ epsilon: "0.5" }, { epsilon: "2" }]);
    expect([levelName(0, 1), levelName(1, 2), levelName(2, 3)]).toEqual([
      "The protection of this survey",
      "Less protection",
      "Least protection",
    ]);
  });

  test("have no strength another level has", () => {
    const levels = inOrder(["0.5", "1"]);
    expect(strengthsFor(levels, "1")).not.toContain("0.5");
    expect(strengthsFor(levels, "1")).toContain("1");
    expect(strengthsFor(inOrder(["0.7"]), "0.7")).toContain("0.7");
  });

  test("get the next weaker one, until there is none", () => {
    expect(nextStrength(inOrder(["0.5", "1"]))).toBe("1.5");
    expect(nextStrength(inOrder(["4"]))).toBeUndefined();
  });
});
