import type { Draft, Item } from "../../../api/types";
import { freshItemId, type ItemSlug } from "../../parts/draft/items";
import { languageOf } from "../../parts/draft/languages";
import { itemType } from "../questions/all";

/** A new item as it stands before anything is written. */
export function freshItem(slug: ItemSlug, id: string, language: string): Item {
  return itemType(slug).fresh({ id, text: "", help: "", show_if: "" }, languageOf(language));
}

/** The draft with one more item, after the one named or at the end. */
export function withItem(draft: Draft, slug: ItemSlug, after: string | null): { draft: Draft; item: Item } {
  const item = freshItem(slug, freshItemId(slug, draft.questions), draft.language);
  const slot = draft.questions.findIndex((question) => question.id === after);
  const index = slot < 0 ? draft.questions.length : slot + 1;
  return { draft: { ...draft, questions: draft.questions.toSpliced(index, 0, item) }, item };
}
