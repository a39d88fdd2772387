import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { speak } from "../words/words";
import { files } from "../words/zh-CN/files";
import { codedText, codedTextsQuery } from "./codedTexts";

const SOURCES = {
  places: ["datasets/file_texts.py"],
  texts: ["datasets/file_texts.py"],
  fields: ["datasets/rules/column_texts.py", "vault/collections/rules/plan_texts.py"],
};

/** The codes of a table of the server, each with the names of what its sentence is filled with. */
function codesIn(file: string, table: string): [string, string[]][] {
  const [, after = ""] = readFileSync(`../datahub/${file}`, "utf8").split(`${table}: Mapping`);
  const [rows = ""] = after.split("\n}");
  return rows
    .split(/\n {4}(?="\w+": )/)
    .slice(1)
    .map((entry) => [/\w+/.exec(entry)?.[0] ?? "", [...entry.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)]);
}

afterEach(() => speak("en"));

describe("a refusal of a file in Chinese", () => {
  test.each([
    ["places", "PLACES"],
    ["texts", "TEXTS"],
    ["fields", "SENTENCES"],
  ] as const)("has words for every code of %s, and for no other", (part, table) => {
    const codes = SOURCES[part].flatMap((file) => codesIn(file, table));
    expect(codes.length).toBeGreaterThan(10);
    expect(Object.keys(files[part])).toEqual(codes.map(([code]) => code));
  });

  test("names nothing that the server does not say", () => {
    const codes = Object.entries(SOURCES).flatMap(([part, sources]) =>
      sources.flatMap((file) => codesIn(file, { places: "PLACES", texts: "TEXTS" }[part] ?? "SENTENCES")),
    );
    for (const [code, names] of codes) {
      const about = Object.fromEntries(names.map((name) => [name, `<${name}>`]));
      const sentence = { ...files.places, ...files.texts, ...files.fields }[code]?.(about) ?? "";
      expect(sentence, code).toMatch(/\p{Script=Han}/u);
      expect(sentence, code).not.toMatch(/undefined|\p{Script=Han}[,.;:?!]/u);
    }
  });

  test("is written with its numbers, and a line with its own", async () => {
    speak("zh-CN");
    const texts = await codedTextsQuery().queryFn();
    const place = { at: "place", code: "line", about: { number: "12345" } };
    const detail = { at: "detail", code: "long_cell", about: { characters: "40000", most: "32768" } };
    expect(codedText([place], texts)).toBe("第 12345 行");
    expect(codedText([detail], texts)).toBe("这个单元格有 40,000 个字符；最多能读 32,768 个。请缩短它，或去掉这一列。");
  });

  test("stays the server's English where it has no text", async () => {
    expect(codedText([{ at: "", code: "line", about: {} }], await codedTextsQuery().queryFn())).toBeUndefined();
    expect(codedText([{ at: "", code: "toString", about: {} }], files.texts)).toBeUndefined();
  });
});
