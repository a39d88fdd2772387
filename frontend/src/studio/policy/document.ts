import type { Policy, PolicyToWrite } from "../../api/types";
import { type Draft, namedGroups } from "./draft";

/** What may stand left of a comparison, by its type. The API refuses anything else. */
export const ATTRIBUTES = {
  "subject.verified": "boolean",
  "subject.organisation": "texts",
  "subject.role": "texts",
  "subject.training_until": "time",
  "object.sensitivity": "text",
  "object.state": "text",
  "context.time": "time",
} as const;
export type Attribute = keyof typeof ATTRIBUTES;
export const ATTRIBUTE_NAMES = Object.keys(ATTRIBUTES) as Attribute[];

export const RELATIONS = {
  boolean: ["is"],
  text: ["is", "in"],
  texts: ["has", "meets", "within"],
  number: ["at_most", "at_least"],
  time: ["before", "not_before"],
} as const;
export type Kind = keyof typeof RELATIONS;
export type Relation = (typeof RELATIONS)[Kind][number];

export const OPERATIONS = ["read_metadata", "synthesise", "anonymise", "see_figures", "release", "administer"] as const;
export type Operation = (typeof OPERATIONS)[number];
/** The delta at which rho is told as an epsilon, here and where synthetic data are asked for. */
export const DELTA = "0.000000001";

export type Role = Policy["roles"][number];
export type Rule = Role["rules"][number];
export type Condition = Role["requires"][number];
export type Row = Rule["rows"][number];
export type Value = Condition["value"];

const LISTS: ReadonlySet<string> = new Set(["in", "meets", "within"]);

export const takesList = (relation: string): boolean => LISTS.has(relation);

export const kindOf = (type: string): Kind => (Object.hasOwn(RELATIONS, type) ? (type as Kind) : "text");

/** A value as it is typed: lists are separated by commas. */
export function valueText(value: Value): string {
  return Array.isArray(value) ? value.join(", ") : String(value);
}

export function listIn(text: string): string[] {
  return text
    .split(/[,，]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

export function readValue(text: string, kind: Kind, relation: string): Value {
  if (kind === "boolean") return text === "true";
  return takesList(relation) ? listIn(text) : text.trim();
}

export const NEW_RULE: Rule = {
  name: "",
  effect: "permit",
  operations: ["synthesise"],
  when: [],
  epsilon_cap: null,
  minimum_cohort: 0,
  mechanisms: null,
  columns: null,
  purposes: null,
  rows: [],
  combine: true,
  four_eyes: false,
  expires_at: null,
};
export const NEW_ROLE: Role = {
  name: "",
  description: "",
  anyone: false,
  delegable: false,
  groups: [],
  requires: [],
  rules: [NEW_RULE],
};

/** A rule that forbids has no limits: those that a form still holds are left out. */
export function toWrite(subject: string, draft: Pick<Draft, "version" | "roles" | "groups">): PolicyToWrite {
  const named = namedGroups(draft);
  const roles = named.roles.map((role) => ({
    ...role,
    rules: role.rules.map((rule) =>
      rule.effect === "deny"
        ? {
            ...NEW_RULE,
            name: rule.name,
            effect: rule.effect,
            operations: rule.operations,
            when: rule.when,
            expires_at: rule.expires_at,
          }
        : rule,
    ),
  }));
  return { subject, after: draft.version, roles, groups: named.groups };
}

export type Limit = Exclude<keyof Rule, "name" | "effect" | "operations" | "when">;
export type KeptLimits = Policy["limits"];
export const LIMITS: readonly Limit[] = [
  "epsilon_cap",
  "minimum_cohort",
  "mechanisms",
  "columns",
  "purposes",
  "rows",
  "combine",
  "four_eyes",
  "expires_at",
];

/** The limits that each of these operations keeps: a rule about them can have no others. */
export function limitsOf(operations: readonly Operation[], kept: KeptLimits): Limit[] {
  if (operations.length === 0) return [];
  return LIMITS.filter((limit) => operations.every((operation) => kept[operation]?.includes(limit)));
}

/** The rule about these operations, without the limits that one of them does not keep. */
export function withOperations(rule: Rule, operations: Operation[], kept: KeptLimits): Rule {
  const allowed = limitsOf(operations, kept);
  const none = Object.fromEntries(LIMITS.flatMap((name) => (allowed.includes(name) ? [] : [[name, NEW_RULE[name]]])));
  return { ...rule, ...none, operations };
}

export function replaced<Item>(list: readonly Item[], place: number, item: Item): Item[] {
  return list.map((old, index) => (index === place ? item : old));
}

export function without<Item>(list: readonly Item[], place: number): Item[] {
  return list.filter((_, index) => index !== place);
}
