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
  const { version: said } = words;
  if (version.kind === "unread") return [verdict(false, said.unread(version.why))];
  if (version.kind === "tampered") {
    const rows: (readonly [string, Node])[] = [
      [said.stated, code(grouped(version.declared))],
      [said.found, code(grouped(version.found))],
    ];
    return [verdict(false, said.tampered), pairs("facts", rows)];
  }
  const { definition, hash } = version.survey;
  const closes =
    definition.closesAt === null ? said.open : timeLabel(new Date(definition.closesAt), words.language, "UTC");
  const title: Node = voice === null ? element("span") : spoken("span", voice.say("title"));
  return [
    verdict(true, version.compared ? said.sound : said.bare),
    pairs("facts", [
      [said.found, code(grouped(hash))],
      [said.survey, title],
      [said.number, words.number(definition.number)],
      [said.closes, closes],
      [said.bundle, code(grouped(definition.bundle))],
    ]),
    paragraph(said.compare),
  ];
}
