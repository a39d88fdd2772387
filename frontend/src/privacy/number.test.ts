import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Tape, WORDS } from "./entropy";
import { roundedPoint, roundingBound } from "./grid";
import {
  type NumberSpec,
  numberBytes,
  numberWords,
  outputsOf,
  parseNumberSpec,
  perturbNumber,
  reportedNumber,
  worstRatioOfNumber,
} from "./number";
import type { Answer } from "./perturb";
import { hex } from "./sha256";

fc.configureGlobal({ seed: 20261122 }); // the same cases in every run

interface Case {
  readonly mechanism?: string;
  readonly spent?: string;
  readonly spec: unknown;
  readonly words: number;
  readonly record_bytes: number;
  readonly draws: readonly { answer: number | null; tape: number[]; read: number; record: string }[];
}

interface Vectors {
  readonly cases: readonly Case[];
  readonly bad_specs: readonly unknown[];
  readonly bad_records: readonly { spec: unknown; record: string }[];
}

const vectors = (shape: string): Vectors =>
  JSON.parse(readFileSync(new URL(`../../../tests/vectors/${shape}.json`, import.meta.url), "utf8"));
const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "hex"));

const SKIPPED: readonly number[] = [];

describe.each(["window", "ends", "window-or-ends", "end-or-skipped"])("the twin of shape %s", (shape) => {
  const { cases, bad_specs, bad_records } = vectors(shape);
  const withDraws = cases.filter(({ spent }) => spent !== undefined);

  it.each(cases)("draws $mechanism $spec as Python does, word for word", ({ spec: text, draws, ...stated }) => {
    const spec = parseNumberSpec(text);
    expect(spec).toEqual(text);
    expect([numberBytes(spec), numberWords(spec)]).toEqual([stated.record_bytes, stated.words]);
    for (const { answer, tape, read, record } of draws) {
      const words = new Tape(tape);
      const drawn = hex(perturbNumber(spec, answer ?? SKIPPED, words.words));
      expect([answer, tape, drawn, words.read]).toEqual([answer, tape, record, read]);
    }
  });

  it.each(withDraws)("spends on $mechanism $spec what Python says", ({ spec, spent }) => {
    expect(Math.log(worstRatioOfNumber(parseNumberSpec(spec)))).toBeCloseTo(Number(spent), 9);
  });

  it.each(bad_specs)("refuses the spec %j", (spec) => {
    expect(() => parseNumberSpec(spec)).toThrow(RangeError);
  });

  it.each(bad_records)("refuses the record '$record' under $spec", ({ spec, record }) => {
    expect(() => reportedNumber(parseNumberSpec(spec), bytes(record))).toThrow(RangeError);
  });

  it.each(withDraws)("refuses a number outside $spec", ({ spec: text }) => {
    const spec = parseNumberSpec(text);
    for (const number of [spec.low - 1, spec.high + 1, spec.low + 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => perturbNumber(spec, number, () => 0)).toThrow(RangeError);
    }
    expect(() => perturbNumber(spec, [spec.low], () => 0)).toThrow(RangeError);
  });
});

const threshold = fc.integer({ min: 0, max: WORDS });
const grid = fc
  .record({ low: fc.integer({ min: -1000, max: 1000 }), width: fc.integer({ min: 1, max: 300 }), pick: fc.nat() })
  .map(({ low, width, pick }) => ({ low, high: low + width, steps: 1 + (pick % width) }));
const window = fc.record({ window: fc.integer({ min: 1, max: 300 }), inside_below: threshold });
const windowSpec = fc.tuple(grid, window).map(([on, by]) => ({ shape: "window" as const, ...on, ...by }));
const endsSpec = fc.tuple(grid, threshold).map(([on, keep_below]) => ({ shape: "ends" as const, ...on, keep_below }));
const eitherSpec = fc
  .tuple(windowSpec, threshold, fc.oneof(threshold, fc.constant(0)))
  .map(([by, keep_below, window_below]) => ({ ...by, shape: "window-or-ends" as const, keep_below, window_below }));
const skippableSpec = endsSpec.map((by) => ({ ...by, shape: "end-or-skipped" as const, steps: 1 }));
const spec: fc.Arbitrary<NumberSpec> = fc.oneof(windowSpec, endsSpec, eitherSpec, skippableSpec);
const word = fc.oneof(fc.integer({ min: 0, max: WORDS - 1 }), fc.constantFrom(0, 1, WORDS - 2, WORDS - 1));
const within = ({ low, high }: NumberSpec, pick: number): number => low + (pick % (high - low + 1));

