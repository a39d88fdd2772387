import { button, element, pairs } from "../element";
import { levelName } from "../naming";
import { bestGuess } from "../odds";
import { grouped, madeUp } from "../record";
import type { Sealed } from "../seal";
import type { Column, Level, Survey } from "../version/definition";
import type { Voice } from "../voice";
import { drawRows } from "./drawRows";
import { reportList } from "./reportLines";
import { buttons, code, paragraph, type Screen, section } from "./screen";

interface Review {
  readonly survey: Survey;
  readonly level: Level;
  /** What was answered and is not sent. */
  readonly staying: readonly Column[];
  readonly sealed: Sealed;
  /** There is none in a preview. */
  readonly send: ((place: HTMLElement) => void) | null;
}

/** The sealed report: its form, length and checksum, beside an example nobody drew. There is no way back. */
export function reviewScreen({ survey, level, staying, sealed, send }: Review, voice: Voice): Screen {
  const { review, label } = voice.texts;
  const state = element("div", { class: "sending" });
  const note = paragraph(send === null ? review.previewOnly : review.stop);
  note.id = "send-note";
  const press = button(review.send, "main", () => {
    press.hidden = true; // from here on there is Try now
    note.hidden = true; // a try without an answer may have arrived: closing the page no longer takes it back
    send?.(state);
  });
  press.disabled = send === null;
  press.setAttribute("aria-describedby", note.id);
  return {
    title: review.title,
    content: [
      paragraph(review.lead),
      section(
        review.what,
        pairs("facts", [
          [review.level, levelName(survey.definition, level, voice)],
          ...drawRows(survey.definition, level, sealed.record, staying, voice),
          ...(survey.definition.choosers === null ? [] : [[label.oddsHeading, label.bound(bestGuess(level))] as const]),
          [review.version, code(grouped(survey.hash))],
          [review.key, review.keyText],
          [review.proof, review.proofText],
          [review.record, review.bytes(sealed.record.length)],
          [review.length, review.lengthText(sealed.body.length)],
          [review.checksum, code(grouped(sealed.checksum))],
        ]),
      ),
      section(
        review.example,
        paragraph(review.exampleLead),
        element("div", { class: "hatched" }, reportList(madeUp(level), voice)),
      ),
      note,
      buttons(press),
      state,
    ],
  };
}
