import { describe, expect, test } from "vitest";
import { levelOfDraw, lotOf, withAntecedents } from "../draw";
import { sheetsOf } from "../flow";
import { itemsInOrder } from "../order";
import type { Definition, Item, Level } from "../version/definition";
import { parseDefinition } from "../version/parse";
import { changed, drawn, drawnSurvey, type Json, levelAt, sampleSurvey } from "./sample";

const { definition } = drawnSurvey();

/** The level at which a block alone is sent. */
function sending(block: number, of: Definition = definition): Level {
  return levelOfDraw(
    of.levels[0],
    of.levels[0].draws.findIndex(({ blocks }) => blocks.join() === String(block - 1)),
  );
}

const keysOf = (block: number, of = definition): string[] => Array.from(lotOf(of, sending(block, of)).keys).sort();
const idsOf = (items: readonly Item[]): string[] => items.map(({ id }) => id);
const read = (path: string, value: Json): Definition => parseDefinition(changed(path, value, drawn()), false);

describe("beside what is sent is asked", () => {
  test("nothing, where nothing is read", () => {
    expect(keysOf(8)).toEqual(["tools"]);
    expect(keysOf(1)).toEqual(["car"]);
  });

  test("what its condition reads", () => {
    expect(keysOf(2)).toEqual(["car", "far"]);
  });

  test("what the condition of its page reads, and what that reads", () => {
    expect(keysOf(3)).toEqual(["car", "far", "kind"]);
  });

  test("what its text repeats, through a chain longer than what is sent", () => {
    expect(keysOf(7)).toEqual(["car", "far", "hours", "kind"]);
  });

  test.each([
    ["questions.9.help", "Not {far}.", ["car", "far", "tools"]],
    ["questions.9.options.1.label", "As {rows.r2}", ["rows.r2", "tools"]],
    ["questions.6.text", "After {car}", ["car", "tools"]],
    ["questions.0.text", "You said {car}", ["car", "tools"]],
  ])("what %s reads", (path, value, keys) => {
    expect(keysOf(8, read(path, value))).toEqual(keys);
  });

  test("every question that a condition reads, whatever it says of it", () => {
    const rows = { verb: "compare", of: "rows.r1", numeric: false, by: "=", to: "often" } as const;
    const hours = { verb: "answered", of: "hours" } as const;
    const showIf = { verb: "not", part: { verb: "or", parts: [rows, hours] } } as const;
    const items = definition.items.map((item) => (item.id === "tools" ? { ...item, showIf } : item));
    const keys = Array.from(withAntecedents({ ...definition, items }, ["tools"])).sort();
    expect(keys).toEqual(["car", "far", "hours", "kind", "rows.r1", "tools"]);
  });

  test("what a text repeats in another language alone", () => {
    const translated = changed(
      "languages",
      ["de"],
      changed("translations", { de: { "tools.text": "{car}?" } }, drawn()),
    );
    expect(keysOf(8, parseDefinition(translated, false))).toEqual(["car", "tools"]);
  });

  test("a row, when a row is read, and not the others", () => {
    expect(keysOf(4)).toEqual(["rows.r1"]);
  });

  test("what is no question is read by nobody", () => {
    expect(keysOf(8, read("questions.9.text", "{about} {nothing} {{car}"))).toEqual(["tools"]);
  });
});

describe("antecedents", () => {
  test("stay on the phone, and decide", () => {
    const { staying, deciding } = lotOf(definition, sending(7));
    expect(staying.map(({ key }) => key)).toEqual(["car", "far", "kind"]);
    expect(staying.every(({ key }) => deciding.has(key))).toBe(true);
  });

  test("that were drawn themselves are sent", () => {
    const level = levelOfDraw(levelAt(drawnSurvey(), 1), 1); // car and hours
    expect(lotOf(definition, level).staying.map(({ key }) => key)).toEqual(["far", "kind"]);
  });

  test("are as many as there are questions where all are asked; only some of them decide", () => {
    const all = read("send.ask", "all");
    const { keys, items, staying, deciding } = lotOf(all, sending(2, all));
    expect([keys.size, items.length, staying.length]).toEqual([8, definition.items.length, 7]);
    expect(staying.filter(({ key }) => deciding.has(key)).map(({ key }) => key)).toEqual(["car"]);
  });
});

describe("the pages of one person", () => {
  test("have the consent, and the words of pages with something to answer, in their order", () => {
    expect(idsOf(lotOf(definition, sending(8)).items)).toEqual(["agree", "p2", "p3", "tools"]);
    expect(idsOf(lotOf(definition, sending(3)).items)).toEqual(["agree", "car", "far", "p2", "about", "kind", "p3"]);
    expect(idsOf(lotOf(definition, sending(5)).items)).toEqual(["agree", "p2", "p3", "rows"]);
  });

  test("are those with something on them", () => {
    const pagesOf = (block: number): string[][] =>
      sheetsOf(lotOf(definition, sending(block))).map(({ items }) => idsOf(items));
    expect(pagesOf(8)).toEqual([["agree"], ["tools"]]);
    expect(pagesOf(3)).toEqual([
      ["agree", "car", "far"],
      ["about", "kind"],
    ]);
  });

  test("a page of words alone stays, as it belongs to nobody's question", () => {
    const items = definition.items.filter(({ id }) => id !== "kind");
    const { items: shown } = lotOf({ ...definition, items }, sending(8));
    expect(idsOf(shown)).toContain("about");
  });

  test("stand in the order that was drawn for all of them, before the draw was looked at", () => {
    const shuffled = read("questions.6.shuffle", true);
    const [, sheet] = sheetsOf(lotOf(shuffled, levelOfDraw(levelAt({ ...drawnSurvey(), definition: shuffled }, 1), 5)));
    if (sheet === undefined) throw new Error("no page");
    expect(idsOf(sheet.items)).toEqual(["rows", "tools"]);
    const orders = (order: readonly number[]) => new Map([["p3", order]]);
    expect(idsOf(itemsInOrder(sheet, shuffled, orders([2, 1, 0])))).toEqual(["tools", "rows"]);
    expect(idsOf(itemsInOrder(sheet, shuffled, orders([1, 0, 2])))).toEqual(["rows", "tools"]);
    expect(idsOf(itemsInOrder(sheet, shuffled, new Map()))).toEqual(["rows", "tools"]);
  });

  test("are those of everybody where every block is sent", () => {
    const { definition: whole } = sampleSurvey();
    const lot = lotOf(whole, whole.levels[0]);
    expect(lot.items).toEqual(whole.items);
    expect([lot.keys.size, lot.staying]).toEqual([whole.columns.length, []]);
  });
});
