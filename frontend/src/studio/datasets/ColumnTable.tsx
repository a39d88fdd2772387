import type { DeclaredColumn } from "../../api/types";
import { Headings } from "../frame/Headings";
import { Scrolls } from "../frame/Scrolls";
import { DECLARED_ROLES } from "../parts/columnRoles";
import { isBounded, known, TYPES } from "../parts/columns";
import { words } from "../words/words";

const SHOWN = 12;

function domainOf(column: DeclaredColumn): string {
  if (isBounded(column.type)) {
    return [words.data.from(column.minimum, column.maximum), column.unit].filter(Boolean).join(" ");
  }
  if (column.type === "text") return words.data.textUpTo(column.longest);
  const first = column.categories.slice(0, SHOWN).map(({ value, label }) => label || value);
  return first.join(words.listComma) + (column.categories.length > SHOWN ? " …" : "");
}

/** What each column may hold; nothing of it was counted in the data. */
export function ColumnTable({ columns }: { columns: readonly DeclaredColumn[] }) {
  const { column: heading, role, type, domain } = words.data;
  return (
    <Scrolls label={words.data.domain}>
      <table className="tokens columns-declared">
        <thead>
          <tr>
            <Headings of={[heading, role, type, domain]} />
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column.name}>
              <th scope="row">
                {column.name}
                {column.description && <p className="quiet">{column.description}</p>}
              </th>
              <td data-label={role}>{words.data.roles[known(DECLARED_ROLES, column.role)]}</td>
              <td data-label={type}>{words.data.types[known(TYPES, column.type)]}</td>
              <td data-label={domain}>{domainOf(column)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}
