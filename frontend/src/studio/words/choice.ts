import { useSyncExternalStore } from "react";
import { isLanguage, type Language, language, preferred, speak } from "./words";

const KEPT = "datahub.language";
const listeners = new Set<() => void>();

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

function change(next: Language): void {
  if (next === language) return;
  speak(next);
  document.documentElement.lang = next;
  for (const told of listeners) told();
}

/** Before the first page is drawn: what was chosen on this device, else what the browser prefers. */
export function speakAtFirst(): void {
  change(kept(undefined) ?? preferred(window.navigator.languages));
  document.documentElement.lang = language;
}

/** When it is known who reads: their own choice on this device, else the one in their account. */
export function speakTo(person: string, account: string | undefined): void {
  const own = kept(person) ?? (isLanguage(account) ? account : undefined);
  if (own) change(own);
}

export function choose(next: Language, person: string | undefined): void {
  keep(undefined, next);
  if (person !== undefined) keep(person, next);
  change(next);
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
