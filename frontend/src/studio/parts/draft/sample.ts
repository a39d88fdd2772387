import type { Draft } from "../../../api/types";
import { freshDraft } from "./draft";

/** A draft for tests that says nothing of what is sent, as files and programs write it: every question is sent. */
export function draftOfAll(): Draft {
  const { send: _, aim: __, ...draft } = freshDraft();
  return { ...draft, levels: [{ epsilon: "0.5" }, { epsilon: "1" }, { epsilon: "2" }] };
}