describe("a draw of a number", () => {
  it("is always a record that could have been sent, of the stated length", () => {
    fc.assert(
      fc.property(spec, fc.nat(), fc.infiniteStream(word), (example, pick, words) => {
        const record = perturbNumber(example, within(example, pick), () => words.next().value);
        expect(record).toHaveLength(numberBytes(example));
        expect(reportedNumber(example, record)).toBeLessThan(outputsOf(example));
      }),
    );
  });

  it("reads as many words for every number and for none, and as many as stated when none is drawn again", () => {
    fc.assert(
      fc.property(spec, fc.array(word, { minLength: 30, maxLength: 30 }), (example, words) => {
        const read = (answer: Answer, tape: readonly number[]): number => {
          const drawn = new Tape(tape);
          perturbNumber(example, answer, drawn.words);
          return drawn.read;
        };
        const numbers = Array.from({ length: example.high - example.low + 1 }, (_, index) => example.low + index);
        const answers = example.shape === "end-or-skipped" ? [...numbers, SKIPPED] : numbers;
        expect(new Set(answers.map((answer) => read(answer, [...words, 0, 0, 0, 0, 0]))).size).toBe(1);
        expect(read(example.low, Array(9).fill(1))).toBe(numberWords(example));
      }),
    );
  });

  it("is rounded to the grid so that the mean over all words is where the number lies", () => {
    fc.assert(
      fc.property(grid, fc.nat(), (example, pick) => {
        const number = example.low + (pick % (example.high - example.low + 1));
        const bound = roundingBound(example);
        const points = Array.from({ length: bound }, (_, drawn) => roundedPoint(example, number, () => drawn));
        const sum = points.reduce((total, point) => total + point, 0);
        expect(sum * (example.high - example.low)).toBe((number - example.low) * example.steps * bound);
        expect(Math.max(...points) - Math.min(...points)).toBeLessThan(2);
      }),
    );
  });

  it("lies in the window at the threshold of all words, and beside it at that of none", () => {
    fc.assert(
      fc.property(windowSpec, fc.nat(), fc.infiniteStream(word), (example, pick, words) => {
        const number = example.low + (pick % (example.steps + 1));
        const plain = { ...example, high: example.low + example.steps }; // every number is a point
        const place = (inside_below: number): number => {
          const drawn = perturbNumber({ ...plain, inside_below }, number, () => words.next().value);
          return reportedNumber(plain, drawn) - (number - example.low);
        };
        const [inside, beside] = [place(WORDS), place(0)];
        expect(inside >= 0 && inside < example.window).toBe(true);
        expect(beside >= 0 && beside < example.window).toBe(false);
      }),
    );
  });

  it("says skipped at the threshold of all words where it was skipped, and an end there where it was not", () => {
    fc.assert(
      fc.property(skippableSpec, fc.nat(), fc.infiniteStream(word), (example, pick, words) => {
        const recorded = (keep_below: number, answer: Answer): number =>
          reportedNumber(
            example,
            perturbNumber({ ...example, keep_below }, answer, () => words.next().value),
          );
        expect([recorded(WORDS, SKIPPED), recorded(WORDS, example.low), recorded(WORDS, example.high)]).toEqual([
          2, 0, 1,
        ]);
        expect(recorded(WORDS, within(example, pick))).toBeLessThan(2);
        expect(recorded(0, SKIPPED)).toBeLessThan(2);
      }),
    );
  });

  it.each(["window", "ends", "window-or-ends"] as const)("cannot be skipped where no report says so: %s", (shape) => {
    const [example] = vectors(shape).cases.map((vector) => parseNumberSpec(vector.spec));
    expect(() => perturbNumber(example as NumberSpec, SKIPPED, () => 0)).toThrow(RangeError);
  });

  it("survives being written as JSON and read back strictly", () => {
    fc.assert(
      fc.property(spec, (example) => {
        expect(parseNumberSpec(JSON.parse(JSON.stringify(example)))).toEqual(example);
      }),
    );
  });
});

describe("the worst ratio of a number", () => {
  const four = { low: 0, high: 4, steps: 4 };
  const half = WORDS / 2;

  it("is that of the places in and beside the window, whichever is likelier", () => {
    const ratio = (window: number, inside_below: number) =>
      worstRatioOfNumber({ shape: "window", ...four, window, inside_below });
    expect([ratio(2, half), ratio(4, half), ratio(8, half)]).toEqual([2, 1, 2]);
    expect([ratio(2, 0), ratio(2, WORDS)]).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
  });

  it("is that of the answer kept against one of the two others where it may be skipped", () => {
    const ratio = (keep_below: number) =>
      worstRatioOfNumber({ shape: "end-or-skipped", ...four, steps: 1, keep_below });
    expect([ratio(half), ratio(3 * (WORDS / 4)), ratio(WORDS / 5), ratio(WORDS)]).toEqual([2, 6, 2, Infinity]);
  });

  it("is that of the ends where there is no window, and the larger one where there are both", () => {
    const either = (window_below: number, keep_below: number) =>
      worstRatioOfNumber({
        ...{ shape: "window-or-ends", ...four, window: 2, inside_below: half },
        ...{ window_below, keep_below },
      });
    expect(worstRatioOfNumber({ shape: "ends", ...four, keep_below: 3 * (WORDS / 4) })).toBe(3);
    expect([either(0, half), either(1, half), either(0, half / 2), either(1, half / 2)]).toEqual([1, 2, 3, 3]);
  });
});
