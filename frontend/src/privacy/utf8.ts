/** UTF-8 of a text without lone surrogates. Its own, so that this folder needs nothing of the browser. */
export function utf8(text: string): Uint8Array {
  if (/[\ud800-\udfff]/u.test(text)) throw new RangeError("the text holds half of a surrogate pair");
  const bytes = encodeURIComponent(text).match(/%..|./g) ?? []; // a byte is written %C3, or as the ASCII it is
  return Uint8Array.from(bytes, (byte) => (byte.length > 1 ? Number(`0x${byte.slice(1)}`) : byte.charCodeAt(0)));
}
