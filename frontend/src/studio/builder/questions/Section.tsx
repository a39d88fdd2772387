import type { ItemOf } from "../../parts/draft/items";
import { words } from "../../words/words";
import type { ItemType } from "./questionType";

/** Words between the questions. */
export const SECTION: ItemType<ItemOf<"section">> = {
  fresh: (base) => ({ ...base, type: "section" }),
  textLabel: () => words.items.sectionText,
};
