import { expect, test } from "vitest";
import { Tape } from "../../privacy/entropy";
import { sheetsOf, shownItems } from "../flow";
import { drawOrders, ordered } from "../order";
import { parseItems } from "../questions/items";
import { type Item, isQuestion } from "../version/definition";
import type { Given } from "../version/domain";
import { compareDecimals, isDay, markIn, readNumber } from "../version/numbers";
import { type Json, sampleSurvey, tape } from "./sample";

const options = (...ids: string[]): Json => ids.map((id) => ({ id, label: id }));
const yesNo = (id: string, show_if = ""): Json => ({ id, type: "yes_no", text: id, help: "", show_if, may_skip: true, options: [{ id: "yes", label: "Yes" }, { id: "no", label: "No" }] }); // biome-ignore format: one line
const page = (id: string, show_if = "", shuffle = false): Json => ({
  id,
  type: "page",
  text: "",
  help: "",
  show_if,
  shuffle,
});
const section = (id: string): Json => ({ id, type: "section", text: id, help: "", show_if: "" });
const read = (...items: Json[]): readonly Item[] => parseItems(items, (_, text) => text);
const shown = (items: readonly Item[], given: Record<string, Given>): string[] =>
  Array.from(shownItems(items, new Map(Object.entries(given))));

test("a condition looks only at what is shown: one that is hidden has no answer for those after it", () => {
  const items = read(yesNo("a"), yesNo("b", "a = 'yes'"), yesNo("c", "b = 'yes'"), yesNo("d", "not b = 'yes'"));
  expect(shown(items, { a: "yes", b: "yes" })).toEqual(["a", "b", "c"]);
  expect(shown(items, { a: "no", b: "yes" })).toEqual(["a", "d"]);
  expect(shown(items, { a: "prefer_not_to_say", b: "yes" })).toEqual(["a", "d"]);
});

test("a page's condition holds for all that stands on it, and for nothing after the next page", () => {
  const items = read(yesNo("a"), page("p", "a = 'yes'"), yesNo("b"), section("s"), page("q"), yesNo("c"));
  expect(shown(items, {})).toEqual(["a", "q", "c"]);
  expect(shown(items, { a: "yes" })).toEqual(["a", "p", "b", "s", "q", "c"]);
  expect(items.filter(isQuestion).map((item) => item.mayBeHidden)).toEqual([false, true, false]);
});

test("pages are where the survey says, else five questions each, and no item is lost", () => {
  const many = Array.from({ length: 11 }, (_, at) => yesNo(`q${at}`));
  const sizes = (items: readonly Item[]): number[] => sheetsOf({ items }).map((sheet) => sheet.items.length);
  expect(sizes(read(...many))).toEqual([5, 5, 1]);
  expect(sizes(read(section("s"), ...many, section("end")))).toEqual([6, 5, 2]);
  expect(sizes(read(yesNo("a"), page("p"), yesNo("b"), yesNo("c"), page("q")))).toEqual([1, 2]);
  expect(sizes(sampleSurvey().definition.items)).toEqual([3, 5]);
});

test("orders are drawn for options and pages that ask for it; notes, conditions and options that stand alone stay", () => {
  const several: Json = { id: "m", type: "multiple_choice", text: "m", help: "", show_if: "", may_skip: false, shuffle: true, most_choices: null, options: ["a", "b", "c", "none"].map((id) => ({ id, label: id, exclusive: id === "none" })) }; // biome-ignore format: one line
  const fixed: Json = { id: "f", type: "single_choice", text: "f", help: "", show_if: "", may_skip: false, shuffle: false, options: options("a", "b") }; // biome-ignore format: one line
  const items = read(
    several,
    fixed,
    page("p", "", true),
    section("s"),
    yesNo("a"),
    yesNo("b"),
    yesNo("c", "a = 'yes'"),
    yesNo("d"),
  );
  const definition = { ...sampleSurvey().definition, items };
  const drawn = Array.from({ length: 200 }, (_, seed) => drawOrders(definition, tape(seed).words));
  expect(Array.from(drawn[0]?.keys() ?? [])).toEqual(["m", "p"]);
  const of = (id: string): Set<string> => new Set(drawn.map((orders) => orders.get(id)?.join() ?? ""));
  expect(of("m")).toEqual(new Set(["0,1,2,3", "0,2,1,3", "1,0,2,3", "1,2,0,3", "2,0,1,3", "2,1,0,3"]));
  expect(of("p")).toEqual(new Set(["0,1,2,3,4", "0,1,4,3,2", "0,2,1,3,4", "0,2,4,3,1", "0,4,1,3,2", "0,4,2,3,1"]));
  expect(ordered(["x", "y", "z"], [2, 0, 1])).toEqual(["z", "x", "y"]);
  expect(ordered(["x", "y"], undefined)).toEqual(["x", "y"]);
});

test("where nothing is shuffled no word is read", () => {
  const { definition } = sampleSurvey();
  const items = definition.items.filter((item) => item.type !== "multiple_choice");
  expect(drawOrders({ ...definition, items }, new Tape([]).words).size).toBe(0);
});

test.each([
  ["12", "12"],
  [" 0012.50 ", "12.5"],
  ["8,5", "8.5"],
  ["-3", "-3"],
  ["\u22123", "-3"],
  ["-0.0", "0"],
  ["\u0661\u0662\u066b\u0665", "12.5"],
  ["\u06f7", "7"],
  ["\uff11\uff12", "12"],
  ["1,000", null],
  ["1.000", null],
  ["-12.345", null],
  ["\u0661.\u0662\u0663\u0664", null],
  ["\uff11\uff0e\uff12\uff13\uff14", null],
  ["\u0661\u066b\u0662\u0663\u0664", "1.234"],
  ["0.125", "0.125"],
  ["0,125", "0.125"],
  ["1234,567", "1234.567"],
  ["1250.75", "1250.75"],
  ["1'000", null],
  ["1.000,50", null],
  ["1 000", null],
  ["1e3", null],
  ["twelve", null],
  ["", null],
  [".", null],
])("%j is read as %s", (typed, number) => {
  expect(readNumber(typed)).toBe(number);
});

test.each([
  ["1.000", "."],
  ["-1,000", ","],
  ["1 000", " "],
  ["1'000", "'"],
  ["\u0661\u066c\u0660\u0660\u0660", "\u066c"],
  ["12 kg", " "],
  ["twelve", "t"],
  ["1234567890123456", "1234567890123456"],
])("%j is no number because of %j", (typed, mark) => {
  expect(markIn(typed)).toBe(mark);
});

test("decimals compare exactly", () => {
  const rising = [
    "-10",
    "-9.5",
    "-0.000001",
    "0",
    "0.1",
    "0.30000000000000004",
    "0.31",
    "9",
    "10",
    "999999999999.999999",
  ];
  for (const [index, value] of rising.entries()) {
    for (const [other, two] of rising.entries())
      expect(Math.sign(compareDecimals(value, two)) + 0).toBe(Math.sign(index - other) + 0);
  }
  expect(compareDecimals("0", "0.0")).toBe(0);
  expect(compareDecimals("007.10", "7.1")).toBe(0);
});

test("days are days that exist", () => {
  expect(["2024-02-29", "2023-02-29", "2024-2-1", "0000-01-01", "9999-12-31", ""].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    true,
    false,
  ]);
});
