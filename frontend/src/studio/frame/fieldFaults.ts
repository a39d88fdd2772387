/** A message of the server about one field, with the input that has it, where the page shows that. */
export interface FieldFault {
  readonly path: string;
  readonly message: string;
  readonly field?: HTMLElement;
  /** The words beside the input, and those above its group. */
  readonly label: string;
  readonly holder?: HTMLElement;
}

/** The path, then each path above it: "columns.2.bins.1", "columns.2.bins", "columns.2", "columns". */
export function pathsAbove(path: string): string[] {
  const parts = path.split(".");
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("."));
}

/** A path that no input of the page has, as a person reads it: "columns.2.minimum" is "columns 3 › minimum". */
export function pathInWords(path: string): string {
  return path
    .replace(/\.(\d+)(?=\.|$)/g, (_, place: string) => ` ${Number(place) + 1}`)
    .replaceAll(".", " › ")
    .replaceAll("_", " ");
}

const wordsOf = (element: Element | null | undefined): string =>
  (element?.textContent ?? "").replace(/\s*\*\s*$/, "").trim();

function labelOf(field: HTMLElement): string {
  const own =
    field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement;
  const label = (own && wordsOf(field.labels?.[0])) || field.getAttribute("aria-label") || "";
  const group = wordsOf(field.closest("fieldset")?.querySelector("legend"));
  return group && label ? `${group}: ${label}` : label || group;
}

const named = (form: ParentNode, test: string) => form.querySelector<HTMLElement>(`[data-field${test}]`);

/** Lays each message at the input whose `data-field` is its path in the body, else the first of those below that path, else
 * that of the nearest path above. */
export function faultsAt(form: ParentNode, fields: Readonly<Record<string, string>>): FieldFault[] {
  return Object.entries(fields).map(([path, message]) => {
    const paths = pathsAbove(path).map((at) => CSS.escape(at));
    const above = paths.flatMap((at) => named(form, `="${at}"`) ?? []);
    const field = named(form, `="${paths[0]}"`) ?? named(form, `^="${paths[0]}."`) ?? above[0];
    if (field === undefined || path === "") return { path, message, label: "" };
    const holder = field.closest<HTMLElement>(".mantine-InputWrapper-root") ?? field.parentElement;
    return { path, message, field, label: labelOf(field), ...(holder && { holder }) };
  });
}
