import { button, element } from "./element";
import { mark } from "./pictures";
import { inLanguage } from "./screens/screen";
import { directionOf, nameOf } from "./voice";
import type { Texts } from "./words/en";

export const BRAND = "DataHub";

export interface Frame {
  /** Write the head of the page anew, in these words. */
  readonly speak: (texts: Texts, language: string, notes: readonly string[]) => void;
  readonly hold: (isHeld: boolean) => void;
}

/** What stands above every screen: the name, the languages to choose from, and what kind of survey this is. */
export function frameAbove(
  page: HTMLElement,
  languages: readonly string[],
  spoken: readonly Texts[],
  choose: (language: string) => void,
): Frame {
  const head = element("header");
  document.body.insertBefore(head, page);
  const menu = element("nav");
  const speak: Frame["speak"] = (texts, language, notes) => {
    document.documentElement.lang = texts.language;
    document.documentElement.dir = directionOf(texts.language);
    menu.textContent = "";
    menu.setAttribute("aria-label", texts.languages);
    for (const each of languages) {
      const choice = button(nameOf(each, spoken), "side", () => {
        choose(each);
        menu.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
      });
      for (const [name, value] of Object.entries(inLanguage(each))) choice.setAttribute(name, value);
      choice.setAttribute("aria-pressed", String(each === language));
      menu.append(choice);
    }
    head.textContent = "";
    head.append(mark(), element("span", {}, BRAND), ...(languages.length > 1 ? [menu] : []));
    for (const note of notes) head.append(element("div", { class: "hatched" }, element("p", {}, note)));
  };
  const hold = (isHeld: boolean): void => {
    menu.hidden = isHeld;
  };
  return { speak, hold };
}
