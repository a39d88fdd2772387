import { flag } from "../version/reading";
import type { ItemType } from "./questionType";

/** The begin of a page, whose text and condition are those of all that stands on it. */
export const PAGE: ItemType = {
  slug: "page",
  keys: ["shuffle"],
  beginsPage: true,
  parse: (base, { get, at }) => ({ ...base, shuffle: flag(get("shuffle"), `${at}.shuffle`) }),
};
