import { describe, expect, it } from "vitest";
import { reasons } from "../words/zh-CN/reasons";
import { reasonIn as reasonAmong } from "./reasons";

const reasonIn = (why: string) => reasonAmong(why, reasons);

describe("reasons of an import in Chinese", () => {
  it("are found by the whole sentence", () => {
    expect(reasonIn("it is hidden")).toBe("它被隐藏了");
  });

  it("take over the numbers and names, in their order", () => {
    expect(reasonIn("it has 1001 answers; at most 1000 are allowed")).toBe("它有 1001 个选项；最多允许 1000 个");
    expect(reasonIn("its list 'a{}b' is not in the sheet choices")).toBe("choices 工作表里没有它的列表 'a{}b'");
    expect(reasonIn("an import gives 'x'")).toBe("再导入会得到 'x'");
  });

  it("are each written in Chinese, with Chinese marks", () => {
    const sentences = Object.values(reasons);
    expect(sentences.filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
    expect(sentences.filter((text) => /\p{Script=Han}[,.;:?!]/u.test(text))).toEqual([]);
  });

  it("are not made up where nobody wrote one", () => {
    expect(reasonIn("it has many answers")).toBeUndefined();
    expect(reasonIn("")).toBeUndefined();
    expect(reasonIn("toString")).toBeUndefined();
  });
});
