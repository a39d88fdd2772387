import type { ItemOf } from "../../parts/draft/items";
import { OF_OPTIONS } from "./optionTypes";
import type { QuestionType } from "./questionType";

/** A question that is answered with yes or no, in words of the survey's language. */
export const YES_NO: QuestionType<ItemOf<"yes_no">> = {
  ...OF_OPTIONS,
  fresh: (base, { yes, no }) => ({
    ...base,
    type: "yes_no",
    options: [
      { id: "yes", label: yes },
      { id: "no", label: no },
    ],
    may_skip: true,
  }),
  inLanguage(item, before, now) {
    const options = item.options.map((option) => {
      const key = option.id === "yes" ? "yes" : "no";
      return option.label === before[key] ? { ...option, label: now[key] } : option;
    });
    return { ...item, options };
  },
};
