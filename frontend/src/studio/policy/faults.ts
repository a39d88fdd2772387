import { Refusal } from "../../api/refusal";
import { words } from "../words/words";
import type { Draft } from "./draft";

/** What the API refused, each at the field it speaks of, and what is left to be said below the form. */
export interface Faults {
  readonly at: Readonly<Record<string, string>>;
  readonly rest: unknown;
}

const NAME = /^(?:groups\.\d+|roles\.\d+|roles\.\d+\.rules\.\d+)\.name$/;

/** The API names the list in which a name stands twice; the fields are those of that name. */
function twice(list: readonly { name: string }[], path: string): [string, string][] {
  const names = list.map(({ name }) => name);
  return names.flatMap((name, index): [string, string][] =>
    names.indexOf(name) === names.lastIndexOf(name) ? [] : [[`${path}.${index}.name`, words.policy.nameTwice]],
  );
}

function listAt(draft: Draft, path: string): readonly { name: string }[] {
  if (path === "groups" || path === "roles") return draft[path];
  const role = /^roles\.(\d+)\.rules$/.exec(path)?.[1];
  return role === undefined ? [] : (draft.roles[Number(role)]?.rules ?? []);
}

export function placed(error: unknown, draft: Draft): Faults {
  if (!(error instanceof Refusal)) return { at: {}, rest: error };
  const { code, status, detail } = error;
  const [at, fields]: [Record<string, string>, Record<string, string>] = [{}, {}];
  for (const [path, message] of Object.entries(error.fields)) {
    const faults: [string, string][] = NAME.test(path)
      ? [[path, words.policy.nameFault]]
      : code === "policy_refused"
        ? twice(listAt(draft, path), path)
        : [];
    if (faults.length > 0) Object.assign(at, Object.fromEntries(faults));
    else fields[path] = message;
  }
  const allSaid = Object.keys(at).length > 0 && Object.keys(fields).length === 0;
  return { at, rest: allSaid ? null : new Refusal({ code, status, detail, fields }) };
}
