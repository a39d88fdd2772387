import { button, element, pairs } from "../../respond/element";
import { readRecord } from "../../respond/record";
import { drawRows } from "../../respond/screens/drawRows";
import { reportList } from "../../respond/screens/reportLines";
import { buttons, paragraph, section } from "../../respond/screens/screen";
import type { Survey } from "../../respond/version/definition";
import type { Voice } from "../../respond/voice";
import { outcome, pasteField, put, textFileField, verdict } from "../fields";
import { checkReceipt, type Finding, readReceipt } from "../receipt";
import type { Words } from "../words/en";

/** What was pasted, kept over a change of language. */
export interface Pasted {
  receipt: string;
  message: string;
}

export interface Section {
  readonly node: HTMLElement;
  /** Take a dropped text as if it had been pasted. */
  readonly take: (text: string) => void;
}

export function receiptSection(survey: Survey, pasted: Pasted, words: Words, voice: Voice): Section {
  const { receipt } = words;
  const shown = outcome();
  const check = (): void => put(shown, ...checked(survey, pasted, words, voice));
  const paste = pasteField("receipt-text", receipt.paste, pasted.receipt, (text) => {
    pasted.receipt = text;
  });
  const take = (text: string): void => {
    pasted.receipt = text;
    const area = paste.querySelector("textarea");
    if (area !== null) area.value = text;
    check();
  };
  const node = section(
    receipt.heading,
    paragraph(receipt.lead),
    paste,
    textFileField("receipt-file", words.file, take),
    pasteField("receipt-message", receipt.message, pasted.message, (text) => {
      pasted.message = text;
    }),
    buttons(button(receipt.check, "main", check)),
    shown,
    paragraph(receipt.noTruth),
  );
  return { node, take };
}

function checked(survey: Survey, pasted: Pasted, words: Words, voice: Voice): readonly Node[] {
  const { receipt } = words;
  const read = readReceipt(pasted.receipt);
  if (read === null) return [verdict(false, receipt.unread)];
  const { findings, report: told } = checkReceipt(survey, read, pasted.message);
  const sound = findings.every(({ fits }) => fits !== false);
  const what =
    told === null
      ? []
      : [
          element("h3", {}, receipt.content),
          pairs("facts", drawRows(survey.definition, told.level, told.record, [], voice)),
          reportList(readRecord(told.level, told.record), voice),
        ];
  return [verdict(sound, sound ? receipt.fits : receipt.differs), findingList(findings, words), ...what];
}

function findingList(findings: readonly Finding[], { receipt }: Words): HTMLElement {
  const rows = findings.map(({ question, fits }): [string, Node] => {
    const answer = fits === null ? receipt.unknown : fits ? receipt.fit : receipt.no;
    return [receipt.questions[question], element("span", { class: fits === false ? "fault" : "" }, answer)];
  });
  return pairs("facts", rows);
}
