import { fromBase64url } from "../privacy/base64url";
import { positionsOf } from "../privacy/bits";
import { canonical } from "../privacy/canonical";
import { type AnySpec, isNumberSpec } from "../privacy/number";
import { recordBytes, splitRecord } from "../privacy/record";
import { hex, sha256 } from "../privacy/sha256";
import { utf8 } from "../privacy/utf8";
import { statedLevel } from "../respond/chosen";
import { levelOfRecord } from "../respond/draw";
import { answersIn } from "../respond/record";
import type { Level, Survey } from "../respond/version/definition";
import { peek } from "../respond/version/reading";

/** What a receipt says of itself: the lines before the first empty one. */
export interface Receipt {
  readonly version: string;
  readonly level: string;
  /** None where every question is sent. */
  readonly draw: string | null;
  readonly record: string;
  readonly checksum: string;
  readonly receipt: string;
}

export type Question =
  | "form"
  | "version"
  | "level"
  | "length"
  | "draw"
  | "shape"
  | "padding"
  | "checksum"
  | "number"
  | "message"
  | "record";

/** One thing that was looked at: it fits, does not, or cannot be told. */
export interface Finding {
  readonly question: Question;
  readonly fits: boolean | null;
}

export interface Verdict {
  readonly findings: readonly Finding[];
  /** What the record says, when it says something. */
  readonly report: { readonly level: Level; readonly record: Uint8Array } | null;
}

const digits = /^[0-9a-f]{64}$/;

/** The lines of a receipt by name, or null when one is missing, twice there, or of another format. */
export function readReceipt(text: string): Receipt | null {
  const head =
    text
      .replace(/^\ufeff/, "")
      .replace(/\r\n?/g, "\n")
      .trim()
      .split("\n\n")[0] ?? "";
  const lines = new Map<string, string>();
  for (const line of head.split("\n")) {
    const match = /^([a-z]+): (.*)$/.exec(line.trim());
    if (match === null || lines.has(match[1] ?? "")) return null;
    lines.set(match[1] ?? "", (match[2] ?? "").trim());
  }
  const line = (name: string): string => lines.get(name) ?? "";
  if (line("format") !== "datahub-receipt/1") return null;
  if (!["version", "level", "record", "checksum", "receipt"].every((name) => lines.has(name))) return null;
  const [version, level, record] = [line("version"), line("level"), line("record")];
  const draw = lines.get("draw") ?? null;
  return { version, level, draw, record, checksum: line("checksum"), receipt: line("receipt") };
}

/** Hold a receipt, and the message it speaks of when that was kept too, against a version. */
export function checkReceipt(survey: Survey, receipt: Receipt, message: string): Verdict {
  const level = statedLevel(survey.definition, receipt.level);
  const record = bytesOf(receipt.record);
  const findings: Finding[] = [
    { question: "version", fits: receipt.version === survey.hash },
    { question: "level", fits: level !== undefined },
  ];
  const length = level !== undefined && record !== null && record.length === level.recordBytes;
  findings.push({ question: "length", fits: length });
  const drawn = length ? drawnLevel(level as Level, record as Uint8Array) : null;
  const isNamed = drawn !== null && (drawn.draw === null || receipt.draw === String(drawn.draw));
  if (length && (level as Level).draws.length > 0) findings.push({ question: "draw", fits: isNamed });
  const shape = drawn === null ? null : shapeOf(drawn, record as Uint8Array);
  if (shape !== null) {
    findings.push({ question: "shape", fits: shape.shape }, { question: "padding", fits: shape.padding });
  }
  findings.push(...aboutTheMessage(receipt, message));
  const whole = level !== undefined && record !== null && isNamed && shape?.shape === true && shape.padding;
  return { findings, report: whole ? { level, record } : null };
}

/** The level with the draw that a record names; null when it has no such draw. */
function drawnLevel(level: Level, record: Uint8Array): Level | null {
  try {
    return levelOfRecord(level, record);
  } catch (refusal) {
    if (refusal instanceof RangeError) return null;
    throw refusal;
  }
}

/** Whether every field could have been drawn, and whether what fills up the last byte of each, and the record, is 0. */
function shapeOf(level: Level, record: Uint8Array): { readonly shape: boolean; readonly padding: boolean } {
  const specs = level.fields.map(({ spec }) => spec);
  const start = level.draw === null ? 0 : 1;
  const end = start + recordBytes(specs);
  const zeros = record.slice(end).every((byte) => byte === 0);
  const reports = splitRecord(specs, record.slice(start, end)).map((report, index) => ({
    spec: specs[index] as AnySpec,
    report,
  }));
  const bad = reports.filter(({ spec, report }) => {
    try {
      answersIn(spec, report);
      return false;
    } catch (refusal) {
      if (refusal instanceof RangeError) return true;
      throw refusal;
    }
  });
  return { shape: bad.every(overfull), padding: zeros && !bad.some(overfull) };
}

/** Whether a bit is set beyond the answers of a list of ticks. */
function overfull({ spec, report }: { readonly spec: AnySpec; readonly report: Uint8Array }): boolean {
  if (isNumberSpec(spec) || spec.shape === "choice") return false;
  const beyond = 2 ** (8 * report.length - positionsOf(spec));
  return (report[report.length - 1] as number) % beyond > 0;
}

/** The receipt holds no key, so its checksum and number can be recomputed only from the message itself. */
function aboutTheMessage(receipt: Receipt, message: string): readonly Finding[] {
  const formed = digits.test(receipt.checksum) && digits.test(receipt.receipt);
  if (!formed) return [{ question: "form", fits: false }];
  if (message.trim() === "") return [{ question: "checksum", fits: null }];
  const body = message.trim();
  const read = parsed(body);
  const key = base64Bytes(peek(read, "key"));
  const record = base64Bytes(peek(read, "record"));
  return [
    { question: "message", fits: read !== null && isCanonical(read, body) },
    { question: "checksum", fits: hex(sha256(utf8(body))) === receipt.checksum },
    { question: "number", fits: key !== null && key.length === 16 && hex(sha256(key)) === receipt.receipt },
    {
      question: "record",
      fits:
        record !== null &&
        hex(record) === receipt.record &&
        peek(read, "version") === receipt.version &&
        String(peek(read, "level")) === receipt.level,
    },
  ];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isCanonical(value: unknown, text: string): boolean {
  try {
    return canonical(value) === text;
  } catch (refusal) {
    if (refusal instanceof RangeError) return false;
    throw refusal;
  }
}

function bytesOf(text: string): Uint8Array | null {
  if (!/^(?:[0-9a-f]{2})+$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function base64Bytes(value: unknown): Uint8Array | null {
  if (typeof value !== "string") return null;
  try {
    return fromBase64url(value);
  } catch (refusal) {
    if (refusal instanceof RangeError) return null;
    throw refusal;
  }
}
