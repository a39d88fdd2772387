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
  DELTA,
  kindOf,
  LIMITS,
  limitsOf,
  listIn,
  OPERATIONS,
  type Rule,
  withOperations,
} from "./document";
import { type Draft, listed } from "./draft";

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
  names: readonly string[] | null;
  onChange: (names: string[] | null) => void;
}

function ListField({ label, names, onChange }: ListFieldProps) {
  const [typed, setTyped] = useState((names ?? []).join(", "));
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

/** What a rule of this data set can speak of. */
export type Offer = Pick<Draft, "columns" | "limits" | "mechanisms">;

interface RuleFieldsProps {
  /** The path of the rule in the body, as "roles.0.rules.1". */
  at: string;
  rule: Rule;
  fault: string | undefined;
  offer: Offer;
  onChange: (rule: Rule) => void;
  onRemove: () => void;
}

function EpsilonCap({ rule, onChange }: Pick<RuleFieldsProps, "rule" | "onChange">) {
  const cap = rule.epsilon_cap ?? { epsilon: "", delta: DELTA };
  const set = (part: Partial<typeof cap>) => {
    const changed = { ...cap, ...part };
    onChange({ ...rule, epsilon_cap: changed.epsilon === "" ? null : changed });
  };
  return (
    <>
      <TextInput
        label={words.policy.epsilonCap}
        description={words.policy.epsilonHint}
        inputMode="decimal"
        value={cap.epsilon}
        onChange={(changed) => set({ epsilon: changed.currentTarget.value.trim() })}
      />
      {rule.epsilon_cap && (
        <TextInput
          label={words.policy.deltaOfCap}
          description={words.policy.deltaHint}
          inputMode="decimal"
          value={cap.delta}
          onChange={(changed) => set({ delta: changed.currentTarget.value.trim() })}
        />
      )}
    </>
  );
}

function Mechanisms({ rule, offer, onChange }: Pick<RuleFieldsProps, "rule" | "offer" | "onChange">) {
  const chosen = rule.mechanisms ?? [];
  return (
    <fieldset>
      <legend>{words.policy.mechanisms}</legend>
      <p className="quiet">{words.policy.mechanismsHint}</p>
      {offer.mechanisms.map((slug) => (
        <Tick
          key={slug}
          label={slug}
          checked={chosen.includes(slug)}
          onChange={(checked) => {
            const mechanisms = listed(chosen, slug, checked);
            onChange({ ...rule, mechanisms: mechanisms.length > 0 ? mechanisms : null });
          }}
        />
      ))}
    </fieldset>
  );
}

/** Those alone that what the rule is about keeps. */
function Limits({ rule, offer, onChange }: Pick<RuleFieldsProps, "rule" | "offer" | "onChange">) {
  const set = (changes: Partial<Rule>) => onChange({ ...rule, ...changes });
  const kept = new Set(limitsOf(rule.operations, offer.limits));
  const declared = Object.entries(offer.columns).map(([name, type]) => ({ name, kind: kindOf(type), label: name }));
  return (
    <>
      <div className="column-fields">
        {kept.has("epsilon_cap") && <EpsilonCap rule={rule} onChange={onChange} />}
        {kept.has("minimum_cohort") && (
          <TextInput
            label={words.policy.cohort}
            type="number"
            min={0}
            value={String(rule.minimum_cohort)}
            onChange={(changed) => set({ minimum_cohort: Math.max(0, Number(changed.currentTarget.value) || 0) })}
          />
        )}
        {kept.has("columns") && (
          <ListField label={words.policy.columns} names={rule.columns} onChange={(columns) => set({ columns })} />
        )}
        {kept.has("purposes") && (
          <ListField label={words.policy.purposes} names={rule.purposes} onChange={(purposes) => set({ purposes })} />
        )}
      </div>
      {kept.has("mechanisms") && <Mechanisms rule={rule} offer={offer} onChange={onChange} />}
      {kept.has("combine") && (
        <Tick label={words.policy.combine} checked={rule.combine} onChange={(combine) => set({ combine })} />
      )}
      {kept.has("four_eyes") && (
        <Tick label={words.policy.fourEyes} checked={rule.four_eyes} onChange={(four_eyes) => set({ four_eyes })} />
      )}
      {kept.has("rows") && (
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
      )}
      {kept.size < LIMITS.length && <p className="quiet">{words.policy.otherLimits}</p>}
    </>
  );
}

export function RuleFields({ at, rule, fault, offer, onChange, onRemove }: RuleFieldsProps) {
  const set = (changes: Partial<Rule>) => onChange({ ...rule, ...changes });
  const called = rule.name || words.policy.unnamed;
  return (
    <fieldset className="rule">
      <legend>{words.policy.rule(called)}</legend>
      <div className="column-fields">
        <TextInput
          label={words.policy.ruleName}
          data-field={`${at}.name`}
          description={words.policy.nameHint}
          required
          error={fault}
          value={rule.name}
          onChange={(changed) => set({ name: changed.currentTarget.value })}
        />
        <NativeSelect
          label={words.policy.effect}
          data-field={`${at}.effect`}
          value={rule.effect}
          data={(["permit", "deny"] as const).map((value) => ({ value, label: words.policy.effects[value] }))}
          onChange={(changed) => set({ effect: changed.currentTarget.value === "deny" ? "deny" : "permit" })}
        />
        <TextInput
          label={words.policy.until}
          data-field={`${at}.expires_at`}
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
            onChange={(checked) => {
              const operations = OPERATIONS.filter((name) =>
                name === operation ? checked : rule.operations.includes(name),
              );
              onChange(withOperations(rule, operations, offer.limits));
            }}
          />
        ))}
      </fieldset>
      <ConditionFields
        title={words.policy.conditions}
        subjectLabel={words.policy.attribute}
        add={words.policy.addCondition}
        subjects={attributeChoices()}
        compared={toCompared(rule.when)}
        onChange={(compared) => set({ when: fromCompared(compared) })}
      />
      {rule.effect === "permit" && <Limits rule={rule} offer={offer} onChange={onChange} />}
      <button type="button" className="text-button refuse" onClick={onRemove}>
        {words.policy.removeRule(called)}
      </button>
    </fieldset>
  );
}
