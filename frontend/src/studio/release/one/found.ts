import type { ReleaseFinding } from "../../../api/types";
import type { Text } from "../../frame/ServerMessage";
import { count } from "../../numbers/format";
import { modelText } from "../../parts/releaseCard";
import { words } from "../../words/words";

type Sayings = Readonly<Record<string, (about: Readonly<Record<string, string>>) => string>>;

const COUNTED = ["promised", "rows", "line", "failing", "classes"];

function textOf(sayings: Sayings, code: string, about: Readonly<Record<string, string>>, english: string): Text {
  const say = Object.hasOwn(sayings, code) ? sayings[code] : undefined;
  if (!say) return { text: english, translated: false };
  const written = Object.entries(about).map(([name, text]) => [
    name,
    COUNTED.includes(name) ? count(Number(text)) : text,
  ]);
  return { text: say(Object.fromEntries(written)), translated: true };
}

/** What was promised, and what was found in the written file. */
export function findingText({ of, why, about, promise, found }: ReleaseFinding): { promise: Text; observation: Text } {
  const model = of === "model" ? modelText(about) : undefined;
  return {
    promise:
      model === undefined ? textOf(words.findings.promised, of, about, promise) : { text: model, translated: true },
    observation: textOf(words.findings.observations, why, about, found),
  };
}
