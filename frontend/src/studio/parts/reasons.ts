import { words } from "../words/words";

/** A reason of an import in the language of the page; undefined where nobody wrote it in that language. A reason that
 * holds numbers or names is found by the words around them: each `{}` of a form is one of them, in the same order. */
export function reasonIn(why: string): string | undefined {
  const reasons: Readonly<Record<string, string>> = words.reasons;
  if (Object.hasOwn(reasons, why)) return reasons[why];
  for (const [form, sentence] of Object.entries(reasons)) {
    if (!form.includes("{}")) continue;
    const values = valuesIn(why, form.split("{}"));
    if (values) return sentence.replaceAll("{}", () => values.shift() ?? "");
  }
  return undefined;
}

function valuesIn(text: string, pieces: readonly string[]): string[] | undefined {
  const [first = "", ...rest] = pieces;
  if (!text.startsWith(first)) return undefined;
  const values: string[] = [];
  let at = first.length;
  for (const [index, piece] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const end = isLast && piece === "" ? text.length : isLast ? text.length - piece.length : text.indexOf(piece, at);
    if (end < at || !text.startsWith(piece, end)) return undefined;
    values.push(text.slice(at, end));
    at = end + piece.length;
  }
  return at === text.length ? values : undefined;
}
