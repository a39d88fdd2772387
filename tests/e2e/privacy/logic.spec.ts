import { leaks } from "../respond/interference";
import { recordSent } from "../respond/observe";
import { expect, test } from "../respond/surveys";
import { alike, type Manner, type World } from "../respond/worlds";

const SKIP = "prefer_not_to_say";

/** People who differ in their answers, and by these in what they are asked and shown. */
const WORLDS: Readonly<Record<string, readonly World[]>> = {
  "a number on a condition": [
    { given: { ill: "yes", days: "0" } },
    { given: { ill: "yes", days: "6.9" } },
    { given: { ill: "yes", days: "7" } },
    { given: { ill: "yes", days: "366" } },
    { given: { ill: "no" } },
    { given: { ill: SKIP } },
    { given: { ill: "no" }, doubts: { ill: "yes", days: "300" } },
  ],
  "a set that repeats an answer": [
    { given: { place: "o1", tools: ["car"] } },
    { given: { place: "o2", tools: ["pc", "hand"] } },
    { given: { place: "o3", tools: ["none"] } },
    { given: { place: "o3", tools: [SKIP] } },
    { given: { place: "o3" } },
    { given: { place: "o1", tools: ["none"] }, doubts: { place: "o2", tools: ["car", "pc"] } },
  ],
  "a matrix": [
    { given: { "grid.r1": "o1", "grid.r2": "o2", "grid.r3": "o3" } },
    { given: { "grid.r1": "o3", "grid.r2": "o3", "grid.r3": SKIP } },
    { given: { "grid.r2": "o1" } },
    { given: {} },
  ],
  "a scale and a day": [
    { given: { happy: "p1", born: "1999-12-31" } },
    { given: { happy: "p7", born: "2000-01-01" } },
    { given: { happy: SKIP, born: "2026-11-20" } },
    { given: {} },
  ],
  "a planned pair": [
    { given: { cold: "yes", warm: "no" } },
    { given: { cold: "no", warm: "yes" } },
    { given: { cold: SKIP } },
  ],
  "a page on a condition": [
    { given: { place: "o3", happy: "p1", tools: ["car"], cold: "yes", warm: "no" } },
    { given: { place: "o3", happy: "p7", tools: ["hand"], cold: "no" } },
    { given: { place: "o1", happy: "p1", tools: ["car"] } },
    { given: { place: "o2", tools: ["none"] } },
  ],
};

/** The same people, with every question at levels of its own; what only some are asked has none to choose. */
const BY_QUESTION: readonly World[] = [
  { given: { ill: "yes", days: "0", place: "o1", tools: ["car"], cold: "yes", warm: "no" } },
  { given: { ill: "yes", days: "366", place: "o2", tools: ["pc", "hand"], cold: "no", warm: "yes" } },
  { given: { ill: "no", place: "o3", tools: ["none"], cold: SKIP } },
  { given: { ill: SKIP, place: "o3", tools: [SKIP], warm: "yes" } },
  { given: { ill: "no", place: "o1", tools: ["pc"] }, doubts: { ill: "yes", days: "7", place: "o2", tools: ["car"] } },
];

for (const levels of [{}, { ill: 1, place: 2, tools: 0, cold: 2 }, { ill: 2, place: 0, tools: 2, cold: 1 }]) {
  test(`levels by question ${JSON.stringify(levels)}: only these change what leaves`, async ({
    browser,
    wire,
    version,
  }) => {
    const published = await version("levels by question");
    const { seen, words, record } = await alike(browser, wire, published, BY_QUESTION, "edge", { levels });
    expect(leaks(seen, words)).toEqual([]);
    expect(recordSent(seen)).toEqual(record);
  });
}

const MANNERS: Readonly<Record<string, Manner>> = {
  "in English": {},
  "in Arabic": { language: "ar" },
  "in airplane mode": { airplane: true },
};

for (const [name, worlds] of Object.entries(WORLDS)) {
  for (const [how, manner] of Object.entries(MANNERS)) {
    test(`${name}, ${how}: neither what is answered nor what is asked changes what leaves`, async ({
      browser,
      wire,
      version,
    }) => {
      const published = await version(name);
      const people = how === "in English" ? worlds : worlds.filter((_, index) => index % 2 === 0);
      const choices = how === "in English" ? (["edge", "far"] as const) : (["edge"] as const); // the words' place is the same in each
      for (const choice of choices) {
        const { seen, words, record } = await alike(browser, wire, published, people, choice, manner);
        expect(leaks(seen, words, manner.language), choice).toEqual([]);
        expect(recordSent(seen)).toEqual(record);
      }
    });
  }
}
