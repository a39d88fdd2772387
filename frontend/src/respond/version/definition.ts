import type { AnySpec } from "../../privacy/number";
import type { Saying, SurveyTexts, Voice } from "../voice";
import type { Condition, Kind } from "./expression";

/** One answer a person can give. An exclusive one stands alone among several. */
export interface Option {
  readonly id: string;
  readonly label: string;
  readonly exclusive: boolean;
}

/** What every item has. `mayBeHidden` when it or its page has a condition; only questions may be skipped. */
export interface Item {
  readonly id: string;
  /** The slug of its type, which stands in a file of `respond/questions`. */
  readonly type: string;
  readonly text: string;
  readonly help: string;
  readonly showIf: Condition | null;
  readonly mayBeHidden: boolean;
  readonly maySkip: boolean;
  /** Whether all that follows stands on another page, with its text as the heading. */
  readonly beginsPage: boolean;
  /** Whether nothing is sent before it is ticked. */
  readonly needsTick: boolean;
  /** Whether each device draws an order of its own: of the options, of what is ranked, or of the questions of a page. */
  readonly shuffle?: boolean;
}

/** What is wanted of a number that is sent as a place on a grid, not as a range; one beyond the bounds counts as the bound. */
export interface Estimate {
  readonly of: "mean" | "distribution";
  readonly low: number;
  readonly high: number;
  readonly steps: number;
}

/** How the answers of a question are read that are typed, not chosen from a list. */
export interface Entry {
  /** The text as it is kept; null where it is no answer. */
  read(text: string): string | null;
  /** The text as the language writes it, for the texts of later questions. */
  write(text: string, voice: Voice): string;
  /** The index of the answer that is sent for it. */
  indexOf(text: string): number;
}

/** How the answers of a question are counted that are sets. */
export interface Sets {
  /** The number of answers that may be ticked together, these among them. */
  mostWith(ids: readonly string[]): number;
  /** The number of positions in which two sets of so many answers can differ, and the size of the largest. */
  sizes(answers: number): { readonly most: number; readonly largest: number };
}

/** An item that is answered: its type reads it, and writes here all that others need to know of it. */
export interface Question extends Item {
  /** The ids of its own answers, without those that a survey adds; none where a number is estimated. */
  readonly answers: readonly string[];
  /** What conditions compare. */
  readonly kind: Kind;
  /** An answer in words, by its id; the number itself where it is estimated. */
  label(answer: string, voice: Voice): Saying;
  readonly options?: readonly Option[];
  /** What is answered apart, where that is not the question itself. */
  readonly rows?: readonly Option[];
  /** Whether it may be answered together with another, as one answer. */
  readonly isPairable?: boolean;
  /** Whether its answers are yes and no, which is the easiest to picture. */
  readonly isYesNo?: boolean;
  readonly entry?: Entry;
  readonly sets?: Sets;
  readonly estimate?: Estimate | null;
}

/** What one answer is given to: a question, or one row of a matrix. Its key is "q1" or "q3.r1". */
export interface Column {
  readonly key: string;
  readonly question: Question;
  readonly row: Option | null;
  /** The ids of its answers, in the order of the report's positions. */
  readonly answers: readonly string[];
}

/** What is drawn at once: one answer, the answers of two questions as one, a set of answers, or a number, which has none. */
export interface Field {
  readonly id: string;
  readonly kind: "one" | "joint" | "set" | "number";
  readonly of: readonly Column[];
  readonly answers: number;
  /** The number of positions in which two sets that are allowed can differ, for a set. */
  readonly most: number;
  /** The number of answers that may be ticked together, for a set. */
  readonly largest: number;
}

/** An epsilon as written, for people, and in millionths, for exact sums. */
export interface Epsilon {
  readonly text: string;
  readonly millionths: number;
}

/** How one level draws one field. */
export interface LevelField {
  readonly field: Field;
  readonly mechanism: string;
  readonly epsilon: Epsilon;
  readonly bytes: number;
  readonly words: number;
  readonly spec: AnySpec;
}

/** Blocks that are sent together, counted from 0, by so many of the 2^32 words. */
export interface Draw {
  readonly weight: number;
  readonly blocks: readonly number[];
}

export interface Level {
  /** The level as it is sent: its number; or, made of those that were chosen by question, a digit for each block. */
  readonly id: number | string;
  readonly epsilon: Epsilon;
  readonly recordBytes: number;
  readonly fields: readonly LevelField[];
  /** The list of which a word chooses one; none where every block is sent. */
  readonly draws: readonly Draw[];
  /** The one that was chosen, whose fields alone are here. */
  readonly draw: number | null;
}

/** A survey version as the page trusts it: parsed whole, every number checked against the others. */
export interface Definition extends SurveyTexts {
  readonly number: number;
  readonly items: readonly Item[];
  readonly columns: readonly Column[];
  readonly levels: readonly [Level, ...Level[]];
  /** Whether the level of each block is chosen, by whoever answers it; null where there is one for the report. */
  readonly choosers: readonly boolean[] | null;
  /** Whether whoever sends some of the questions answers all. */
  readonly asksAll: boolean;
  readonly closesAt: string | null;
  readonly ingest: { readonly batchLeast: number; readonly batchMost: number; readonly shownFrom: number };
  readonly bundle: string;
  readonly simulated: boolean;
}

/** The definition, and where it came from. */
export interface Survey {
  readonly definition: Definition;
  readonly hash: string;
  readonly preview: boolean;
  /** What is sent is checked and thrown away. */
  readonly test: boolean;
}

export function isQuestion(item: Item): item is Question {
  return "answers" in item;
}

/** Whether an item is nothing but words. */
export function isNote(item: Item): boolean {
  return !isQuestion(item) && !item.beginsPage && !item.needsTick;
}
