import type { OneRelease } from "../../../api/types";
import { Tick } from "../../frame/Tick";
import { words } from "../../words/words";

type Columns = OneRelease["columns"];

/** What is sent: null for all columns, so that a table stays whole. */
export function partOf(columns: Columns, left: readonly string[]): string[] | null {
  return left.length === 0 ? null : columns.map(({ name }) => name).filter((name) => !left.includes(name));
}

/** Without a column that was made coarser nothing is promised of the rest. */
export const keepsQuasi = (columns: Columns, left: readonly string[]): boolean =>
  columns.some(({ name, role }) => role === "quasi" && !left.includes(name));

interface PartProps {
  columns: Columns;
  /** Names of columns that are left out. */
  left: readonly string[];
  onChange: (left: readonly string[]) => void;
}

/** A projection: the same rows with fewer columns, which can be given beside the whole. */
export function Part({ columns, left, onChange }: PartProps) {
  const said = words.release.recipients;
  return (
    <details>
      <summary>{said.fewer}</summary>
      <fieldset>
        <legend className="heard">{said.part}</legend>
        {columns.map(({ name, role }) => (
          <Tick
            key={name}
            label={name}
            hint={words.release.columnsOf[role]}
            checked={!left.includes(name)}
            onChange={(checked) => onChange(checked ? left.filter((one) => one !== name) : [...left, name])}
          />
        ))}
      </fieldset>
      {!keepsQuasi(columns, left) && <p className="refuse">{said.needsQuasi}</p>}
    </details>
  );
}

/** Which columns somebody has, in a table of who has what. */
export const partText = (columns: readonly string[] | null): string =>
  columns === null ? words.release.recipients.all : columns.join(words.listComma);
