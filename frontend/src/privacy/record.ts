import type { Entropy } from "./entropy";
import { type AnySpec, isNumberSpec, numberBytes, perturbNumber } from "./number";
import { type Answer, checkLength, perturb, reportBytes } from "./perturb";

/** Draw a whole record: the reports of all fields, packed, in their order. Call it once; a second draw costs again. */
export function drawRecord(specs: readonly AnySpec[], answers: readonly Answer[], words: Entropy): Uint8Array {
  if (specs.length !== answers.length) {
    throw new RangeError(`there are ${answers.length} answers for ${specs.length} fields`);
  }
  const record = new Uint8Array(recordBytes(specs));
  let start = 0;
  specs.forEach((spec, field) => {
    record.set(draw(spec, answers[field] as Answer, words), start);
    start += bytesOf(spec);
  });
  return record;
}

function draw(spec: AnySpec, answer: Answer, words: Entropy): Uint8Array {
  return isNumberSpec(spec) ? perturbNumber(spec, answer, words) : perturb(spec, answer, words);
}

const bytesOf = (spec: AnySpec): number => (isNumberSpec(spec) ? numberBytes(spec) : reportBytes(spec));

export function recordBytes(specs: readonly AnySpec[]): number {
  return specs.reduce((sum, spec) => sum + bytesOf(spec), 0);
}

/** The packed reports of a record, one for each field. */
export function splitRecord(specs: readonly AnySpec[], record: Uint8Array): readonly Uint8Array[] {
  checkLength(record, recordBytes(specs));
  let start = 0;
  return specs.map((spec) => {
    const end = start + bytesOf(spec);
    const report = record.slice(start, end);
    start = end;
    return report;
  });
}

/** A record with the number of its draw at its head, and zeros after its reports up to a length. */
export function withDraw(draw: number, reports: Uint8Array, length: number): Uint8Array {
  const record = new Uint8Array(length);
  record[0] = draw;
  record.set(reports, 1);
  return record;
}

/** What stands behind the head of a record, of so many bytes. A RangeError when anything but zeros follows. */
export function withoutDraw(record: Uint8Array, bytes: number): Uint8Array {
  if (record.slice(1 + bytes).some((byte) => byte > 0)) throw new RangeError("the record has marks in its zeros");
  return record.slice(1, 1 + bytes);
}
