import type { Draft, Item } from "../../../api/types";
import { languageOf } from "../../parts/draft/languages";

/** A text of the questionnaire that people read, by its path in the map of translations. */
export interface Line {
  path: string;
  text: string;
  /** The item it belongs to; null for title and introduction. */
  item: string | null;
}

function optionsOf(item: Item): [string, string][] {
  const options = "options" in item ? item.options : [];
  const rows = "rows" in item ? item.rows : [];
  return [
    ...rows.map((row): [string, string] => [`rows.${row.id}`, row.label]),
    ...options.map((option): [string, string] => [`options.${option.id}`, option.label]),
  ];
}

function partsOf(item: Item): [string, string][] {
  const parts: [string, string][] = [["text", item.text], ["help", item.help], ...optionsOf(item)];
  if (item.type === "consent") parts.push(["label", item.label]);
  if (item.type === "number") parts.push(["number.unit", item.number.unit]);
  if (item.type === "scale") parts.push(["scale.least", item.scale.least_label], ["scale.most", item.scale.most_label]);
  return parts;
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
