import { element, pairs } from "../element";
import { fieldTitle, type Said, sentLine } from "../record";
import type { Voice } from "../voice";
import { paragraph, spoken } from "./screen";

/** What a report says, field by field, each line with the reminder that chance had a hand in it. */
export function said(lines: readonly Said[], voice: Voice): HTMLElement {
  const { receipt } = voice.texts;
  const rows = lines.map((line): [Node, Node] => {
    const changed = line.part.spec.shape === "choice" ? receipt.changed : receipt.changedTicks;
    const value = element("div", {}, paragraph(sentLine(line, voice)), paragraph(changed, "quiet"));
    return [spoken("span", fieldTitle(line.part.field, voice)), value];
  });
  return pairs("said", rows);
}
