import type {
  AnonymisationPlan,
  CandidateWanted,
  DeclaredColumn,
  HierarchyRule,
  PlannedColumn,
} from "../../../api/types";
import type { ColumnRole } from "../../parts/columnRoles";
import { type Guard, guardsIn, modelsOf, type Typed, UNCOMPARED, UNGUARDED } from "./guards";

export type Kind = HierarchyRule["kind"];
export type Unlisted = NonNullable<PlannedColumn["unlisted"]>;

const UNLISTED: readonly [Unlisted, ...Unlisted[]] = ["refuse", "own branch", "suppress"];
/** A refusal would tell which values occur: whoever may not see rows has them suppressed. */
const UNLISTED_UNSEEN: readonly [Unlisted, ...Unlisted[]] = ["suppress", "own branch"];
export const unlistedFor = (maySee: boolean): readonly [Unlisted, ...Unlisted[]] =>
  maySee ? UNLISTED : UNLISTED_UNSEEN;

/** A hierarchy as it is typed: what a kind does not use is kept, and not sent. */
export interface TypedRule {
  kind: Kind | "";
  start: string;
  widths: string;
  bottom: string;
  top: string;
  atOnce: string;
  /** What makes texts of different lengths as long as the longest. */
  pad: NonNullable<HierarchyRule["pad"]> | "";
  /** Values one a line, lowest first. */
  order: string;
  sizes: string;
  /** "value = group" a line. */
  groups: string;
  text: string;
}

export interface TypedColumn {
  name: string;
  role: ColumnRole | "";
  rule: TypedRule;
  unlisted: Unlisted;
  weight: string;
  /** The values of a sensitive column, one a line, lowest first. */
  order: string;
}

export interface TypedCandidate extends Typed {
  /** Only tells them apart on the page. */
  id: number;
}

/** The data set that is compared with, "" for none, and which version of it. */
export interface TypedPopulation {
  dataSet: string;
  version: string;
}

export const BOXES = ["overlapping", "disjoint"] as const;
export type Boxes = (typeof BOXES)[number];

export interface Draft {
  columns: readonly TypedColumn[];
  missing: string;
  boxes: Boxes;
  population: TypedPopulation;
  candidates: readonly TypedCandidate[];
}

export const NO_POPULATION: TypedPopulation = { dataSet: "", version: "" };
export const compares = ({ population }: Draft): boolean => population.dataSet !== "";

/** The boxes that are searched for; against a population only disjoint ones can be. */
export const boxesOf = (draft: Draft): Boxes => (compares(draft) ? "disjoint" : draft.boxes);

const MISSING = "?";

/** A role that somebody should think about; never set by itself. */
export function suggestedFor({ type }: DeclaredColumn, role: ColumnRole | ""): ColumnRole | undefined {
  if (role !== "insensitive") return undefined;
  return type === "text" ? "identifying" : "quasi";
}

/** The kinds that fit the type of a column, those first that say most with least work. */
export function kindsFor({ type }: DeclaredColumn): readonly Kind[] {
  if (type === "integer") return ["intervals", "order", "groups", "mask", "csv", "flat"];
  if (type === "number") return ["intervals", "groups", "mask", "csv", "flat"];
  if (type === "date") return ["dates", "csv", "flat"];
  return type === "category" ? ["groups", "order", "mask", "csv", "flat"] : ["mask", "csv", "groups", "flat"];
}

const linesIn = (text: string): string[] =>
  text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
const wholesIn = (text: string): number[] =>
  text.split(/[\s,，、;；]+/u).flatMap((word) => (word === "" ? [] : [/^\d{1,9}$/.test(word) ? Number(word) : 0]));
/** A whole number, or a decimal text as the API takes it. */
const numberIn = (text: string): number | string | undefined =>
  wholeIn(text) ?? (/^-?\d{1,15}\.\d{1,9}$/.test(text.trim()) ? text.trim() : undefined);
const numbersIn = (text: string): (number | string)[] =>
  text.split(/[\s,，、;；]+/u).flatMap((word) => (word === "" ? [] : [numberIn(word) ?? 0]));
export const wholeIn = (text: string): number | undefined =>
  /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;

/** "value = group" a line; a value without a group is in one of no name, which is refused where it stands. */
function groupsIn(text: string): Record<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const line of linesIn(text)) {
    const cut = line.lastIndexOf("=");
    const [value, group] = cut < 0 ? [line, ""] : [line.slice(0, cut).trim(), line.slice(cut + 1).trim()];
    groups.set(group, [...(groups.get(group) ?? []), value]);
  }
  return Object.fromEntries(groups);
}

export function groupsText(groups: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(groups)
    .flatMap(([group, values]) => values.map((value) => `${value} = ${group}`))
    .join("\n");
}

/** What is sent of a rule; undefined while no kind is chosen. */
export function ruleOf(typed: TypedRule): HierarchyRule | undefined {
  const [start, bottom, top] = [numberIn(typed.start), numberIn(typed.bottom), numberIn(typed.top)];
  switch (typed.kind) {
    case "":
      return undefined;
    case "csv":
      return { kind: "csv", text: typed.text };
    case "intervals":
      return {
        kind: "intervals",
        ...(start === undefined ? {} : { start }),
        widths: numbersIn(typed.widths),
        ...(bottom === undefined ? {} : { bottom }),
        ...(top === undefined ? {} : { top }),
      };
    case "mask":
      return { kind: "mask", at_once: wholeIn(typed.atOnce) ?? 0, ...(typed.pad && { pad: typed.pad }) };
    case "order":
      return { kind: "order", values: linesIn(typed.order), sizes: wholesIn(typed.sizes) };
    case "groups":
      return { kind: "groups", groups: groupsIn(typed.groups) };
    default:
      return { kind: typed.kind };
  }
}

