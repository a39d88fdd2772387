import type { Entropy } from "./entropy";
import type { BitsSpec, MeetingSpec, SubsetSpec } from "./spec";

/** What is packed as one bit for each answer, and for each dummy. */
type Ticking = BitsSpec | SubsetSpec | MeetingSpec;

/** Twin of mechanisms/ldp/shapes/bits.py, which describes the steps: which positions are ticked. One answer is a set of one position. */
export function perturbBits(spec: BitsSpec, answers: readonly number[], words: Entropy): readonly number[] {
  const ticked: number[] = [];
  for (let position = 0; position < spec.answers; position += 1) {
    if (words() < (answers.includes(position) ? spec.one_below : spec.zero_below)) ticked.push(position);
  }
  return ticked;
}

export function bitsBytes(spec: Ticking): number {
  return Math.ceil(positionsOf(spec) / 8);
}

export function positionsOf(spec: Ticking): number {
  return spec.answers + (spec.shape === "meeting" ? spec.pad_to : 0);
}

/** Position 0 is the highest bit of the first byte; the bits that fill up the last byte are 0. */
export function packBits(spec: Ticking, ticked: readonly number[]): Uint8Array {
  const record = new Uint8Array(bitsBytes(spec));
  ticked.forEach((position) => {
    (record[position >> 3] as number) |= 128 >> (position & 7);
  });
  return record;
}

/** The answers that are ticked in a record, or a RangeError when no draw could have given it. */
export function readBits(spec: Ticking, record: Uint8Array): readonly number[] {
  const ticked: number[] = [];
  for (let position = 0; position < 8 * record.length; position += 1) {
    if ((record[position >> 3] as number) & (128 >> (position & 7))) ticked.push(position);
  }
  if (ticked.some((position) => position >= positionsOf(spec))) {
    throw new RangeError("the record has a bit set that is no answer");
  }
  if (spec.shape !== "bits" && ticked.length !== spec.size) {
    throw new RangeError(`the record has ${ticked.length} ticks; it needs ${spec.size}`);
  }
  return ticked.filter((position) => position < spec.answers);
}
