import { HOLDERS, SOME } from "../respond/holders";
import { leaks } from "../respond/interference";
import { recordSent } from "../respond/observe";
import { expect, test } from "../respond/surveys";
import { alike } from "../respond/worlds";

const SHAPES = [
  ["ends", "window", "meeting"],
  ["window-or-ends", "window", "bits"],
];
const MOST_REPORTS = 5;

/** Every shape in which a number or a set leaves the device: reports at either end of the row and within it, and both ends. */
for (const [level, shapes] of SHAPES.entries()) {
  for (let report = 0; report < MOST_REPORTS; report += 1) {
    test(`${shapes.join(", ")}, report ${report + 1}: no number and no set changes what leaves`, async ({
      browser,
      wire,
      version,
    }) => {
      const published = await version("numbers and a set");
      const drawn = published.definition.levels[level]?.blocks.flatMap(({ fields }) => fields) ?? [];
      expect(drawn.map(({ spec }) => spec.shape)).toEqual(shapes);
      for (const choice of report === 0 ? (["edge", "far"] as const) : (["edge"] as const)) {
        const { seen, words, record } = await alike(browser, wire, published, HOLDERS, choice, { level, report });
        expect(leaks(seen, words), choice).toEqual([]);
        expect(recordSent(seen)).toEqual(record);
      }
    });
  }
}

for (const choice of ["edge", "far"] as const) {
  test(`end-or-skipped, words at the ${choice}: whether there is a number changes nothing that leaves`, async ({
    browser,
    wire,
    version,
  }) => {
    const published = await version("a mean of some");
    const [, drawn] = published.definition.levels[0]?.blocks.flatMap(({ fields }) => fields) ?? [];
    expect(drawn?.spec.shape).toBe("end-or-skipped");
    for (const report of [0, 1, 2]) {
      const { seen, words, record } = await alike(browser, wire, published, SOME, choice, { report });
      expect(leaks(seen, words), `report ${report}`).toEqual([]);
      expect(recordSent(seen)).toEqual(record);
    }
  });
}
