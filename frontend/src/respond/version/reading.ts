/** Readers of outside data: each returns a value of a known type or refuses, naming the place and the rule. */

export class Refusal extends Error {}

export function refuse(at: string, rule: string): never {
  throw new Refusal(`${at}: ${rule}`);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value of a key that decides how the rest is read; undefined when there is none. */
export function peek(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined;
}

/** An object with these keys and no others. */
export function record(value: unknown, at: string, keys: readonly string[]): (key: string) => unknown {
  if (!isRecord(value)) refuse(at, "must be an object");
  const names = Object.keys(value);
  const missing = keys.find((key) => !names.includes(key));
  if (missing !== undefined) refuse(at, `${missing} is missing`);
  const unknown = names.find((key) => !keys.includes(key));
  if (unknown !== undefined) refuse(at, `${unknown} is not known to this page`);
  return (key) => value[key];
}

/** The keys and values of an object that may have any keys. */
export function entries(value: unknown, at: string): readonly (readonly [string, unknown])[] {
  if (!isRecord(value)) refuse(at, "must be an object");
  return Object.entries(value);
}

export function list<T>(
  value: unknown,
  at: string,
  least: number,
  most: number,
  read: (item: unknown, at: string, place: number) => T,
): T[] {
  if (!Array.isArray(value)) refuse(at, "must be a list");
  const items: readonly unknown[] = value;
  if (items.length < least || items.length > most) refuse(at, `must hold ${least} to ${most} items`);
  return items.map((item, index) => read(item, `${at}[${index}]`, index));
}

/** Text of so many characters; a character outside the first plane counts once, as in Python. */
export function text(value: unknown, at: string, least: number, most: number): string {
  if (typeof value !== "string") refuse(at, "must be text");
  const length = Array.from(value).length;
  if (length < least || length > most) refuse(at, `must have ${least} to ${most} characters`);
  if (Array.from(value).some(isUnseen)) refuse(at, "holds a character that cannot be seen");
  return value;
}

/** Text that stands in one line of the receipt, and cannot add another. */
export function line(value: unknown, at: string, least: number, most: number): string {
  const words = text(value, at, least, most);
  if (/[\t\n]/.test(words)) refuse(at, "must be one line");
  return words;
}

/** Controls but tab and new line, line separators, what turns the direction of other text, and the byte order mark. */
const unseen = [[0, 8], [11, 31], [0x7f, 0x9f], [0x2028, 0x202e], [0x2066, 0x2069], [0xfeff, 0xfeff]] as const; // biome-ignore format: one line

function isUnseen(character: string): boolean {
  const point = character.codePointAt(0) ?? 0;
  return unseen.some(([from, to]) => point >= from && point <= to);
}

export function whole(value: unknown, at: string, least: number, most: number): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value)) refuse(at, "must be a whole number");
  if (value < least || value > most) refuse(at, `must be ${least} to ${most}`);
  return value;
}

export function flag(value: unknown, at: string): boolean {
  if (typeof value !== "boolean") refuse(at, "must be true or false");
  return value;
}

export function matching(value: unknown, at: string, form: RegExp, name: string): string {
  if (typeof value !== "string" || !form.test(value)) refuse(at, `must be ${name}`);
  return value;
}

export function oneOf<T extends string | number>(value: unknown, at: string, known: readonly T[]): T {
  const match = known.find((item) => item === value);
  if (match === undefined) refuse(at, `must be one of ${known.join(", ")}`);
  return match;
}

export function nothing(value: unknown, at: string): null {
  if (value !== null) refuse(at, "is not known to this page");
  return null;
}

export function distinct<T>(items: readonly T[], key: (item: T) => unknown, at: string): void {
  if (new Set(items.map(key)).size !== items.length) refuse(at, "must be distinct");
}
