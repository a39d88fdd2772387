import { useMutation } from "@tanstack/react-query";
import type { RowsBeside } from "../../api/types";
import { Failure } from "../frame/Failure";
import { Scrolls } from "../frame/Scrolls";
import { count } from "../numbers/format";
import { words } from "../words/words";
import "./release.css";

function Row({ of: { before, after, alike }, columns }: { of: RowsBeside["rows"][number]; columns: number }) {
  const text = words.rows.beside;
  const places = Array.from({ length: columns }, (_, index) => index);
  return (
    <>
      <tr>
        <th scope="row">{text.before}</th>
        {places.map((place) => (
          <td key={place}>{before[place]}</td>
        ))}
        <td />
      </tr>
      <tr className="row-after">
        <th scope="row">{text.after}</th>
        {places.map((place) => (
          <td key={place} className={before[place] === after[place] ? undefined : "changed"}>
            {after[place]}
          </td>
        ))}
        <td className="figure">{alike === 0 ? text.suppressed : count(alike)}</td>
      </tr>
    </>
  );
}

/** Each row twice, as it is and as it is released; what changed is marked by more than colour: it stands in bold. */
function RowsTable({ of: { columns, rows } }: { of: RowsBeside }) {
  const text = words.rows.beside;
  return (
    <Scrolls label={text.title}>
      <table className="beside">
        <thead>
          <tr>
            <td />
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">{text.alike}</th>
          </tr>
        </thead>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name, and never change
          <tbody key={index}>
            <Row of={row} columns={columns.length} />
          </tbody>
        ))}
      </table>
    </Scrolls>
  );
}

interface BesideProps {
  read: () => Promise<readonly (RowsBeside | null)[]>;
  /** Which of what is read is shown. */
  place: number;
}

/**
 * Rows before and after, for owners of the data, who open it: each time rows are read anew, so that the log says of
 * each look that it was taken; closed, they are forgotten. Never on paper.
 */
export function Beside({ read, place }: BesideProps) {
  const text = words.rows.beside;
  const { data, error, mutate: look, reset: forget } = useMutation({ mutationFn: read, gcTime: 0 });
  const rows = data?.[place];
  return (
    <details className="beside-rows" onToggle={({ currentTarget }) => (currentTarget.open ? look() : forget())}>
      <summary>{text.summary}</summary>
      <p className="quiet">{text.text}</p>
      <Failure error={error} />
      {rows && rows.rows.length > 0 && <RowsTable of={rows} />}
      {data && !rows?.rows.length && <p className="quiet">{text.none}</p>}
    </details>
  );
}
