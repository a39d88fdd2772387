import type { Item, Question } from "../../../api/types";
import { type ItemOf, type ItemSlug, isQuestion } from "../../parts/draft/items";
import { CONSENT } from "./Consent";
import { DATE } from "./Date";
import { DROPDOWN } from "./Dropdown";
import { MATRIX } from "./Matrix";
import { MULTIPLE_CHOICE } from "./MultipleChoice";
import { NUMBER } from "./Number";
import { PAGE } from "./Page";
import type { ItemType, QuestionType } from "./questionType";
import { RANKING } from "./Ranking";
import { SCALE } from "./Scale";
import { SECTION } from "./Section";
import { SINGLE_CHOICE } from "./SingleChoice";
import { SLIDER } from "./Slider";
import { YES_NO } from "./YesNo";

/** Every type of question, in the order in which they are offered. The compiler refuses a list that lacks one. */
export const QUESTION_TYPES: { readonly [Slug in Question["type"]]: QuestionType<Extract<Question, { type: Slug }>> } =
  {
    yes_no: YES_NO,
    single_choice: SINGLE_CHOICE,
    multiple_choice: MULTIPLE_CHOICE,
    dropdown: DROPDOWN,
    scale: SCALE,
    number: NUMBER,
    slider: SLIDER,
    date: DATE,
    matrix: MATRIX,
    ranking: RANKING,
  };

/** The types of what stands between questions. */
export const TYPES_BETWEEN: { readonly [Slug in Exclude<ItemSlug, Question["type"]>]: ItemType<ItemOf<Slug>> } = {
  section: SECTION,
  consent: CONSENT,
  page: PAGE,
};

const ITEM_TYPES: Readonly<Record<ItemSlug, ItemType>> = { ...QUESTION_TYPES, ...TYPES_BETWEEN };

const slugsOf = <Slug extends string>(types: Readonly<Record<Slug, unknown>>) => Object.keys(types) as Slug[];

/** What names the types that are offered, in their order. */
export const QUESTION_SLUGS: readonly ItemSlug[] = slugsOf(QUESTION_TYPES);
export const BETWEEN_SLUGS: readonly ItemSlug[] = slugsOf(TYPES_BETWEEN);

export function itemType(slug: ItemSlug): ItemType {
  return ITEM_TYPES[slug];
}

export function questionType({ type }: Question): QuestionType {
  return QUESTION_TYPES[type];
}

/** Whether an item may be answered together with another, so that the two can be compared. */
export function isPairable(item: Item): item is Question {
  return isQuestion(item) && questionType(item).isPairable;
}
