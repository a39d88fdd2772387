import { hex } from "../privacy/sha256";
import { readRecord, sentLine } from "./record";
import type { Sealed } from "./seal";
import type { Level, Survey } from "./version/definition";
import type { Voice } from "./voice";

/** The receipt to keep: never the key, never a word of randomness, never a true answer. */
export function receiptFile(survey: Survey, level: Level, sealed: Sealed, voice: Voice): string {
  const lines = readRecord(level, sealed.record).map(
    (line) => `${line.part.field.of.map((column) => column.key).join(" + ")}: ${sentLine(line, voice)}`,
  );
  return [
    "format: datahub-receipt/1",
    `survey: ${voice.say("title").text.replace(/\s+/g, " ")}`,
    `version: ${survey.hash}`,
    `level: ${level.id}`,
    ...(level.draws.length === 0 ? [] : [`draw: ${sealed.record[0]}`]),
    `record: ${hex(sealed.record)}`,
    `checksum: ${sealed.checksum}`,
    `receipt: ${sealed.receipt}`,
    "",
    ...lines,
    voice.texts.receipt.changed,
    "",
  ].join("\n");
}
