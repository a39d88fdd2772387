import { Scrolls } from "../frame/Scrolls";
import { count, percent, points } from "../numbers/format";
import { words } from "../words/words";
import type { Attack } from "./attacks";

const DECIMALS = 1;

/** The table twin of a picture. */
export function AttackTable({ of }: { of: Attack }) {
  const text = words.attacks;
  return (
    <details>
      <summary>{text.table}</summary>
      <Scrolls label={text.tableOf(text.names[of.attack])}>
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">{text.columns.release}</th>
              <th scope="col">{text.columns.people}</th>
              <th scope="col">{text.columns.success}</th>
              <th scope="col">{text.columns.without}</th>
              <th scope="col">{text.columns.advantage}</th>
              <th scope="col">{text.columns.error}</th>
              <th scope="col">{text.columns.promised}</th>
            </tr>
          </thead>
          <tbody>
            {of.cases.map((attack) => (
              <tr key={attack.release}>
                <th scope="row">{text.releases[attack.release]}</th>
                <td>{count(attack.people)}</td>
                <td>{percent(attack.success, DECIMALS)}</td>
                <td>{percent(attack.without, DECIMALS)}</td>
                <td>{points(attack.advantage, DECIMALS)}</td>
                <td>{points(attack.standard_error, DECIMALS)}</td>
                <td>{attack.promised === null ? text.nothing : percent(attack.promised, DECIMALS)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
    </details>
  );
}
