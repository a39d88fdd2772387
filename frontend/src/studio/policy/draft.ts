import type { Policy } from "../../api/types";

/** While it is being changed a group is known by its key: its name is being typed, and may be another's for a moment. */
export type Group = Policy["groups"][number] & { readonly key: string };
/** A policy that is being changed: roles and groups speak of groups by key. */
export type Draft = Omit<Policy, "groups"> & { groups: Group[] };

const PARTS = { person: "people", team: "teams", group: "groups" } as const;
type Kind = keyof typeof PARTS;
const KINDS = Object.keys(PARTS) as Kind[];

export const toDraft = (policy: Policy): Draft => ({
  ...policy,
  groups: policy.groups.map((group) => ({ ...group, key: group.name })),
});

/** Its key is no name: names have no "+". */
export function newGroup(groups: readonly Group[]): Group {
  const taken = groups.map(({ key }) => (key.startsWith("+") ? Number(key.slice(1)) : 0));
  return { key: `+${Math.max(0, ...taken) + 1}`, name: "", people: [], teams: [], groups: [] };
}

/** Roles and groups as the API takes them: every key is the name that stands there now. */
export function namedGroups({ roles, groups }: Pick<Draft, "roles" | "groups">): Pick<Policy, "roles" | "groups"> {
  const names = new Map(groups.map(({ key, name }) => [key, name]));
  const named = (keys: readonly string[]) => keys.flatMap((key) => names.get(key) ?? []);
  return {
    roles: roles.map((role) => ({ ...role, groups: named(role.groups) })),
    groups: groups.map(({ key: _, ...group }) => ({ ...group, groups: named(group.groups) })),
  };
}

/** People, teams and groups in one list: "person:<id>", "team:<id>", "group:<key or name>". */
export function membersOf(group: Policy["groups"][number]): string[] {
  return KINDS.flatMap((kind) => group[PARTS[kind]].map((id) => `${kind}:${id}`));
}

/** The names with a number, in the order of the list, for each of those that stand in it more than once. */
export function toldApart(list: readonly string[], numbered: (name: string, number: number) => string): string[] {
  return list.map((name, index) => {
    const isAlone = list.indexOf(name) === list.lastIndexOf(name);
    return isAlone ? name : numbered(name, list.slice(0, index).filter((label) => label === name).length + 1);
  });
}

export function withMember(group: Group, member: string): Group {
  const [part, id] = placeOf(member);
  return group[part].includes(id) ? group : { ...group, [part]: [...group[part], id] };
}

export function withoutMember(group: Group, member: string): Group {
  const [part, id] = placeOf(member);
  return { ...group, [part]: group[part].filter((each) => each !== id) };
}

function placeOf(member: string): [(typeof PARTS)[Kind], string] {
  const kind = KINDS.find((each) => member.startsWith(`${each}:`));
  if (!kind) throw new Error(`${member} is neither a person nor a team nor a group`);
  return [PARTS[kind], member.slice(kind.length + 1)];
}

/** The list with the item at the end, or without it. */
export function listed(list: readonly string[], item: string, wanted: boolean): string[] {
  const others = list.filter((each) => each !== item);
  return wanted ? [...others, item] : others;
}

/** The group goes, and nothing speaks of it any more. */
export function withoutGroup(draft: Draft, key: string): Draft {
  return {
    ...draft,
    roles: draft.roles.map((role) => ({ ...role, groups: listed(role.groups, key, false) })),
    groups: draft.groups
      .filter((group) => group.key !== key)
      .map((group) => ({ ...group, groups: listed(group.groups, key, false) })),
  };
}

/** Groups that can be put into this one: not itself, not twice, and none that it is in already, by whatever way. */
export function roomFor(groups: readonly Group[], into: Group): Group[] {
  return groups.filter(({ key }) => !into.groups.includes(key) && !reached(groups, [key]).has(into.key));
}

/** These, and every group inside them. */
function reached(groups: readonly Group[], from: readonly string[]): Set<string> {
  const keys = new Set(from);
  for (const key of keys) for (const inner of groups.find((group) => group.key === key)?.groups ?? []) keys.add(inner);
  return keys;
}

/** People and teams that a role has by a group: "person:<id>" or "team:<id>". */
export function holdersByGroup(policy: Policy): string[] {
  const { roles, groups } = toDraft(policy);
  const counted = reached(
    groups,
    roles.flatMap((role) => role.groups),
  );
  const members = groups.filter(({ key }) => counted.has(key)).flatMap(membersOf);
  return members.filter((member) => !member.startsWith("group:"));
}
