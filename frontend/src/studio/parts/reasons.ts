import { language } from "../words/words";

type Reasons = Readonly<Record<string, string>>;

/** The reasons of imports are the server's own sentences, which are English already; another language is fetched once a note
 * is shown. Each `{}` of a sentence stands for a number or a name, in the same order. */
const FETCH: Readonly<Record<string, () => Promise<Reasons>>> = {
  "zh-CN": () => import("../words/zh-CN/reasons").then(({ reasons }) => reasons),
};

export const reasonsQuery = () => ({
  queryKey: ["reasons", language],
  queryFn: (): Reasons | Promise<Reasons> => FETCH[language]?.() ?? {},
  staleTime: Number.POSITIVE_INFINITY,
});

/** A reason of an import in the language of the page; undefined where nobody wrote it in that language. A reason that
 * holds numbers or names is found by the words around them: each `{}` of a form is one of them, in the same order. */
export function reasonIn(why: string, reasons: Reasons): string | undefined {
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
