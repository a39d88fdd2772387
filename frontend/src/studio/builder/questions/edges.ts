import type { Binned } from "../../parts/draft/items";
import { words } from "../../words/words";

/** Why a list of edges cannot be used yet: the edge, and what is wrong with it. */
type EdgeFault = { edge: string; why: "form" | "order" | "many" };

const DECIMAL = /^-?(0|[1-9][0-9]{0,11})(\.[0-9]{1,6})?$/;
const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const MOST_EDGES = 50;

export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/** A day that exists: 2026-02-30 does not. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

/** Edges as people type them: between commas, spaces or new lines, with the marks of Chinese and Arabic too. */
export function edgesIn(typed: string): string[] {
  return typed.split(/[\s,;，、；،]+/).filter((edge) => edge !== "");
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
export function faultIn(edges: readonly string[], { isValue, rank }: Gauge): EdgeFault | undefined {
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
