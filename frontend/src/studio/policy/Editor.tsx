import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { keep } from "../data/memory";
import { policy as policyQuery, writePolicy } from "../data/policies";
import { Failure } from "../frame/Failure";
import { Tick } from "../frame/Tick";
import { words } from "../words/words";
import { ConditionFields } from "./ConditionFields";
import { NEW_ROLE, NEW_RULE, type Role, replaced, toWrite, without } from "./document";
import { type Draft, type Group, listed } from "./draft";
import { placed } from "./faults";
import { GroupsEditor } from "./Groups";
import { attributeChoices, fromCompared, type Offer, RuleFields, toCompared } from "./RuleFields";

interface RoleFieldsProps {
  role: Role;
  groups: readonly Group[];
  /** Where it stands in the policy: faults are named by it. */
  at: string;
  faults: Readonly<Record<string, string>>;
  offer: Offer;
  onChange: (role: Role) => void;
  onRemove: () => void;
}

function RoleFields({ role, groups, at, faults, offer, onChange, onRemove }: RoleFieldsProps) {
  const set = (changes: Partial<Role>) => onChange({ ...role, ...changes });
  const called = role.name || words.policy.unnamed;
  return (
    <fieldset className="column">
      <legend>{words.policy.role(called)}</legend>
      <div className="column-fields">
        <TextInput
          label={words.policy.roleName}
          data-field={`${at}.name`}
          description={words.policy.nameHint}
          required
          error={faults[`${at}.name`]}
          value={role.name}
          onChange={(changed) => set({ name: changed.currentTarget.value })}
        />
        <TextInput
          label={words.policy.description}
          data-field={`${at}.description`}
          value={role.description}
          onChange={(changed) => set({ description: changed.currentTarget.value })}
        />
      </div>
      <Tick label={words.policy.anyone} checked={role.anyone} onChange={(anyone) => set({ anyone })} />
      <Tick label={words.policy.delegable} checked={role.delegable} onChange={(delegable) => set({ delegable })} />
      {groups.length > 0 && (
        <fieldset>
          <legend>{words.policy.groupsOfRole}</legend>
          {groups.map(({ key, name }) => (
            <Tick
              key={key}
              label={name || words.policy.unnamed}
              checked={role.groups.includes(key)}
              onChange={(checked) => set({ groups: listed(role.groups, key, checked) })}
            />
          ))}
        </fieldset>
      )}
      <ConditionFields
        title={words.policy.requiresTitle}
        subjectLabel={words.policy.attribute}
        add={words.policy.addCondition}
        subjects={attributeChoices().filter(({ name }) => name.startsWith("subject."))}
        compared={toCompared(role.requires)}
        onChange={(compared) => set({ requires: fromCompared(compared) })}
      />
      {role.rules.map((rule, index) => (
        <RuleFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a name is being typed, the place stays
          key={index}
          rule={rule}
          at={`${at}.rules.${index}`}
          fault={faults[`${at}.rules.${index}.name`]}
          offer={offer}
          onChange={(changed) => set({ rules: replaced(role.rules, index, changed) })}
          onRemove={() => set({ rules: without(role.rules, index) })}
        />
      ))}
      <p className="ways">
        <button type="button" className="text-button" onClick={() => set({ rules: [...role.rules, NEW_RULE] })}>
          {words.policy.addRule}
        </button>
        <button type="button" className="text-button refuse" onClick={onRemove}>
          {words.policy.removeRole(called)}
        </button>
      </p>
    </fieldset>
  );
}

interface EditorProps {
  subject: string;
  draft: Draft;
  names: ReadonlyMap<string, string>;
  onChange: (draft: Draft) => void;
  onDone: () => void;
}

/** Saving makes a new version; leaving changes nothing. */
export function Editor({ subject, draft, names, onChange, onDone }: EditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const queries = useQueryClient();
  const saved = useMutation({
    mutationFn: () => writePolicy(toWrite(subject, draft)),
    onSuccess: async (written) => {
      await keep(queries, policyQuery(subject).queryKey, written);
      await queries.invalidateQueries({ queryKey: ["policies", subject] });
      onDone();
    },
  });
  const { at, rest } = placed(saved.error, draft);
  useEffect(() => {
    if (saved.error) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [saved.error]);
  const change = (changed: Draft) => {
    if (saved.error) saved.reset(); // it spoke of what is being mended
    onChange(changed);
  };
  const set = (roles: Role[]) => change({ ...draft, roles });
  return (
    <form
      ref={form}
      className="declare"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        saved.mutate();
      }}
    >
      {draft.roles.map((role, index) => (
        <RoleFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a name is being typed, the place stays
          key={index}
          role={role}
          groups={draft.groups}
          at={`roles.${index}`}
          faults={at}
          offer={draft}
          onChange={(changed) => set(replaced(draft.roles, index, changed))}
          onRemove={() => set(without(draft.roles, index))}
        />
      ))}
      <p>
        <button type="button" className="text-button" onClick={() => set([...draft.roles, NEW_ROLE])}>
          {words.policy.addRole}
        </button>
      </p>
      <h2>{words.policy.groups}</h2>
      <p className="quiet">{words.policy.groupsText}</p>
      <GroupsEditor draft={draft} names={names} faults={at} onChange={change} />
      <Failure error={rest} />
      <p className="actions">
        <Button type="submit" disabled={saved.isPending}>
          {words.policy.save(draft.version + 1)}
        </Button>
        <Button variant="default" onClick={onDone}>
          {words.policy.cancel}
        </Button>
      </p>
    </form>
  );
}
