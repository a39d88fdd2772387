import type { Entry, Estimate, Item, Question } from "../version/definition";
import { list, refuse } from "../version/reading";
import type { Voice } from "../voice";
import type { Texts } from "../words/en";
import type { Get } from "./questionType";

const MOST_EDGES = 50;

/** The words for values: what lies below an edge, between two, from one on, up to a limit, and what is no value. */
interface BinWords {
  below(edge: string): string;
  range(from: string, to: string): string;
  above(edge: string): string;
  atMost(most: string): string;
  readonly fault: string;
}

/** How the values of a type are read, compared and written: numbers, or days. */
export interface Gauge extends Pick<Entry, "read" | "write"> {
  /** An edge or a limit as a definition writes it, or a refusal. */
  parse(value: unknown, at: string): string;
  compare(left: string, right: string): number;
  /** What is wrong is said of what was typed. */
  words(fields: Texts["fields"], typed?: string): BinWords;
  /** The attributes of the field in which a value is typed. */
  attributes(question: BinQuestion): Readonly<Record<string, string>>;
}

/** A question that is answered with a value: typed as it is, used only as the bin that it lies in, or by an estimate. */
export interface BinQuestion extends Question {
  readonly gauge: Gauge;
  readonly edges: readonly string[];
  readonly least: string | null;
  readonly most: string | null;
  readonly estimate: Estimate | null;
  readonly entry: Entry;
  /** The path of the unit; empty where there is none. */
  readonly unit: string;
}

/** A question with bins, of which the edges and the limits stand under keys of their own; without edges for an estimate. */
export function parseBins(
  item: Item,
  gauge: Gauge,
  get: Get,
  at: string,
  estimate: Estimate | null = null,
  unit = "",
): BinQuestion {
  const [fewest, largest] = estimate === null ? [1, MOST_EDGES] : [0, 0];
  const edges = list(get("edges"), `${at}.edges`, fewest, largest, gauge.parse);
  edges.slice(1).forEach((edge, index) => {
    if (gauge.compare(edges[index] ?? edge, edge) >= 0) refuse(`${at}.edges`, "must rise");
  });
  const limit = (key: string): string | null => (get(key) === null ? null : gauge.parse(get(key), `${at}.${key}`));
  const [least, most] = [limit("least"), limit("most")];
  if (least !== null && most !== null && gauge.compare(least, most) >= 0)
    refuse(`${at}.most`, "must be above the least");
  const answers = estimate === null ? ["below", ...edges.slice(1).map((_, index) => `b${index + 1}`), "above"] : [];
  const question: BinQuestion = {
    ...item,
    ...{ gauge, edges, least, most, estimate, unit, answers },
    kind: { kind: "number", points: null },
    label: (answer, voice) => ({
      text:
        estimate === null ? binLabel(question, answers.indexOf(answer), voice) : valueLabel(question, answer, voice),
      language: voice.texts.language,
    }),
    entry: { ...gauge, indexOf: (text) => binOf(question, text) },
  };
  return question;
}

/** The index of the bin of a value: the index of the first edge it lies below, or the last. */
export function binOf({ edges, gauge }: BinQuestion, value: string): number {
  const index = edges.findIndex((edge) => gauge.compare(value, edge) < 0);
  return index === -1 ? edges.length : index;
}

/** The bin of an index in words: 0 lies below the first edge. */
export function binLabel(question: BinQuestion, index: number, voice: Voice): string {
  const { below, above, range } = question.gauge.words(voice.texts.fields);
  const edge = (at: number): string => valueLabel(question, question.edges[at] ?? "", voice);
  if (index === 0) return below(edge(0));
  return index === question.edges.length ? above(edge(index - 1)) : range(edge(index - 1), edge(index));
}

/** A value with its unit, as the language writes it. */
export function valueLabel({ gauge, unit }: BinQuestion, value: string, voice: Voice): string {
  const text = gauge.write(value, voice);
  const name = voice.say(unit).text;
  return name === "" ? text : `${text} ${name}`;
}
