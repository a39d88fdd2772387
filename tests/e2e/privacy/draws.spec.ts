import { alikeDrawn, askedAgain, drawsOf } from "../respond/drawn";
import { DRAWN } from "../respond/holders";
import { leaks } from "../respond/interference";
import { recordSent } from "../respond/observe";
import { rebuilt } from "../respond/plants";
import { expect, test } from "../respond/surveys";

/** How many draws each level of the survey has; a test holds that these are all. */
const DRAWS = [8, 8] as const;

for (const [level, many] of DRAWS.entries()) {
  for (let draw = 0; draw < many; draw += 1) {
    test(`draw ${draw} of level ${level}: no answer changes what leaves, sent or not, reached or not`, async ({
      browser,
      wire,
      version,
    }) => {
      const published = await version("some are sent");
      const choice = draw % 2 === 0 ? "edge" : "far";
      const { seen, words, record, kept } = await alikeDrawn(browser, wire, published, DRAWN, choice, { level, draw });
      expect(leaks(seen, words, "en", kept)).toEqual([]);
      expect(recordSent(seen)).toEqual(record);
    });
  }
}

test("where all are asked and some sent, what is answered to the others changes nothing that leaves", async ({
  browser,
  wire,
  version,
}) => {
  const published = await version("some are sent, all are asked");
  for (const draw of [0, 7]) {
    const at = { level: 1, draw };
    const { seen, words, record, kept } = await alikeDrawn(browser, wire, published, DRAWN, "edge", at);
    expect(leaks(seen, words, "en", kept), `draw ${draw}`).toEqual([]);
    expect(recordSent(seen)).toEqual(record);
  }
});

test("whoever reloads, comes again, or goes back and forth in one tab is asked the same", async ({
  browser,
  wire,
  version,
}) => {
  expect(await askedAgain(browser, wire, await version("some are sent"))).toHaveLength(1);
});

test("finds a page that draws anew on reload", async ({ browser, wire, version }) => {
  const published = await version("some are sent");
  wire.rewrite = await rebuilt(published, {
    file: "src/respond/keep.ts",
    from: "const before = kept?.word ?? Number(shelf.getItem(DRAW + version) ?? -1);",
    to: "const before = -1;",
  });
  try {
    expect((await askedAgain(browser, wire, published)).length).toBeGreaterThan(1);
  } finally {
    wire.rewrite = null;
  }
});

test("these are all draws of the survey", async ({ version }) => {
  const all = DRAWS.flatMap((many, level) => Array.from({ length: many }, (_, draw) => ({ level, draw })));
  expect(drawsOf(await version("some are sent"))).toEqual(all);
});
