type Attributes = Readonly<Record<string, string | number | boolean>>;
type Child = Node | string;

/** An element with attributes and children: text stays text, so no markup of a survey can become code. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  return filled(document.createElement(name), attributes, children);
}

export function drawing<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function filled<E extends Element>(target: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) target.setAttribute(name, value === true ? "" : String(value));
  }
  target.append(...children);
  return target;
}

/** A button that does one thing. */
export function button(label: string, kind: "main" | "side", press: () => void): HTMLButtonElement {
  const control = element("button", { type: "button", class: kind }, label);
  control.addEventListener("click", press);
  return control;
}

/** A radio button. Without `autocomplete` browsers write what is chosen to disk, in their record of open tabs. */
export function radio(name: string, value: number, checked: boolean, pick: () => void): HTMLInputElement {
  const control = element("input", { type: "radio", name, value, autocomplete: "off" });
  control.checked = checked;
  control.addEventListener("change", pick);
  return control;
}

/** A checkbox. As with `radio`, `autocomplete` is off, so that browsers keep no record of whether it is ticked. */
export function tickBox(
  name: string,
  value: number,
  ticked: boolean,
  turn: (ticked: boolean) => void,
): HTMLInputElement {
  const control = element("input", { type: "checkbox", name, value, autocomplete: "off" });
  control.checked = ticked;
  control.addEventListener("change", () => turn(control.checked));
  return control;
}

/** A list that opens, with one line for each of its labels; the first line stands for no answer. */
export function dropdown(
  labels: readonly HTMLOptionElement[],
  chosen: number,
  pick: (place: number) => void,
): HTMLSelectElement {
  const control = element("select", { autocomplete: "off" }, ...labels);
  control.selectedIndex = chosen;
  control.addEventListener("change", () => pick(control.selectedIndex));
  return control;
}

/** A field to type into, of one line. */
export function typingField(attributes: Attributes, value: string, typed: (value: string) => void): HTMLInputElement {
  const control = element("input", { autocomplete: "off", ...attributes });
  control.value = value;
  control.addEventListener("input", () => typed(control.value));
  return control;
}

/**
 * A track with a thumb. It has a value from the start, so the place it stands at can be chosen too: by a press, or Enter.
 * Nothing is called before one of these.
 */
export function trackField(attributes: Attributes, value: string, place: (value: string) => void): HTMLInputElement {
  const control = element("input", { type: "range", autocomplete: "off", ...attributes });
  control.value = value;
  for (const kind of ["input", "click"]) control.addEventListener(kind, () => place(control.value));
  control.addEventListener("keydown", ({ key }) => {
    if (key === "Enter" || key === " ") place(control.value);
  });
  return control;
}

/**
 * A form around a field to type into, which looks like a search. Chromium asks its maker about every page that has such
 * a field, and so would tell it that a question was asked, unless it takes the field for a search. Nothing is ever
 * submitted.
 */
export function typingPlace(...children: readonly Child[]): HTMLFormElement {
  const form = element("form", { class: "typed", action: "/search" }, ...children);
  form.addEventListener("submit", (submitted) => submitted.preventDefault());
  return form;
}

/** A summary that opens to show further words. */
export function more(summary: string, ...children: readonly Child[]): HTMLDetailsElement {
  return element("details", {}, element("summary", {}, summary), element("div", {}, ...children));
}

/** Pairs of a question and its answer, or a name and its value. */
export function pairs(className: string, rows: readonly (readonly [Child, Child])[]): HTMLDListElement {
  const items = rows.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value)));
  return element("dl", { class: className }, ...items);
}
