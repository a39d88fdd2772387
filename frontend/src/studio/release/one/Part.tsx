import type { OneRelease } from "../../../api/types";
import { Tick } from "../../frame/Tick";
import { words } from "../../words/words";

type Columns = OneRelease["columns"];

/** What is sent: null for all columns, so that a table stays whole. */
export function partOf(columns: Columns, left: readonly string[]): string[] | null {
  return left.length === 0 ? null : columns.map(({ name }) => name).filter((name) => !left.includes(name));
}

type Parted = Pick<OneRelease, "kind" | "columns">;

/**
 * Whether the rest keeps a promise. None is made without a column that was made coarser; of synthetic rows any column
 * will do.
 */
export const keepsPromise = ({ kind, columns }: Parted, left: readonly string[]): boolean =>
  columns.some(({ name, role }) => (kind === "synthetic" || role === "quasi") && !left.includes(name));

interface PartProps {
  of: Parted;
  /** Names of columns that are left out. */
  left: readonly string[];
  onChange: (left: readonly string[]) => void;
}

/** A projection: the same rows with fewer columns, which can be given beside the whole. */
export function Part({ of, left, onChange }: PartProps) {
  const { kind, columns } = of;
  const text = words.release.recipients;
  return (
    <details>
      <summary>{text.fewer}</summary>
      <fieldset>
        <legend className="heard">{text.part}</legend>
        {columns.map(({ name, role }) => (
          <Tick
            key={name}
            label={name}
            {...(kind === "synthetic" ? {} : { hint: words.release.columnsOf[role] })}
            checked={!left.includes(name)}
            onChange={(checked) => onChange(checked ? left.filter((column) => column !== name) : [...left, name])}
          />
        ))}
      </fieldset>
      {!keepsPromise(of, left) && (
        <p className="refuse">{kind === "synthetic" ? words.handed.needsColumn : text.needsQuasi}</p>
      )}
    </details>
  );
}

/** Which columns somebody has, in a table of who has what. */
export const partText = (columns: readonly string[] | null): string =>
  columns === null ? words.release.recipients.all : columns.join(words.listComma);
