import type { Draft, Item } from "../../../api/types";
import { withoutLanguage } from "../../parts/draft/draft";
import { languageOf } from "../../parts/draft/languages";
import { itemType } from "../questions/all";
import type { Text } from "../questions/questionType";

/** A text of the questionnaire that people read, by its path in the map of translations. */
export interface Line {
  path: string;
  text: string;
  /** The item it belongs to; null for title and introduction. */
  item: string | null;
}

function partsOf(item: Item): Text[] {
  return [["text", item.text], ["help", item.help], ...(itemType(item.type).texts?.(item) ?? [])];
}

/** Every text there is to translate, in the order people read it. What is empty needs no translation. */
export function linesOf(draft: Draft): Line[] {
  const head: Line[] = [
    { path: "title", text: draft.title, item: null },
    { path: "description", text: draft.description, item: null },
  ];
  const items = draft.questions.flatMap((item) =>
    partsOf(item).map(([part, text]): Line => ({ path: `${item.id}.${part}`, text, item: item.id })),
  );
  return [...head, ...items].filter((line) => line.text.trim() !== "");
}

export function translated(draft: Draft, tag: string, path: string): string {
  return draft.translations[tag]?.[path] ?? "";
}

export function missingIn(draft: Draft, tag: string): Line[] {
  return linesOf(draft).filter((line) => translated(draft, tag, line.path).trim() === "");
}

/** Missing ones first, both parts in the order people read. */
export function missingFirst(draft: Draft, tag: string): Line[] {
  const missing = new Set(missingIn(draft, tag).map((line) => line.path));
  return linesOf(draft).toSorted((left, right) => Number(missing.has(right.path)) - Number(missing.has(left.path)));
}

/** An empty translation is none: the page falls back to the base language. */
export function withTranslation(draft: Draft, tag: string, path: string, text: string): Draft {
  const { [path]: _before, ...others } = draft.translations[tag] ?? {};
  const texts = text === "" ? others : { ...others, [path]: text };
  return { ...draft, translations: { ...draft.translations, [tag]: texts } };
}

/** Another language; the words every survey has (Yes, No, I agree) are there from the start. */
export function withLanguage(draft: Draft, tag: string): Draft {
  const from = languageOf(draft.language);
  const to = languageOf(tag);
  const known = new Map([
    [from.yes, to.yes],
    [from.no, to.no],
    [from.agree, to.agree],
  ]);
  const texts = linesOf(draft).flatMap(({ path, text }): [string, string][] => {
    const translation = /\.(options\.(yes|no)|label)$/.test(path) ? known.get(text) : undefined;
    return translation === undefined ? [] : [[path, translation]];
  });
  return {
    ...draft,
    languages: [...draft.languages, tag],
    translations: { ...draft.translations, [tag]: Object.fromEntries(texts) },
  };
}

/** The draft written in another language from now on: texts nobody wrote by hand change with it. */
export function inLanguage(draft: Draft, tag: string): Draft {
  const before = languageOf(draft.language);
  const now = languageOf(tag);
  const questions = draft.questions.map((item) => itemType(item.type).inLanguage?.(item, before, now) ?? item);
  return { ...withoutLanguage(draft, tag), language: tag, questions };
}
