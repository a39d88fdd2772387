import { button, more } from "../element";
import type { Texts } from "../words/en";
import { buttons, code, paragraph, type Screen } from "./screen";

export type Reason = Exclude<keyof Texts["stopped"], "nothing" | "retry">;

/** Why there is nothing more to do here. `detail` names what a rule refused. */
export function stoppedScreen(reason: Reason, detail: string, texts: Texts): Screen {
  const { stopped, expert } = texts;
  const sent = reason === "refused" || reason === "tooLate" || reason === "unsure";
  const again = button(stopped.retry, "main", () => window.location.reload());
  return {
    title: stopped[reason].title,
    content: [
      paragraph(stopped[reason].text),
      ...(sent ? [] : [paragraph(stopped.nothing)]),
      ...(detail === "" ? [] : [reason === "draft" ? paragraph(detail) : more(expert.summary, code(detail))]),
      ...(["unreachable", "slow", "paused", "scheduled"].includes(reason) ? [buttons(again)] : []),
    ],
  };
}
