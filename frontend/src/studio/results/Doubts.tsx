import type { QuestionResult } from "../../api/types";
import { furthest, leftOutSentence, timesOfHundred } from "../parts/results/sentence";
import { words } from "../words/words";

const SURPRISING = 0.05;

export function agreementSentence({ agreement }: Pick<QuestionResult, "agreement">): string {
  if (agreement === null) return words.results.agreementUnknown;
  const times = timesOfHundred(agreement.chance);
  return agreement.chance < SURPRISING ? words.results.different(times) : words.results.alike(times);
}

/** What the intervals do not say: reports left out or made up, and levels that did not answer alike. */
export function Doubts({ result, levels }: { result: QuestionResult; levels: number }) {
  return (
    <p className="quiet note">
      {leftOutSentence(result)}{" "}
      {words.results.madeUp({ atOne: furthest(result, "0.01"), atFive: furthest(result, "0.05") })}{" "}
      {levels > 1 && agreementSentence(result)}
    </p>
  );
}
