import type { Entropy } from "../../privacy/entropy";
import type { Answer } from "../../privacy/perturb";
import { button, element, more } from "../../respond/element";
import { levelName } from "../../respond/naming";
import { fieldTitle } from "../../respond/record";
import { buttons, inLanguage, paragraph, section } from "../../respond/screens/screen";
import type { Level, LevelField, Survey } from "../../respond/version/definition";
import type { Voice } from "../../respond/voice";
import { choiceField, outcome, put, verdict } from "../fields";
import { interval } from "../picture";
import { positionLabel } from "../position";
import { type Cell, DRAWS, fits, isCounted, tryOut, unseenPoints, worthShowing } from "../trial";
import type { Words } from "../words/en";
import { lotsPart } from "./lots";

/** Choose a question, a level and an answer, and let the twin draw. */
export function drawSection(survey: Survey, words: Words, voice: Voice, entropy: Entropy): HTMLElement {
  const { levels } = survey.definition;
  const offered = levels[0].fields.filter(({ spec }) => isCounted(spec));
  const notes = offered.length < levels[0].fields.length ? [paragraph(words.draw.numbers)] : [];
  const [firstPart] = offered;
  if (firstPart === undefined) return section(words.draw.heading, ...notes);
  let [level, field, answer]: [Level, LevelField["field"], Answer] = [levels[0], firstPart.field, 0];
  const shown = outcome();
  const answers = element("div");
  const partNow = (): LevelField => level.fields.find((part) => part.field.id === field.id) ?? firstPart;
  const offerAnswers = (): void => {
    const choices = answersOf(field, words, voice);
    answer = choices[0]?.answer ?? 0;
    const pick = (place: number): void => {
      answer = choices[place]?.answer ?? 0;
    };
    const list = choices.map(({ label }) => element("option", {}, label));
    put(answers, choiceField("draw-answer", words.draw.answer, list, 0, pick));
  };
  offerAnswers();
  const questions = offered.map((part) => {
    const title = fieldTitle(part.field, voice);
    return element("option", inLanguage(title.language), title.text);
  });
  const names = levels.map((each) => element("option", {}, levelName(survey.definition, each, voice)));
  return section(
    words.draw.heading,
    paragraph(words.draw.lead),
    ...notes,
    choiceField("draw-question", words.draw.question, questions, 0, (place) => {
      field = offered[place]?.field ?? field;
      offerAnswers();
    }),
    choiceField("draw-level", words.draw.level, names, 0, (place) => {
      level = levels[place] ?? level;
    }),
    answers,
    buttons(
      button(words.draw.press, "main", () => {
        const part = partNow();
        put(shown, ...drawn(part, tryOut(level, part, answer, entropy), words, voice));
      }),
    ),
    shown,
    ...lotsPart(survey, () => level, words, voice, entropy),
  );
}

interface Offered {
  readonly label: string;
  readonly answer: Answer;
}

/** Every answer alone; of a question that takes several, also as many together as may be. */
function answersOf(field: LevelField["field"], words: Words, voice: Voice): readonly Offered[] {
  const label = (position: number): string => positionLabel(field, position, voice);
  const question = field.of[0]?.question;
  if (question?.estimate) {
    const { low, high } = question.estimate;
    return [low, high, []].map((answer, position) => ({ label: label(position), answer }));
  }
  const alone = Array.from({ length: field.answers }, (_, position) => position);
  if (field.kind !== "set") return alone.map((position) => ({ label: label(position), answer: position }));
  const together = alone
    .filter((position) => question?.options?.[position]?.exclusive === false)
    .slice(0, field.largest);
  const single = alone.map((position) => ({ label: label(position), answer: [position] }));
  return together.length < 2
    ? single
    : [...single, { label: words.draw.several(together.map(label)), answer: together }];
}

/** What was drawn, beside what was declared. */
export function drawn({ field }: LevelField, cells: readonly Cell[], words: Words, voice: Voice): readonly Node[] {
  const rows = worthShowing(cells).map((cell) => ({ cell, label: positionLabel(field, cell.position, voice) }));
  const mine = cells.find((cell) => cell.mine) ?? cells[0];
  return [...verdictOn(cells, mine, words), ...pictureOf(rows, cells.length - rows.length, words)];
}

function verdictOn(cells: readonly Cell[], mine: Cell | undefined, { draw }: Words): readonly Node[] {
  const wrong = cells.filter((cell) => !fits(cell)).length;
  if (wrong > 0) return [verdict(false, draw.differs(wrong, cells.length)), paragraph(draw.differsMeans)];
  const points = mine === undefined ? "" : Math.ceil(unseenPoints(mine)).toFixed(0);
  return [verdict(true, draw.fits(cells.length)), paragraph(draw.fitsMeans(points))];
}

interface Row {
  readonly cell: Cell;
  readonly label: string;
}

export function pictureOf(rows: readonly Row[], hidden: number, words: Words): readonly Node[] {
  const { draw } = words;
  const items = rows.map(({ cell, label }) => {
    const { least, most } = cell.bounds;
    const text = draw.row(
      words.number(cell.drawn),
      words.percent(cell.declared),
      words.number(least),
      words.number(most),
    );
    const wrong = fits(cell) ? [] : [paragraph(draw.wrong, "fault")];
    return element(
      "li",
      {},
      element("strong", {}, label),
      element("div", { dir: "ltr" }, interval(cell)),
      paragraph(text, "quiet"),
      ...wrong,
    );
  });
  return [
    paragraph(draw.picture, "quiet"),
    element("ul", { class: "drawn" }, ...items),
    ...(hidden > 0 ? [paragraph(draw.hidden(hidden), "quiet")] : []),
    more(draw.table, tableOf(rows, words)),
    paragraph(draw.error, "quiet"),
  ];
}

function tableOf(rows: readonly Row[], words: Words): HTMLElement {
  const head = words.draw.columns.map((name) => element("th", { scope: "col" }, name));
  const body = rows.map(({ cell, label }) => {
    const values = [DRAWS * cell.declared, cell.bounds.least, cell.drawn, cell.bounds.most];
    const cells = values.map((value) => element("td", {}, words.number(Math.round(value))));
    return element("tr", {}, element("th", { scope: "row" }, label), ...cells);
  });
  return element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...body));
}
