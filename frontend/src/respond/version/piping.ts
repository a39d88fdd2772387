const reference = /\{\{|\{([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?)\}/g;

/** A text with {q1} replaced by what was answered there, and {{ by a brace. */
export function piped(text: string, answerTo: (key: string) => string): string {
  return text.replace(reference, (_, key: string | undefined) => (key === undefined ? "{" : answerTo(key)));
}

/** The keys that a text repeats the answers to. */
export function referencesIn(text: string): readonly string[] {
  const keys: string[] = [];
  piped(text, (key) => {
    keys.push(key);
    return "";
  });
  return keys;
}

/** Whether a text is shown otherwise than it is written. */
export const isPiped = (text: string): boolean => text.includes("{");

/** A text once nobody's answers are known. */
export const emptied = (text: string): string => piped(text, () => "\u2026");
