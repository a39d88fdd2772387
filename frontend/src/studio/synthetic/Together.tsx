import { NativeSelect } from "@mantine/core";
import { words } from "../words/words";
import { type Draft, MOST_TOGETHER, madeNames } from "./draft";

interface TogetherProps {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}

interface GroupProps {
  number: number;
  group: readonly string[];
  names: readonly string[];
  onChange: (group: readonly string[]) => void;
  onRemove: () => void;
}

function Group({ number, group, names, onChange, onRemove }: GroupProps) {
  const said = words.synthetic;
  return (
    <li>
      {group.map((name, place) => (
        <NativeSelect
          // biome-ignore lint/suspicious/noArrayIndexKey: a place of the group, whatever is chosen in it
          key={place}
          aria-label={said.columnOfGroup(number, place + 1)}
          value={names.includes(name) ? name : ""}
          data={[{ value: "", label: said.choose }, ...names]}
          onChange={({ currentTarget: { value } }) =>
            onChange(group.map((before, at) => (at === place ? value : before)))
          }
        />
      ))}
      {group.length < MOST_TOGETHER && (
        <button
          type="button"
          className="text-button"
          aria-label={said.oneMoreOf(number)}
          onClick={() => onChange([...group, ""])}
        >
          {said.oneMore}
        </button>
      )}
      <button type="button" className="text-button" aria-label={said.removeOf(number)} onClick={onRemove}>
        {said.remove}
      </button>
    </li>
  );
}

/** What will be asked of the rows: the budget goes where it matters. */
export function Together({ draft, onChange }: TogetherProps) {
  const said = words.synthetic;
  const names = madeNames(draft);
  const { together } = draft;
  return (
    <section aria-labelledby="together">
      <h2 id="together">{said.together}</h2>
      <p>{said.togetherText}</p>
      <ul className="groups">
        {together.map((group, place) => (
          <Group
            // biome-ignore lint/suspicious/noArrayIndexKey: groups have no name
            key={place}
            number={place + 1}
            group={group}
            names={names}
            onChange={(changed) =>
              onChange({ together: together.map((before, at) => (at === place ? changed : before)) })
            }
            onRemove={() => onChange({ together: together.filter((_, at) => at !== place) })}
          />
        ))}
      </ul>
      {names.length > 1 && (
        <button type="button" className="text-button" onClick={() => onChange({ together: [...together, ["", ""]] })}>
          {said.addGroup}
        </button>
      )}
      <div className="column-fields">
        <NativeSelect
          label={said.target}
          description={said.targetHint}
          value={names.includes(draft.target) ? draft.target : ""}
          data={[{ value: "", label: said.noTarget }, ...names]}
          onChange={({ currentTarget: { value } }) => onChange({ target: value })}
        />
      </div>
    </section>
  );
}
