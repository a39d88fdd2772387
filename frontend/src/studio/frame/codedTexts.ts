import type { Reason } from "../../api/refusal";
import { count } from "../numbers/format";
import { language, words } from "../words/words";

type Say = (about: Readonly<Record<string, string>>) => string;
type Texts = Readonly<Record<string, Say>>;

const PLACES = new Set(["number", "column", "first", "character"]); // which line, not how many lines

/** The server writes English; the texts of another language are fetched once a refusal with codes is shown. */
const FETCH: Readonly<Record<string, () => Promise<Texts>>> = {
  "zh-CN": () =>
    import("../words/zh-CN/files").then(({ files }) => ({ ...files.places, ...files.texts, ...files.fields })),
};

export const codedTextsQuery = () => ({
  queryKey: ["coded-texts", language],
  queryFn: (): Texts | Promise<Texts> => FETCH[language]?.() ?? {},
  staleTime: Number.POSITIVE_INFINITY,
});

/** Reasons in the language of the page; undefined where one of them has no text in it. */
export function codedText(reasons: readonly Reason[], texts: Texts): string | undefined {
  const sentences = reasons.map(({ code, about }) => {
    if (!Object.hasOwn(texts, code)) return undefined;
    const written = Object.entries(about).map(([name, value]) => [
      name,
      !PLACES.has(name) && /^\d+$/.test(value) ? count(Number(value)) : value,
    ]);
    return texts[code]?.(Object.fromEntries(written));
  });
  const known = sentences.filter((sentence) => sentence !== undefined);
  return known.length === 0 || known.length < sentences.length ? undefined : known.join(words.between);
}
