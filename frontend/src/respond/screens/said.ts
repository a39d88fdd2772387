import { type AnySpec, isNumberSpec } from "../../privacy/number";
import { element, pairs } from "../element";
import { fieldTitle, type Said, sentLine } from "../record";
import type { Voice } from "../voice";
import { paragraph, spoken } from "./screen";

const isTicked = (spec: AnySpec): boolean => !isNumberSpec(spec) && spec.shape !== "choice";

/** What a report says, field by field, each line with the reminder that chance had a hand in it. */
export function said(lines: readonly Said[], voice: Voice): HTMLElement {
  const { receipt } = voice.texts;
  const rows = lines.map((line): [Node, Node] => {
    const changed = isTicked(line.part.spec) ? receipt.changedTicks : receipt.changed;
    const value = element("div", {}, paragraph(sentLine(line, voice)), paragraph(changed, "quiet"));
    return [spoken("span", fieldTitle(line.part.field, voice)), value];
  });
  return pairs("said", rows);
}
