import { createElement } from "react";
import type { QuestionResult, Shown, Step } from "../../api/types";
import { scaleFor, scaleForSteps } from "../mark/scale";
import { estimateOf } from "../numbers/interval";
import { EstimateChart } from "../parts/results/EstimateChart";
import { answerSentence, askedIn, sentSentence } from "../parts/results/sentence";
import { words } from "../words/words";
import { ByLevel } from "./ByLevel";
import { Compare } from "./Compare";
import { Doubts } from "./Doubts";
import { EstimateTable } from "./EstimateTable";
import { sharePartsSentence } from "./weighting/parts";

export interface Revealed {
  truth: Readonly<Record<string, Readonly<Record<string, number>>>>;
  steps: readonly Step[];
  step: Step | undefined;
}

interface QuestionSectionProps {
  id: string;
  version: number | undefined;
  shown: Shown;
  result: QuestionResult;
  heading: "h1" | "h2";
  revealed: Revealed | undefined;
  legend: string | undefined;
}

function estimatesAt(step: Step | undefined, id: string) {
  return step?.questions.find((question) => question.id === id)?.estimates.answers.map(estimateOf);
}

export function QuestionSection({ id, version, shown, result, heading, revealed, legend }: QuestionSectionProps) {
  const all = result.estimates.answers.map(estimateOf);
  const estimates = estimatesAt(revealed?.step, result.id) ?? all;
  const truth = revealed?.truth[result.id];
  const stepsOfThis = revealed?.steps.map((step) => ({
    reports: step.reports,
    estimates: estimatesAt(step, result.id) ?? [],
  }));
  const sent = sentSentence(shown, result);
  const scale = stepsOfThis?.length ? scaleForSteps(stepsOfThis) : scaleFor(all, Object.values(truth ?? {}));
  return (
    <section className="result">
      <p className="result-question">{askedIn(result)}</p>
      {createElement(heading, {}, answerSentence(estimates))}
      {sent && <p className="quiet">{sent}</p>}
      {!revealed?.step && <p className="quiet">{sharePartsSentence(result)}</p>}
      <EstimateChart
        question={askedIn(result)}
        estimates={estimates}
        scale={scale}
        simulated={shown.simulated}
        truth={truth}
      />
      {legend && <p className="quiet legend">{legend}</p>}
      <Doubts result={result} levels={result.by_level.length} />
      <EstimateTable result={result} truth={truth} />
      <Compare id={id} version={version} result={result} />
      <details>
        <summary>{words.results.byLevel}</summary>
        <ByLevel shown={shown} result={result} heading={heading === "h1" ? "h2" : "h3"} />
      </details>
    </section>
  );
}
