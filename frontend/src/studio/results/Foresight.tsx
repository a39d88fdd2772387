import type { Model } from "../../api/types";
import { Axis } from "../mark/Axis";
import { Interval } from "../mark/Interval";
import { type Scale, scaleOver } from "../mark/scale";
import { percent, points } from "../numbers/format";
import { words } from "../words/words";
import { type Rightness, rightness } from "./model";

function Row({ row, scale, simulated }: { row: Rightness; scale: Scale; simulated: boolean }) {
  const { estimate, low, high } = row;
  const said = words.results.spoken({ share: percent(estimate.share), low: percent(low), high: percent(high) });
  return (
    <tr>
      <th scope="row">{estimate.label}</th>
      <td className="chart-picture">
        <Interval estimate={estimate} scale={scale} simulated={simulated} label={said} />
      </td>
      <td className="figure">{percent(estimate.share)}</td>
      <td className="figure quiet">{words.results.model.range(points(low), points(high))}</td>
    </tr>
  );
}

/** How often the model is right, how often each question alone would be, and how often the most frequent answer is. */
export function Foresight({ made, simulated }: { made: Model; simulated: boolean }) {
  const { model: said, picture } = words.results;
  const rows = rightness(made);
  const scale = scaleOver(rows.flatMap(({ low, high }) => [low, high]));
  return (
    <table className="chart">
      <caption className="heard">{said.chart(made.foretold.text)}</caption>
      <thead className="heard">
        <tr>
          <th scope="col">{said.from}</th>
          <th scope="col">{picture}</th>
          <th scope="col">{said.right}</th>
          <th scope="col">{said.limits}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.estimate.id} row={row} scale={scale} simulated={simulated} />
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
