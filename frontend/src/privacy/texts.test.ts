import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { base64url, fromBase64url } from "./base64url";
import { canonical } from "./canonical";
import { hex, sha256 } from "./sha256";
import { utf8 } from "./utf8";

fc.configureGlobal({ seed: 20261120 }); // the same cases in every run

describe("texts", () => {
  it("hash as the library of Node does", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (message) => {
        expect(hex(sha256(message))).toBe(createHash("sha256").update(message).digest("hex"));
      }),
    );
  });

  it("are encoded as the browser does", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(utf8(text)).toEqual(new TextEncoder().encode(text));
      }),
    );
  });

  it("in base64url are read back as they were", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (raw) => {
        expect(base64url(raw)).toBe(Buffer.from(raw).toString("base64url"));
        expect(fromBase64url(base64url(raw))).toEqual(raw);
      }),
    );
  });

  it("in canonical form do not depend on the order of keys, and are read back as they were", () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.maxSafeInteger(),
        fc.boolean(),
        fc.string(),
        fc.constant(null),
        tie("object"),
      ),
      object: fc.dictionary(fc.stringMatching(/^[a-z0-9_]{1,5}$/), tie("value")),
    }));
    fc.assert(
      fc.property(value, (example) => {
        const text = canonical(example);
        expect(JSON.parse(text, reversed)).toEqual(JSON.parse(JSON.stringify(example)));
        expect(canonical(JSON.parse(text, reversed))).toBe(text);
      }),
    );
  });
});

function reversed(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).reverse());
}
