import { NativeSelect } from "@mantine/core";
import { words } from "../words/words";
import { type Draft, MOST_TOGETHER, madeNames } from "./draft";
import { Group } from "./Group";

interface TogetherProps {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
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
            most={MOST_TOGETHER}
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
