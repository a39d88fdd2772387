import { hex } from "../../privacy/sha256";
import { element, more, pairs } from "../element";
import { timeLabel } from "../labels";
import { levelName } from "../naming";
import { receiptFile } from "../receipt";
import { grouped, readRecord } from "../record";
import type { Sealed } from "../seal";
import type { Level, Survey } from "../version/definition";
import type { Voice } from "../voice";
import type { Texts } from "../words/en";
import { drawRows } from "./drawRows";
import { reportList } from "./reportLines";
import { code, paragraph, type Screen, section } from "./screen";

const FILE = "datahub-receipt.txt";

interface Receipt {
  readonly survey: Survey;
  readonly level: Level;
  readonly sealed: Sealed;
  /** When the server said that it has the report. */
  readonly when: Date;
}

/** What was sent, byte for byte, once it has been. */
export function receiptScreen({ survey, level, sealed, when }: Receipt, voice: Voice): Screen {
  const { texts } = voice;
  const { receipt, review } = texts;
  const file = receiptFile(survey, level, sealed, voice);
  const copy = element("pre", { dir: "auto" }, file); // no field: Chrome tells its maker of every page with one to type in
  return {
    title: survey.test ? receipt.titleTest : receipt.title,
    content: [
      paragraph(survey.test ? receipt.leadTest : receipt.lead),
      paragraph(receipt.when(timeLabel(when, texts.language))),
      section(receipt.sent, reportList(readRecord(level, sealed.record), voice)),
      pairs("facts", [
        [receipt.number, code(grouped(sealed.receipt))],
        [review.level, levelName(survey.definition, level, voice)],
        ...drawRows(survey.definition, level, sealed.record, [], voice),
        [review.version, code(grouped(survey.hash))],
        [receipt.record, code(grouped(hex(sealed.record)))],
        [review.length, review.lengthText(sealed.body.length)],
        [review.checksum, code(grouped(sealed.checksum))],
      ]),
      download(file, texts),
      more(receipt.copy, copy),
      more(texts.expert.summary, paragraph(texts.expert.message), code(sealed.body)),
      ...(survey.test ? [] : [paragraph(receipt.once)]),
    ],
  };
}

function download(file: string, { receipt }: Texts): HTMLElement {
  const address = URL.createObjectURL(new Blob([file], { type: "text/plain" }));
  return element("p", {}, element("a", { href: address, download: FILE }, receipt.download));
}
