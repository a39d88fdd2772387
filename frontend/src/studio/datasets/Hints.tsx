import type { DeclaredColumn } from "../../api/types";
import { isBounded } from "../parts/columns";
import { words } from "../words/words";

/** How the fields of a column are filled in: said once, for the types that the file has. */
export function Hints({ columns }: { columns: readonly DeclaredColumn[] }) {
  const stay = columns.filter(({ left_out }) => !left_out);
  const { data } = words;
  const hints = [
    [data.leaveOut, data.leaveOutHint],
    ...(stay.some(({ type }) => isBounded(type)) ? [[data.bins, data.binsHint]] : []),
    ...(stay.some(({ type }) => type === "category") ? [[data.categories, data.categoriesHint]] : []),
    ...(stay.some(({ type }) => type === "text") ? [[data.longest, data.longestText]] : []),
    [data.missing, data.missingHint],
    [data.neverMissing, data.neverMissingHint],
  ];
  return (
    <details open>
      <summary>{data.hints}</summary>
      <dl className="about">
        {hints.map(([field, hint]) => (
          <div key={field} className="fact">
            <dt>{field}</dt>
            <dd>{hint}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
