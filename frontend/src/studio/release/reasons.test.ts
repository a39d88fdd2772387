import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { Refusal, refusalIn } from "../../api/refusal";
import { speak, words } from "../words/words";
import { firstDraft } from "./ask/draft";
import { candidateAt, placed } from "./ask/faults";
import { reasonText } from "./reasons";

const ABOVE = { at: "candidates.0.models.0.k", code: "k_above_rows", about: { k: "5000", rows: "1240" } };

afterEach(() => speak("en"));

describe("why the server refuses", () => {
  test("is said in the reader's language, with numbers as it writes them", () => {
    speak("zh-CN");
    expect(reasonText([ABOVE], "k is 5000")).toEqual({
      text: "k 为 5000，而这个版本只有 1,240 行；等价类不可能这么大。",
      translated: true,
    });
    const impossible = { at: "", code: "impossible", about: { model: "k-anonymity", k: "5", rows: "4" } };
    expect(reasonText([impossible], "").text).toBe("无法达到“5-匿名”：把全表 4 行作为一个等价类也不符合。");
  });

  test("stays English as a whole where one of its sentences has no words", () => {
    expect(reasonText([ABOVE, { ...ABOVE, code: "toString" }], "as it is")).toEqual({
      text: "as it is",
      translated: false,
    });
    expect(reasonText([], "as it is").translated).toBe(false);
  });

  test("is read from the answer and stands at its field", () => {
    const body = { code: "invalid", detail: "", fields: { [ABOVE.at]: ["k is 5000"] }, reasons: [ABOVE, 3] };
    const refusal = refusalIn(body, 400);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(placed(refusal, firstDraft([], true)).at[candidateAt(0, null, "k")]).toEqual({
      text: "k is 5000 and the version has 1\u202f240 rows; no class can be so large.",
      translated: true,
    });
  });

  test("has words for every code but the one whose sentence is of the mathematics", () => {
    const source = readFileSync("../datahub/analyses/refusal_reasons.py", "utf8");
    const [table = ""] = source.split("SENTENCES")[1]?.split("\n}") ?? [];
    const codes = [...table.matchAll(/^ {4}"(\w+)":/gm)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(35);
    expect(Object.keys(words.why)).toEqual(codes.filter((code) => code !== "strangers"));
  });
});
