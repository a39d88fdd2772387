import { hex, sha256 } from "./sha256";
import { utf8 } from "./utf8";

const DEEPEST = 64;

/** The one JSON text of a value: twin of mechanisms/common/canonical.py, so that both hash the same bytes. */
export function canonical(value: unknown): string {
  return text(value, 0);
}

/** SHA-256 of the canonical bytes, in hexadecimal. */
export function digest(value: unknown): string {
  return hex(sha256(utf8(canonical(value))));
}

function text(value: unknown, depth: number): string {
  if (depth > DEEPEST) throw new RangeError(`the value is nested more than ${DEEPEST} deep`);
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return integer(value);
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map((item) => text(item, depth + 1)).join(",")}]`;
  if (typeof value === "object") return object(value, depth);
  throw new RangeError(`${typeof value} is not JSON`);
}

function integer(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number within 2^53 - 1`);
  return String(value === 0 ? 0 : value); // -0 is written 0
}

function quoted(value: string): string {
  utf8(value); // refuses half of a surrogate pair
  return JSON.stringify(value);
}

function object(value: object, depth: number): string {
  const fields = Object.entries(value);
  for (const [key] of fields) {
    if (!/^[\x20-\x7e]*$/.test(key)) throw new RangeError(`the key ${JSON.stringify(key)} is not ASCII text`);
  }
  fields.sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${fields.map(([key, item]) => `${quoted(key)}:${text(item, depth + 1)}`).join(",")}}`;
}
