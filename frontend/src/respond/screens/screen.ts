import { element } from "../element";
import { directionOf, type Saying } from "../voice";

/** One screen: what it says first, and the rest. `language` is there when the title is the survey's own; `asks` where it shows questions. */
export interface Screen {
  readonly title: string;
  readonly language?: string;
  readonly asks?: boolean;
  readonly content: readonly Node[];
}

/** Put a screen in the place of the one before; its title takes the focus when `move` says so, and is then read out. */
export function show(place: HTMLElement, screen: Screen, survey: string, move: boolean): void {
  const own = screen.language === undefined ? {} : inLanguage(screen.language);
  const heading = element("h1", { tabindex: -1, ...own }, screen.title);
  place.textContent = "";
  place.append(heading, ...screen.content);
  document.title = tabTitle(screen, survey);
  if (!move) return;
  window.scrollTo(0, 0);
  heading.focus({ preventScroll: true });
}

/** What the tab, the history and a synchronised browser are told: where questions stand, nothing that answers can move. */
export const tabTitle = ({ title, asks }: Pick<Screen, "title" | "asks">, survey: string): string =>
  asks || title === survey ? survey : `${title} - ${survey}`;

export const inLanguage = (language: string): { readonly lang: string; readonly dir: string } => ({
  lang: language,
  dir: directionOf(language),
});

/** A text of the survey, marked with the language it is in. */
export const spoken = <K extends "span" | "p" | "h2" | "legend" | "bdi">(
  name: K,
  { text, language }: Saying,
): HTMLElementTagNameMap[K] => element(name, inLanguage(language), text);

export const paragraph = (text: string, className = ""): HTMLElement =>
  element("p", className === "" ? {} : { class: className }, text);

export const buttons = (...items: readonly Node[]): HTMLElement => element("div", { class: "buttons" }, ...items);

export const section = (heading: string, ...content: readonly Node[]): HTMLElement =>
  element("section", {}, element("h2", {}, heading), ...content);

/** Digits to compare, which run from left to right in every language. */
export const code = (digits: string): HTMLElement => element("code", { dir: "ltr" }, digits);
