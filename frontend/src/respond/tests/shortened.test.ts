import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shortened } from "../../../respond.names";

const source = join(import.meta.dirname, "../..");
const code = ["respond", "privacy"]
  .flatMap((room) =>
    readdirSync(join(source, room), { recursive: true, encoding: "utf8" }).map((name) => join(room, name)),
  )
  .filter((name) => /\.ts$/.test(name) && !/tests\/|\.test\.ts$/.test(name))
  .map((name) => readFileSync(join(source, name), "utf8"))
  .join("\n");

const library = join(source, "../node_modules/typescript/lib");
const declarations = readdirSync(library)
  .filter((name) => /^lib\.(dom|es).*\.d\.ts$/.test(name))
  .map((name) => readFileSync(join(library, name), "utf8"))
  .join("\n");

const matches = (text: string, form: RegExp): Set<string> =>
  new Set(Array.from(text.matchAll(form), (match) => match[1] ?? ""));
const among = (names: Set<string>): string[] => shortened.filter((name) => names.has(name));

test("no property of the browser or the language is renamed", () => {
  expect(among(matches(declarations, /^\s*(?:readonly |get |set )?([A-Za-z_]\w*)\??[:(<]/gm))).toEqual([]);
});

test("nothing that is read from a message, or looked up by its text, is renamed", () => {
  expect(among(matches(code, /"([A-Za-z_]\w*)"/g))).toEqual([]);
  const sample = readFileSync(join(import.meta.dirname, "sample.json"), "utf8");
  expect(among(matches(sample, /"(\w+)":/g))).toEqual([]);
});

test("nothing that is written out with its names is renamed", () => {
  const written =
    code.match(/(?:canonical|stringify|element|svg|drawn|DateTimeFormat|NumberFormat|of)\([^;]*?\{[^{}]*\}/g) ?? [];
  expect(written.length).toBeGreaterThan(20);
  expect(among(matches(written.join("\n"), /[{,]\s*([A-Za-z_]\w*)\s*(?=[:,}])/g))).toEqual([]);
});

test("every name renamed is one the page has", () => {
  expect(shortened.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
});
