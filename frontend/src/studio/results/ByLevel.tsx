import { createElement } from "react";
import type { QuestionResult, Shown } from "../../api/types";
import { scaleFor } from "../mark/scale";
import { count } from "../numbers/format";
import { estimateOf } from "../numbers/interval";
import { EstimateChart } from "../parts/results/EstimateChart";
import { askedIn } from "../parts/results/sentence";
import { everyLevel, nameOfLevels } from "../words/levels";
import { words } from "../words/words";

interface ByLevelProps {
  shown: Shown;
  result: QuestionResult;
  heading: "h2" | "h3";
}

function nameOf(shown: Shown, levels: readonly number[]): string {
  return nameOfLevels(everyLevel(shown.questions), levels);
}

/** The same question, one picture for each level, all on one axis. */
export function ByLevel({ shown, result, heading }: ByLevelProps) {
  const parts = result.by_level.map((part) => ({ ...part, estimates: part.answers.map(estimateOf) }));
  const scale = scaleFor(parts.flatMap((part) => part.estimates));
  return parts.map((part) => (
    <div key={part.levels.join()} className="level-part">
      {createElement(heading, { className: "level-name" }, nameOf(shown, part.levels))}
      <p className="quiet">
        {words.results.levelLine({
          reports: count(part.reports),
          mechanism: part.mechanism,
          epsilon: part.epsilon,
        })}
      </p>
      <EstimateChart
        question={`${askedIn(result)} (${nameOf(shown, part.levels)})`}
        estimates={part.estimates}
        scale={scale}
        simulated={shown.simulated}
        truth={undefined}
      />
    </div>
  ));
}
