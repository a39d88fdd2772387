import type { AnonymityModel } from "../../../api/types";

export const DIVERSITIES = ["", "distinct-l-diversity", "entropy-l-diversity", "recursive-cl-diversity"] as const;
export const DISTANCES = ["", "equal", "ordered", "hierarchical", "variational", "kullback-leibler"] as const;
export const LIKENESSES = ["", "basic-beta-likeness", "enhanced-beta-likeness"] as const;

/** What each class must hold of one sensitive column, as it is typed; "" is nothing. */
export interface Guard {
  diversity: (typeof DIVERSITIES)[number];
  l: string;
  c: string;
  closeness: (typeof DISTANCES)[number];
  t: string;
  likeness: (typeof LIKENESSES)[number];
  beta: string;
}

/** The guards by the name of the sensitive column. */
type Guards = Readonly<Record<string, Guard>>;

export const PRESENCES = ["", "delta-presence"] as const;

/** What a candidate must hold against the population of the plan, as it is typed; "" is nothing. */
export interface Against {
  /** k of k-map. */
  people: string;
  presence: (typeof PRESENCES)[number];
  least: string;
  most: string;
}

export const UNCOMPARED: Against = { people: "", presence: "", least: "0", most: "0.5" };

export interface Typed {
  k: string;
  guards: Guards;
  against: Against;
}

export const UNGUARDED: Guard = { diversity: "", l: "2", c: "3", closeness: "", t: "0.2", likeness: "", beta: "1" };

export type Part = "diversity" | "closeness" | "likeness";

/** A model that is sent, and the fields on the page that it comes from: `column` is null for those of all columns. */
export interface Sent {
  model: AnonymityModel;
  column: string | null;
  part: Part | "k" | "people" | "presence";
}

/** A whole number as one, anything else as it was typed: the server says what is wrong with it. */
const number = (typed: string): number | string => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed) : typed.trim());

function diversityOf(column: string, { diversity, l, c }: Guard): AnonymityModel | undefined {
  if (diversity === "") return undefined;
  if (diversity === "entropy-l-diversity") return { model: diversity, column, l: l.trim() };
  const model = { model: diversity, column, l: number(l) };
  return diversity === "recursive-cl-diversity" ? { ...model, c: c.trim() } : model;
}

function ofColumn(column: string, guard: Guard): Sent[] {
  const { closeness, t, likeness, beta } = guard;
  const models: [Part, AnonymityModel | undefined][] = [
    ["diversity", diversityOf(column, guard)],
    ["closeness", closeness === "" ? undefined : { model: "t-closeness", column, distance: closeness, t: t.trim() }],
    ["likeness", likeness === "" ? undefined : { model: likeness, column, beta: beta.trim() }],
  ];
  return models.flatMap(([part, model]) => (model ? [{ model, column, part }] : []));
}

function ofPeople({ people, presence, least, most }: Against): Sent[] {
  const sent: Sent[] = [];
  if (people.trim() !== "") sent.push({ model: { model: "k-map", k: number(people) }, column: null, part: "people" });
  if (presence !== "") {
    const model = { model: presence, least: least.trim(), most: most.trim() };
    sent.push({ model, column: null, part: "presence" });
  }
  return sent;
}

/** The models in the order in which they are sent, so that a refusal by number finds its field. */
export function modelsOf({ k, guards, against }: Typed, sensitive: readonly string[], compared: boolean): Sent[] {
  const people = compared ? ofPeople(against) : [];
  const alone = k.trim() === "" && people.some(({ part }) => part === "people"); // k-map stands for k
  return [
    ...(alone ? [] : [{ model: { model: "k-anonymity" as const, k: number(k) }, column: null, part: "k" as const }]),
    ...people,
    ...sensitive.flatMap((column) => ofColumn(column, guards[column] ?? UNGUARDED)),
  ];
}

function oneOf<Choice extends string>(choices: readonly Choice[], value: string | undefined): Choice | undefined {
  return choices.find((choice) => choice !== "" && choice === value);
}

/** What is said of k, of a population and of each column by models as they were sent. */
export function guardsIn(models: readonly AnonymityModel[]): Typed {
  const guards: Record<string, Guard> = {};
  let k = "";
  let against = UNCOMPARED;
  for (const { model, column = "", distance, ...figures } of models) {
    if (model === "k-anonymity") k = String(figures.k);
    if (model === "k-map") against = { ...against, people: String(figures.k ?? "") };
    if (model === "delta-presence") {
      const { least = UNCOMPARED.least, most = UNCOMPARED.most } = figures;
      against = { ...against, presence: model, least: String(least), most: String(most) };
    }
    if (column === "") continue;
    const guard = guards[column] ?? UNGUARDED;
    const diversity = oneOf(DIVERSITIES, model);
    const likeness = oneOf(LIKENESSES, model);
    const closeness = oneOf(DISTANCES, distance);
    const typed = Object.entries({ l: figures.l, c: figures.c, t: figures.t, beta: figures.beta });
    guards[column] = {
      ...guard,
      ...Object.fromEntries(typed.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))),
      ...(diversity ? { diversity } : {}),
      ...(likeness ? { likeness } : {}),
      ...(closeness ? { closeness } : {}),
    };
  }
  return { k, guards, against };
}
