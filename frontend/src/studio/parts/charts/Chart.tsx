import { Axis } from "../../mark/Axis";
import { Interval } from "../../mark/Interval";
import type { Scale } from "../../mark/scale";
import type { Estimate } from "../../numbers/interval";
import { words } from "../../words/words";
import "./chart.css";

/** A dot with its interval, what a reader hears of it, and the two numbers written beside it. */
export interface Drawn {
  readonly estimate: Estimate;
  readonly truth?: number | undefined;
  readonly spoken: string;
  readonly figure: string;
  readonly doubt: string;
}

interface ChartProps {
  caption: string;
  columns: { readonly name: string; readonly figure: string; readonly doubt: string };
  rows: readonly Drawn[];
  scale: Scale;
  simulated: boolean;
  /** How ticks are written, where they are no shares. */
  write?: (tick: number, step: number) => string;
}

/** Dots with graded intervals on one axis; each row says its numbers beside the picture. */
export function Chart({ caption, columns, rows, scale, simulated, write }: ChartProps) {
  return (
    <table className="chart">
      <caption className="heard">{caption}</caption>
      <thead className="heard">
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{words.results.picture}</th>
          <th scope="col">{columns.figure}</th>
          <th scope="col">{columns.doubt}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ estimate, truth, spoken, figure, doubt }) => (
          <tr key={estimate.id}>
            <th scope="row">{estimate.label}</th>
            <td className="chart-picture">
              <Interval estimate={estimate} scale={scale} simulated={simulated} truth={truth} label={spoken} />
            </td>
            <td className="figure">{figure}</td>
            <td className="figure quiet">{doubt}</td>
          </tr>
        ))}
      </tbody>
      <tfoot aria-hidden="true">
        <tr>
          <td />
          <td className="chart-picture">
            <Axis scale={scale} write={write} />
          </td>
          <td colSpan={2} />
        </tr>
      </tfoot>
    </table>
  );
}
