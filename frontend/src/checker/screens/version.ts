import { element, pairs } from "../../respond/element";
import { timeLabel } from "../../respond/labels";
import { grouped } from "../../respond/record";
import { code, paragraph, spoken } from "../../respond/screens/screen";
import type { Voice } from "../../respond/voice";
import { verdict } from "../fields";
import type { Version } from "../version";
import type { Words } from "../words/en";

/** What a saved version turned out to be. */
export function versionRead(version: Version, words: Words, voice: Voice | null): readonly Node[] {
  const { version: text } = words;
  if (version.kind === "unread") return [verdict(false, text.unread(version.why))];
  if (version.kind === "tampered") {
    const rows: (readonly [string, Node])[] = [
      [text.stated, code(grouped(version.declared))],
      [text.computed, code(grouped(version.digest))],
    ];
    return [verdict(false, text.tampered), pairs("facts", rows)];
  }
  const { definition, hash } = version.survey;
  const closes =
    definition.closesAt === null ? text.open : timeLabel(new Date(definition.closesAt), words.language, "UTC");
  const title: Node = voice === null ? element("span") : spoken("span", voice.say("title"));
  return [
    verdict(true, version.compared ? text.sound : text.bare),
    pairs("facts", [
      [text.computed, code(grouped(hash))],
      [text.survey, title],
      [text.number, words.number(definition.number)],
      [text.closes, closes],
      [text.bundle, code(grouped(definition.bundle))],
    ]),
    paragraph(text.compare),
  ];
}
