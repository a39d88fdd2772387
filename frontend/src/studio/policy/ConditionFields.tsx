import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { words } from "../words/words";
import {
  type Kind,
  RELATIONS,
  type Relation,
  readValue,
  replaced,
  takesList,
  type Value,
  valueText,
  without,
} from "./document";

export interface Compared {
  subject: string;
  relation: Relation;
  value: Value;
}

interface ConditionFieldsProps {
  title: string;
  subjectLabel: string;
  add: string;
  /** What may be compared: its name, its type, and what it is called. */
  subjects: readonly { name: string; kind: Kind; label: string }[];
  compared: readonly Compared[];
  onChange: (compared: Compared[]) => void;
}

function startOf(kind: Kind): Pick<Compared, "relation" | "value"> {
  const relation = RELATIONS[kind][0];
  return { relation, value: readValue("", kind, relation) };
}

function ValueField({
  comparison,
  kind,
  onChange,
}: {
  comparison: Compared;
  kind: Kind;
  onChange: (value: Value) => void;
}) {
  const [typed, setTyped] = useState(() => valueText(comparison.value)); // a comma at the end is being typed
  if (kind === "boolean") {
    return (
      <NativeSelect
        label={words.policy.value}
        value={String(comparison.value)}
        data={(["true", "false"] as const).map((value) => ({ value, label: words.policy.truths[value] }))}
        onChange={(changed) => onChange(changed.currentTarget.value === "true")}
      />
    );
  }
  const hint =
    kind === "time" ? words.policy.timeHint : takesList(comparison.relation) ? words.policy.listHint : undefined;
  return (
    <TextInput
      label={words.policy.value}
      description={hint}
      value={typed}
      onChange={(changed) => {
        setTyped(changed.currentTarget.value);
        onChange(readValue(changed.currentTarget.value, kind, comparison.relation));
      }}
    />
  );
}

/** A list of closed comparisons: nothing else can be written. */
export function ConditionFields({ title, subjectLabel, add, subjects, compared, onChange }: ConditionFieldsProps) {
  const first = subjects[0];
  if (!first) return null;
  const kindFor = (name: string): Kind => subjects.find((subject) => subject.name === name)?.kind ?? "text";
  const set = (place: number, changes: Partial<Compared>) =>
    onChange(compared.map((comparison, index) => (index === place ? { ...comparison, ...changes } : comparison)));
  return (
    <fieldset className="conditions">
      <legend>{title}</legend>
      {compared.map((comparison, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other name than their place
        <div className="in-line" key={index}>
          <NativeSelect
            label={subjectLabel}
            value={comparison.subject}
            data={subjects.map(({ name, label }) => ({ value: name, label }))}
            onChange={(changed) => {
              const subject = changed.currentTarget.value;
              onChange(replaced(compared, index, { subject, ...startOf(kindFor(subject)) }));
            }}
          />
          <NativeSelect
            label={words.policy.relation}
            value={comparison.relation}
            data={RELATIONS[kindFor(comparison.subject)].map((value) => ({
              value,
              label: words.policy.relations[value],
            }))}
            onChange={(changed) => {
              const relation = RELATIONS[kindFor(comparison.subject)].find(
                (name) => name === changed.currentTarget.value,
              );
              const text = valueText(comparison.value);
              if (relation) set(index, { relation, value: readValue(text, kindFor(comparison.subject), relation) });
            }}
          />
          <ValueField
            key={`${comparison.subject} ${comparison.relation}`}
            comparison={comparison}
            kind={kindFor(comparison.subject)}
            onChange={(value) => set(index, { value })}
          />
          <button
            type="button"
            className="text-button refuse"
            aria-label={`${title}: ${words.policy.removeCondition(index + 1)}`}
            onClick={() => onChange(without(compared, index))}
          >
            {words.policy.removeCondition(index + 1)}
          </button>
        </div>
      ))}
      <button
        type="button"
        className="text-button"
        onClick={() => onChange([...compared, { subject: first.name, ...startOf(first.kind) }])}
      >
        {add}
      </button>
    </fieldset>
  );
}
