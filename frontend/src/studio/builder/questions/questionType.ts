import type { ReactNode } from "react";
import type { Item, Question } from "../../../api/types";
import type { Spoken } from "../../parts/draft/languages";
import type { Gauge } from "./edges";

export type ItemBase = Pick<Item, "id" | "text" | "help" | "show_if">;

/** A text that people read: its path in translations, behind the item's id, and what stands there. */
export type Text = [path: string, text: string];

/** What a condition may compare an answer with, as it is written and as it is shown. */
export interface Choice {
  value: string;
  label: string;
}

export interface FieldsProps<Own extends Item> {
  item: Own;
  /** The path of the item in the draft, for refusals. */
  where: string;
  onChange: (item: Item) => void;
}

export const COMPARISONS = ["=", "!=", "<", "<=", ">", ">=", "includes", "excludes", "answered", "unanswered"] as const;
export type Comparison = (typeof COMPARISONS)[number];
/** The comparisons of answers that have an order. */
export const ORDERED: readonly Comparison[] = ["=", "!=", "<", "<=", ">", ">=", "answered", "unanswered"];

/** A type of item as the builder shows it. Each stands in a file of its own; `all.ts` is the list of them. */
export interface ItemType<Own extends Item = Item> {
  /** A new item before anything is written; words that are always the same come in the survey's language. */
  fresh(base: ItemBase, language: Spoken): Own;
  /** The fields that only items of this type have. */
  Fields?(props: FieldsProps<Own>): ReactNode;
  /** What the field of its text is called, where that is not "Question". */
  textLabel?(): string;
  /** The texts beside those that every item has, in the order people read them. */
  texts?(item: Own): Text[];
  /** The item in another language: words that nobody wrote by hand change with it. */
  inLanguage?(item: Own, before: Spoken, now: Spoken): Own;
}

/** A type of item that is answered. */
export interface QuestionType<Own extends Question = Question> extends ItemType<Own> {
  /** Whether it may be answered together with another, so that the two can be compared. */
  readonly isPairable: boolean;
  readonly comparisons: readonly Comparison[];
  /** Whether conditions write its answers in quotes; numbers stand bare. */
  readonly isQuoted: boolean;
  /** Its own answers as people read them, in the order of its domain. */
  answers(question: Own): string[];
  /** The answers that a condition chooses from; none of a type whose answers are typed, which has `entry`. */
  choices?(question: Own): Choice[];
  readonly entry?: { readonly gauge: Gauge; edges(question: Own): readonly string[] };
  /** So many of its own answers in words. */
  countLabel(own: number): string;
  /** Its domain as a sentence: how many answers there are, and of which parts. */
  domainLabel(all: number, parts: string, question: Own): string;
  /** The question once it may be skipped or no longer, where more changes than that. */
  withSkip?(question: Own, may_skip: boolean): Own;
  skipLabel?(): string;
}
