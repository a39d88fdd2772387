import type { Published } from "../respond/definition";
import { ends, everyone, fieldsOf, redrawsOf, reportsOf, type Wanted, wordsDeclared } from "../respond/everyone";
import { leaks } from "../respond/interference";
import { recordSent } from "../respond/observe";
import { expect, QUESTIONS, test } from "../respond/surveys";
import { packed } from "../respond/tape";

const LEVELS = [0, 1, 2];
const shapesOf = (version: Published, level: number): string[] =>
  fieldsOf(version, level).map(({ spec }) => spec.shape);

/**
 * What leaves the device is the same, byte for byte, for every question and level, and every true answer.
 *
 * One report stands for itself, so reports are enumerated too. Where a question's shape of report is drawn first (level 0
 * for all, level 2 again for one of six and of twelve, drawn as sets before): every report if they are at most three,
 * else four, of sets three, and one more after two words that are drawn again. A level that differs from an earlier one
 * in its thresholds alone: one report. Everybody sends the first of them, kept by those whose answer it is and changed by
 * the rest; further ones are sent by the first and the last of both. Words lie at the thresholds, and where there are
 * two answers also far from them.
 */
for (const name of Object.keys(QUESTIONS)) {
  for (const level of LEVELS) {
    test(`${name}, level ${level}: the true answer changes nothing that leaves`, async ({ browser, wire, version }) => {
      const published = await version(name);
      const drawnBefore = new Set(LEVELS.slice(0, level).flatMap((before) => shapesOf(published, before)));
      for (const field of fieldsOf(published, level)) {
        const words = field.spec.answers === 2 ? (["edge", "far"] as const) : (["edge"] as const);
        const all = reportsOf(field.spec);
        const second = all[1] ?? 1;
        const again = drawnBefore.has(field.spec.shape);
        const reports = again ? all.filter((_, index) => index === all.length >> 1) : all;
        const wanted: Wanted[] = reports.flatMap((report, index) =>
          words.map((choice) => ({
            level,
            reports: [report],
            choice,
            ...(index === 0 ? {} : { holders: ends(field.spec, report) }),
          })),
        );
        if (!again && redrawsOf(field.spec, 2) > 0)
          wanted.push({ level, reports: [second], choice: "edge", redraws: 2, holders: ends(field.spec, second) });
        for (const each of wanted) {
          const seen = await everyone(browser, wire, published, each);
          expect(leaks(seen, wordsDeclared(published, each)), JSON.stringify(each)).toEqual([]);
          expect(recordSent(seen)).toEqual(packed(field.spec, each.reports[0] ?? 0));
        }
      }
    });
  }
}
