import type { Entropy } from "./entropy";
import type { BitsSpec } from "./spec";

/** Twin of mechanisms/ldp/shapes/bits.py, which describes the steps. One answer is a set of one position. */
export function perturbBits(spec: BitsSpec, held: readonly number[], words: Entropy): readonly boolean[] {
  const bits: boolean[] = [];
  for (let position = 0; position < spec.answers; position += 1) {
    bits.push(words() < (held.includes(position) ? spec.one_below : spec.zero_below));
  }
  return bits;
}

export function bitsBytes(spec: BitsSpec): number {
  return Math.ceil(spec.answers / 8);
}

/** Position 0 is the highest bit of the first byte; the bits that fill up the last byte are 0. */
export function packBits(spec: BitsSpec, bits: readonly boolean[]): Uint8Array {
  const record = new Uint8Array(bitsBytes(spec));
  bits.forEach((bit, position) => {
    const byte = position >> 3;
    if (bit) record[byte] = (record[byte] as number) | (128 >> (position & 7));
  });
  return record;
}

/** The bits of a record, or a RangeError when no draw could have given it. */
export function readBits(spec: BitsSpec, record: Uint8Array): readonly boolean[] {
  const expected = bitsBytes(spec);
  if (record.length !== expected) throw new RangeError(`the record has ${record.length} bytes; it needs ${expected}`);
  const bits: boolean[] = [];
  record.forEach((byte) => {
    for (let mask = 128; mask >= 1; mask /= 2) bits.push((byte & mask) !== 0);
  });
  if (bits.slice(spec.answers).some((bit) => bit)) throw new RangeError("the record has a bit set that is no answer");
  return bits.slice(0, spec.answers);
}
