import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { base64url, fromBase64url } from "./base64url";
import { canonical, digest } from "./canonical";
import { Tape } from "./entropy";
import { supportChance, worstRatio, worstRatioOfSets } from "./odds";
import { perturb, reportBytes, supported, wordsRead } from "./perturb";
import { withDraw, withoutDraw } from "./record";
import { hex, sha256 } from "./sha256";
import { parseSpec } from "./spec";

interface Draw {
  answer: number | number[];
  tape: number[];
  read: number;
  record: string;
}

interface Case {
  mechanism?: string;
  spec: unknown;
  words: number;
  record_bytes: number;
  draws: Draw[];
}

interface ShapeVectors {
  cases: Case[];
  set_cases?: (Case & { most: number; spent: string })[];
  bad_specs: unknown[];
  bad_records: { spec: unknown; record: string }[];
}

interface TextVectors {
  cases: { value: unknown; text: string; sha256: string; bytes: string; message: string }[];
  bad_texts: string[];
}

interface DrawVectors {
  records: { draw: number; reports: string; length: number; record: string }[];
  refused: { bytes: number; length: number; record: string }[];
}

function vectors<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../../tests/vectors/${name}.json`, import.meta.url), "utf8"));
}

function bytes(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** The words of a draw that must be refused before it begins. */
const unread = () => {
  throw new Error("a word was read for an answer that was not refused");
};

describe.each(["choice", "bits", "subset", "meeting"])("the twin of shape %s", (shape) => {
  const { cases, set_cases = [], bad_specs, bad_records } = vectors<ShapeVectors>(shape);

  it.each([...cases, ...set_cases])(
    "draws $mechanism $spec as Python does, word for word",
    ({ spec: text, draws, ...stated }) => {
      const spec = parseSpec(text);
      expect(reportBytes(spec)).toBe(stated.record_bytes);
      expect(wordsRead(spec)).toBe(stated.words);
      for (const { answer, tape, read, record } of draws) {
        const words = new Tape(tape);
        expect([answer, tape, hex(perturb(spec, answer, words.words)), words.read]).toEqual([
          answer,
          tape,
          record,
          read,
        ]);
      }
    },
  );

  it.each(bad_specs)("refuses the spec %j", (spec) => {
    expect(() => parseSpec(spec)).toThrow(RangeError);
  });

  it.each(bad_records)("refuses the record '$record' under $spec", ({ spec, record }) => {
    expect(() => supported(parseSpec(spec), bytes(record))).toThrow(RangeError);
  });

  it.each(cases)("refuses an answer outside $spec", ({ spec: text }) => {
    const spec = parseSpec(text);
    for (const answer of [-1, spec.answers, 0.5, Number.NaN]) {
      expect(() => perturb(spec, answer, unread)).toThrow(RangeError);
    }
  });
});

describe("the twin of sets", () => {
  const { set_cases = [], cases } = vectors<ShapeVectors>("bits");

  it.each(set_cases)("spends on $spec what Python says", ({ spec: text, most, spent }) => {
    const spec = parseSpec(text);
    if (spec.shape !== "bits") throw new Error("a set is drawn as bits");
    expect(Math.log(worstRatioOfSets(spec, most))).toBeCloseTo(Number(spent), 9);
  });

  it.each(cases)("refuses what is no set of the answers of $spec", ({ spec: text }) => {
    const spec = parseSpec(text);
    for (const answer of [[], [0, 0], [spec.answers], [-1], [0.5]]) {
      expect(() => perturb(spec, answer, unread)).toThrow(RangeError);
    }
  });

  it.each([
    { shape: "choice", answers: 3, keep_below: 5 },
    { shape: "subset", answers: 3, size: 2, with_below: 5 },
  ] as const)("refuses a set where one answer is asked: $shape", (spec) => {
    expect(() => perturb(spec, [1], unread)).toThrow(RangeError);
  });
});

describe("the twin of sets that meet or miss", () => {
  const { cases } = vectors<{ cases: (Case & { p?: number; q?: number; spent?: string; mechanism?: string })[] }>(
    "meeting",
  );

  it.each(cases.filter(({ mechanism }) => mechanism === "privset"))(
    "knows of $spec the chances and what is spent as Python does",
    ({ spec: text, p, q, spent }) => {
      const spec = parseSpec(text);
      expect(supportChance(spec, true)).toBeCloseTo(Number(p), 12);
      expect(supportChance(spec, false)).toBeCloseTo(Number(q), 12);
      expect(Math.log(worstRatio(spec))).toBeCloseTo(Number(spent), 9);
    },
  );

  it.each(cases)("refuses what is no set of the answers of $spec, or one too large", ({ spec: text }) => {
    const spec = parseSpec(text);
    if (spec.shape !== "meeting") throw new Error("these are sets that meet or miss");
    const tooMany = Array.from({ length: spec.pad_to + 1 }, (_, index) => index);
    for (const answer of [[], [0, 0], [spec.answers], [-1], [0.5], tooMany]) {
      expect(() => perturb(spec, answer, unread)).toThrow(RangeError);
    }
  });
});

describe("a record with its draw", () => {
  const { records, refused } = vectors<DrawVectors>("draws");

  it.each(records)("is $record, and read back", ({ draw, reports, length, record }) => {
    expect(hex(withDraw(draw, bytes(reports), length))).toBe(record);
    expect(hex(withoutDraw(bytes(record), bytes(reports).length))).toBe(reports);
  });

  it.each(refused.filter(({ length, record }) => bytes(record).length === length))(
    "is refused with marks in its zeros: $record",
    ({ bytes: many, record }) => {
      expect(() => withoutDraw(bytes(record), many)).toThrow(RangeError);
    },
  );
});

describe("texts and digests", () => {
  const canon = vectors<TextVectors>("canonical");
  const coded = vectors<TextVectors>("base64url");

  it.each(canon.cases)("writes and hashes $text as Python does", ({ value, text, sha256: expected }) => {
    expect(canonical(value)).toBe(text);
    expect(digest(value)).toBe(expected);
  });

  it.each(canon.bad_texts)("has no canonical form for %s", (text) => {
    expect(() => canonical(JSON.parse(text))).toThrow(RangeError);
  });

  it.each([undefined, () => 0, Symbol("s"), Number.NaN])("has no canonical form for what is not JSON", (value) => {
    expect(() => canonical(value)).toThrow(RangeError);
  });

  it.each(vectors<TextVectors>("sha256").cases)("hashes $message", ({ message, sha256: expected }) => {
    expect(hex(sha256(bytes(message)))).toBe(expected);
  });

  it.each(coded.cases)("writes $bytes as $text and reads it back", ({ bytes: raw, text }) => {
    expect(base64url(bytes(raw))).toBe(text);
    expect(hex(fromBase64url(text))).toBe(raw);
  });

  it.each(coded.bad_texts)("does not read '%s' as base64url", (text) => {
    expect(() => fromBase64url(text)).toThrow(RangeError);
  });
});
