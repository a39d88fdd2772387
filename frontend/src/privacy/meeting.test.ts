import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Tape, WORDS } from "./entropy";
import { perturb, supported } from "./perturb";
import { hex } from "./sha256";
import { parseSpec } from "./spec";

fc.configureGlobal({ seed: 20261120 }); // the same cases in every run

const threshold = fc.integer({ min: 0, max: WORDS });
const meetingSpec = fc
  .record({ answers: fc.integer({ min: 2, max: 20 }), pad: fc.nat(), pick: fc.nat(), meets_below: threshold })
  .map(({ answers, pad, pick, meets_below }) => ({
    shape: "meeting" as const,
    answers,
    pad_to: 1 + (pad % answers),
    size: 1 + (pick % Math.ceil(answers / 4)), // as many ticks as PrivSet takes: more would need many tries
    meets_below,
  }));

/** Words that look random: tries until both kinds have come are not to be many. */
function randomWords(start: number, length: number): number[] {
  let state = start >>> 0;
  return Array.from({ length }, () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  });
}

function ones(digit: string): number {
  return Number.parseInt(digit, 16).toString(2).replaceAll("0", "").length;
}

describe("a draw", () => {
  it("of a set that meets or misses reads as many words for every set, whatever is wanted", () => {
    fc.assert(
      fc.property(
        meetingSpec,
        fc.array(fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 20 }), { minLength: 2, maxLength: 6 }),
        fc.nat(),
        (spec, picks, start) => {
          const reads = new Set<string>();
          const words = randomWords(start, 20_000);
          for (const pick of picks) {
            for (const meets_below of [0, spec.meets_below, WORDS]) {
              const answers = Array.from(new Set(pick.map((answer) => answer % spec.answers))).slice(0, spec.pad_to);
              const tape = new Tape(words);
              const record = perturb({ ...spec, meets_below }, answers, tape.words);
              reads.add(`${tape.read} ${record.length}`);
            }
          }
          expect(reads.size).toBe(1);
        },
      ),
    );
  });

  it("of a set meets it at the threshold of all words, misses it at that of none, and always ticks as many", () => {
    fc.assert(
      fc.property(meetingSpec, fc.nat(), fc.nat(), (spec, pick, start) => {
        const answers = Array.from({ length: spec.pad_to }, (_, step) => (pick + step) % spec.answers); // no dummy is held
        const words = randomWords(start, 20_000);
        const draw = (meets_below: number) =>
          supported(spec, perturb({ ...spec, meets_below }, answers, new Tape(words).words));
        expect(draw(WORDS).some((answer) => answers.includes(answer))).toBe(true);
        expect(draw(0).some((answer) => answers.includes(answer))).toBe(false);
        const record = perturb(spec, answers, new Tape(words).words);
        expect(Array.from(hex(record), (digit) => ones(digit)).reduce((sum, count) => sum + count)).toBe(spec.size);
      }),
    );
  });

  it("survives being written as JSON and read back strictly", () => {
    fc.assert(
      fc.property(meetingSpec, (spec) => {
        expect(parseSpec(JSON.parse(JSON.stringify(spec)))).toEqual(spec);
      }),
    );
  });
});
