import { Scrolls } from "../frame/Scrolls";
import { count, points } from "../numbers/format";
import { mechanismName } from "../words/mechanisms";
import { words } from "../words/words";
import { shortOf, standardError, type Taken } from "./catalogue";

const HALF = 0.5;

/** The table twin of the picture, with what each mechanism promises and where it is from. */
export function FiguresTable({ taken, people }: { taken: readonly Taken[]; people: number }) {
  const text = words.evaluate.catalogue;
  const { columns } = words.evaluate;
  return (
    <details>
      <summary>{words.evaluate.table}</summary>
      <Scrolls label={text.table}>
        <table className="numbers trials">
          <thead>
            <tr>
              <th scope="col">{columns.mechanism}</th>
              <th scope="col">{text.rare}</th>
              <th scope="col">{text.half}</th>
              <th scope="col">{columns.bytes}</th>
              <th scope="col">{columns.spent}</th>
              <th scope="col">{text.for}</th>
              <th scope="col" className="reads">
                {text.fields.guarantee}
              </th>
              <th scope="col" className="reads">
                {text.fields.source}
              </th>
            </tr>
          </thead>
          <tbody>
            {taken.map((mechanism) => (
              <tr key={mechanism.slug}>
                <th scope="row">{mechanismName(mechanism)}</th>
                <td>{points(standardError(mechanism.figures, 0, people), 2)}</td>
                <td>{points(standardError(mechanism.figures, HALF, people), 2)}</td>
                <td>{count(mechanism.figures.report_bytes)}</td>
                <td>{mechanism.figures.epsilon_spent}</td>
                <td>{mechanism.in_surveys ? text.surveys : text.programs}</td>
                <td className="reads" lang="en">
                  {shortOf(mechanism.guarantee)}
                </td>
                <td className="reads" lang="en">
                  {mechanism.source}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
    </details>
  );
}
