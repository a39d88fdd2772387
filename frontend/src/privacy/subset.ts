import { type Entropy, uniformBelow } from "./entropy";
import type { SubsetSpec } from "./spec";

/** Twin of mechanisms/ldp/shapes/subset.py, which describes the steps: which positions are ticked. */
export function perturbSubset(spec: SubsetSpec, answer: number, words: Entropy): readonly number[] {
  const holds = words() < spec.with_below;
  const row = Array.from({ length: spec.answers - 1 }, (_, place) => (place < answer ? place : place + 1));
  // All are drawn whether or not the last is needed: how many words are read says nothing about the answer.
  for (let place = 0; place < spec.size; place += 1) {
    const chosen = place + uniformBelow(row.length - place, words);
    [row[place], row[chosen]] = [row[chosen] as number, row[place] as number];
  }
  if (holds) row[spec.size - 1] = answer;
  return row.slice(0, spec.size);
}
