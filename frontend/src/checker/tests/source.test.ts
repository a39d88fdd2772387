import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ar } from "../words/ar";
import { en } from "../words/en";
import { zhCN } from "../words/zh-CN";

const root = join(import.meta.dirname, "..");
const names = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => !name.startsWith("tests"));
const sources = names
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name, code: readFileSync(join(root, name), "utf8") }));
const matches = (form: RegExp): string[] => sources.filter(({ code }) => form.test(code)).map(({ name }) => name);

test("the checker is made of itself, of the answer page and of the twins", () => {
  const imports = sources.flatMap(({ code }) =>
    Array.from(code.matchAll(/from "([^"]+)"/g), (match) => match[1] ?? ""),
  );
  expect(imports.filter((path) => !/^\.{1,2}\/(?!.*(studio|api|node_modules))/.test(path))).toEqual([]);
});

test("it asks nothing, keeps nothing, and draws from the system alone", () => {
  expect(
    matches(/\bfetch\b|XMLHttpRequest|sendBeacon|WebSocket|EventSource|localStorage|sessionStorage|cookie/),
  ).toEqual([]);
  expect(matches(/Math\.random|console\.|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b/)).toEqual([]);
});

test("no colour and no size stands outside look.css", () => {
  const styles = names.filter((name) => name.endsWith(".css")).map((name) => readFileSync(join(root, name), "utf8"));
  expect(styles.join("\n").match(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(|\b\d*\.?\d+(px|rem|em|ch|vw|vh|pt)\b/gi)).toBeNull();
});

/** Every sentence by its path; functions are called with a mark that must come back. */
function sentences(part: unknown, at = ""): [string, string][] {
  if (typeof part === "string") return [[at, part]];
  if (typeof part === "function") {
    const marks = Array.from({ length: part.length }, () =>
      /several/.test(at) ? ["⟦"] : /percent|number$/.test(at) ? 0.5 : "⟦",
    );
    return [[at, String(Reflect.apply(part, undefined, marks))]];
  }
  return Object.entries(part as object).flatMap(([key, value]) => sentences(value, `${at}.${key}`));
}

test.each([
  ["zh-CN", zhCN, /[\u4e00-\u9fff]/],
  ["ar", ar, /[\u0600-\u06ff]/],
] as const)("every sentence is there in %s, in its own letters and with its numbers", (_, words, letters) => {
  const own = new Map(sentences(words));
  for (const [at, english] of sentences(en)) {
    const text = own.get(at) ?? "";
    if (!/\.language|\.number$|\.percent/.test(at)) expect(text, at).toMatch(letters);
    expect((text.match(/⟦/g) ?? []).length, at).toBe((english.match(/⟦/g) ?? []).length);
  }
});

test("the words are read at level 8 or below (Flesch and Kincaid), and name no parameter", () => {
  const prose = sentences(en)
    .map(([, text]) => text)
    .filter((text) => /[.?:]$/.test(text))
    .join(" ");
  const count = (form: RegExp): number => prose.match(form)?.length ?? 0;
  const words = count(/[A-Za-z0-9]+/g);
  const syllables = (prose.match(/[A-Za-z]+/g) ?? []).reduce(
    (sum, word) => sum + Math.max(1, word.replace(/e$/i, "").match(/[aeiouy]+/gi)?.length ?? 1),
    0,
  );
  expect((0.39 * words) / count(/[.?:](\s|$)/g) + (11.8 * syllables) / words - 15.59).toBeLessThan(8);
  expect(prose).not.toMatch(/epsilon/i);
});
