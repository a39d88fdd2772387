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

export type Spec = ChoiceSpec | BitsSpec;

const mostAnswers = { choice: 65536, bits: 4096 };

/** Read a spec from outside: exactly the known keys, integers in their ranges, or a RangeError. */
export function parseSpec(value: unknown): Spec {
  if (typeof value !== "object" || value === null) throw new RangeError("the spec is not an object");
  const fields = new Map<string, unknown>(Object.entries(value));
  const shape = fields.get("shape");
  if (shape === "choice") {
    only(fields, ["answers", "keep_below", "shape"]);
    return { shape, answers: answers(fields, shape), keep_below: threshold(fields, "keep_below") };
  }
  if (shape === "bits") {
    only(fields, ["answers", "one_below", "shape", "zero_below"]);
    return {
      shape,
      answers: answers(fields, shape),
      one_below: threshold(fields, "one_below"),
      zero_below: threshold(fields, "zero_below"),
    };
  }
  throw new RangeError("the spec has a shape this page does not know");
}

function only(fields: ReadonlyMap<string, unknown>, names: readonly string[]): void {
  const found = Array.from(fields.keys()).sort().join();
  if (found !== names.join()) throw new RangeError(`the spec has the fields ${found}; it needs ${names.join()}`);
}

function answers(fields: ReadonlyMap<string, unknown>, shape: Spec["shape"]): number {
  return whole(fields, "answers", 2, mostAnswers[shape]);
}

function threshold(fields: ReadonlyMap<string, unknown>, name: string): number {
  return whole(fields, name, 0, WORDS);
}

function whole(fields: ReadonlyMap<string, unknown>, name: string, least: number, most: number): number {
  const value = fields.get(name);
  if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most) {
    throw new RangeError(`${name} must be a whole number from ${least} to ${most}`);
  }
  return value;
}
