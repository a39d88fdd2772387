import type { NumberResult } from "../../../api/types";
import { figure, inUnit } from "../../numbers/format";
import { estimateOf, halfWidth } from "../../numbers/interval";
import { words } from "../../words/words";
import { Chart } from "../charts/Chart";
import { type Mean, meanFigures, scaleOfMean } from "./means";

interface MeanChartProps {
  question: string;
  /** Whose mean it is. */
  label: string;
  mean: Mean;
  number: Pick<NumberResult, "low" | "high" | "unit">;
  simulated: boolean;
  truth: number | undefined;
}

const TEN = 10; // steps: as many digits of a tick as its distance to the next has

/** A mean between the bounds of its question, in its unit. */
export function MeanChart({ question, label, mean, number, simulated, truth }: MeanChartProps) {
  const { chart, picture, meanColumns, spoken, spokenTruth, fromTo } = words.results;
  const { value, low, high } = meanFigures(mean);
  const estimate = estimateOf({ id: "mean", label, share: mean.value, intervals: mean.intervals });
  const known = truth === undefined ? [] : [spokenTruth(inUnit(figure(truth, halfWidth(estimate)), number.unit))];
  const heard = [spoken({ share: inUnit(value, number.unit), low, high }), ...known].join(words.listComma);
  return (
    <Chart
      caption={chart(question)}
      columns={{ name: picture, figure: meanColumns.mean, doubt: meanColumns.interval }}
      rows={[{ estimate, truth, spoken: heard, figure: value, doubt: fromTo(low, high) }]}
      scale={scaleOfMean(mean, number)}
      simulated={simulated}
      write={(tick, step) => figure(tick, TEN * step)}
    />
  );
}
