import { NativeSelect } from "@mantine/core";
import { words } from "../../words/words";

interface GroupProps {
  number: number;
  group: readonly string[];
  names: readonly string[];
  most: number;
  onChange: (group: readonly string[]) => void;
  onRemove: () => void;
}

/** Columns that are named together, one after another. */
export function Group({ number, group, names, most, onChange, onRemove }: GroupProps) {
  const text = words.synthetic;
  return (
    <li>
      {group.map((name, index) => (
        <NativeSelect
          // biome-ignore lint/suspicious/noArrayIndexKey: a place of the group, whatever is chosen in it
          key={index}
          aria-label={text.columnOfGroup(number, index + 1)}
          value={names.includes(name) ? name : ""}
          data={[{ value: "", label: text.choose }, ...names]}
          onChange={({ currentTarget: { value } }) =>
            onChange(group.map((before, at) => (at === index ? value : before)))
          }
        />
      ))}
      {group.length < most && (
        <button
          type="button"
          className="text-button"
          aria-label={text.oneMoreOf(number)}
          onClick={() => onChange([...group, ""])}
        >
          {text.oneMore}
        </button>
      )}
      <button type="button" className="text-button" aria-label={text.removeOf(number)} onClick={onRemove}>
        {text.remove}
      </button>
    </li>
  );
}
