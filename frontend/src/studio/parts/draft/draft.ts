import type { Draft, Item, Level } from "../../../api/types";
import { language, words } from "../../words/words";
import { USUAL_AIM } from "./aim";
import { costOf } from "./domain";
import { freshItemId } from "./items";
import { languageOf } from "./languages";
import { SENDING_SOME, type SentOf, sendsSome, sentOf, withoutSent, withSent } from "./send";

type Texts = Draft["translations"][string];

/** A survey of one's own starts in the language one reads. */
export function freshDraft(): Draft {
  return {
    title: words.home.untitled,
    description: "",
    language: languageOf(language).tag,
    languages: [],
    translations: {},
    questions: [],
    pairs: [],
    levels: [],
    opens_at: null,
    closes_at: null,
    cap_reports: null,
    send: SENDING_SOME,
    aim: USUAL_AIM,
  };
}

export function changedItem(draft: Draft, item: Item): Draft {
  return { ...draft, questions: draft.questions.map((question) => (question.id === item.id ? item : question)) };
}

const isOf = (id: string) => (path: string) => path.startsWith(`${id}.`);

function mapTranslations(draft: Draft, change: (texts: Texts) => Texts): Draft["translations"] {
  return Object.fromEntries(Object.entries(draft.translations).map(([tag, texts]) => [tag, change(texts)]));
}

/** The same again, right after it, with its translations. A pair is not copied: a question is in one at most. */
export function withCopy(draft: Draft, id: string): { draft: Draft; item: Item } | undefined {
  const index = draft.questions.findIndex((question) => question.id === id);
  const original = draft.questions[index];
  if (!original) return undefined;
  const item: Item = { ...original, id: freshItemId(original.type, draft.questions) };
  const translations = mapTranslations(draft, (texts) => {
    const copied = Object.entries(texts).filter(([path]) => isOf(id)(path));
    return { ...texts, ...Object.fromEntries(copied.map(([path, text]) => [item.id + path.slice(id.length), text])) };
  });
  const copied = { ...draft, translations, questions: draft.questions.toSpliced(index + 1, 0, item) };
  return { draft: withSent(copied, item.id, sentOf(draft, id)), item };
}

/** What went away with an item, so that it can come back. */
export interface Removed {
  item: Item;
  index: number;
  pairs: string[][];
  translations: Draft["translations"];
  sent: SentOf;
}

export function withoutItem(draft: Draft, id: string): { draft: Draft; removed: Removed } | undefined {
  const index = draft.questions.findIndex((question) => question.id === id);
  const item = draft.questions[index];
  if (!item) return undefined;
  const part = (keep: boolean) =>
    mapTranslations(draft, (texts) =>
      Object.fromEntries(Object.entries(texts).filter(([path]) => isOf(id)(path) === keep)),
    );
  const pairs = draft.pairs.filter((pair) => pair.includes(id));
  const removed = { item, index, pairs, translations: part(true), sent: sentOf(draft, id) };
  const left = {
    ...withoutSent(draft, id),
    questions: draft.questions.toSpliced(index, 1),
    pairs: draft.pairs.filter((pair) => !pair.includes(id)),
    translations: part(false),
  };
  return { draft: left, removed };
}

/** Put back where it was. A pair comes back unless its partner went away, or found another where each has but one. */
export function restored(draft: Draft, { item, index, pairs, translations, sent }: Removed): Draft {
  const questions = draft.questions.toSpliced(index, 0, item);
  const there = new Set(questions.map((question) => question.id));
  const paired = new Set(sendsSome(draft) ? [] : draft.pairs.flat());
  const back = pairs.filter((pair) => pair.every((id) => there.has(id) && !paired.has(id)));
  const texts = Object.fromEntries(
    Object.entries(draft.translations).map(([tag, kept]) => [tag, { ...translations[tag], ...kept }]),
  );
  return withSent({ ...draft, questions, pairs: [...draft.pairs, ...back], translations: texts }, item.id, sent);
}

/** The items with one moved by `by` places; at either end it stays where it is. */
export function moved<One extends { id: string }>(items: readonly One[], id: string, by: number): One[] {
  const from = items.findIndex((item) => item.id === id);
  const item = items[from];
  const to = from + by;
  if (!item || to < 0 || to >= items.length) return [...items];
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

export function withoutLanguage(draft: Draft, tag: string): Draft {
  const { [tag]: _gone, ...translations } = draft.translations;
  return { ...draft, languages: draft.languages.filter((spoken) => spoken !== tag), translations };
}

/** How many questions' epsilon a report may spend, where every question is sent. */
export function questionsCounted(draft: Pick<Draft, "questions">): number {
  return draft.questions.reduce((sum, item) => sum + costOf(item), 0);
}

/** A level's epsilon is that of a question, or of the whole report where some questions are sent. */
export function epsilonOfReport(draft: Draft, level: Level): number {
  if (sendsSome(draft)) return Number(level.epsilon);
  return Number(level.epsilon) * questionsCounted(draft);
}
