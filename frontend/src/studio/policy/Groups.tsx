import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Place, Policy } from "../../api/types";
import { me } from "../data/account";
import { holderName, useNear } from "../parts/people";
import { words } from "../words/words";
import { replaced } from "./document";
import {
  type Draft,
  type Group,
  membersOf,
  newGroup,
  roomFor,
  toldApart,
  withMember,
  withoutGroup,
  withoutMember,
} from "./draft";

type Names = ReadonlyMap<string, string>;

/** What people and teams are called that the owner can know: those near, and those in a role. */
export function useNames(holders: readonly Place[]): Names {
  const near = useNear("").map(({ value, label }): [string, string] => [value, label]);
  const places = holders.map((place): [string, string] => [
    place.team ? `team:${place.team.id}` : `person:${place.person?.id}`,
    holderName(place),
  ]);
  return new Map([...places, ...near]);
}

function memberName(member: string, names: Names, groups: readonly Group[]): string {
  const group = groups.find(({ key }) => member === `group:${key}`);
  if (group) return words.policy.group(group.name || words.policy.unnamed);
  return names.get(member) ?? words.policy.memberUnknown;
}

function memberNames(group: Group, names: Names, groups: readonly Group[]): string[] {
  const called = membersOf(group).map((member) => memberName(member, names, groups));
  return toldApart(called, words.policy.numbered);
}

/** Groups in plain words. */
export function Groups({ policy, names }: { policy: Policy; names: Names }) {
  const groups = policy.groups.map((group) => ({ ...group, key: group.name }));
  if (groups.length === 0) return null;
  return (
    <>
      <h2>{words.policy.groups}</h2>
      <ul className="roles">
        {groups.map((group) => (
          <li key={group.name}>
            <h3>{group.name}</h3>
            <p>{memberNames(group, names, groups).join(words.listComma) || words.policy.nobody}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

interface GroupFieldsProps {
  /** The path of the group in the body, as "groups.1". */
  at: string;
  group: Group;
  groups: readonly Group[];
  names: Names;
  fault: string | undefined;
  onChange: (group: Group) => void;
  onRemove: () => void;
}

function GroupFields({ at, group, groups, names, fault, onChange, onRemove }: GroupFieldsProps) {
  const { data: myself } = useQuery(me);
  const near = useNear(myself?.id ?? "");
  const choice = useRef<HTMLSelectElement>(null);
  const [chosen, setChosen] = useState("");
  const name = useRef<HTMLInputElement>(null);
  const [isNew] = useState(group.name === "");
  useEffect(() => {
    if (isNew) name.current?.focus();
  }, [isNew]);
  const called = group.name || words.policy.unnamed;
  const members = membersOf(group);
  const memberNamed = memberNames(group, names, groups);
  const inner = roomFor(groups, group).map(({ key }) => `group:${key}`);
  const offered = [
    ...near.filter(({ value }) => !members.includes(value)),
    ...inner.map((value) => ({ value, label: memberName(value, names, groups) })),
  ];
  const set = (changed: Group) => {
    onChange(changed);
    setChosen("");
    choice.current?.focus(); // the button that was used may be gone
  };
  return (
    <fieldset className="column group">
      <legend>{words.policy.group(called)}</legend>
      <div className="column-fields">
        <TextInput
          ref={name}
          label={words.policy.groupName}
          data-field={`${at}.name`}
          description={words.policy.nameHint}
          required
          error={fault}
          value={group.name}
          onChange={(changed) => onChange({ ...group, name: changed.currentTarget.value })}
        />
      </div>
      {members.length === 0 ? (
        <p className="quiet">{words.policy.nobody}</p>
      ) : (
        <ul className="members">
          {members.map((member, index) => (
            <li key={member}>
              <span>{memberNamed[index]}</span>
              <button
                type="button"
                className="text-button refuse"
                aria-label={words.policy.takeOutOf(memberNamed[index] ?? "", called)}
                onClick={() => set(withoutMember(group, member))}
              >
                {words.policy.takeOut}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="in-line">
        <NativeSelect
          ref={choice}
          label={words.policy.member}
          value={chosen}
          data={[{ value: "", label: words.policy.choose }, ...offered]}
          onChange={(changed) => setChosen(changed.currentTarget.value)}
        />
        <Button
          variant="default"
          aria-label={words.policy.putInto(called)}
          onClick={() => (chosen ? set(withMember(group, chosen)) : choice.current?.focus())}
        >
          {words.policy.putIn}
        </Button>
      </div>
      {near.length === 0 && <p className="quiet">{words.policy.noColleaguesToGroup}</p>}
      <p>
        <button type="button" className="text-button refuse" onClick={onRemove}>
          {words.policy.removeGroup(called)}
        </button>
      </p>
    </fieldset>
  );
}

interface GroupsEditorProps {
  draft: Draft;
  names: Names;
  faults: Readonly<Record<string, string>>;
  onChange: (draft: Draft) => void;
}

export function GroupsEditor({ draft, names, faults, onChange }: GroupsEditorProps) {
  const add = useRef<HTMLButtonElement>(null);
  const set = (groups: Group[]) => onChange({ ...draft, groups });
  return (
    <>
      {draft.groups.map((group, index) => (
        <GroupFields
          key={group.key}
          group={group}
          groups={draft.groups}
          names={names}
          at={`groups.${index}`}
          fault={faults[`groups.${index}.name`]}
          onChange={(changed) => set(replaced(draft.groups, index, changed))}
          onRemove={() => {
            onChange(withoutGroup(draft, group.key));
            add.current?.focus();
          }}
        />
      ))}
      <p>
        <button
          ref={add}
          type="button"
          className="text-button"
          onClick={() => set([...draft.groups, newGroup(draft.groups)])}
        >
          {words.policy.addGroup}
        </button>
      </p>
    </>
  );
}
