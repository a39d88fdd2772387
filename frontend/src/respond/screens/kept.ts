import { button, element } from "../element";
import { timeLabel } from "../labels";
import type { Voice } from "../voice";
import { buttons, paragraph, type Screen } from "./screen";

interface KeptAnswers {
  readonly until: Date;
  readonly goOn: () => void;
  readonly erase: () => void;
}

/** Answers from before are still here. Erasing them stands beside going on, with the same weight. */
export function keptScreen({ until, goOn, erase }: KeptAnswers, { texts }: Voice): Screen {
  const { kept } = texts;
  return {
    title: kept.title,
    content: [
      paragraph(kept.lead(timeLabel(until, texts.language))),
      buttons(button(kept.erase, "side", erase), button(kept.goOn, "main", goOn)),
    ],
  };
}

/** The line above the questions while answers are kept. */
export function keptNote(kept: boolean, erase: () => void, { texts }: Voice): HTMLElement {
  const line = element(
    "div",
    { class: "keeping", role: "status" },
    element("span", { class: "quiet" }, kept ? texts.kept.running : texts.kept.erased),
  );
  if (kept) {
    line.append(
      button(texts.kept.stop, "side", () => {
        erase();
        line.textContent = texts.kept.erased;
      }),
    );
  }
  return line;
}
