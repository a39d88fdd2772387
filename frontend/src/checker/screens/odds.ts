import { isNumberSpec } from "../../privacy/number";
import { oddsOf100 } from "../../privacy/odds";
import { element, more, pairs } from "../../respond/element";
import { levelName } from "../../respond/naming";
import { bestGuess } from "../../respond/odds";
import { fieldTitle } from "../../respond/record";
import { numberSentence } from "../../respond/screens/odds";
import { paragraph, section, spoken } from "../../respond/screens/screen";
import type { Level, LevelField, Survey } from "../../respond/version/definition";
import type { Voice } from "../../respond/voice";
import { inclusionOf } from "../trial";
import type { Words } from "../words/en";

/** The declared odds of each level, in consequences. */
export function oddsSection({ definition }: Survey, words: Words, voice: Voice): HTMLElement {
  const levels = definition.levels.map((level) => {
    const opened = more(levelName(definition, level, voice), ...ofLevel(level, words, voice));
    opened.open = level.id === 0;
    return opened;
  });
  return section(words.odds.heading, paragraph(words.odds.lead), ...levels);
}

function ofLevel(level: Level, words: Words, voice: Voice): readonly Node[] {
  const { texts } = voice;
  const rows = level.fields.map((part): [Node, Node] => [
    spoken("span", fieldTitle(part.field, voice)),
    element("div", {}, oddsOf(part, voice), ...shareOf(level, part, words)),
  ]);
  const expert = [
    `${texts.expert.report}: ${level.epsilon.text}`,
    ...level.fields.map((part) => texts.expert.field(part.field.id, part.epsilon.text, part.mechanism)),
  ];
  const lines = expert.map((line) => element("li", { lang: texts.language }, line));
  return [
    paragraph(words.odds.guess(texts.label.bound(bestGuess(level)))),
    pairs("said", rows),
    more(words.odds.expert, element("ul", {}, ...lines)),
  ];
}

/** How many phones send it, where some of the questions are sent. */
function shareOf(level: Level, part: LevelField, words: Words): readonly Node[] {
  if (level.draws.length === 0) return [];
  return [paragraph(words.odds.share(words.percent(inclusionOf(level, part))), "quiet")];
}

function oddsOf({ spec, field }: LevelField, { texts }: Voice): string {
  if (isNumberSpec(spec)) return numberSentence(spec, texts);
  const { whenTrue, whenFalse } = oddsOf100(spec);
  const [mine, other] = [texts.often(whenTrue), texts.often(whenFalse)];
  const { odds, oddsPair } = texts.questions;
  return (field.kind === "joint" ? oddsPair : odds)(spec.shape, mine, other);
}
