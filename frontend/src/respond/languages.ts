import { within } from "./patience";
import { preferred } from "./voice";
import { en, type Texts } from "./words/en";
import { textsFrom } from "./words/wording";

/** A file of words, as the build names it at the head of the page: with its hash, so that no other is taken. */
export type WordFile = Pick<HTMLLinkElement, "hreflang" | "href" | "integrity">;

type Fetch = (address: string, options: RequestInit) => Promise<Response>;

const WAITED_SECONDS = 5; // nothing is shown or sent before

export function wordFiles(head: ParentNode): readonly WordFile[] {
  return Array.from(head.querySelectorAll<HTMLLinkElement>('link[rel="words"]'));
}

/**
 * The page's own words in the nearest it has to these languages, after English. All are asked for at once, so that a change
 * of language asks for nothing later. The survey is shown without words that cannot be had in time, and English stands in.
 */
export async function wordsFor(
  languages: readonly string[],
  files: readonly WordFile[],
  fetch: Fetch,
): Promise<readonly Texts[]> {
  const tags = [en.language, ...files.map(({ hreflang }) => hreflang)];
  const nearest = languages.map((language) => preferred(tags, [language]));
  const wanted = files.filter(({ hreflang }) => nearest.includes(hreflang));
  const had = await Promise.all(wanted.map((file) => wordsOf(file, fetch).catch(() => null)));
  return [en, ...had.filter((words) => words !== null)];
}

function wordsOf({ hreflang, href, integrity }: WordFile, fetch: Fetch): Promise<Texts> {
  return within(WAITED_SECONDS, async (signal) => {
    const response = await fetch(href, {
      integrity,
      credentials: "omit",
      referrerPolicy: "no-referrer",
      redirect: "error",
      signal,
    });
    return textsFrom(hreflang, await response.json());
  });
}
