import type { Entropy } from "../../privacy/entropy";
import { perturb, supported } from "../../privacy/perturb";
import type { Spec } from "../../privacy/spec";
import { button, element, radio } from "../element";
import type { Level } from "../version/definition";
import type { Texts } from "../words/en";
import { paragraph } from "./screen";

const TRIES = 10;

/** Practice without jeopardy: a question that is nobody's business, scrambled ten times at the level chosen, and never sent. */
export function teaPractice(level: Level, entropy: Entropy, texts: Texts): Node[] {
  const { tea } = texts;
  const answers = [texts.level.yes, texts.level.no];
  let answer: number | null = null;
  let tries = 0;
  const list = element("ol", { class: "tries", "aria-live": "polite" });
  const end = paragraph(tea.enough);
  end.hidden = true;
  const scramble = button(tea.scramble, "side", () => {
    if (answer === null) return;
    tries += 1;
    const [sent = 0] = supported(practiceSpec(level), perturb(practiceSpec(level), answer, entropy));
    list.append(element("li", {}, tea.would(answers[sent] ?? "")));
    scramble.disabled = tries === TRIES;
    end.hidden = tries < TRIES;
  });
  scramble.disabled = true;
  const rows = answers.map((label, index) => {
    const field = radio("tea", index, false, () => {
      answer = index;
      tries = 0;
      list.textContent = "";
      end.hidden = true;
      scramble.disabled = false;
    });
    return element("label", { class: "option" }, field, element("span", {}, label));
  });
  return [
    paragraph(tea.lead),
    element("div", { class: "tea", role: "radiogroup", "aria-label": tea.question }, ...rows),
    scramble,
    list,
    end,
  ];
}

/** A question with two answers at this level's epsilon for one question. For practice a double is good enough. */
function practiceSpec(level: Level): Spec {
  const epsilon = Math.min(...level.fields.map((part) => part.epsilon.millionths / part.field.of.length)) / 1_000_000;
  return {
    shape: "choice",
    answers: 2,
    keep_below: Math.floor((4294967296 * Math.exp(epsilon)) / (Math.exp(epsilon) + 1)),
  };
}
