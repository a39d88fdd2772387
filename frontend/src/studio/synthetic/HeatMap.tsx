import type { CSSProperties } from "react";
import { Scrolls } from "../frame/Scrolls";
import { points } from "../numbers/format";
import { words } from "../words/words";
import { decimalsOf, type Shares, shade } from "./errors";
import "./synthetic.css";

interface HeatMapProps {
  names: readonly string[];
  errors: Shares;
  /** What is said of it where it is not the error of noise that is expected. */
  label?: string;
  text?: string;
}

function Cell({ error, decimals }: { error: number | null | undefined; decimals: number }) {
  if (error === null || error === undefined) return <td className="not-told">{words.synthetic.notTold}</td>;
  const style: CSSProperties & Record<"--shade", string> = { "--shade": `${shade(error)}%` };
  return (
    <td className="heat" style={style}>
      {points(error, decimals)}
    </td>
  );
}

/** Each two columns, and each alone on the diagonal: how many of 100 rows noise is expected to put elsewhere. The figure
 * stands in every cell; its shade says the same to the eye. */
export function HeatMap({ names, errors, label, text }: HeatMapProps) {
  const wording = words.synthetic;
  const decimals = decimalsOf(errors);
  return (
    <Scrolls label={label ?? wording.heatMap}>
      <p>{text ?? wording.heatMapText}</p>
      <table className="heat-map">
        <thead>
          <tr>
            <td />
            {names.map((name) => (
              <th key={name} scope="col">
                <span>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name, row) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {names.map((other, column) =>
                column > row ? (
                  <td key={other} />
                ) : (
                  <Cell
                    key={other}
                    error={column === row ? errors.alone[row] : errors.pairs[row]?.[column]}
                    decimals={decimals}
                  />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}
