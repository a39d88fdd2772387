import type { Item, Question } from "../version/definition";
import type { Field, Surroundings } from "./field";

/** Reads one key of an item; each is known to be there. */
export type Get = (key: string) => unknown;

/** The keys of an item as a definition writes it, and what notes its texts. */
export interface ItemReader {
  readonly get: Get;
  /** Where it stands, for refusals. */
  readonly at: string;
  /** Notes a text of the survey under its path, and returns it. */
  readonly note: (path: string, text: string) => string;
}

/** A type of item. Each stands in a file of its own; `all.ts` is the list of them. */
export interface ItemType<Own extends Item = Item> {
  readonly slug: string;
  /** The keys that its items have beside those that every item has. */
  readonly keys: readonly string[];
  /** Whether all that follows stands on another page. */
  readonly beginsPage?: boolean;
  /** Whether nothing is sent before it is ticked. */
  readonly needsTick?: boolean;
  /** Reads those keys, or refuses. */
  parse(base: Item, reader: ItemReader): Own;
  /** The item as it is shown; a type without it is no part of a page. */
  field?(item: Own, around: Surroundings): Field;
}

/** A type of item that is answered. */
export type QuestionType<Own extends Question = Question> = ItemType<Own> & Required<Pick<ItemType<Own>, "field">>;
