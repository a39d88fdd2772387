import { NativeSelect, TextInput } from "@mantine/core";
import { words } from "../words/words";

interface ListControlsProps<Sort extends string> {
  searchLabel: string;
  q: string;
  sort: Sort;
  sorts: Readonly<Record<Sort, string>>;
  onChange: (search: { q: string; sort: Sort }) => void;
}

/** Search and sort of a list. The caller keeps both in the address, so a link reproduces the list. */
export function ListControls<Sort extends string>({ searchLabel, q, sort, sorts, onChange }: ListControlsProps<Sort>) {
  const entries = Object.entries(sorts).map(([value, label]) => ({ value, label: String(label) }));
  const isSort = (value: string): value is Sort => value in sorts;
  return (
    <search className="list-controls">
      <TextInput
        type="search"
        label={searchLabel}
        value={q}
        onChange={(change) => onChange({ q: change.currentTarget.value, sort })}
      />
      <NativeSelect
        label={words.sort}
        value={sort}
        data={entries}
        onChange={(change) => isSort(change.currentTarget.value) && onChange({ q, sort: change.currentTarget.value })}
      />
    </search>
  );
}
