import { type Counting, counting } from "./count";
import { en, type Texts } from "./en";

/**
 * A sentence as data. `{0}` is the first value that the English function takes, `{0#}` the same as a number in the language,
 * `{0, }` a list with what stands between its items.
 *
 * Where the sentence has forms, the first that fits the first value is said: the value itself (a list counts its items),
 * `<1`, `>99`, a plural category of the language, and `other` for everything. Nothing in a file of words can be run.
 */
type Sentence = string | { readonly other: string; readonly [when: string]: string };

/** The words of a language: text where English has text, a sentence where English has a function. */
export type Wording<T = Texts> = T extends string
  ? string
  : T extends (...given: never[]) => string
    ? Sentence
    : { readonly [K in keyof T]: Wording<T[K]> };

/** Words as a file holds them: without names, in the order of the English ones. The built page has shorter names. */
export type Listed = Sentence | readonly Listed[];

export function listed(words: Wording): Listed {
  return listedLike(en, words);
}

function listedLike(english: unknown, words: unknown): Listed {
  if (isGroup(english)) return Object.entries(english).map(([name, part]) => listedLike(part, Object(words)[name]));
  return words as Sentence; // by the type of Wording
}

/** The words that a file holds. Throws a RangeError unless every part is of the form that English has there. */
export function textsFrom(language: string, file: unknown): Texts {
  return partFrom(en, file, counting(language)) as Texts; // each part was held against the English one
}

function partFrom(english: unknown, given: unknown, counted: Counting): unknown {
  if (isGroup(english)) {
    const parts = Object.entries(english);
    if (!Array.isArray(given) || given.length !== parts.length) throw new RangeError("words are missing");
    const read = parts.map(([name, part], index) => [name, partFrom(part, given[index], counted)] as const);
    return Array.isArray(english) ? read.map(([, part]) => part) : Object.fromEntries(read);
  }
  if (typeof english === "function") {
    const forms = formsOf(given);
    return (...values: readonly unknown[]) => filled(chosen(forms, values[0], counted), values, counted);
  }
  if (typeof given !== "string") throw new RangeError("words are no text");
  return given;
}

const isGroup = (part: unknown): part is object => typeof part === "object" && part !== null;

type Forms = readonly (readonly [when: string, text: string])[];

function formsOf(given: unknown): Forms {
  const forms = Object.entries(isGroup(given) ? given : { other: given });
  if (!forms.some(([when]) => when === "other")) throw new RangeError("a sentence has no form for everything else");
  return forms.map(([when, text]) => {
    if (typeof text !== "string") throw new RangeError("a sentence is no text");
    return [when, text];
  });
}

function chosen(forms: Forms, value: unknown, counted: Counting): string {
  const measure = Array.isArray(value) ? value.length : value;
  return forms.find(([when]) => fits(when, measure, counted))?.[1] ?? "";
}

function fits(when: string, value: unknown, { category }: Counting): boolean {
  if (when === "other" || when === String(value)) return true;
  if (typeof value !== "number") return false;
  const bound = Number(when.slice(1));
  if (when.charAt(0) === "<") return value < bound;
  return when.charAt(0) === ">" ? value > bound : when === category(value);
}

function filled(text: string, values: readonly unknown[], { number }: Counting): string {
  return text.replace(/\{(\d)(.*?)\}/g, (_, place: string, how: string) => {
    const value = values[Number(place)];
    if (Array.isArray(value)) return value.join(how);
    return how === "#" ? number(Number(value)) : String(value);
  });
}
