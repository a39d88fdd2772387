const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The bits of some numbers, `from` bits each, cut anew into numbers of `to` bits; what is left over is apart. */
function cut(numbers: Iterable<number>, from: number, to: number): { whole: number[]; rest: number[] } {
  const whole: number[] = [];
  const lowest = 2 ** to - 1;
  let [register, bits] = [0, 0];
  for (const number of numbers) {
    register = (register << from) | number; // what is pushed out on the left has been read
    for (bits += from; bits >= to; ) {
      bits -= to;
      whole.push((register >> bits) & lowest);
    }
  }
  return { whole, rest: bits > 0 ? [(register << (to - bits)) & lowest] : [] };
}

/** Base64url without padding (RFC 4648, section 5). */
export function base64url(bytes: Uint8Array): string {
  const { whole, rest } = cut(bytes, 8, 6);
  return [...whole, ...rest].map((digit) => alphabet.charAt(digit)).join("");
}

/** The bytes of a text that `base64url` could have written; any other text is a RangeError. */
export function fromBase64url(text: string): Uint8Array {
  const digits = Array.from(text, (digit) => alphabet.indexOf(digit));
  const read = Uint8Array.from(cut(digits, 6, 8).whole);
  if (base64url(read) !== text) throw new RangeError("the text is not base64url");
  return read;
}
