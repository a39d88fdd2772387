import { describe, expect, test } from "vitest";
import type { Draft } from "../../../api/types";
import { changedItem, freshDraft } from "../../parts/draft/draft";
import { withItem } from "../draft/newItem";
import { linesOf, missingFirst, missingIn, withLanguage, withTranslation } from "./translations";

function draft(): Draft {
  const types = ["yes_no", "scale", "consent"] as const;
  const all = types.reduce<Draft>((sum, type) => withItem(sum, type, null).draft, { ...freshDraft(), title: "Work" });
  const [first] = all.questions;
  return first ? changedItem(all, { ...first, text: "Ill?" }) : all;
}

describe("translations", () => {
  test("are asked for whatever people read, and for nothing that is empty", () => {
    expect(linesOf(draft()).map(({ path }) => path)).toEqual([
      "title",
      "q1.text",
      "q1.options.yes",
      "q1.options.no",
      "consent1.label",
    ]);
  });

  test("know the words that every survey has", () => {
    const chinese = withLanguage(draft(), "zh-CN");
    expect(chinese.translations["zh-CN"]).toEqual({
      "q1.options.yes": "是",
      "q1.options.no": "否",
      "consent1.label": "我同意",
    });
    expect(missingIn(chinese, "zh-CN").map(({ path }) => path)).toEqual(["title", "q1.text"]);
  });

  test("show what is missing first", () => {
    const chinese = withTranslation(withLanguage(draft(), "zh-CN"), "zh-CN", "title", "工作");
    expect(missingFirst(chinese, "zh-CN").map(({ path }) => path)).toEqual([
      "q1.text",
      "title",
      "q1.options.yes",
      "q1.options.no",
      "consent1.label",
    ]);
  });

  test("that are emptied are missing again", () => {
    const chinese = withTranslation(withLanguage(draft(), "zh-CN"), "zh-CN", "title", "工作");
    expect(withTranslation(chinese, "zh-CN", "title", "").translations["zh-CN"]).not.toHaveProperty("title");
  });
});
