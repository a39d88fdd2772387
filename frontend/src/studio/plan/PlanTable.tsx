import { Scrolls } from "../frame/Scrolls";
import { count } from "../numbers/format";
import { levelName } from "../words/levels";
import { words } from "../words/words";
import { WANTED, type Wanted } from "./plan";

/** Null where so few answers would set no limits. */
type ByNumber = Readonly<Record<string, number | null>>;

interface Tabled {
  /** Half-widths by number of answers, and the number of answers that each half-width takes: of the mix, and of each level. */
  readonly mix: ByNumber;
  readonly needed: ByNumber;
  readonly levels: readonly { readonly level: number; readonly half_widths: ByNumber; readonly needed: ByNumber }[];
}

interface PlanTableProps {
  label: string;
  planned: Tabled;
  sizes: readonly number[];
  /** A half-width, and one that is wanted, as they are written. */
  width: (half: number) => string;
  wanted: (wanted: Wanted) => string;
}

interface Row {
  readonly head: string;
  readonly mix: string;
  readonly alone: readonly string[];
}

function written(value: number | null | undefined, write: (value: number) => string): string {
  if (value === null) return words.results.noLimits;
  return value === undefined ? "" : write(value);
}

function rowsOf({ planned, sizes, width, wanted }: PlanTableProps): Row[] {
  const { mix, needed, levels } = planned;
  return [
    ...sizes.map((size) => ({
      head: count(size),
      mix: written(mix[size], width),
      alone: levels.map(({ half_widths }) => written(half_widths[size], width)),
    })),
    ...WANTED.map((wish) => ({
      head: words.plan.rowNeeded(wanted(wish)),
      mix: written(needed[wish.half], count),
      alone: levels.map((level) => written(level.needed[wish.half], count)),
    })),
  ];
}

/** The table twin of what is planned: each level alone beside the mix, and how many answers each half-width takes. */
export function PlanTable(props: PlanTableProps) {
  const text = words.plan;
  const { label, planned } = props;
  const { levels } = planned;
  const several = levels.length > 1;
  return (
    <details>
      <summary>{text.table}</summary>
      <Scrolls label={label}>
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">{text.columnAnswers}</th>
              <th scope="col">{text.columnMix}</th>
              {several &&
                levels.map(({ level }) => (
                  <th scope="col" key={level}>
                    {text.columnAll(levelName(level, levels.length))}
                  </th>
                ))}
            </tr>
          </thead>
          <tbody>
            {rowsOf(props).map(({ head, mix, alone }) => (
              <tr key={head}>
                <th scope="row">{head}</th>
                <td>{mix}</td>
                {several && levels.map(({ level }, index) => <td key={level}>{alone[index]}</td>)}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
    </details>
  );
}
