import { element } from "../element";
import { helpOf, saying } from "./field";
import type { ItemType } from "./questionType";

/** Words between the questions. */
export const SECTION: ItemType = {
  slug: "section",
  keys: [],
  parse: (base) => base,
  field(item, around) {
    const node = element(
      "div",
      { class: "question" },
      saying(around, "h2", `${item.id}.text`),
      ...helpOf(item, around),
    );
    return { item, node, faults: () => [] };
  },
};
