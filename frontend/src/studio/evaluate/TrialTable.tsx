import type { Findings } from "../../api/types";
import { Scrolls } from "../frame/Scrolls";
import { count, percent, points } from "../numbers/format";
import { words } from "../words/words";
import type { Measured } from "./trials";

interface TrialTableProps {
  dots: readonly Measured[];
  findings: Findings;
}

/** The table twin of the picture. */
export function TrialTable({ dots, findings }: TrialTableProps) {
  const text = words.evaluate;
  const { columns } = text;
  return (
    <details>
      <summary>{text.table}</summary>
      <Scrolls label={text.tableOf}>
        <table className="numbers trials">
          <thead>
            <tr>
              <th scope="col">{columns.mechanism}</th>
              <th scope="col">{columns.epsilon}</th>
              <th scope="col">{columns.error}</th>
              <th scope="col">{columns.limits}</th>
              <th scope="col">{columns.expected}</th>
              <th scope="col">{columns.rank}</th>
              <th scope="col">{columns.bias}</th>
              <th scope="col">{columns.bytes}</th>
              <th scope="col">{columns.spent}</th>
            </tr>
          </thead>
          <tbody>
            {dots.map((dot) => (
              <tr key={`${dot.mechanism} ${dot.epsilon}`}>
                <th scope="row">
                  {text.names[dot.mechanism]}
                  {findings.best[dot.epsilon] === dot.mechanism && <span className="quiet"> {text.best}</span>}
                </th>
                <td>{dot.epsilon}</td>
                <td>{points(dot.error, 3)}</td>
                <td>{text.fromTo(points(dot.low, 3), points(dot.high, 3))}</td>
                <td>{points(dot.expected, 3)}</td>
                <td>{dot.rank.toFixed(2)}</td>
                <td>{percent(dot.bias, 1)}</td>
                <td>{count(dot.bytes)}</td>
                <td>{dot.spent}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
      <p className="quiet note">{text.top(count(findings.top))}</p>
    </details>
  );
}
