import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pool, randomBytes, Tape, uniformBelow, WORDS } from "./entropy";
import { oddsOf100, worstRatio, worstRatioOfSets } from "./odds";
import { perturb, reportBytes, supported, wordsRead } from "./perturb";
import { drawRecord, splitRecord } from "./record";
import { hex } from "./sha256";
import { parseSpec, type Spec } from "./spec";

fc.configureGlobal({ seed: 20261120 }); // the same cases in every run

const threshold = fc.integer({ min: 0, max: WORDS });
const choiceSpec = fc.record({
  shape: fc.constant("choice" as const),
  answers: fc.oneof(fc.integer({ min: 2, max: 20 }), fc.integer({ min: 2, max: 65536 })),
  keep_below: threshold,
});
const bitsSpec = fc.record({
  shape: fc.constant("bits" as const),
  answers: fc.integer({ min: 2, max: 40 }),
  one_below: threshold,
  zero_below: threshold,
});
const subsetSpec = fc
  .record({ answers: fc.integer({ min: 2, max: 40 }), pick: fc.nat(), with_below: threshold })
  .map(({ answers, pick, with_below }) => ({
    shape: "subset" as const,
    answers,
    size: 1 + (pick % (answers - 1)),
    with_below,
  }));
const spec: fc.Arbitrary<Spec> = fc.oneof(choiceSpec, bitsSpec, subsetSpec);
const word = fc.oneof(fc.integer({ min: 0, max: WORDS - 1 }), fc.constantFrom(0, 1, WORDS - 2, WORDS - 1));
const seed = fc.infiniteStream(word);

function stream(words: Iterator<number>): () => number {
  return () => words.next().value;
}

function counted(words: () => number): { next: () => number; read: () => number } {
  let read = 0;
  return {
    next: () => {
      read += 1;
      return words();
    },
    read: () => read,
  };
}

describe("a draw", () => {
  it("is always a record that could have been sent, of the stated length", () => {
    fc.assert(
      fc.property(spec, fc.nat(), seed, (example, pick, words) => {
        const record = perturb(example, pick % example.answers, stream(words));
        expect(record).toHaveLength(reportBytes(example));
        expect(supported(example, record).every((answer) => answer >= 0 && answer < example.answers)).toBe(true);
      }),
    );
  });

  it("of one answer is that of the set of it alone", () => {
    fc.assert(
      fc.property(bitsSpec, fc.nat(), fc.array(word, { minLength: 40, maxLength: 40 }), (example, pick, words) => {
        const answer = pick % example.answers;
        const alone = perturb(example, [answer], new Tape(words).words);
        expect(perturb(example, answer, new Tape(words).words)).toEqual(alone);
      }),
    );
  });

  it("reads as many words for every set as for one answer", () => {
    fc.assert(
      fc.property(bitsSpec, fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 40 }), (example, picks) => {
        const words = counted(() => 1);
        perturb(example, Array.from(new Set(picks.map((pick) => pick % example.answers))), words.next);
        expect(words.read()).toBe(wordsRead(example));
      }),
    );
  });

  it("reads as many words for every answer", () => {
    fc.assert(
      fc.property(spec, fc.array(word, { minLength: 60, maxLength: 60 }), (example, words) => {
        const reads = new Set<number>();
        for (let answer = 0; answer < Math.min(example.answers, 40); answer += 1) {
          const tape = new Tape([...words, 0, 0]);
          perturb(example, answer, tape.words);
          reads.add(tape.read);
        }
        expect(reads.size).toBe(1);
      }),
    );
  });

  it("keeps every answer at the threshold of all words and none at the threshold of none", () => {
    fc.assert(
      fc.property(choiceSpec, fc.nat(), seed, (example, pick, words) => {
        const answer = pick % example.answers;
        const draw = (keep_below: number) =>
          supported(example, perturb({ ...example, keep_below }, answer, stream(words)))[0];
        expect(draw(WORDS)).toBe(answer);
        expect(draw(0)).not.toBe(answer);
      }),
    );
  });

  it("of a set holds the answer at the threshold of all words, not at that of none, and always as many", () => {
    fc.assert(
      fc.property(subsetSpec, fc.nat(), seed, (example, pick, words) => {
        const answer = pick % example.answers;
        const draw = (with_below: number) =>
          supported(example, perturb({ ...example, with_below }, answer, stream(words)));
        const [always, never] = [draw(WORDS), draw(0)];
        expect(always).toContain(answer);
        expect(never).not.toContain(answer);
        expect([always.length, never.length]).toEqual([example.size, example.size]);
      }),
    );
  });

  it("reads the stated number of words when none is drawn again", () => {
    fc.assert(
      fc.property(spec, fc.nat(), (example, pick) => {
        const words = counted(() => 1);
        perturb(example, pick % example.answers, words.next);
        expect(words.read()).toBe(wordsRead(example));
      }),
    );
  });

  it("survives being written as JSON and read back strictly", () => {
    fc.assert(
      fc.property(spec, (example) => {
        expect(parseSpec(JSON.parse(JSON.stringify(example)))).toEqual(example);
      }),
    );
  });
});

