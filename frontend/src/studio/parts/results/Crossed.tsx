import type { ReactNode } from "react";
import { Scrolls } from "../../frame/Scrolls";
import { labelOf } from "../../numbers/interval";
import "./crosstab.css";

interface Answer {
  readonly id: string;
  readonly label: string;
}

interface CrossedProps {
  className: string;
  label: string;
  rows: readonly Answer[];
  columns: readonly Answer[];
  cell: (row: number, column: number) => ReactNode;
}

/** The answers to one question against those to another. */
export function Crossed({ className, label, rows, columns, cell }: CrossedProps) {
  return (
    <Scrolls label={label}>
      <table className={className}>
        <caption className="heard">{label}</caption>
        <thead>
          <tr>
            <td />
            {columns.map((answer) => (
              <th scope="col" key={answer.id}>
                {labelOf(answer)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((answer, row) => (
            <tr key={answer.id}>
              <th scope="row">{labelOf(answer)}</th>
              {columns.map(({ id }, column) => (
                <td key={id}>{cell(row, column)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}
