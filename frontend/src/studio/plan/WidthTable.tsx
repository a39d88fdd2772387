import { count, points } from "../numbers/format";
import { levelName } from "../words/levels";
import { words } from "../words/words";
import { halfAt, type Planned, WANTED } from "./plan";

const width = (half: number | undefined): string => (half === undefined ? "" : points(half, half < 0.1 ? 1 : 0));
const whole = (number: number | undefined): string => (number === undefined ? "" : count(number));

/** The table twin of the picture: each level alone beside the mix, and how many answers each half-width takes. */
export function WidthTable({ name, planned, sizes }: { name: string; planned: Planned; sizes: readonly number[] }) {
  const said = words.plan;
  const { levels } = planned;
  const several = levels.length > 1;
  return (
    <details>
      <summary>{said.table}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard */}
      <section className="scrolls" aria-label={said.tableOf(name)} tabIndex={0}>
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
            {sizes.map((size) => (
              <tr key={size}>
                <th scope="row">{count(size)}</th>
                <td>{width(halfAt(planned, size))}</td>
                {several &&
                  levels.map(({ level, half_widths }) => <td key={level}>{width(half_widths[String(size)])}</td>)}
              </tr>
            ))}
            {WANTED.map(({ half }) => (
              <tr key={half}>
                <th scope="row">{said.rowNeeded(points(Number(half), half === "0.025" ? 1 : 0))}</th>
                <td>{whole(planned.needed[half])}</td>
                {several && levels.map(({ level, needed }) => <td key={level}>{whole(needed[half])}</td>)}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
