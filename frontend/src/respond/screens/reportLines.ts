import { type AnySpec, isNumberSpec } from "../../privacy/number";
import { element, pairs } from "../element";
import { fieldTitle, type ReportLine, sentLine } from "../record";
import type { Voice } from "../voice";
import type { Texts } from "../words/en";
import { paragraph, spoken } from "./screen";

/** What chance may have done to it. */
export function changedLine(spec: AnySpec, { receipt }: Texts): string {
  if (spec.shape === "end-or-skipped") return receipt.changedOrSkipped;
  return isNumberSpec(spec) || spec.shape === "choice" ? receipt.changed : receipt.changedTicks;
}

/** What a report says, field by field, each line with the reminder that chance had a hand in it. */
export function reportList(lines: readonly ReportLine[], voice: Voice): HTMLElement {
  const rows = lines.map((line): [Node, Node] => {
    const changed = paragraph(changedLine(line.part.spec, voice.texts), "quiet");
    const value = element("div", {}, paragraph(sentLine(line, voice)), changed);
    return [spoken("span", fieldTitle(line.part.field, voice)), value];
  });
  return pairs("said", rows);
}
