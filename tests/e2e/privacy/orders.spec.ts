import { MOVERS } from "../respond/holders";
import { leaks } from "../respond/interference";
import { recordSent } from "../respond/observe";
import { expect, test } from "../respond/surveys";
import { alike } from "../respond/worlds";

/** A ranking, sliders that send a bin and a place on a grid, and a scale with labels: every order, and tracks untouched. */
for (const report of [0, 1, 2]) {
  test(`an order and a track, report ${report + 1}: whatever is moved, what leaves is the same`, async ({
    browser,
    wire,
    version,
  }) => {
    const published = await version("an order and a track");
    for (const choice of report === 0 ? (["edge", "far"] as const) : (["edge"] as const)) {
      const { seen, words, record } = await alike(browser, wire, published, MOVERS, choice, { report });
      expect(leaks(seen, words), choice).toEqual([]);
      expect(recordSent(seen)).toEqual(record);
    }
  });
}
