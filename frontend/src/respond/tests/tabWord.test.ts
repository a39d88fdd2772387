import { describe, expect, test } from "vitest";
import { answerKeeper, type Kept, keptAnswers, type Shelf, wordOfTab } from "../keep";
import { tape } from "./sample";

/** A tab of a browser: its storage outlives a reload, and not its being closed. */
function tab(entries = new Map<string, string>()): { readonly sessionStorage: Storage } {
  const sessionStorage: Shelf = {
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => void entries.delete(name),
    key: (index) => Array.from(entries.keys())[index] ?? null,
    get length() {
      return entries.size;
    },
  };
  return { sessionStorage: sessionStorage as Storage };
}

const refused = {
  get sessionStorage(): Storage {
    throw new Error("SecurityError");
  },
};
const kept: Kept = { level: "0", page: 0, word: 7, given: [], until: new Date("2026-11-28T12:00:00Z") };
const VERSION = "ab".repeat(32);

describe("the word that draws", () => {
  test("is read once in a tab: a reload reads none, and draws the same", () => {
    const own = tab();
    const [first, again] = [tape(1), tape(2)];
    const word = wordOfTab(own, VERSION, null, first.words);
    expect(wordOfTab(own, VERSION, null, again.words)).toBe(word);
    expect([first.read, again.read]).toEqual([1, 0]);
  });

  test("is another one in another tab, and for another version", () => {
    const own = tab();
    const words = [
      wordOfTab(own, VERSION, null, tape(1).words),
      wordOfTab(own, "cd".repeat(32), null, tape(2).words),
      wordOfTab(tab(), VERSION, null, tape(3).words),
    ];
    expect(new Set(words).size).toBe(3);
  });

  test("is that of answers that were kept, and the tab's from then on", () => {
    const own = tab();
    wordOfTab(own, VERSION, null, tape(1).words);
    const words = tape(2);
    expect(wordOfTab(own, VERSION, kept, words.words)).toBe(7);
    expect(wordOfTab(own, VERSION, null, words.words)).toBe(7);
    expect(words.read).toBe(0);
  });

  test("lives in the page where the browser refuses its storage", () => {
    const words = tape(1);
    const word = wordOfTab(refused, VERSION, null, words.words);
    expect([words.read, wordOfTab(refused, VERSION, kept, words.words)]).toEqual([1, 7]);
    expect(word).toBe(wordOfTab(tab(), VERSION, null, tape(1).words));
  });

  test.each(["-1", "4294967296", "1.5", "word"])("is read anew where %s is stored", (stored) => {
    const own = tab(new Map([[`datahub-draw:${VERSION}`, stored]]));
    const words = tape(1);
    wordOfTab(own, VERSION, null, words.words);
    expect(words.read).toBe(1);
  });

  test("is all that is stored beside answers that are kept, and only where some questions are sent", () => {
    const entries = new Map<string, string>();
    const shelf = tab(entries).sessionStorage;
    for (const word of [7, 0, null]) {
      answerKeeper(shelf, VERSION, false)({ ...kept, word });
      expect(keptAnswers(shelf, VERSION)).toEqual({ ...kept, word });
      const names = Object.keys(JSON.parse(Array.from(entries.values())[0] ?? "{}"));
      expect(names.sort()).toEqual(["given", "level", "page", "until", ...(word === null ? [] : ["word"])]);
    }
  });
});
