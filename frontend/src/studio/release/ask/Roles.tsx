import type { DeclaredColumn } from "../../../api/types";
import { ServerMessage } from "../../frame/ServerMessage";
import { Choice } from "../../parts/Choice";
import { type ColumnRole, DECLARED_ROLES, rolesFor } from "../../parts/columnRoles";
import { known } from "../../parts/columns";
import { words } from "../../words/words";
import { suggestedFor, type TypedColumn } from "./draft";
import { columnAt, type Faults } from "./faults";

interface RolesProps {
  declared: readonly DeclaredColumn[];
  columns: readonly TypedColumn[];
  faults: Faults;
  onRole: (place: number, role: ColumnRole) => void;
}

function Suggested({
  column,
  role,
  onRole,
}: {
  column: DeclaredColumn;
  role: ColumnRole | "";
  onRole: (role: ColumnRole) => void;
}) {
  const suggested = suggestedFor(column, role);
  if (suggested !== "quasi" && suggested !== "identifying") return null;
  return (
    <p className="quiet">
      {words.rows.suggest[suggested]}{" "}
      <button
        type="button"
        className="text-button"
        aria-label={`${words.rows.suggestYes[suggested]}: ${column.name}`}
        onClick={() => onRole(suggested)}
      >
        {words.rows.suggestYes[suggested]}
      </button>
    </p>
  );
}

/** Who might know what: a role for every column. Roles are suggested, and never set by themselves. */
export function Roles({ declared, columns, faults, onRole }: RolesProps) {
  const text = words.rows;
  return (
    <section aria-labelledby="roles">
      <h2 id="roles">{text.roles}</h2>
      <p>{text.rolesText}</p>
      <ul className="column-roles">
        {declared.map((column, index) => {
          const role = columns[index]?.role ?? "";
          const offered = rolesFor(column.role);
          const choices: ("" | ColumnRole)[] = role === "" ? ["", ...offered] : [...offered];
          const fault = faults.at[columnAt(index, "role")] ?? faults.at[columnAt(index, "name")];
          return (
            <li key={column.name}>
              <div>
                <strong>{column.name}</strong>{" "}
                <span className="quiet">{text.declaredAs(words.data.roles[known(DECLARED_ROLES, column.role)])}</span>
                {column.description && <p className="quiet">{column.description}</p>}
              </div>
              <Choice
                label={text.roleOf(column.name)}
                heard
                value={role}
                choices={choices}
                named={text.roleNames}
                onChange={(chosen) => chosen !== "" && onRole(index, chosen)}
              />
              <Suggested column={column} role={role} onRole={(chosen) => onRole(index, chosen)} />
              <ServerMessage fault={fault} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
