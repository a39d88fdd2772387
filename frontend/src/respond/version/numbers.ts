/** Decimal numbers as text, compared exactly: a double would put 0.1 + 0.2 and 0.3 in two ranges. */

/** A decimal as definitions and conditions write it. */
export const decimal = /^(?!-0(?:\.0*)?$)-?(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,6})?$/;

const form = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Negative when `one` is less than `other`, positive when it is more, 0 when both are the same number. */
export function compareDecimals(left: string, right: string): number {
  const [sign, whole, part] = parts(left);
  const [otherSign, otherWhole, otherPart] = parts(right);
  if (sign !== otherSign) return sign - otherSign;
  const size = whole.length - otherWhole.length || compareTexts(whole, otherWhole) || compareTexts(part, otherPart);
  return sign * size;
}

/** The number that was typed, as "-12.5", or null when it is none or could be read in two ways. */
export function readNumber(typed: string): string | null {
  const plain = Array.from(typed.trim(), digit)
    .join("")
    .replace(/[\u066b\uff0e]/, ".")
    .replace(/^[\u2212\uff0d]/, "-")
    .replace(/^\+/, "");
  const text = /,\d{3}$/.test(plain) ? plain : plain.replace(",", "."); // 1,000 is a thousand here and one there
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,9}))?$/.exec(text);
  if (match === null) return null;
  const whole = (match[2] ?? "").replace(/^0+(?=\d)/, "");
  const part = (match[3] ?? "").replace(/0+$/, "");
  const size = part === "" ? whole : `${whole}.${part}`;
  return size === "0" ? "0" : `${match[1] ?? ""}${size}`;
}

/** Whether a text is a day that exists, as "2026-02-28". */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith("0000")) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}

/** Arabic, Persian and full-width digits as 0 to 9. */
function digit(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const zero = [0x660, 0x6f0, 0xff10].find((start) => point >= start && point < start + 10);
  return zero === undefined ? character : String(point - zero);
}

/** Sign (0 for zero), digits before the point without leading zeros, digits after it without trailing ones. */
function parts(text: string): [number, string, string] {
  const match = form.exec(text);
  if (match === null) throw new RangeError(`${text} must be a decimal number`);
  const whole = (match[2] ?? "").replace(/^0+/, "");
  const part = (match[3] ?? "").replace(/0+$/, "");
  const sign = whole + part === "" ? 0 : match[1] === "-" ? -1 : 1;
  return [sign, whole, part];
}

/** Negative, 0 or positive, in the order of the characters. */
export const compareTexts = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
