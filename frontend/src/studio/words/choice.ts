import { useSyncExternalStore } from "react";
import { isLanguage, isLearnt, type Language, language, learn, preferred, speak, type Words } from "./words";

const KEPT = "datahub.language";
const listeners = new Set<() => void>();

/** Each is a file of its own, which is fetched when somebody reads it. */
const FETCH: Readonly<Record<Language, () => Promise<Words>>> = {
  en: () => import("./en").then(({ en }) => en),
  "zh-CN": () => import("./zh-CN").then(({ zhCN }) => zhCN),
};
let wanted: Language | undefined; // the last that was asked for: one that comes later than it is not spoken

/** Where the choice of one person on this device lies; without a person, the choice made last on it. */
function place(person: string | undefined): string {
  return person === undefined ? KEPT : `${KEPT}.${person}`;
}

function kept(person: string | undefined): Language | undefined {
  try {
    const tag = window.localStorage.getItem(place(person));
    return isLanguage(tag) ? tag : undefined;
  } catch {
    return undefined; // storage is switched off: the language of the browser is as good
  }
}

function keep(person: string | undefined, next: Language): void {
  try {
    window.localStorage.setItem(place(person), next);
  } catch {
    // storage is switched off: the choice holds until the page is closed
  }
}

/** Spoken as soon as it is there: until then, and if it cannot be fetched, the page stays as it is. False if another was
 * asked for meanwhile. */
async function change(next: Language): Promise<boolean> {
  wanted = next;
  if (!isLearnt(next)) learn(next, await FETCH[next]());
  if (wanted !== next) return false;
  speak(next);
  document.documentElement.lang = next;
  for (const told of listeners) told();
  return true;
}

/**
 * Speaks a language before the first page is drawn: what was chosen on this device, else what the browser prefers.
 * English if that cannot be fetched: a page in another language is better than none.
 */
export async function speakAtFirst(): Promise<void> {
  try {
    await change(kept(undefined) ?? preferred(window.navigator.languages));
  } catch {
    await change("en");
  }
}

/** When it is known who reads: their own choice on this device, else the one in their account. If it cannot be fetched, they
 * read on in the language of the page. */
export async function speakTo(person: string, account: string | undefined): Promise<void> {
  const own = kept(person) ?? (isLanguage(account) ? account : undefined);
  if (own && own !== language) await change(own).catch(() => undefined);
}

/** Kept once it is spoken: a language that does not come is not asked for again by each page. */
export async function choose(next: Language, person: string | undefined): Promise<void> {
  if (!(await change(next))) return;
  keep(undefined, next);
  if (person !== undefined) keep(person, next);
}

/** The language now spoken; whoever asks is drawn anew when another is chosen. */
export function useLanguage(): Language {
  return useSyncExternalStore(
    (told) => {
      listeners.add(told);
      return () => listeners.delete(told);
    },
    () => language,
  );
}
