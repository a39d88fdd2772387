import { levelName } from "../words/levels";
import { words } from "../words/words";

export interface PlanRow {
  readonly head: string;
  readonly mix: string;
  readonly alone: readonly string[];
}

interface PlanTableProps {
  label: string;
  levels: readonly { level: number }[];
  rows: readonly PlanRow[];
}

/** The table twin of what is planned: each level alone beside the mix, and how many answers each half-width takes. */
export function PlanTable({ label, levels, rows }: PlanTableProps) {
  const said = words.plan;
  const several = levels.length > 1;
  return (
    <details>
      <summary>{said.table}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard */}
      <section className="scrolls" aria-label={label} tabIndex={0}>
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">{said.columnAnswers}</th>
              <th scope="col">{said.columnMix}</th>
              {several &&
                levels.map(({ level }) => (
                  <th scope="col" key={level}>
                    {said.columnAll(levelName(level, levels.length))}
                  </th>
                ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ head, mix, alone }) => (
              <tr key={head}>
                <th scope="row">{head}</th>
                <td>{mix}</td>
                {several && levels.map(({ level }, place) => <td key={level}>{alone[place]}</td>)}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
