import { WORDS } from "./entropy";

/** Keep the answer when a word is below `keep_below`, else report one of the others uniformly. */
export interface ChoiceSpec {
  readonly shape: "choice";
  readonly answers: number;
  readonly keep_below: number;
}

/** Bit i is 1 when its word is below `one_below` for a true answer, below `zero_below` for every other. */
export interface BitsSpec {
  readonly shape: "bits";
  readonly answers: number;
  readonly one_below: number;
  readonly zero_below: number;
}

/** A uniform set of `size` answers, which holds the true one when a word is below `with_below`. */
export interface SubsetSpec {
  readonly shape: "subset";
  readonly answers: number;
  readonly size: number;
  readonly with_below: number;
}

/**
 * A uniform set of `size` members, answers and `pad_to` dummies, which holds one of the answers that are held, or one of the
 * dummies that fill them up, when a word is below `meets_below`.
 */
export interface MeetingSpec {
  readonly shape: "meeting";
  readonly answers: number;
  readonly pad_to: number;
  readonly size: number;
  readonly meets_below: number;
}

export type Spec = ChoiceSpec | BitsSpec | SubsetSpec | MeetingSpec;

/** Read a spec from outside: exactly the known keys, integers in their ranges, or a RangeError. */
export function parseSpec(value: unknown): Spec {
  return exactly(value, read);
}

/** The fields of a spec from outside; what is not as it must be is refused by a RangeError. */
export interface Fields {
  readonly shape: unknown;
  readonly whole: (name: string, least: number, most: number) => number;
  readonly threshold: (name: string) => number;
}

/** What is read from the fields of a spec, which has those and no others. */
export function exactly<T extends object>(value: unknown, read: (fields: Fields) => T): T {
  if (typeof value !== "object" || value === null) throw new RangeError("the spec is not an object");
  const spec = read(fieldsOf(new Map<string, unknown>(Object.entries(value))));
  const [keys, needed] = [value, spec].map((fields) => Object.keys(fields).sort().join());
  if (keys !== needed) throw new RangeError(`the spec has the fields ${keys}; it needs ${needed}`);
  return spec;
}

function fieldsOf(fields: ReadonlyMap<string, unknown>): Fields {
  const whole = (name: string, least: number, most: number): number => {
    const value = fields.get(name);
    if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most) {
      throw new RangeError(`${name} must be a whole number from ${least} to ${most}`);
    }
    return value;
  };
  return { shape: fields.get("shape"), whole, threshold: (name) => whole(name, 0, WORDS) };
}

function read({ shape, whole, threshold }: Fields): Spec {
  if (shape === "choice") {
    return { shape, answers: whole("answers", 2, 65536), keep_below: threshold("keep_below") };
  }
  const answers = whole("answers", 2, 4096);
  if (shape === "bits")
    return { shape, answers, one_below: threshold("one_below"), zero_below: threshold("zero_below") };
  if (shape === "subset") {
    return { shape, answers, size: whole("size", 1, answers - 1), with_below: threshold("with_below") };
  }
  if (shape === "meeting") {
    const [pad_to, size] = [whole("pad_to", 1, answers), whole("size", 1, answers)];
    return { shape, answers, pad_to, size, meets_below: threshold("meets_below") };
  }
  throw new RangeError("the spec has a shape this page does not know");
}
