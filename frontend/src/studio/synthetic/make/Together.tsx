import { NativeSelect } from "@mantine/core";
import { useId } from "react";
import { words } from "../../words/words";
import { type Draft, MOST_TOGETHER, madeNames } from "../draft";
import { Group } from "./Group";

interface TogetherProps {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
  /** Which table's, where there are two. */
  title?: string;
}

/** What will be asked of the rows: the budget goes where it matters. */
export function Together({ draft, onChange, title }: TogetherProps) {
  const text = words.synthetic;
  const id = useId();
  const names = madeNames(draft);
  const { together } = draft;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title ?? text.together}</h2>
      <p>{text.togetherText}</p>
      <ul className="groups">
        {together.map((group, index) => (
          <Group
            // biome-ignore lint/suspicious/noArrayIndexKey: groups have no name
            key={index}
            number={index + 1}
            group={group}
            names={names}
            most={MOST_TOGETHER}
            onChange={(changed) =>
              onChange({ together: together.map((before, at) => (at === index ? changed : before)) })
            }
            onRemove={() => onChange({ together: together.filter((_, at) => at !== index) })}
          />
        ))}
      </ul>
      {names.length > 1 && (
        <button type="button" className="text-button" onClick={() => onChange({ together: [...together, ["", ""]] })}>
          {text.addGroup}
        </button>
      )}
      <div className="column-fields">
        <NativeSelect
          label={text.target}
          description={text.targetHint}
          value={names.includes(draft.target) ? draft.target : ""}
          data={[{ value: "", label: text.noTarget }, ...names]}
          onChange={({ currentTarget: { value } }) => onChange({ target: value })}
        />
      </div>
    </section>
  );
}
