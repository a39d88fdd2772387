import { fromBase64url } from "../privacy/base64url";
import { canonical } from "../privacy/canonical";
import { type Entropy, WORDS } from "../privacy/entropy";
import { hex, sha256 } from "../privacy/sha256";
import { utf8 } from "../privacy/utf8";
import type { Address } from "./address";
import type { Sealed } from "./seal";
import type { Given } from "./version/domain";
import { list, matching, oneOf, peek, Refusal, record, text, whole } from "./version/reading";

/**
 * What the page may leave on the device: answers, when the person asks for it, a sealed report that waits, and until the tab
 * is closed the word that draws which questions are sent.
 *
 * A browser that refuses its storage keeps nothing, and is not asked again.
 */
const ANSWERS = "datahub-answers:";
const SEALED = "datahub-sealed:";
const DRAW = "datahub-draw:";
export const KEPT_HOURS = 24;
const HOUR = 3_600_000;

export interface Kept {
  /** The level as `AnswerSheet.fixed` says it. */
  readonly level: string;
  readonly page: number;
  /** The word of the tab, where some of the questions are sent. */
  readonly word: number | null;
  readonly given: readonly (readonly [string, Given])[];
  readonly until: Date;
}

/** Where things are kept: the browser's, or none where it is refused. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/**
 * Keeps the answers for this version, and says whether it did.
 *
 * What was `held` and is gone was erased, perhaps in another tab at Review: it is not written again.
 */
export function answerKeeper(shelf: Shelf, version: string, isHeld: boolean): (kept: Kept) => boolean {
  const name = ANSWERS + version;
  return ({ level, page, word, given, until }) => {
    if (isHeld && shelf.getItem(name) === null) return false;
    const done = written(
      shelf,
      name,
      canonical({ level, page, ...(word === null ? {} : { word }), given, until: until.getTime() }),
    );
    isHeld = isHeld || done;
    return done;
  };
}

export function eraseAnswers(shelf: Shelf, version: string): void {
  shelf.removeItem(ANSWERS + version);
}

/** Erase the answers of every survey that are older than 24 hours or cannot be read. */
export function eraseExpired(shelf: Shelf, now: Date): void {
  const names = Array.from({ length: shelf.length }, (_, index) => shelf.key(index) ?? "");
  for (const name of names.filter((each) => each.startsWith(ANSWERS))) {
    const kept = readKept(shelf.getItem(name));
    if (kept === null || kept.until <= now || kept.until.getTime() > now.getTime() + KEPT_HOURS * HOUR)
      shelf.removeItem(name);
  }
}

/** Answers that were kept for this version, once what is expired was erased. */
export function keptAnswers(shelf: Shelf, version: string): Kept | null {
  return readKept(shelf.getItem(ANSWERS + version));
}

function readKept(stored: string | null): Kept | null {
  return parsed(stored, (value) => {
    const some = peek(value, "word") !== undefined;
    const get = record(value, "kept", ["level", "page", ...(some ? ["word"] : []), "given", "until"]);
    const given = list(get("given"), "given", 0, 2_000, (item, at): readonly [string, Given] => {
      const [key, answer] = list(item, at, 2, 2, (part) => part);
      return [
        text(key, at, 1, 65),
        Array.isArray(answer)
          ? list(answer, at, 1, 66, (id, place) => text(id, place, 1, 32))
          : text(answer, at, 1, 40),
      ];
    });
    const until = new Date(whole(get("until"), "until", 0, 8.64e15));
    const word = some ? whole(get("word"), "word", 0, WORDS - 1) : null;
    const level = digits(get("level"), /^[-0-2]{1,50}$/);
    return { level, page: whole(get("page"), "page", 0, 100), word, given, until };
  });
}

const digits = (value: unknown, form: RegExp): string => matching(value, "level", form, "a level");

/**
 * The word that draws which questions of a version are sent: the tab's, or one that is read now and is the tab's from then on.
 *
 * Answers that were kept go on with theirs. Where a browser refuses its storage, the word is that of the page.
 */
export function wordOfTab(
  window: Pick<Window, "sessionStorage">,
  version: string,
  kept: Kept | null,
  words: Entropy,
): number {
  let shelf = noShelf;
  try {
    shelf = window.sessionStorage;
  } catch {
    // refused
  }
  const before = kept?.word ?? Number(shelf.getItem(DRAW + version) ?? -1);
  const word = before >>> 0 === before ? before : words(); // a whole number of 32 bits, whatever else was stored
  written(shelf, DRAW + version, String(word));
  return word;
}

/** Keep a report that Send was pressed for, until the server has said yes or no. Only what will be sent is kept. */
export function keepSealed(shelf: Shelf, slug: string, { body }: Sealed): boolean {
  return written(shelf, SEALED + slug, body);
}

export function eraseSealed(shelf: Shelf, slug: string): void {
  shelf.removeItem(SEALED + slug);
}

/** A report that waits. */
export interface Waiting {
  readonly sealed: Sealed;
  readonly version: string;
  readonly level: string;
}

export function waitingReport(shelf: Shelf, slug: string): Waiting | null {
  const body = shelf.getItem(SEALED + slug);
  const waiting = parsed(body, (value): Waiting => {
    const get = record(value, "report", ["key", "level", "proof", "record", "version"]);
    const bytes = (name: string): Uint8Array => fromBase64url(text(get(name), name, 1, 100_000));
    oneOf(get("proof"), "proof", [""]);
    const sealed = {
      body: body ?? "",
      record: bytes("record"),
      checksum: hex(sha256(utf8(body ?? ""))),
      receipt: hex(sha256(bytes("key"))),
    };
    return {
      sealed,
      version: matching(get("version"), "version", /^[0-9a-f]{64}$/, "a hash"),
      level: digits(String(get("level")), /^[0-2]{1,50}$/),
    };
  });
  if (waiting === null) eraseSealed(shelf, slug);
  return waiting;
}

function parsed<T>(stored: string | null, read: (value: unknown) => T): T | null {
  if (stored === null) return null;
  try {
    return read(JSON.parse(stored));
  } catch (error) {
    if (error instanceof Refusal || error instanceof RangeError || error instanceof SyntaxError) return null;
    throw error;
  }
}

function written(shelf: Shelf, name: string, value: string): boolean {
  try {
    shelf.setItem(name, value);
    return shelf.getItem(name) === value;
  } catch {
    return false; // full, or refused by the browser
  }
}

/** Keeps nothing, and holds nothing. */
const none = (): null => null;
const noShelf: Shelf = { getItem: none, setItem: none, removeItem: none, key: none, length: 0 };

/**
 * Where this page may keep things, once answers that are expired were erased, whatever it was opened for.
 *
 * A test and a preview keep and find nothing, nor does a browser that has no storage or refuses it.
 */
export function openShelf(window: Pick<Window, "localStorage">, address: Address, now: Date): Shelf {
  try {
    const shelf = window.localStorage;
    eraseExpired(shelf, now);
    return address.kind === "link" && !address.test ? shelf : noShelf;
  } catch {
    return noShelf;
  }
}
