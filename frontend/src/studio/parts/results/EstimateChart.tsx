import type { Scale } from "../../mark/scale";
import { decimalsFor, percent, points } from "../../numbers/format";
import { type Estimate, halfWidth, widest } from "../../numbers/interval";
import { words } from "../../words/words";
import { Chart } from "../charts/Chart";

interface EstimateChartProps {
  question: string;
  estimates: readonly Estimate[];
  scale: Scale;
  simulated: boolean;
  truth: Readonly<Record<string, number>> | undefined;
}

/** A share as it is written: itself, how far it may be off, and both in words. */
export function saidOf(estimate: Estimate): { figure: string; doubt: string; spoken: string } {
  const half = halfWidth(estimate);
  const decimals = decimalsFor(half);
  const { low, high } = widest(estimate);
  const figure = percent(estimate.share, decimals);
  return {
    figure,
    doubt: `± ${points(half, decimals)}`,
    spoken: words.results.spoken({ share: figure, low: percent(low, decimals), high: percent(high, decimals) }),
  };
}

function drawn(estimate: Estimate, truth: number | undefined) {
  const figures = saidOf(estimate);
  if (truth === undefined) return { estimate, ...figures };
  const known = words.results.spokenTruth(percent(truth, decimalsFor(halfWidth(estimate))));
  return { estimate, truth, ...figures, spoken: `${figures.spoken}, ${known}` };
}

/** The shares of the answers to a question. */
export function EstimateChart({ question, estimates, scale, simulated, truth }: EstimateChartProps) {
  const { chart, answer, share, giveOrTake } = words.results;
  return (
    <Chart
      caption={chart(question)}
      columns={{ name: answer, figure: share, doubt: giveOrTake }}
      rows={estimates.map((estimate) => drawn(estimate, truth?.[estimate.id]))}
      scale={scale}
      simulated={simulated}
    />
  );
}
