/** Twin of mechanisms/ldp/shapes/numbered.py: a report that is a number below a limit. */
export function bytesBelow(limit: number): number {
  return limit <= 256 ? 1 : 2;
}

/** One byte up to a limit of 256, else two, the higher first. */
export function packNumber(limit: number, report: number): Uint8Array {
  return bytesBelow(limit) === 1 ? Uint8Array.of(report) : Uint8Array.of(Math.floor(report / 256), report % 256);
}

/** The number a record holds, or a RangeError when no draw could have given it. */
export function readNumber(limit: number, record: Uint8Array): number {
  const report = record.reduce((high, low) => high * 256 + low, 0);
  if (report >= limit) throw new RangeError(`the record holds a number that is not below ${limit}`);
  return report;
}
