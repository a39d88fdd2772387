import type { Entropy } from "../../privacy/entropy";
import { isNumberSpec, type NumberSpec, worstRatioOfNumber } from "../../privacy/number";
import { oddsOf100 } from "../../privacy/odds";
import { perturb, supported } from "../../privacy/perturb";
import type { Spec } from "../../privacy/spec";
import { button, element } from "../element";
import { drawnOf100, guessed, guessOnOne, partOf } from "../odds";
import { phones } from "../pictures";
import type { Field, Level } from "../version/definition";
import { SKIP } from "../version/domain";
import type { Texts } from "../words/en";
import { paragraph } from "./screen";

/** What to call one answer of a field, and its kind. No question is shown before the level. */
function kindName({ kind, answers, of }: Field, texts: Texts): { readonly answer: string; readonly kind: string } {
  const { level } = texts;
  if (kind === "set") return { answer: level.anyAnswer, kind: level.kindSet(answers) };
  if (kind === "joint") return { answer: level.anyAnswer, kind: level.kindPair(answers) };
  if (!of[0]?.question.isYesNo) return { answer: level.anyAnswer, kind: level.kindMany(answers) };
  const further = of[0].answers.slice(2).map((id) => (id === SKIP ? texts.skip : texts.notAsked));
  return { answer: level.yes, kind: level.kindYesNo([level.yes, level.no, ...further]) };
}

/** The odds of one answer, both ways. */
export function oddsSentence(level: Level, field: Field, texts: Texts): string {
  const { spec } = partOf(level, field);
  if (isNumberSpec(spec)) return numberSentence(spec, texts);
  const { whenTrue, whenFalse } = oddsOf100(spec);
  return texts.level.odds(spec.shape, kindName(field, texts).answer, texts.often(whenTrue), texts.often(whenFalse));
}

/** What a number's report tells, said by the best guess between two answers: no answer can be right or wrong there. */
export function numberSentence(spec: NumberSpec, { label, questions }: Texts): string {
  const sentence = spec.shape === "end-or-skipped" ? questions.oddsOrSkipped : questions.oddsNumber;
  return sentence(label.bound(guessed(worstRatioOfNumber(spec))));
}

/** Two arrays of 100 phones: the answer is true, or it is not. A press lets 100 phones draw in earnest. */
export function levelPicture(level: Level, field: Field, entropy: Entropy, texts: Texts): Node[] {
  const { spec } = partOf(level, field);
  if (isNumberSpec(spec)) return [paragraph(texts.level.kindNumber, "quiet"), paragraph(numberSentence(spec, texts))];
  const odds = oddsOf100(spec);
  const { answer, kind: name } = kindName(field, texts);
  const sends = (count: string): string => texts.level.sends(spec.shape, answer, count);
  const arrays = element("div", { class: "arrays" });
  const draw = (mine: Node, other: Node): void => {
    arrays.textContent = "";
    arrays.append(mine, other);
  };
  draw(
    figure(texts.level.when(answer), drawnOf100(odds.whenTrue), sends(texts.often(odds.whenTrue))),
    figure(texts.level.whenNot(answer), drawnOf100(odds.whenFalse), sends(texts.often(odds.whenFalse))),
  );
  const status = element("p", { role: "status" });
  const practise = button(texts.level.practise, "side", () => {
    const mine = draw100(spec, field, 0, entropy);
    const other = draw100(spec, field, 1, entropy);
    draw(
      figure(texts.level.when(answer), mine, sends(texts.level.of100(mine))),
      figure(texts.level.whenNot(answer), other, sends(texts.level.of100(other))),
    );
    status.textContent = texts.level.practised(mine, other);
  });
  return [
    paragraph(name, "quiet"),
    ...(spec.shape !== "choice" ? [paragraph(texts.level.lists)] : []),
    arrays,
    paragraph(texts.level.proof(guessOnOne(spec, field), answer)),
    practise,
    status,
  ];
}

function figure(when: string, count: number, text: string): Node {
  return element("figure", {}, element("figcaption", {}, when), phones(count, text), paragraph(text));
}

/** How many of 100 real draws contain the first answer when `truth` is the true one. */
function draw100(spec: Spec, field: Field, truth: number, entropy: Entropy): number {
  let count = 0;
  for (let phone = 0; phone < 100; phone += 1) {
    if (supported(spec, perturb(spec, field.kind === "set" ? [truth] : truth, entropy)).includes(0)) count += 1;
  }
  return count;
}
