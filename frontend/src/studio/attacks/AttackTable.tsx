import { Scrolls } from "../frame/Scrolls";
import { count, percent, points } from "../numbers/format";
import { words } from "../words/words";
import type { Attack } from "./attacks";

const DECIMALS = 1;

/** The table twin of a picture. */
export function AttackTable({ of }: { of: Attack }) {
  const said = words.attacks;
  return (
    <details>
      <summary>{said.table}</summary>
      <Scrolls label={said.tableOf(said.names[of.attack])}>
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">{said.columns.release}</th>
              <th scope="col">{said.columns.people}</th>
              <th scope="col">{said.columns.success}</th>
              <th scope="col">{said.columns.without}</th>
              <th scope="col">{said.columns.advantage}</th>
              <th scope="col">{said.columns.error}</th>
              <th scope="col">{said.columns.promised}</th>
            </tr>
          </thead>
          <tbody>
            {of.cases.map((one) => (
              <tr key={one.release}>
                <th scope="row">{said.releases[one.release]}</th>
                <td>{count(one.people)}</td>
                <td>{percent(one.success, DECIMALS)}</td>
                <td>{percent(one.without, DECIMALS)}</td>
                <td>{points(one.advantage, DECIMALS)}</td>
                <td>{points(one.standard_error, DECIMALS)}</td>
                <td>{one.promised === null ? said.nothing : percent(one.promised, DECIMALS)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
    </details>
  );
}
