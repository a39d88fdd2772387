import { Axis } from "../mark/Axis";
import { Interval } from "../mark/Interval";
import type { Scale } from "../mark/scale";
import { decimalsFor, percent, points } from "../numbers/format";
import { type Estimate, halfWidth, widest } from "../numbers/interval";
import { words } from "../words/words";

interface EstimateChartProps {
  question: string;
  estimates: readonly Estimate[];
  scale: Scale;
  simulated: boolean;
  truth: Readonly<Record<string, number>> | undefined;
}

function spoken(estimate: Estimate, truth: number | undefined): string {
  const decimals = decimalsFor(halfWidth(estimate));
  const { low, high } = widest(estimate);
  const text = words.results.spoken({
    share: percent(estimate.share, decimals),
    low: percent(low, decimals),
    high: percent(high, decimals),
  });
  return truth === undefined ? text : `${text}, ${words.results.spokenTruth(percent(truth, decimals))}`;
}

function Row({
  estimate,
  scale,
  simulated,
  truth,
}: {
  estimate: Estimate;
  scale: Scale;
  simulated: boolean;
  truth: number | undefined;
}) {
  const half = halfWidth(estimate);
  const decimals = decimalsFor(half);
  return (
    <tr>
      <th scope="row">{estimate.label}</th>
      <td className="chart-picture">
        <Interval
          estimate={estimate}
          scale={scale}
          simulated={simulated}
          truth={truth}
          label={spoken(estimate, truth)}
        />
      </td>
      <td className="figure">{percent(estimate.share, decimals)}</td>
      <td className="figure quiet">± {points(half, decimals)}</td>
    </tr>
  );
}

/** Dots with graded intervals on one axis; each row says its numbers beside the picture. */
export function EstimateChart({ question, estimates, scale, simulated, truth }: EstimateChartProps) {
  return (
    <table className="chart">
      <caption className="heard">{words.results.chart(question)}</caption>
      <thead className="heard">
        <tr>
          <th scope="col">{words.results.answer}</th>
          <th scope="col">{words.results.picture}</th>
          <th scope="col">{words.results.share}</th>
          <th scope="col">{words.results.giveOrTake}</th>
        </tr>
      </thead>
      <tbody>
        {estimates.map((estimate) => (
          <Row key={estimate.id} estimate={estimate} scale={scale} simulated={simulated} truth={truth?.[estimate.id]} />
        ))}
      </tbody>
      <tfoot aria-hidden="true">
        <tr>
          <td />
          <td className="chart-picture">
            <Axis scale={scale} />
          </td>
          <td colSpan={2} />
        </tr>
      </tfoot>
    </table>
  );
}
