import type { AnonymityModel } from "../../api/types";
import { words } from "../words/words";

/** What a card says, as far as a page shows it. It comes from a file, so every part is looked at before it is believed. */
export interface Card {
  readonly title: string;
  readonly licence: string;
  readonly citation: string;
  readonly notPromised: readonly string[];
  readonly rows: number;
  readonly suppressed: number;
  readonly columns: readonly { readonly name: string; readonly role: string }[];
  /** The guarantee of synthetic rows, which have no models; empty for all others. */
  readonly guarantee: string;
  readonly models: readonly Readonly<Record<string, string>>[];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const whole = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
const records = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];

/** Undefined for what is no card: then nothing is said of the table. */
export function cardIn(content: unknown): Card | undefined {
  if (!isRecord(content)) return undefined;
  if (content.synthetic === true) return cardOfRowsMade(content);
  const [rows, suppressed] = [whole(content.rows), whole(content.suppressed)];
  const [columns, models] = [records(content.columns), records(content.models)];
  if (rows === undefined || suppressed === undefined || columns.length === 0 || models.length === 0) return undefined;
  const about = isRecord(content.about) ? content.about : {};
  return {
    title: text(about.title),
    licence: text(about.licence),
    citation: text(about.citation),
    notPromised: texts(about.not_promised),
    rows,
    suppressed,
    columns: columns.map(({ name, role }) => ({ name: text(name), role: text(role) })),
    guarantee: "",
    models: models.map((model) =>
      Object.fromEntries(Object.entries(model).map(([part, value]) => [part, String(value)])),
    ),
  };
}

/** The card of synthetic rows: nothing of them is suppressed, and no column of them was made coarser. */
function cardOfRowsMade(content: Readonly<Record<string, unknown>>): Card | undefined {
  const [rows, columns, promised] = [whole(content.rows), records(content.columns), texts(content.promised)];
  if (rows === undefined || columns.length === 0 || promised[0] === undefined) return undefined;
  const about = isRecord(content.about) ? content.about : {};
  return {
    title: text(about.title),
    licence: text(about.licence),
    citation: text(about.citation),
    notPromised: texts(content.not_promised),
    rows,
    suppressed: 0,
    columns: columns.map(({ name }) => ({ name: text(name), role: "" })),
    guarantee: promised[0],
    models: [],
  };
}

/** "5-anonymous"; undefined for a model that nobody wrote words for. */
export function modelText(model: Readonly<Record<string, string>>): string | undefined {
  const spoken: Readonly<Record<string, (model: Record<string, string>) => string>> = words.release.link.models;
  const name = model.model ?? "";
  return Object.hasOwn(spoken, name) ? spoken[name]?.(model) : undefined;
}

/** "5-anonymous, 2-diverse in job over {age, sex}". A model that nobody wrote words for keeps its own name. */
export function guaranteeOf({ models, columns }: Pick<Card, "models" | "columns">): string {
  const sentences = models.map((model) => modelText(model) ?? Object.values(model).join(" "));
  const quasi = columns.filter(({ role }) => role === "quasi").map(({ name }) => name);
  return words.release.link.guarantee(sentences.join(words.listComma), quasi.join(words.listComma));
}

/**
 * The guarantee of a release, in the reader's language; one that was made before its models were kept speaks the
 * server's English.
 */
export function guaranteeText(card: Pick<Card, "models" | "columns" | "guarantee">): string {
  return card.models.length === 0 ? privacyText(card.guarantee) : guaranteeOf(card);
}

const PRIVATE = /^\(([\d.]+), ([\d.]+)\)-differentially private, rho ([\d.]+):/;

/** What is promised of synthetic rows, in the reader's language; anything else as the server says it. */
export function privacyText(guarantee: string): string {
  const [, epsilon, delta, rho] = PRIVATE.exec(guarantee) ?? [];
  if (epsilon === undefined || delta === undefined || rho === undefined) return guarantee;
  return words.handed.guarantee(epsilon, delta, rho);
}

/** The guarantee of a candidate, by the plan that it was asked with. */
export function guaranteeOfPlan(
  models: readonly AnonymityModel[],
  columns: readonly { readonly name: string; readonly role: string }[],
): string {
  const texts = models.map((model) =>
    Object.fromEntries(Object.entries(model).map(([part, value]) => [part, String(value)])),
  );
  return guaranteeOf({ models: texts, columns });
}

/** Columns that are in the file: a card also names those that were left out. */
export const written = ({ columns }: Card): Card["columns"] => columns.filter(({ role }) => role !== "identifying");

/** The name that the server gives the file, so that the command can be copied. */
export const fileName = (id: string, form: string): string => `release-${id.slice(0, 8)}.${form}`;
export const cardName = (id: string, form: string): string =>
  form === "csv" ? `release-${id.slice(0, 8)}-card.json` : `release-${id.slice(0, 8)}-${form}-card.json`;
export const command = (table: string, card: string): string => `python3 verifier.py ${table} --card ${card}`;
