import type { RowRisk } from "../../../api/types";
import { Scrolls } from "../../frame/Scrolls";
import { count, percent } from "../../numbers/format";
import { words } from "../../words/words";
import { shortOf } from "../short";
import { decimalsOf, type Point } from "./dots";

const share = (part: number): string => percent(part, decimalsOf(part));

interface Column {
  name: string;
  of: (point: Point) => string;
  before?: (risk: RowRisk) => string;
}

function riskColumns(threshold: number): Column[] {
  const { columns } = words.rows;
  const ofRisk = (name: string, of: (risk: RowRisk) => string): Column => ({
    name,
    of: ({ risk }) => of(risk),
    before: of,
  });
  return [
    ofRisk(columns.greatest, ({ prosecutor_max }) => share(prosecutor_max)),
    ofRisk(columns.mean, ({ prosecutor_mean }) => share(prosecutor_mean)),
    ofRisk(columns.above(percent(threshold)), ({ share_above_threshold }) => share(share_above_threshold)),
    ofRisk(columns.uniques, ({ uniques }) => count(uniques)),
  ];
}

function lossColumns({ utility }: Point): Column[] {
  const { columns } = words.rows;
  return [
    { name: columns.gcp, of: (point) => share(point.utility.gcp) },
    ...utility.gcp_by_column.map(({ column }, index) => ({
      name: columns.gcpOf(column),
      of: (point: Point) => share(point.utility.gcp_by_column[index]?.gcp ?? Number.NaN),
    })),
    { name: columns.classes, of: (point) => count(point.utility.classes) },
    { name: columns.smallest, of: (point) => count(point.utility.smallest_class) },
    { name: columns.cavg, of: (point) => point.utility.average_class_size.toFixed(2) },
    { name: columns.suppressed, of: (point) => count(point.utility.suppressed) },
  ];
}

/** The columns of candidates that compare with a population: another candidate of the plan need not. */
function peopleColumns(points: readonly Point[]): Column[] {
  const text = words.compared;
  if (points.every(({ outcome: figures }) => figures.population === null)) return [];
  return [
    { name: text.fewest, of: ({ outcome: { population } }) => (population ? count(population.fewest) : "") },
    {
      name: text.journalist,
      of: ({ outcome: { population } }) => (population ? share(population.journalist_max) : ""),
    },
  ];
}

function sensitiveColumns({ risk }: Point): Column[] {
  const { columns, fromTo } = words.rows;
  return risk.sensitive.flatMap(({ column }, index) => {
    const of = (say: (risk: Point["risk"]["sensitive"][number]) => string) => (point: Point) => {
      const row = point.risk.sensitive[index];
      return row ? say(row) : "";
    };
    return [
      { name: columns.homogeneous(column), of: of((row) => share(row.homogeneous_rows)) },
      { name: columns.gain(column), of: of((row) => share(row.greatest_gain)) },
      { name: columns.guess(column), of: of((row) => fromTo(share(row.guess_before), share(row.guess_after))) },
    ];
  });
}

interface FiguresTableProps {
  points: readonly Point[];
  before: RowRisk | null;
}

/** The table twin of the picture, with all that was found. */
export function FiguresTable({ points, before }: FiguresTableProps) {
  const text = words.rows;
  const first = points[0];
  if (!first) return null;
  const columns = [
    ...riskColumns(first.risk.threshold),
    ...peopleColumns(points),
    ...lossColumns(first),
    ...sensitiveColumns(first),
  ];
  return (
    <details>
      <summary>{text.table}</summary>
      <Scrolls label={text.tableOf}>
        <table className="numbers trials">
          <thead>
            <tr>
              <th scope="col">{text.columns.candidate}</th>
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {before && (
              <tr>
                <th scope="row">{text.asTheyAre}</th>
                {columns.map((column) => (
                  <td key={column.name}>{column.before?.(before)}</td>
                ))}
              </tr>
            )}
            {points.map((point) => (
              <tr key={point.place}>
                <th scope="row">{shortOf(point.models)}</th>
                {columns.map(({ name, of }) => (
                  <td key={name}>{of(point)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
    </details>
  );
}
