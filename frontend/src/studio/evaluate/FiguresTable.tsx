import { Scrolls } from "../frame/Scrolls";
import { count, points } from "../numbers/format";
import { mechanismName } from "../words/mechanisms";
import { words } from "../words/words";
import { shortOf, standardError, type Taken } from "./catalogue";

const HALF = 0.5;

/** The table twin of the picture, with what each mechanism promises and where it is from. */
export function FiguresTable({ taken, people }: { taken: readonly Taken[]; people: number }) {
  const said = words.evaluate.catalogue;
  const { columns } = words.evaluate;
  return (
    <details>
      <summary>{words.evaluate.table}</summary>
      <Scrolls label={said.table}>
        <table className="numbers trials">
          <thead>
            <tr>
              <th scope="col">{columns.mechanism}</th>
              <th scope="col">{said.rare}</th>
              <th scope="col">{said.half}</th>
              <th scope="col">{columns.bytes}</th>
              <th scope="col">{columns.spent}</th>
              <th scope="col">{said.for}</th>
              <th scope="col" className="reads">
                {said.fields.guarantee}
              </th>
              <th scope="col" className="reads">
                {said.fields.source}
              </th>
            </tr>
          </thead>
          <tbody>
            {taken.map((one) => (
              <tr key={one.slug}>
                <th scope="row">{mechanismName(one)}</th>
                <td>{points(standardError(one.figures, 0, people), 2)}</td>
                <td>{points(standardError(one.figures, HALF, people), 2)}</td>
                <td>{count(one.figures.report_bytes)}</td>
                <td>{one.figures.epsilon_spent}</td>
                <td>{one.in_surveys ? said.surveys : said.programs}</td>
                <td className="reads" lang="en">
                  {shortOf(one.guarantee)}
                </td>
                <td className="reads" lang="en">
                  {one.source}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
    </details>
  );
}
