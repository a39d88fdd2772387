import { bitsBytes, packBits, perturbBits, readBits } from "./bits";
import { choiceBytes, packChoice, perturbChoice, readChoice } from "./choice";
import type { Entropy } from "./entropy";
import type { Spec } from "./spec";

/** The index of one answer; or, where a person may give several, the positions of all of them. */
export type Answer = number | readonly number[];

/** Draw the report on an answer, packed. The answer itself goes no further than this function. */
export function perturb(spec: Spec, answer: Answer, words: Entropy): Uint8Array {
  if (typeof answer === "number") {
    if (!isAnswer(spec, answer)) throw new RangeError(`the answer is not one of the ${spec.answers} of this question`);
    if (spec.shape === "choice") return packChoice(spec, perturbChoice(spec, answer, words));
    return packBits(spec, perturbBits(spec, [answer], words));
  }
  if (spec.shape !== "bits") throw new RangeError("a choice is one answer, not a set of them");
  if (answer.length === 0 || new Set(answer).size < answer.length || !answer.every((one) => isAnswer(spec, one))) {
    throw new RangeError(`the answer is not a set of some of the ${spec.answers} of this question`);
  }
  return packBits(spec, perturbBits(spec, answer, words));
}

function isAnswer(spec: Spec, answer: number): boolean {
  return Number.isInteger(answer) && answer >= 0 && answer < spec.answers;
}

/** How long the packed report is: the same for every answer. */
export function reportBytes(spec: Spec): number {
  return spec.shape === "choice" ? choiceBytes(spec) : bitsBytes(spec);
}

/** How many words a report reads, redraws not counted: the same for every answer. */
export function wordsRead(spec: Spec): number {
  if (spec.shape === "bits") return spec.answers;
  return spec.answers === 2 ? 1 : 2;
}

/** The answers a packed report supports: the one it names, or every one whose bit is set. */
export function supported(spec: Spec, record: Uint8Array): readonly number[] {
  if (spec.shape === "choice") return [readChoice(spec, record)];
  const bits = readBits(spec, record);
  return bits.map((bit, position) => (bit ? position : -1)).filter((position) => position >= 0);
}
