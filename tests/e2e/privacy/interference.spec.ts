import { everyone, fieldsOf, redrawsOf, reportsOf, type Wanted, wordsDeclared } from "../respond/everyone";
import { leaks } from "../respond/interference";
import { recordSent } from "../respond/observe";
import { expect, QUESTIONS, test } from "../respond/surveys";
import { packed } from "../respond/tape";

/**
 * For every question, level, report and true answer, what leaves the device is the same, byte for byte.
 *
 * Where a level differs from the first in its thresholds alone, two reports stand for the others: each is kept by those
 * whose answer it is and changed by the rest.
 */
for (const name of Object.keys(QUESTIONS)) {
  for (const level of [0, 1, 2]) {
    test(`${name}, level ${level}: the true answer changes nothing that leaves`, async ({ browser, wire, version }) => {
      test.setTimeout(300_000);
      const published = await version(name);
      const first = new Set(fieldsOf(published, 0).map((field) => field.spec.shape));
      for (const field of fieldsOf(published, level)) {
        const words = field.spec.answers === 2 ? (["edge", "far"] as const) : (["edge"] as const);
        const all = reportsOf(field.spec);
        const reports = level === 0 || all.length < 4 || !first.has(field.spec.shape) ? all : all.slice(1, 3);
        const wanted: Wanted[] = reports.flatMap((report) =>
          words.map((choice) => ({ level, reports: [report], choice })),
        );
        if (redrawsOf(field.spec, 2) > 0) wanted.push({ level, reports: [1], choice: "edge", redraws: 2 });
        for (const each of wanted) {
          const seen = await everyone(browser, wire, published, each);
          expect(leaks(seen, wordsDeclared(published, each)), JSON.stringify(each)).toEqual([]);
          expect(recordSent(seen)).toEqual(packed(field.spec, each.reports[0] ?? 0));
        }
      }
    });
  }
}
