import { bitsBytes, packBits, perturbBits, readBits } from "./bits";
import { choiceBytes, packChoice, perturbChoice, readChoice } from "./choice";
import type { Entropy } from "./entropy";
import { perturbMeeting } from "./meeting";
import type { Spec } from "./spec";
import { perturbSubset } from "./subset";

/**
 * The index of one answer; or, where a person may give several, the positions of all of them; or a number, and where it
 * was skipped an empty list.
 */
export type Answer = number | readonly number[];

/** Draw the report on an answer, packed. The answer itself goes no further than this function. */
export function perturb(spec: Spec, answer: Answer, words: Entropy): Uint8Array {
  const answers = typeof answer === "number" ? [answer] : answer;
  if (
    answers.length === 0 ||
    new Set(answers).size < answers.length ||
    !answers.every((each) => isAnswer(spec, each))
  ) {
    throw new RangeError(`the answer is none of ${spec.answers}`);
  }
  if (spec.shape === "bits") return packBits(spec, perturbBits(spec, answers, words));
  if (spec.shape === "meeting") {
    if (answers.length > spec.pad_to)
      throw new RangeError(`there are ${answers.length} answers; at most ${spec.pad_to}`);
    return packBits(spec, perturbMeeting(spec, answers, words));
  }
  if (typeof answer !== "number") throw new RangeError("this report takes one answer");
  if (spec.shape === "choice") return packChoice(spec, perturbChoice(spec, answer, words));
  return packBits(spec, perturbSubset(spec, answer, words));
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
  if (spec.shape === "meeting") return 2 * (1 + spec.size); // of two tries, the fewest there can be
  return 1 + Math.min(spec.shape === "subset" ? spec.size : 1, spec.answers - 2); // the last of a row is not drawn
}

/** The answers a packed report supports: the one it names, or every one whose bit is set. */
export function supported(spec: Spec, record: Uint8Array): readonly number[] {
  checkLength(record, reportBytes(spec));
  return spec.shape === "choice" ? [readChoice(spec, record)] : readBits(spec, record);
}

/** Refuse a record that has not as many bytes as it needs. */
export function checkLength({ length }: Uint8Array, expected: number): void {
  if (length !== expected) throw new RangeError(`the record has ${length} bytes; it needs ${expected}`);
}
