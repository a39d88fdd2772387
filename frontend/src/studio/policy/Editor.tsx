import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Policy } from "../../api/types";
import { policy as policyQuery, writePolicy } from "../data/policies";
import { Failure } from "../frame/Failure";
import { Tick } from "../frame/Tick";
import { words } from "../words/words";
import { ConditionFields } from "./ConditionFields";
import { NEW_ROLE, NEW_RULE, type Role, replaced, toWrite, without } from "./document";
import { attributeChoices, fromCompared, RuleFields, toCompared } from "./RuleFields";

interface RoleFieldsProps {
  role: Role;
  columns: Readonly<Record<string, string>>;
  onChange: (role: Role) => void;
  onRemove: () => void;
}

function RoleFields({ role, columns, onChange, onRemove }: RoleFieldsProps) {
  const set = (changes: Partial<Role>) => onChange({ ...role, ...changes });
  const called = role.name || words.policy.unnamed;
  return (
    <fieldset className="column">
      <legend>{words.policy.role(called)}</legend>
      <div className="column-fields">
        <TextInput
          label={words.policy.roleName}
          description={words.policy.nameHint}
          required
          value={role.name}
          onChange={(changed) => set({ name: changed.currentTarget.value })}
        />
        <TextInput
          label={words.policy.description}
          value={role.description}
          onChange={(changed) => set({ description: changed.currentTarget.value })}
        />
      </div>
      <Tick label={words.policy.anyone} checked={role.anyone} onChange={(anyone) => set({ anyone })} />
      <Tick label={words.policy.delegable} checked={role.delegable} onChange={(delegable) => set({ delegable })} />
      <ConditionFields
        title={words.policy.requiresTitle}
        subjectLabel={words.policy.attribute}
        add={words.policy.addCondition}
        subjects={attributeChoices().filter(({ name }) => name.startsWith("subject."))}
        compared={toCompared(role.requires)}
        onChange={(compared) => set({ requires: fromCompared(compared) })}
      />
      {role.rules.map((rule, place) => (
        <RuleFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a name is being typed, the place stays
          key={place}
          rule={rule}
          columns={columns}
          onChange={(changed) => set({ rules: replaced(role.rules, place, changed) })}
          onRemove={() => set({ rules: without(role.rules, place) })}
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
  draft: Policy;
  onChange: (draft: Policy) => void;
  onDone: () => void;
}

/** Saving makes a new version; leaving changes nothing. */
export function Editor({ subject, draft, onChange, onDone }: EditorProps) {
  const queries = useQueryClient();
  const saved = useMutation({
    mutationFn: () => writePolicy(toWrite(subject, draft)),
    onSuccess: async (written) => {
      queries.setQueryData(policyQuery(subject).queryKey, written);
      await queries.invalidateQueries({ queryKey: ["policies", subject] });
      onDone();
    },
  });
  const set = (roles: Role[]) => onChange({ ...draft, roles });
  return (
    <form
      className="declare"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        saved.mutate();
      }}
    >
      {draft.roles.map((role, place) => (
        <RoleFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a name is being typed, the place stays
          key={place}
          role={role}
          columns={draft.columns}
          onChange={(changed) => set(replaced(draft.roles, place, changed))}
          onRemove={() => set(without(draft.roles, place))}
        />
      ))}
      <p>
        <button type="button" className="text-button" onClick={() => set([...draft.roles, NEW_ROLE])}>
          {words.policy.addRole}
        </button>
      </p>
      <Failure error={saved.error} />
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
