import { type Entropy, uniformBelow } from "./entropy";
import type { ChoiceSpec } from "./spec";

/** Twin of mechanisms/ldp/shapes/choice.py, which describes the steps. */
export function perturbChoice(spec: ChoiceSpec, answer: number, words: Entropy): number {
  const kept = words() < spec.keep_below;
  // Drawn whether or not it is needed: how many words are read says nothing about the answer.
  const other = uniformBelow(spec.answers - 1, words);
  if (kept) return answer;
  return other < answer ? other : other + 1;
}

export function choiceBytes(spec: ChoiceSpec): number {
  return spec.answers <= 256 ? 1 : 2;
}

/** One byte up to 256 answers, else two, the higher first. */
export function packChoice(spec: ChoiceSpec, report: number): Uint8Array {
  return choiceBytes(spec) === 1 ? Uint8Array.of(report) : Uint8Array.of(Math.floor(report / 256), report % 256);
}

/** The answer a record names, or a RangeError when no draw could have given it. */
export function readChoice(spec: ChoiceSpec, record: Uint8Array): number {
  const report = record.reduce((high, low) => high * 256 + low, 0);
  if (report >= spec.answers) throw new RangeError(`the record names an answer beyond the ${spec.answers}`);
  return report;
}
