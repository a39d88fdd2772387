import { expect, test } from "vitest";
import { Refusal } from "../../api/refusal";
import { words } from "../words/words";
import { NEW_ROLE, NEW_RULE, toWrite } from "./document";
import {
  type Draft,
  holdersByGroup,
  membersOf,
  newGroup,
  roomFor,
  toDraft,
  toldApart,
  withMember,
  withoutGroup,
  withoutMember,
} from "./draft";
import { placed } from "./faults";

const policy = {
  version: 2,
  roles: [{ ...NEW_ROLE, name: "readers", groups: ["staff"], rules: [{ ...NEW_RULE, name: "count" }] }],
  groups: [
    { name: "staff", people: ["ana"], teams: [], groups: ["guests"] },
    { name: "guests", people: ["ben"], teams: ["lab"], groups: [] },
    { name: "friends", people: ["eve"], teams: [], groups: [] },
  ],
  made_by: null,
  made_at: null,
  columns: {},
  limits: {},
  mechanisms: [],
};
const draft = toDraft(policy);
const group = (place: number, of: Draft = draft) => of.groups[place] ?? newGroup([]);
const calledAs = (names: readonly string[]): Draft => ({
  ...draft,
  groups: draft.groups.map((typed, index) => ({ ...typed, name: names[index] ?? typed.name })),
});

test("what is written is what was read", () => {
  expect(toWrite("dataset:x", draft)).toEqual({
    subject: "dataset:x",
    after: 2,
    roles: policy.roles,
    groups: policy.groups,
  });
});

test("a group that gets another name keeps its roles and the groups that it is in", () => {
  const { roles, groups } = toWrite("dataset:x", calledAs(["people", "visitors"]));
  expect(roles[0]?.groups).toEqual(["people"]);
  expect(groups?.[0]?.groups).toEqual(["visitors"]);
});

test("a name that is another group's while it is typed takes nothing from that group", () => {
  const typing = calledAs(["friends"]);
  const typed = {
    ...typing,
    groups: typing.groups.map((each, index) => (index === 0 ? { ...each, name: "mine" } : each)),
  };
  expect(toWrite("dataset:x", typed).roles[0]?.groups).toEqual(["mine"]);
});

test("members go in once, and out", () => {
  const more = withMember(withMember(group(2), "team:lab"), "group:guests");
  expect(membersOf(more)).toEqual(["person:eve", "team:lab", "group:guests"]);
  expect(withMember(more, "team:lab")).toBe(more);
  expect(membersOf(withoutMember(more, "person:eve"))).toEqual(["team:lab", "group:guests"]);
});

test("a group that is removed is named nowhere any more", () => {
  const { roles, groups } = toWrite("dataset:x", withoutGroup(draft, "guests"));
  expect(groups?.map(({ name }) => name)).toEqual(["staff", "friends"]);
  expect(groups?.[0]?.groups).toEqual([]);
  expect(roles[0]?.groups).toEqual(["staff"]);
  expect(toWrite("dataset:x", withoutGroup(draft, "staff")).roles[0]?.groups).toEqual([]);
});

test("no group is offered that would go round in a circle, or is inside already", () => {
  const offered = (place: number) => roomFor(draft.groups, group(place)).map(({ key }) => key);
  expect(offered(0)).toEqual(["friends"]);
  expect(offered(1)).toEqual(["friends"]); // staff holds it
  expect(offered(2)).toEqual(["staff", "guests"]);
});

test("a new group has a key that no other has, and no name can be", () => {
  const first = newGroup(draft.groups);
  const second = newGroup([...draft.groups, first]);
  expect([first.key, second.key]).toEqual(["+1", "+2"]);
});

test("who is in a role by a group is counted, also by a group inside it, and nobody else", () => {
  expect(holdersByGroup(policy)).toEqual(["person:ana", "person:ben", "team:lab"]);
});

const refused = (code: string, fields: Record<string, string>) =>
  new Refusal({ code, status: 400, detail: "", fields });

test("a name that is refused is said at its field, in the reader's language", () => {
  const { at, rest } = placed(
    refused("invalid", { "groups.1.name": "server's words", "roles.0.rules.0.name": "x" }),
    draft,
  );
  expect(at).toEqual({ "groups.1.name": words.policy.nameFault, "roles.0.rules.0.name": words.policy.nameFault });
  expect(rest).toBeNull();
});

test("a name that stands twice is said at both fields", () => {
  const { at } = placed(refused("policy_refused", { groups: "names one twice" }), calledAs(["guests"]));
  expect(at).toEqual({ "groups.0.name": words.policy.nameTwice, "groups.1.name": words.policy.nameTwice });
});

test("what has no field of its own is said below the form", () => {
  const error = refused("policy_refused", { "roles.0.rules.0.columns": "age is not known here" });
  const { at, rest } = placed(error, draft);
  expect(at).toEqual({});
  expect(rest).toEqual(error);
  expect(placed(new Error("of the page"), draft).rest).toBeInstanceOf(Error);
});

test("members of one name, and those whose name nobody knows, are told apart", () => {
  const unknown = words.policy.memberUnknown;
  const names = toldApart([unknown, "Ana", unknown], words.policy.numbered);
  expect(names).toEqual([words.policy.numbered(unknown, 1), "Ana", words.policy.numbered(unknown, 2)]);
  const buttons = names.map((name) => words.policy.takeOutOf(name, "staff"));
  expect(new Set(buttons).size).toBe(buttons.length);
});
