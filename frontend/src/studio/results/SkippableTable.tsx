import type { SkippableNumber } from "../../api/types";
import { Scrolls } from "../frame/Scrolls";
import { decimalsFor, figure, percent } from "../numbers/format";
import { words } from "../words/words";

type Estimates = SkippableNumber["estimates"];

interface Row {
  readonly head: string;
  readonly cells: readonly string[];
}

const CONFIDENCES = ["50", "80", "95"] as const;

const half = (intervals: Readonly<Record<string, readonly number[]>>): number => {
  const [low = 0, high = 0] = intervals["95"] ?? [];
  return (high - low) / 2;
};

function rowOf(
  head: string,
  told: { raw: number; consistent: number; intervals: Readonly<Record<string, readonly number[]>> },
  inverse: number | undefined,
  write: (value: number) => string,
): Row {
  const ranges = CONFIDENCES.map((confidence) => {
    const [low, high] = told.intervals[confidence] ?? [];
    return low === undefined || high === undefined ? "" : words.results.fromTo(write(low), write(high));
  });
  const weighted = inverse === undefined ? words.results.noLimits : write(inverse);
  return { head, cells: [write(told.raw), write(told.consistent), weighted, ...ranges] };
}

function rowsOf({ estimates, inverse_variance, unit }: SkippableNumber): Row[] {
  const { answered, mean }: Estimates = estimates;
  const decimals = Math.min(2, decimalsFor(half(answered.intervals)) + 1);
  const share = { raw: answered.share, consistent: answered.consistent_share, intervals: answered.intervals };
  const first = rowOf(words.results.answeredRow, share, inverse_variance.answered.share, (number) =>
    percent(number, decimals),
  );
  if (mean === null) return [first];
  const told = { raw: mean.value, consistent: mean.consistent_value, intervals: mean.intervals };
  const inUnit = (number: number) => figure(number, half(mean.intervals));
  return [first, rowOf(words.results.meanRow(unit), told, inverse_variance.mean?.value, inUnit)];
}

/** The table twin of the picture: raw and nearest possible side by side, inverse-variance beside them. */
export function SkippableTable({ result }: { result: SkippableNumber }) {
  const { columns, table, tableOf, skippableNote } = words.results;
  const heads = [
    columns.raw,
    columns.nearest,
    columns.inverse,
    ...CONFIDENCES.map((confidence) => columns[confidence]),
  ];
  return (
    <details>
      <summary>{table}</summary>
      <Scrolls label={tableOf(result.text)}>
        <table className="numbers">
          <thead>
            <tr>
              <td />
              {heads.map((head) => (
                <th scope="col" key={head}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rowsOf(result).map(({ head, cells }) => (
              <tr key={head}>
                <th scope="row">{head}</th>
                {cells.map((cell, index) => (
                  <td key={heads[index]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
      <p className="quiet note">{skippableNote}</p>
    </details>
  );
}
