import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { Tick } from "../frame/Tick";
import { words } from "../words/words";
import { type Compared, ConditionFields } from "./ConditionFields";
import {
  ATTRIBUTE_NAMES,
  ATTRIBUTES,
  type Attribute,
  type Condition,
  hasUses,
  kindOf,
  listIn,
  OPERATIONS,
  type Rule,
} from "./document";

export const attributeChoices = () =>
  ATTRIBUTE_NAMES.map((name) => ({ name, kind: ATTRIBUTES[name], label: words.policy.attributes[name] }));

export function toCompared(conditions: readonly Condition[]): Compared[] {
  return conditions.map(({ attribute, relation, value }) => ({ subject: attribute, relation, value }));
}

export function fromCompared(compared: readonly Compared[]): Condition[] {
  return compared.map(({ subject, relation, value }) => ({ attribute: subject as Attribute, relation, value }));
}

interface ListFieldProps {
  label: string;
  held: readonly string[] | null;
  onChange: (held: string[] | null) => void;
}

function ListField({ label, held, onChange }: ListFieldProps) {
  const [typed, setTyped] = useState((held ?? []).join(", "));
  return (
    <TextInput
      label={label}
      description={words.policy.anyHint}
      value={typed}
      onChange={(changed) => {
        setTyped(changed.currentTarget.value);
        const list = listIn(changed.currentTarget.value);
        onChange(list.length > 0 ? list : null);
      }}
    />
  );
}

interface RuleFieldsProps {
  rule: Rule;
  fault: string | undefined;
  columns: Readonly<Record<string, string>>;
  onChange: (rule: Rule) => void;
  onRemove: () => void;
}

function Limits({ rule, columns, onChange }: Omit<RuleFieldsProps, "fault" | "onRemove">) {
  const set = (changes: Partial<Rule>) => onChange({ ...rule, ...changes });
  const declared = Object.entries(columns).map(([name, type]) => ({ name, kind: kindOf(type), label: name }));
  return (
    <>
      <div className="column-fields">
        <TextInput
          label={words.policy.epsilonCap}
          description={words.policy.epsilonHint}
          inputMode="decimal"
          value={rule.epsilon_cap ?? ""}
          onChange={(changed) => set({ epsilon_cap: changed.currentTarget.value.trim() || null })}
        />
        <TextInput
          label={words.policy.cohort}
          type="number"
          min={0}
          value={String(rule.minimum_cohort)}
          onChange={(changed) => set({ minimum_cohort: Math.max(0, Number(changed.currentTarget.value) || 0) })}
        />
        <ListField
          label={words.policy.mechanisms}
          held={rule.mechanisms}
          onChange={(mechanisms) => set({ mechanisms })}
        />
        <ListField label={words.policy.columns} held={rule.columns} onChange={(held) => set({ columns: held })} />
        <ListField label={words.policy.purposes} held={rule.purposes} onChange={(purposes) => set({ purposes })} />
      </div>
      <Tick label={words.policy.combine} checked={rule.combine} onChange={(combine) => set({ combine })} />
      <Tick label={words.policy.fourEyes} checked={rule.four_eyes} onChange={(four_eyes) => set({ four_eyes })} />
      <ConditionFields
        title={words.policy.rowsTitle}
        subjectLabel={words.policy.column}
        add={words.policy.addRow}
        subjects={declared}
        compared={rule.rows.map(({ column, relation, value }) => ({ subject: column, relation, value }))}
        onChange={(compared) =>
          set({ rows: compared.map(({ subject, relation, value }) => ({ column: subject, relation, value })) })
        }
      />
    </>
  );
}

export function RuleFields({ rule, fault, columns, onChange, onRemove }: RuleFieldsProps) {
  const set = (changes: Partial<Rule>) => onChange({ ...rule, ...changes });
  const called = rule.name || words.policy.unnamed;
  return (
    <fieldset className="rule">
      <legend>{words.policy.rule(called)}</legend>
      <div className="column-fields">
        <TextInput
          label={words.policy.ruleName}
          description={words.policy.nameHint}
          required
          error={fault}
          value={rule.name}
          onChange={(changed) => set({ name: changed.currentTarget.value })}
        />
        <NativeSelect
          label={words.policy.effect}
          value={rule.effect}
          data={(["permit", "deny"] as const).map((value) => ({ value, label: words.policy.effects[value] }))}
          onChange={(changed) => set({ effect: changed.currentTarget.value === "deny" ? "deny" : "permit" })}
        />
        <TextInput
          label={words.policy.until}
          type="date"
          value={rule.expires_at?.slice(0, 10) ?? ""}
          onChange={(changed) =>
            set({ expires_at: changed.currentTarget.value ? `${changed.currentTarget.value}T00:00:00Z` : null })
          }
        />
      </div>
      <fieldset>
        <legend>{words.policy.what}</legend>
        {OPERATIONS.map((operation) => (
          <Tick
            key={operation}
            label={words.policy.operations[operation]}
            checked={rule.operations.includes(operation)}
            onChange={(checked) =>
              set({
                operations: OPERATIONS.filter((one) => (one === operation ? checked : rule.operations.includes(one))),
              })
            }
          />
        ))}
        {rule.effect === "permit" && hasUses(rule.operations) && <p className="quiet">{words.policy.usesLater}</p>}
      </fieldset>
      <ConditionFields
        title={words.policy.conditions}
        subjectLabel={words.policy.attribute}
        add={words.policy.addCondition}
        subjects={attributeChoices()}
        compared={toCompared(rule.when)}
        onChange={(compared) => set({ when: fromCompared(compared) })}
      />
      {rule.effect === "permit" && <Limits rule={rule} columns={columns} onChange={onChange} />}
      <button type="button" className="text-button refuse" onClick={onRemove}>
        {words.policy.removeRule(called)}
      </button>
    </fieldset>
  );
}
