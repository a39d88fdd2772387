import { type Choice, parseShuffled } from "./options";
import type { QuestionType } from "./questionType";
import { radioField } from "./radios";

/** A question that is answered with one of its options, all of which are shown. */
export const SINGLE_CHOICE: QuestionType<Choice> = {
  slug: "single_choice",
  keys: ["options", "may_skip", "shuffle"],
  parse: parseShuffled,
  field: radioField,
};
