import type { QuestionResult } from "../../api/types";
import { points } from "../numbers/format";
import { leftOutSentence, timesOfHundred } from "../parts/results/sentence";
import { words } from "../words/words";

const SURPRISING = 0.05;

export function agreementSentence({ agreement }: Pick<QuestionResult, "agreement">): string {
  if (agreement === null) return words.results.agreementUnknown;
  const times = timesOfHundred(agreement.chance);
  return agreement.chance < SURPRISING ? words.results.different(times) : words.results.alike(times);
}

/** In percentage points, either way. */
export function furthest(result: Pick<QuestionResult, "made_up">, reports: string): string {
  const push = result.made_up.find((each) => each.reports === reports);
  const most = push ? Math.max(push.up, push.down) : 0;
  return points(most, most < 0.1 ? 1 : 0);
}

/** What the intervals do not say: reports left out or made up, and levels that did not answer alike. */
export function Doubts({ result, levels }: { result: QuestionResult; levels: number }) {
  return (
    <p className="quiet note">
      {leftOutSentence(result)}{" "}
      {words.results.madeUp({ one: furthest(result, "0.01"), five: furthest(result, "0.05") })}{" "}
      {levels > 1 && agreementSentence(result)}
    </p>
  );
}