/** Nothing chosen; fields hold what the declaration says, so that little has to be typed. */
function ruleFor({ minimum, categories }: DeclaredColumn): TypedRule {
  const values = categories.map(({ value }) => value);
  return {
    kind: "",
    start: numberIn(minimum) === undefined ? "0" : minimum,
    widths: "5, 10, 20",
    bottom: "",
    top: "",
    atOnce: "1",
    pad: "",
    order: values.join("\n"),
    sizes: "2, 4",
    groups: values.map((value) => `${value} = `).join("\n"),
    text: "",
  };
}

/** A sensitive column needs one as well where a candidate compares its values by their hierarchy. */
export function needsRule(column: TypedColumn, candidates: readonly TypedCandidate[]): boolean {
  return column.role === "quasi" || isGuarded(column, candidates, ({ closeness }) => closeness === "hierarchical");
}

export function needsOrder(column: TypedColumn, candidates: readonly TypedCandidate[]): boolean {
  return isGuarded(column, candidates, ({ closeness }) => closeness === "ordered");
}

function isGuarded(
  { name, role }: TypedColumn,
  candidates: readonly TypedCandidate[],
  by: (guard: Guard) => boolean,
): boolean {
  return role === "sensitive" && candidates.some(({ guards }) => by(guards[name] ?? UNGUARDED));
}

export function firstDraft(columns: readonly DeclaredColumn[], maySee: boolean): Draft {
  return {
    columns: columns.map((column) => ({
      name: column.name,
      role: column.role,
      rule: ruleFor(column),
      unlisted: unlistedFor(maySee)[0],
      weight: "1",
      order: column.categories.map(({ value }) => value).join("\n"),
    })),
    missing: MISSING,
    boxes: BOXES[0],
    population: NO_POPULATION,
    candidates: [{ id: 0, k: "5", guards: {}, against: UNCOMPARED }],
  };
}

function plannedOf(column: TypedColumn, candidates: readonly TypedCandidate[]): PlannedColumn[] {
  const { name, role } = column;
  if (role === "") return []; // the page asks for it first
  const rule = needsRule(column, candidates) ? ruleOf(column.rule) : undefined;
  const order = needsOrder(column, candidates) ? linesIn(column.order) : [];
  return [
    {
      name,
      role,
      ...(rule ? { hierarchy: rule } : {}),
      ...(role === "quasi" ? { unlisted: column.unlisted, weight: wholeIn(column.weight) ?? -1 } : {}),
      ...(order.length > 0 ? { order } : {}),
    },
  ];
}

export const sensitiveOf = (columns: readonly TypedColumn[]): string[] =>
  columns.flatMap(({ name, role }) => (role === "sensitive" ? [name] : []));

/** What is sent. The server says of each part whether it can be. */
export function bodyOf(draft: Draft, version: number) {
  const { columns, missing, population, candidates } = draft;
  const [sensitive, compared] = [sensitiveOf(columns), compares(draft)];
  const named = { data_set: population.dataSet, version: wholeIn(population.version) ?? 0 };
  return {
    version,
    plan: {
      columns: columns.flatMap((column) => plannedOf(column, candidates)),
      missing,
      boxes: boxesOf(draft),
      ...(compared ? { population: named } : {}),
    },
    candidates: candidates.map((candidate) => ({
      models: modelsOf(candidate, sensitive, compared).map(({ model }) => model),
    })),
  };
}

function typedRule(before: TypedRule, rule: HierarchyRule): TypedRule {
  const texts = (list: readonly (string | number)[] | undefined, between: string) => list?.join(between);
  const fields = {
    start: rule.start?.toString(),
    widths: texts(rule.widths, ", "),
    bottom: rule.bottom?.toString(),
    top: rule.top?.toString(),
    atOnce: rule.at_once?.toString(),
    pad: rule.pad,
    order: texts(rule.values, "\n"),
    sizes: texts(rule.sizes, ", "),
    groups: rule.groups && groupsText(rule.groups),
    text: rule.text,
  };
  const given = Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== undefined));
  return { ...before, ...given, kind: rule.kind };
}

/** An earlier plan, to be changed: columns that it does not know stand as they were declared. */
export function draftFrom(
  declared: readonly DeclaredColumn[],
  plan: Pick<AnonymisationPlan, "columns" | "missing" | "boxes" | "population">,
  candidates: readonly CandidateWanted[],
): Draft {
  const first = firstDraft(declared, true); // what a plan says of unlisted values replaces it
  const columns = first.columns.map((column) => {
    const wish = plan.columns.find(({ name }) => name === column.name);
    if (!wish) return column;
    return {
      ...column,
      role: wish.role,
      rule: wish.hierarchy ? typedRule(column.rule, wish.hierarchy) : column.rule,
      unlisted: wish.unlisted ?? column.unlisted,
      weight: String(wish.weight ?? 1),
      order: wish.order?.join("\n") ?? column.order,
    };
  });
  return {
    columns,
    missing: plan.missing ?? MISSING,
    boxes: plan.boxes ?? BOXES[0],
    population: plan.population
      ? { dataSet: plan.population.data_set, version: String(plan.population.version) }
      : NO_POPULATION,
    candidates: candidates.map(({ models }, id) => ({ id, ...guardsIn(models) })),
  };
}
