import { NativeSelect } from "@mantine/core";
import type { ColumnToMake } from "../../../api/types";
import { ServerMessage } from "../../frame/ServerMessage";
import { words } from "../../words/words";
import { type Draft, groupsOfNumbers, MOST_CLASSES, numbersOf } from "../draft";
import type { Faults } from "./faults";
import { Group } from "./Group";

interface NumbersProps {
  offered: readonly ColumnToMake[];
  draft: Draft;
  faults: Faults;
  onChange: (part: Partial<Draft>) => void;
}

/** Which numbers go together. Declared, never looked up: all of them, unless somebody names some. */
function Groups({ draft, onChange }: Pick<NumbersProps, "draft" | "onChange">) {
  const text = words.synthetic;
  const names = numbersOf(draft);
  const { groups } = draft;
  return (
    <section aria-labelledby="groups">
      <h2 id="groups">{text.groups}</h2>
      <p>{text.groupsText}</p>
      <ul className="groups">
        {groups.map((group, index) => (
          <Group
            // biome-ignore lint/suspicious/noArrayIndexKey: groups have no name
            key={index}
            number={index + 1}
            group={group}
            names={names}
            most={names.length}
            onChange={(changed) => onChange({ groups: groups.map((before, at) => (at === index ? changed : before)) })}
            onRemove={() => onChange({ groups: groups.filter((_, at) => at !== index) })}
          />
        ))}
      </ul>
      <ServerMessage
        fault={groupsOfNumbers(draft) === undefined ? { text: text.groupsFault, translated: true } : undefined}
      />
      <button type="button" className="text-button" onClick={() => onChange({ groups: [...groups, ["", ""]] })}>
        {text.addNumbers}
      </button>
    </section>
  );
}

/** What normal distributions are made of: what divides the rows, and what goes together. */
export function Numbers({ offered, draft, faults, onChange }: NumbersProps) {
  const text = words.synthetic;
  const dividing = offered.filter(({ labels, edges }) => labels.length <= MOST_CLASSES || edges.length > 0);
  return (
    <>
      <section aria-labelledby="divided">
        <h2 id="divided">{text.divided}</h2>
        <p>{text.dividedText}</p>
        <div className="column-fields">
          <NativeSelect
            aria-labelledby="divided"
            value={draft.dividedBy}
            data={[{ value: "", label: text.undivided }, ...dividing.map(({ name }) => name)]}
            onChange={({ currentTarget: { value } }) => onChange({ dividedBy: value })}
          />
        </div>
        <ServerMessage fault={faults.at[draft.dividedBy]} />
      </section>
      {numbersOf(draft).length > 1 && <Groups draft={draft} onChange={onChange} />}
    </>
  );
}
