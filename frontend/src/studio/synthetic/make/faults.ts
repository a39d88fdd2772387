import { Refusal } from "../../../api/refusal";
import { words } from "../../words/words";

/** What the server refused, by the column it is about, and what is left to be said below the form. */
export interface Faults {
  readonly at: Readonly<Record<string, string>>;
  readonly rest: unknown;
}

/** `made` are the names that were sent, in their order; `table` says which of a plan of two, with a dot behind it. */
export function placed(error: unknown, names: readonly string[], table: "" | "parents." | "children." = ""): Faults {
  if (!(error instanceof Refusal)) return { at: {}, rest: error };
  const column = new RegExp(`^(?:plan\\.)?${table}columns\\.(\\d+)(?:\\.|$)`);
  const at: Record<string, string> = {};
  const fields: Record<string, string> = {};
  for (const [path, message] of Object.entries(error.fields)) {
    const name = names[Number(column.exec(path)?.[1])];
    if (name === undefined) fields[path] = message;
    else at[name] = at[name] === undefined ? message : `${at[name]}${words.between}${message}`;
  }
  const { code, status, detail } = error;
  return { at, rest: new Refusal({ code, status, detail, fields }) };
}
