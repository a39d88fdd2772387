/** Base64url without padding (RFC 4648, section 5). */
export function base64url(bytes: Uint8Array): string {
  const standard = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return standard.replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

/** The bytes of a text that `base64url` could have written; any other text is a RangeError. */
export function fromBase64url(text: string): Uint8Array {
  const readable = /^[\w-]*$/.test(text) && text.length % 4 !== 1; // for anything else atob has errors of its own
  const standard = readable ? text.replace(/-/g, "+").replace(/_/g, "/") : "";
  const bytes = Uint8Array.from(atob(standard), (character) => character.charCodeAt(0));
  if (base64url(bytes) !== text) throw new RangeError("the text is not base64url");
  return bytes;
}
