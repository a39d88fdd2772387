import type { Reason } from "../../api/refusal";
import type { Text } from "../frame/ServerMessage";
import { count } from "../numbers/format";
import { modelText } from "../parts/releaseCard";
import { words } from "../words/words";

const COUNTED = ["rows", "own", "people", "groups", "many", "times", "number", "releases"];

/** A reason in the reader's language; undefined for a code that nobody wrote words for. */
function textOf({ code, about }: Reason): string | undefined {
  const sayings: Readonly<Record<string, (about: Readonly<Record<string, string>>) => string>> = words.why;
  if (!Object.hasOwn(sayings, code)) return undefined;
  const written = Object.entries(about).map(([name, text]) => [
    name,
    COUNTED.includes(name) && /^\d+$/.test(text) ? count(Number(text)) : text,
  ]);
  return sayings[code]?.({ ...Object.fromEntries(written), promise: modelText(about) ?? about.model ?? "" });
}

/** Several sentences as one text. If one of them has no words, all stand as the server wrote them, in English. */
export function reasonText(reasons: readonly Reason[], english: string): Text {
  const texts = reasons.map(textOf);
  const spoken = texts.filter((text) => text !== undefined);
  if (spoken.length === 0 || spoken.length < texts.length) return { text: english, translated: false };
  return { text: spoken.join(words.between), translated: true };
}
