import { digest } from "../privacy/canonical";
import type { Survey } from "../respond/version/definition";
import { parseDefinition, parsePublished } from "../respond/version/parse";
import { peek, Refusal } from "../respond/version/reading";

/** What a saved version turned out to be. */
export type Version =
  | { readonly kind: "sound"; readonly survey: Survey; readonly compared: boolean }
  | { readonly kind: "tampered"; readonly declared: string; readonly digest: string }
  | { readonly kind: "unread"; readonly why: string };

/** Read what GET /api/v1/versions/{hash}/ gave, or the definition in it alone, which then states no hash. */
export function readVersion(text: string): Version {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: "unread", why: "not JSON" };
  }
  try {
    const compared = peek(value, "definition") !== undefined;
    const published = compared ? parsePublished(value) : null;
    const definition = published === null ? value : published.definition;
    const hash = digest(definition);
    if (published !== null && published.hash !== hash)
      return { kind: "tampered", declared: published.hash, digest: hash };
    const survey = { definition: parseDefinition(definition, false), hash, preview: false, test: false };
    return { kind: "sound", survey, compared };
  } catch (refusal) {
    if (refusal instanceof Refusal || refusal instanceof RangeError) return { kind: "unread", why: refusal.message };
    throw refusal;
  }
}
