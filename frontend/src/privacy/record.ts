import type { Entropy } from "./entropy";
import { type Answer, checkLength, perturb, reportBytes } from "./perturb";
import type { Spec } from "./spec";

/** Draw a whole record: the reports of all fields, packed, in their order. Call it once; a second draw costs again. */
export function drawRecord(specs: readonly Spec[], answers: readonly Answer[], words: Entropy): Uint8Array {
  if (specs.length !== answers.length) {
    throw new RangeError(`there are ${answers.length} answers for ${specs.length} fields`);
  }
  const record = new Uint8Array(recordBytes(specs));
  let start = 0;
  specs.forEach((spec, field) => {
    record.set(perturb(spec, answers[field] as Answer, words), start);
    start += reportBytes(spec);
  });
  return record;
}

export function recordBytes(specs: readonly Spec[]): number {
  return specs.reduce((sum, spec) => sum + reportBytes(spec), 0);
}

/** The packed reports of a record, one for each field. */
export function splitRecord(specs: readonly Spec[], record: Uint8Array): readonly Uint8Array[] {
  checkLength(record, recordBytes(specs));
  let start = 0;
  return specs.map((spec) => {
    const end = start + reportBytes(spec);
    const report = record.slice(start, end);
    start = end;
    return report;
  });
}
