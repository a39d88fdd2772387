import type { Binned } from "../../parts/draft/items";
import { words } from "../../words/words";

/** Why a list of edges cannot be used yet: the edge, and what is wrong with it. */
type EdgeFault = { edge: string; why: "form" | "order" | "many" | "mark" };

const DECIMAL = /^-?(0|[1-9][0-9]{0,11})(\.[0-9]{1,6})?$/;
const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const MOST_EDGES = 50;

export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/** Whether a number could be meant in two ways: "1.500" is a thousand and more to some, "1,5" two edges or one number. */
export function hasTwoReadings(text: string): boolean {
  return /^[-−]?[1-9]\d{0,2}\.\d{3}$/.test(text) || /\d,\d/.test(text);
}

/** The mark of a number that could be meant in two ways. */
export const markOf = (text: string): string => /[.,]/.exec(text)?.[0] ?? "";

/** A number as it can be typed again: "1.125" is shown as "1.1250", which has one meaning. */
export const asTyped = (value: string): string => (hasTwoReadings(value) ? `${value}0` : value);

/** A day that exists: 2026-02-30 does not. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

/**
 * Edges as people type them: between commas, spaces or new lines, with the marks of Chinese and Arabic too. A comma
 * directly between two digits does not part numbers, because it may be a decimal mark.
 */
export function edgesIn(typed: string, kind: "number" | "date"): string[] {
  const between = kind === "date" ? /[\s,;，、；،]+/ : /[\s;，、；،]+|,(?!\d)|(?<!\d),/;
  return typed.split(between).filter((edge) => edge !== "");
}

/** How the values of a type are judged and put in order: numbers, or days. */
export interface Gauge {
  /** The name of such values in words. */
  readonly kind: "number" | "date";
  /** The type of a field in which one is typed. */
  readonly field: "text" | "date";
  /** A value to begin a condition with. */
  readonly example: string;
  isValue(text: string): boolean;
  rank(value: string): number;
  edgesHint(): string;
}

/** The first fault of a list of edges; undefined when it can be used. An empty list is only unfinished. */
export function faultIn(edges: readonly string[], { kind, isValue, rank }: Gauge): EdgeFault | undefined {
  const mark = kind === "number" ? edges.find(hasTwoReadings) : undefined;
  if (mark !== undefined) return { edge: mark, why: "mark" };
  const form = edges.find((edge) => !isValue(edge));
  if (form !== undefined) return { edge: form, why: "form" };
  const order = edges.find((edge, index) => index > 0 && rank(edge) <= rank(edges[index - 1] ?? ""));
  if (order !== undefined) return { edge: order, why: "order" };
  return edges.length > MOST_EDGES ? { edge: edges[MOST_EDGES] ?? "", why: "many" } : undefined;
}

/** The bins that edges cut, as people read them. n edges make n + 1 bins. */
export function bins({ edges }: Binned, unit = ""): string[] {
  const withUnit = (edge: string) => (unit === "" ? edge : `${edge} ${unit}`);
  const [first] = edges;
  const last = edges.at(-1);
  if (first === undefined || last === undefined) return [];
  const between = edges.slice(1).map((edge, index) => words.items.binBetween(edges[index] ?? "", withUnit(edge)));
  return [words.items.binBelow(withUnit(first)), ...between, words.items.binAbove(withUnit(last))];
}
