/** A sentence, and whether it is in the reader's language: what nobody wrote words for is the server's own English. */
export interface Text {
  readonly text: string;
  readonly translated: boolean;
}

/** The language to mark a text with: none where it is that of the page. */
export const languageOf = ({ translated }: Text): "en" | undefined => (translated ? undefined : "en");

/** What is wrong, beside the field it is about: in words of the page, or a sentence of the server, which speaks English. */
export function ServerMessage({ fault, id }: { fault: string | Text | undefined; id?: string }) {
  if (fault === undefined) return null;
  const message = typeof fault === "string" ? { text: fault, translated: false } : fault;
  return (
    <p className="fault refuse" lang={languageOf(message)} id={id}>
      {message.text}
    </p>
  );
}
