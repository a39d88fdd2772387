import { alikeDrawn } from "../respond/drawn";
import { everyone, fieldsOf, reportsOf, type Wanted, wordsDeclared } from "../respond/everyone";
import { DRAWN, HOLDERS, MOVERS, SOME } from "../respond/holders";
import { leaks } from "../respond/interference";
import { recordSent } from "../respond/observe";
import { expect, test } from "../respond/surveys";
import { packed } from "../respond/tape";
import { alike } from "../respond/worlds";

/** All ways to ask for one answer in one survey; privacy/interference.spec.ts takes each alone, at every level, with every report. */
for (const [index, choice] of (["edge", "far"] as const).entries()) {
  test(`a whole report: the true answers change nothing that leaves, words at the ${choice}`, async ({
    browser,
    wire,
    version,
  }) => {
    const published = await version("everything");
    const specs = fieldsOf(published, index).map((field) => field.spec);
    const reports = specs.map((spec) => reportsOf(spec).at(index - 1) ?? 0);
    const wanted: Wanted = { level: index, reports, choice, redraws: index };
    const seen = await everyone(browser, wire, published, wanted);
    expect(leaks(seen, wordsDeclared(published, wanted))).toEqual([]);
    expect(recordSent(seen)).toEqual(specs.flatMap((spec, block) => packed(spec, reports[block] ?? 0)));
  });
}

/** privacy/numbers.spec.ts takes the other reports and levels. */
test("numbers and a set: whatever they are, what leaves is the same", async ({ browser, wire, version }) => {
  const published = await version("numbers and a set");
  const { seen, words, record } = await alike(browser, wire, published, HOLDERS, "edge", { level: 1, report: 1 });
  expect(leaks(seen, words)).toEqual([]);
  expect(recordSent(seen)).toEqual(record);
});

test("a mean of some: whether they answered, skipped or were not asked, what leaves is the same", async ({
  browser,
  wire,
  version,
}) => {
  const published = await version("a mean of some");
  const { seen, words, record } = await alike(browser, wire, published, SOME, "edge", { report: 2 });
  expect(leaks(seen, words)).toEqual([]);
  expect(recordSent(seen)).toEqual(record);
});

/** privacy/orders.spec.ts takes the other people and reports. */
test("an order and a track: whatever is moved, what leaves is the same", async ({ browser, wire, version }) => {
  const published = await version("an order and a track");
  const { seen, words, record } = await alike(browser, wire, published, MOVERS.slice(2, 6), "edge", { report: 1 });
  expect(leaks(seen, words)).toEqual([]);
  expect(recordSent(seen)).toEqual(record);
});

/** privacy/draws.spec.ts takes every draw, with more people. */
test("some are sent: what is answered, and whether the pair is reached, change nothing that leaves", async ({
  browser,
  wire,
  version,
}) => {
  const published = await version("some are sent");
  const at = { level: 1, draw: 5 }; // a question that decides about the pair, and the pair
  const { seen, words, record, kept } = await alikeDrawn(browser, wire, published, DRAWN.slice(0, 2), "edge", at);
  expect(leaks(seen, words, "en", kept)).toEqual([]);
  expect(recordSent(seen)).toEqual(record);
});
