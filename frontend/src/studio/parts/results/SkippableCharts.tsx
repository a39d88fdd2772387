import type { SkippableNumber } from "../../../api/types";
import { scaleBetween } from "../../mark/scale";
import { percent } from "../../numbers/format";
import { widest } from "../../numbers/interval";
import { words } from "../../words/words";
import { Chart } from "../charts/Chart";
import { saidOf } from "./EstimateChart";
import { MeanChart } from "./MeanChart";
import { answeredFigures, answeredOf } from "./means";

interface SkippableChartsProps {
  result: SkippableNumber;
  simulated: boolean;
  /** What is true of made-up people: the share who answered, and their mean. */
  truth: Readonly<Record<string, number>> | undefined;
}

function AnsweredChart({ result, simulated, truth }: SkippableChartsProps) {
  const { chart, picture, share, spokenTruth, meanColumns } = words.results;
  const estimate = answeredOf(result.estimates.answered);
  const { low, high } = widest(estimate);
  const { value, range } = answeredFigures(result.estimates.answered);
  const known = truth?.answered;
  const spoken = [saidOf(estimate).spoken, ...(known === undefined ? [] : [spokenTruth(percent(known))])];
  return (
    <Chart
      caption={chart(result.text)}
      columns={{ name: picture, figure: share, doubt: meanColumns.interval }}
      rows={[{ estimate, truth: known, spoken: spoken.join(words.listComma), figure: value, doubt: range }]}
      scale={scaleBetween([0, 1, low, high])}
      simulated={simulated}
    />
  );
}

/** How many gave a number, from nobody to everybody; and their mean between the bounds, where it has limits. */
export function SkippableCharts({ result, simulated, truth }: SkippableChartsProps) {
  const { mean } = result.estimates;
  return (
    <div className="ranges">
      <AnsweredChart result={result} simulated={simulated} truth={truth} />
      {mean && (
        <MeanChart
          question={result.text}
          label={words.results.meanRow(result.unit)}
          mean={mean}
          number={result}
          simulated={simulated}
          truth={truth?.mean}
        />
      )}
    </div>
  );
}
