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

/**
 * A minus, the digits before and after the mark, without zeros that say nothing. Between one to three digits and three,
 * a mark is refused: 1,000 and 1.000 are a thousand here and one there.
 */
const number =
  /^(?:\+|([-\u2212\uff0d]))?(?![1-9]\d{0,2}[.,\uff0e]\d{3}$)0*(\d{1,15})(?:[.,\u066b\uff0e](?=\d)(\d{0,9}?)0*)?$/;

/** Arabic, Persian and full-width digits: the last four bits of each are its value. */
const foreignDigit = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;

/** The number that was typed, as "-12.5", or null when it is none or could be read in two ways. */
export function readNumber(typed: string): string | null {
  const match = number.exec(typed.trim().replace(foreignDigit, (digit) => String(digit.charCodeAt(0) & 15)));
  if (match === null) return null;
  const [, minus, whole = "", part] = match;
  const size = part ? `${whole}.${part}` : whole;
  return minus && size !== "0" ? `-${size}` : size;
}

/** The mark that keeps a text from being a number: its first character that is no digit, or all of it. */
export const markIn = (typed: string): string => /[^\p{Nd}-]/u.exec(typed.trim())?.[0] ?? typed;

/** Whether a text is a day that exists, as "2026-02-28". */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith("0000")) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
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
