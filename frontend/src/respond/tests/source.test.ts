import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tabTitle } from "../screens/screen";

const root = join(import.meta.dirname, "..");
const names = readdirSync(root, { recursive: true, encoding: "utf8" });
const sources = names
  .filter((name) => /\.ts$/.test(name) && !name.startsWith("tests"))
  .map((name) => ({ name, code: readFileSync(join(root, name), "utf8") }));

const matches = (form: RegExp): string[] => sources.filter(({ code }) => form.test(code)).map(({ name }) => name);

test("the page is made of itself and of the twins", () => {
  const imports = sources.flatMap(({ code }) =>
    Array.from(code.matchAll(/from "([^"]+)"/g), (match) => match[1] ?? ""),
  );
  expect(imports.filter((path) => !/^\.{1,2}\/(?!.*(studio|api|node_modules))/.test(path))).toEqual([]);
});

test("nothing is tracked or drawn from a weak generator", () => {
  expect(matches(/Math\.random|console\.|indexedDB|\bcookie|sendBeacon|XMLHttpRequest/)).toEqual([]);
  expect(matches(/serviceWorker|WebSocket|EventSource|RTCPeer|performance\.|Date\.now|new Image/)).toEqual([]);
});

test("one file knows the storage of the browser, and what may be kept in it", () => {
  expect(matches(/localStorage|sessionStorage/)).toEqual(["keep.ts"]);
  expect(matches(/\banswerKeeper\(/).sort()).toEqual(["journey.ts", "keep.ts"]);
  expect(matches(/\bkeptAnswers\(/).sort()).toEqual(["journey.ts", "keep.ts", "main.ts"]);
  expect(matches(/\bwordOfTab\(/).sort()).toEqual(["keep.ts", "main.ts"]);
  expect(matches(/\bkeepSealed\(/).sort()).toEqual(["delivery.ts", "keep.ts"]);
});

test("a tab's title is set in one place, and only the survey's own stands over questions", () => {
  expect(matches(/document\.title/)).toEqual(["screens/screen.ts"]);
  expect(matches(/asks: true/)).toEqual(["screens/questions.ts"]);
  const questions = [1, 2].map((count) => ({ title: `Questions 1 of ${count}`, asks: true }));
  expect(questions.map((screen) => tabTitle(screen, "Sleep"))).toEqual(["Sleep", "Sleep"]);
  expect(tabTitle({ title: "Sealed" }, "Sleep")).toBe("Sealed - Sleep");
});

test("browsers are told not to translate the page, which would send it elsewhere", () => {
  const page = readFileSync(join(root, "../../respond.html"), "utf8");
  expect(page).toContain('<html lang="en" translate="no">');
  expect(page).toContain('<meta name="google" content="notranslate" />');
});

test("text never becomes markup or code", () => {
  expect(matches(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|DOMParser/)).toEqual([]);
});

test("a question type is named by its own file alone, so that a new one needs no other", () => {
  const types = ["dropdown", "matrix", "multipleChoice", "singleChoice", "yesNo"];
  expect(matches(/"(?:yes_no|single_choice|multiple_choice|dropdown|matrix)"|\.type [!=]==/).sort()).toEqual(
    types.map((type) => `questions/${type}.ts`),
  );
});

test("fields are made in one place, which tells browsers to keep nothing of them", () => {
  expect(matches(/element\("(input|select|textarea|form)"|createElement\("/)).toEqual(["element.ts"]);
});

test("only three files talk to the server", () => {
  expect(matches(/\bfetch\(/).sort()).toEqual(["languages.ts", "load.ts", "send.ts"]);
});

test("interfaces newer than Chrome 80 and Safari 13 are not used", () => {
  const newer =
    /replaceChildren|structuredClone|AbortSignal\.|\.at\(|hasOwn\(|replaceAll|Promise\.any|WeakRef|randomUUID|requestSubmit|toSorted|allSettled|matchAll/;
  expect(matches(newer)).toEqual([]);
});

test("no colour and no size stands outside look.css", () => {
  const styles = names.filter((name) => name.endsWith(".css")).map((name) => readFileSync(join(root, name), "utf8"));
  const values = styles.join("\n").replace(/\/\*.*?\*\/|@media \(min-width: 37\.5em\)/gs, ""); // where a query stands, no token can
  expect(values.match(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(|\b\d*\.?\d+(px|rem|em|ch|vw|vh|pt)\b/gi)).toBeNull();
});
