import { percent } from "../../numbers/format";
import { Chart, type Drawn } from "../../parts/charts/Chart";
import { words } from "../../words/words";
import { type Moved, shareText } from "./figures";

const SCALE = { low: 0, high: 1, ticks: [0, 0.25, 0.5, 0.75, 1] };

function drawn({ id, label, after, before }: Moved): Drawn {
  const figure = shareText(after);
  const doubt = before === undefined ? "" : shareText(before);
  return {
    estimate: { id, label, share: after, bands: [] },
    truth: before,
    spoken: before === undefined ? figure : words.release.moved(figure, doubt),
    figure,
    doubt,
  };
}

/** Shares that a release moved: the dot is after, the stroke before. They are counted, not estimated: no interval. */
export function MovedShares({ caption, name, rows }: { caption: string; name: string; rows: readonly Moved[] }) {
  const { after, before } = words.release;
  const columns = { name, figure: after, doubt: before };
  return <Chart caption={caption} columns={columns} rows={rows.map(drawn)} scale={SCALE} simulated={false} />;
}

/** A length from nothing to all: what each column lost. */
export function Losses({ rows }: { rows: readonly { column: string; gcp: number }[] }) {
  const { lossChart, column: name, loss } = words.release;
  return (
    <table className="chart losses">
      <caption className="heard">{lossChart}</caption>
      <thead className="heard">
        <tr>
          <th scope="col">{name}</th>
          <th scope="col">{words.results.picture}</th>
          <th scope="col">{loss}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ column, gcp }) => (
          <tr key={column}>
            <th scope="row">{column}</th>
            <td className="chart-picture">
              <svg className="loss" height={28} aria-hidden="true">
                <line className="loss-all" x1="0%" x2="100%" y1="50%" y2="50%" />
                <svg y="50%" overflow="visible" aria-hidden="true">
                  <rect className="loss-bar" x={0} width={`${100 * gcp}%`} y={-6} height={12} />
                </svg>
              </svg>
            </td>
            <td className="figure">{percent(gcp, 1)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
