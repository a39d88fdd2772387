import { base64url } from "../privacy/base64url";
import { canonical } from "../privacy/canonical";
import { type Entropy, randomBytes } from "../privacy/entropy";
import type { Answer } from "../privacy/perturb";
import { hex, sha256 } from "../privacy/sha256";
import { utf8 } from "../privacy/utf8";
import { recordOf } from "./draw";
import type { Level } from "./version/definition";

const KEY_BYTES = 16;

/** A drawn report, as it will be sent however often sending is tried. */
export interface Sealed {
  readonly body: string;
  readonly record: Uint8Array;
  /** SHA-256 of the body: it can be shown before Send, because the key hides the record in it. */
  readonly checksum: string;
  readonly receipt: string;
}

/**
 * Draw one report from the true answers, one for each field of the level: a position, or for a set its positions.
 *
 * The key takes four words and each field what its spec says, so how many are read never depends on an answer.
 */
export function seal(version: string, level: Level, answers: readonly Answer[], entropy: Entropy): Sealed {
  const key = randomBytes(KEY_BYTES, entropy);
  const record = recordOf(level, answers, entropy);
  const body = canonical({ key: base64url(key), level: level.id, proof: "", record: base64url(record), version });
  return { body, record, checksum: hex(sha256(utf8(body))), receipt: hex(sha256(key)) };
}