describe("a record", () => {
  it("is its blocks one after the other, drawn from one stream", () => {
    fc.assert(
      fc.property(fc.array(spec, { minLength: 1, maxLength: 6 }), fc.nat(), seed, (specs, pick, words) => {
        const answers = specs.map(({ answers: count }) => pick % count);
        const tape: number[] = [];
        const record = drawRecord(specs, answers, () => {
          const next = words.next().value;
          tape.push(next);
          return next;
        });
        const again = new Tape(tape);
        const alone = specs.map((field, block) => perturb(field, answers[block] ?? 0, again.words));
        expect(splitRecord(specs, record)).toEqual(alone);
        expect(again.read).toBe(tape.length);
      }),
    );
  });

  it("is refused when the number of answers or bytes does not fit", () => {
    const choice: Spec = { shape: "choice", answers: 3, keep_below: 5 };
    expect(() => drawRecord([choice], [], () => 0)).toThrow(RangeError);
    expect(() => splitRecord([choice], new Uint8Array(2))).toThrow(RangeError);
  });
});

describe("randomness", () => {
  it("is uniform below any bound: every remainder has the same number of accepted words", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 65535 }), (bound) => {
        const accepted = WORDS - (WORDS % bound);
        expect(accepted % bound).toBe(0);
        expect(WORDS - accepted).toBeLessThan(bound);
        expect(uniformBelow(bound, new Tape([accepted - 1]).words)).toBe(bound - 1);
        if (accepted < WORDS) expect(uniformBelow(bound, new Tape([accepted, WORDS - 1, 0]).words)).toBe(0);
      }),
    );
  });

  it("comes from the pool in the order it was filled, and is fetched again when used up", () => {
    let filled = 0;
    const next = pool((block) => {
      for (let index = 0; index < block.length; index += 1) block[index] = filled++;
    });
    const read = Array.from({ length: 1000 }, next);
    expect(read).toEqual(Array.from({ length: 1000 }, (_, index) => index));
    expect(filled - 1000).toBeLessThan(64);
  });

  it("is wiped from the pool as it is read", () => {
    let buffer = new Uint32Array();
    const next = pool((block) => {
      buffer = block.fill(7);
    });
    expect(next()).toBe(7);
    expect([buffer[0], buffer[1]]).toEqual([0, 7]);
  });

  it("gives the four bytes of each word, lowest first", () => {
    expect(hex(randomBytes(6, new Tape([0x04030201, 0xffffff05]).words))).toBe("01020304" + "05ff");
  });
});

describe("odds", () => {
  const half: Spec = { shape: "choice", answers: 2, keep_below: 3139872686 }; // epsilon 1
  const optimized: Spec = { shape: "bits", answers: 16, one_below: 2147483648, zero_below: 1155094610 }; // epsilon 1

  const subset: Spec = { shape: "subset", answers: 16, size: 4, with_below: 2041685230 }; // epsilon 1

  it("are whole numbers of 100, and both ways of two answers make 100", () => {
    expect(oddsOf100(half)).toEqual({ whenTrue: 73, whenFalse: 27 });
    expect(oddsOf100(optimized)).toEqual({ whenTrue: 50, whenFalse: 27 });
    expect(oddsOf100({ shape: "choice", answers: 5, keep_below: 1737757440 })).toEqual({ whenTrue: 40, whenFalse: 15 });
    expect(oddsOf100(subset)).toEqual({ whenTrue: 48, whenFalse: 23 });
  });

  it("find what the integers really allow", () => {
    expect(Math.log(worstRatio(half))).toBeCloseTo(1, 8);
    expect(Math.log(worstRatio(optimized))).toBeCloseTo(1, 8);
    expect(Math.log(worstRatio(subset))).toBeCloseTo(1, 8);
    expect(worstRatio({ ...subset, with_below: WORDS / 4 })).toBe(1);
    expect(worstRatio({ ...subset, with_below: WORDS })).toBe(Infinity);
    expect(worstRatio({ ...subset, with_below: 0 })).toBe(Infinity);
    expect(worstRatio({ ...half, keep_below: WORDS })).toBe(Infinity);
    expect(worstRatio({ ...half, keep_below: 0 })).toBe(Infinity);
    expect(worstRatio({ ...half, answers: 4, keep_below: WORDS / 4 })).toBe(1);
    expect(worstRatio({ ...optimized, zero_below: 0 })).toBe(Infinity);
    expect(worstRatio({ ...optimized, zero_below: optimized.one_below })).toBe(1);
  });

  it("of a set multiply over the positions in which two sets can differ", () => {
    const flipped = { shape: "bits" as const, answers: 5, one_below: 2673442470, zero_below: 1621524826 }; // epsilon 1/2
    expect(Math.log(worstRatioOfSets(flipped, 1))).toBeCloseTo(0.5, 8);
    expect(Math.log(worstRatioOfSets(flipped, 4))).toBeCloseTo(2, 8);
    expect(Math.log(worstRatioOfSets({ ...flipped, one_below: 1621524826, zero_below: 2673442470 }, 4))).toBeCloseTo(
      2,
      8,
    );
    expect(worstRatioOfSets(flipped, 2)).toBeCloseTo(worstRatio(flipped), 8);
    expect(worstRatioOfSets({ ...flipped, zero_below: 0 }, 1)).toBe(Infinity);
    expect(worstRatioOfSets({ ...flipped, one_below: WORDS }, 1)).toBe(Infinity);
  });
});
