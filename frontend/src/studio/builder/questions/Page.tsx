import type { ItemOf } from "../../parts/draft/items";
import { words } from "../../words/words";
import type { ItemType } from "./questionType";

/** The begin of a page, whose text and condition are those of all that stands on it. */
export const PAGE: ItemType<ItemOf<"page">> = {
  fresh: (base) => ({ ...base, type: "page", shuffle: false }),
  textLabel: () => words.items.pageText,
};
