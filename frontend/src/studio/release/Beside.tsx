import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RowsBeside } from "../../api/types";
import { Failure } from "../frame/Failure";
import { Scrolls } from "../frame/Scrolls";
import { count } from "../numbers/format";
import { words } from "../words/words";
import "./release.css";

function Row({ of: { before, after, alike }, columns }: { of: RowsBeside["rows"][number]; columns: number }) {
  const said = words.rows.beside;
  const places = Array.from({ length: columns }, (_, place) => place);
  return (
    <>
      <tr>
        <th scope="row">{said.before}</th>
        {places.map((place) => (
          <td key={place}>{before[place]}</td>
        ))}
        <td />
      </tr>
      <tr className="row-after">
        <th scope="row">{said.after}</th>
        {places.map((place) => (
          <td key={place} className={before[place] === after[place] ? undefined : "changed"}>
            {after[place]}
          </td>
        ))}
        <td className="figure">{alike === 0 ? said.suppressed : count(alike)}</td>
      </tr>
    </>
  );
}

/** Each row twice, as it is and as it is released; what changed is marked by more than colour: it stands in bold. */
export function RowsTable({ of: { columns, rows } }: { of: RowsBeside }) {
  const said = words.rows.beside;
  return (
    <Scrolls label={said.title}>
      <table className="beside">
        <thead>
          <tr>
            <td />
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">{said.alike}</th>
          </tr>
        </thead>
        {rows.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name, and never change
          <tbody key={place}>
            <Row of={row} columns={columns.length} />
          </tbody>
        ))}
      </table>
    </Scrolls>
  );
}

interface BesideProps {
  /** What they are rows of, under which they are kept. */
  of: string;
  read: () => Promise<readonly (RowsBeside | null)[]>;
  /** Which of what is read is shown. */
  place: number;
}

/** For owners of the data, who open it: only then rows are read, once, and the log says so. Never on paper. */
export function Beside({ of, read, place }: BesideProps) {
  const said = words.rows.beside;
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery({
    queryKey: ["rows beside", of],
    queryFn: read,
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const rows = data?.[place];
  return (
    <details className="beside-rows" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{said.summary}</summary>
      <p className="quiet">{said.text}</p>
      <Failure error={error} />
      {rows && rows.rows.length > 0 && <RowsTable of={rows} />}
      {data && !rows?.rows.length && <p className="quiet">{said.none}</p>}
    </details>
  );
}
