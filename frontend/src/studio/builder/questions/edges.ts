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

const rank = (edge: string, kind: "number" | "date") => (kind === "number" ? Number(edge) : Date.parse(edge));

/** The first fault of a list of edges; undefined when it can be used. An empty list is only unfinished. */
export function faultIn(edges: readonly string[], kind: "number" | "date"): EdgeFault | undefined {
  const form = edges.find((edge) => !(kind === "number" ? isDecimal(edge) : isDay(edge)));
  if (form !== undefined) return { edge: form, why: "form" };
  const order = edges.find((edge, index) => index > 0 && rank(edge, kind) <= rank(edges[index - 1] ?? "", kind));
  if (order !== undefined) return { edge: order, why: "order" };
  return edges.length > MOST_EDGES ? { edge: edges[MOST_EDGES] ?? "", why: "many" } : undefined;
}
