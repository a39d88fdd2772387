import { element } from "../respond/element";
import type { Saved } from "./bundle";
import { bytesOf, textOf } from "./files";

/** A labelled place to paste text into, which no browser keeps or asks its maker about. */
export function pasteField(id: string, label: string, value: string, typed: (value: string) => void): HTMLElement {
  const area = element("textarea", { id, rows: 4, dir: "ltr", autocomplete: "off", spellcheck: "false" });
  area.value = value;
  area.addEventListener("input", () => typed(area.value));
  const form = element("form", { action: "/search", class: "paste" }, element("label", { for: id }, label), area);
  form.addEventListener("submit", (submitted) => submitted.preventDefault());
  return form;
}

/** A labelled choice of one saved file with text in it. */
export function textFileField(id: string, label: string, chosen: (text: string) => void): HTMLElement {
  return fileField(id, label, false, ([file]) => {
    if (file !== undefined) chosen(textOf(file));
  });
}

/** A labelled choice of saved files. */
export function fileField(
  id: string,
  label: string,
  several: boolean,
  chosen: (saved: readonly Saved[]) => void,
): HTMLElement {
  const input = element("input", { type: "file", id, multiple: several });
  input.addEventListener("change", () => void bytesOf(Array.from(input.files ?? [])).then(chosen));
  return element("p", { class: "paste" }, element("label", { for: id }, label), input);
}

/** A list to choose from; the place of what is chosen is told. */
export function choiceField(
  id: string,
  label: string,
  options: readonly HTMLOptionElement[],
  chosen: number,
  pick: (place: number) => void,
): HTMLElement {
  const list = element("select", { id, autocomplete: "off" }, ...options);
  list.selectedIndex = chosen;
  list.addEventListener("change", () => pick(list.selectedIndex));
  return element("p", { class: "paste" }, element("label", { for: id }, label), list);
}

/** Where the outcome of a press is written, and read out. */
export function outcome(): HTMLElement {
  return element("div", { role: "status" });
}

export function put(place: HTMLElement, ...content: readonly (Node | string)[]): void {
  place.textContent = "";
  place.append(...content);
}

/** The verdict in one sentence; one that warns is in the colour of a refusal. */
export const verdict = (sound: boolean, text: string): HTMLElement =>
  element("p", { class: sound ? "verdict" : "verdict fault" }, text);
