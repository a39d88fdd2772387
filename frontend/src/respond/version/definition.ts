import type { AnySpec } from "../../privacy/number";
import type { Condition } from "./expression";

/** One answer a person can give. An exclusive one stands alone among several. */
export interface Option {
  readonly id: string;
  readonly label: string;
  readonly exclusive: boolean;
}

/** What every item has. `mayBeHidden` when it or its page has a condition. */
export interface Shown {
  readonly id: string;
  readonly text: string;
  readonly help: string;
  readonly showIf: Condition | null;
  readonly mayBeHidden: boolean;
}

/** Whether a question may be left without an answer. */
export interface Skippable {
  readonly maySkip: boolean;
}

/** Each type stands for itself, so that the compiler can tell them apart. */
interface ChoiceOf<T> extends Shown, Skippable {
  readonly type: T;
  readonly options: readonly Option[];
  readonly shuffle: boolean;
}

export interface Several extends Shown, Skippable {
  readonly type: "multiple_choice";
  readonly options: readonly Option[];
  readonly mostChoices: number;
  readonly shuffle: boolean;
}

export interface Scale extends Shown, Skippable {
  readonly type: "scale";
  readonly least: number;
  readonly most: number;
}

/** What is wanted of a number that is sent as a place on a grid, not as a range; one beyond the bounds counts as the bound. */
export interface Estimate {
  readonly of: "mean" | "distribution";
  readonly low: number;
  readonly high: number;
  readonly steps: number;
}

/** A number or a date: typed as it is, used only as the range between two edges that it lies in, or by an estimate. */
interface MeasuredOf<T> extends Shown, Skippable {
  readonly type: T;
  readonly edges: readonly string[];
  readonly least: string | null;
  readonly most: string | null;
  readonly estimate: Estimate | null;
}

export interface Matrix extends Shown, Skippable {
  readonly type: "matrix";
  readonly rows: readonly Option[];
  readonly options: readonly Option[];
}

/** What is shown or agreed to, and never sent. */
interface NoteOf<T> extends Shown {
  readonly type: T;
}

interface PageBreak extends Shown {
  readonly type: "page";
  readonly shuffle: boolean;
}

export type Choice = ChoiceOf<"yes_no"> | ChoiceOf<"single_choice"> | ChoiceOf<"dropdown">;
export type Measured = MeasuredOf<"number"> | MeasuredOf<"date">;
export type Note = NoteOf<"section"> | NoteOf<"consent">;
export type Question = Choice | Several | Scale | Measured | Matrix;
export type Item = Question | Note | PageBreak;

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

/** Texts by their path, as "title" or "q1.options.yes". */
export type Sayings = ReadonlyMap<string, string>;

/** A survey version as the page trusts it: parsed whole, every number checked against the others. */
export interface Definition {
  readonly number: number;
  readonly language: string;
  readonly translations: ReadonlyMap<string, Sayings>;
  readonly sayings: Sayings;
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
  return item.type !== "section" && item.type !== "consent" && item.type !== "page";
}
