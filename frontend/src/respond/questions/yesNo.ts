import { refuse } from "../version/reading";
import { type Choice, parseChoice } from "./options";
import type { QuestionType } from "./questionType";
import { radioField } from "./radios";

/** A question that is answered with yes or no. */
export const YES_NO: QuestionType<Choice> = {
  slug: "yes_no",
  keys: ["options", "may_skip"],
  parse(base, reader) {
    const choice = parseChoice(base, reader);
    if (choice.answers.join() !== "yes,no") refuse(`${reader.at}.options`, "must be yes, no");
    return { ...choice, isYesNo: true };
  },
  field: radioField,
};
