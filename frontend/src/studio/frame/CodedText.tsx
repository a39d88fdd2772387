import { useQuery } from "@tanstack/react-query";
import type { Reason } from "../../api/refusal";
import { codedText, codedTextsQuery } from "./codedTexts";

interface CodedTextProps {
  /** What the sentence says, in codes; none for a sentence of which nobody wrote codes. */
  reasons: readonly Reason[];
  /** The server's own sentence. */
  english: string;
}

/** A sentence of the server in the language of the page, where somebody wrote it in that. */
export function CodedText({ reasons, english }: CodedTextProps) {
  return reasons.length === 0 ? <span lang="en">{english}</span> : <Known reasons={reasons} english={english} />;
}

function Known({ reasons, english }: CodedTextProps) {
  const { data: texts } = useQuery(codedTextsQuery());
  const text = texts && codedText(reasons, texts);
  return text === undefined ? <span lang="en">{english}</span> : <span>{text}</span>;
}
