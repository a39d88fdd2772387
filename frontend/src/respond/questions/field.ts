import { isNumberSpec } from "../../privacy/number";
import { oddsOf100 } from "../../privacy/odds";
import { blockOf } from "../chosen";
import { dropdown, element } from "../element";
import { givenLabel } from "../labels";
import { levelName } from "../naming";
import type { Orders } from "../order";
import { numberSentence } from "../screens/odds";
import { inLanguage, paragraph } from "../screens/screen";
import type { AnswerSheet } from "../sheet";
import type { Column, Definition, Item, LevelField, Question } from "../version/definition";
import { isPiped, piped } from "../version/piping";
import type { Voice } from "../voice";

/** What is wrong on a page, and how to get there. */
export interface Fault {
  readonly text: string;
  readonly about: string;
  readonly lead: () => void;
}

/** An item as it is shown. */
export interface Field {
  readonly item: Item;
  readonly node: HTMLElement;
  /** What keeps a person from going on; shown beside the field too. */
  readonly faults: () => readonly Fault[];
}

/** Where a field stands, and what it may ask. */
export interface Surroundings {
  readonly definition: Definition;
  readonly sheet: AnswerSheet;
  readonly orders: Orders;
  readonly voice: Voice;
  /** Called after every answer: what is shown, and what is said, may hang on it. */
  readonly changed: () => void;
  /** Texts that repeat an answer, to be written anew after every answer. */
  readonly live: (() => void)[];
}

type Tag = "span" | "p" | "h2" | "legend" | "option";

/** A text of the survey in its language, with the answers it repeats. */
export function saying<K extends Tag>(around: Surroundings, name: K, path: string): HTMLElementTagNameMap[K] {
  const { text, language } = around.voice.say(path);
  const node = element(name, inLanguage(language));
  const write = (): void => {
    node.textContent = repeated(text, around);
  };
  if (isPiped(text)) around.live.push(write);
  write();
  return node;
}

/** The same as text alone. */
export function textOf(around: Surroundings, path: string): string {
  return repeated(around.voice.say(path).text, around);
}

function repeated(text: string, { definition, sheet, voice }: Surroundings): string {
  if (!isPiped(text)) return text;
  const shown = sheet.shown();
  return piped(text, (key) => {
    const column = definition.columns.find((each) => each.key === key);
    if (column === undefined) return "…";
    return givenLabel(column, shown.has(column.question.id) ? sheet.answer(key) : undefined, voice);
  });
}

/** What an item adds to its text, where it does. */
export function helpOf({ id }: Item, around: Surroundings): readonly HTMLElement[] {
  return around.voice.say(`${id}.help`).text === "" ? [] : [saying(around, "p", `${id}.help`)];
}

/** Help, odds, and whether an answer is needed; `more` are notes of one type. Above them, the level where it is chosen. */
export function notesOf(question: Question, around: Surroundings, more: readonly Node[] = []): HTMLElement {
  const { sheet, live, voice } = around;
  const { texts } = voice;
  const part = (): LevelField | undefined =>
    sheet.level.fields.find(({ field }) => field.of.some((column) => column.question === question));
  const sent = part();
  const odds = paragraph("", "quiet");
  live.push(() => {
    const now = part();
    odds.textContent = now === undefined ? staysLine(question, around) : oddsLine(now, voice);
  });
  return element(
    "div",
    { class: "notes" },
    ...(sent === undefined ? [] : levelMenu(blockOf(sent.field), around)),
    element(
      "div",
      { id: `${question.id}-notes` },
      ...helpOf(question, around),
      ...more,
      odds,
      ...(question.maySkip ? [] : [paragraph(texts.questions.needed, "quiet")]),
    ),
  );
}

/** Why a question is asked that is not sent. */
export function staysLine(question: Question, { sheet, voice }: Surroundings): string {
  const { staying, deciding } = sheet.lot;
  const decides = staying.some((each) => each.question === question && deciding.has(each.key));
  return decides ? voice.texts.questions.stays : voice.texts.review.staying;
}

/** Open until an answer is touched. Both questions of a pair show the same. */
function levelMenu(block: number, around: Surroundings): Node[] {
  const { definition, sheet, voice, live, changed } = around;
  if (!definition.choosers?.[block]) return [];
  const names = definition.levels.map((level) => element("option", {}, levelName(definition, level, voice)));
  const menu = dropdown(names, 0, (place) => {
    sheet.choose(block, place);
    changed();
  });
  live.push(() => {
    const { place, open } = sheet.levelOf(block);
    menu.selectedIndex = place;
    menu.disabled = !open;
  });
  return [element("p", {}, element("label", {}, `${voice.texts.level.choice} `, menu))];
}

function oddsLine({ spec, field }: LevelField, { texts }: Voice): string {
  if (isNumberSpec(spec)) return numberSentence(spec, texts);
  const { whenTrue, whenFalse } = oddsOf100(spec);
  const [mine, other] = [texts.often(whenTrue), texts.often(whenFalse)];
  const { odds, oddsPair } = texts.questions;
  return (field.kind === "joint" ? oddsPair : odds)(spec.shape, mine, other);
}

/** The line beside a field that says what is wrong with it. */
export function faultLine(id: string): { readonly node: HTMLElement; readonly tell: (text: string) => void } {
  const node = element("p", { id: `${id}-fault`, class: "fault" });
  node.hidden = true;
  return {
    node,
    tell: (text) => {
      node.textContent = text;
      node.hidden = text === "";
    },
  };
}

/** One fault of a question, told beside it; none clears what was told. */
export function oneFault(
  line: { tell: (text: string) => void },
  around: Surroundings,
  { id }: Question,
  text: string,
  lead: () => void,
): readonly Fault[] {
  line.tell(text);
  return text === "" ? [] : [{ text, about: textOf(around, `${id}.text`), lead }];
}

/** What a question with one answer asks. */
export function onlyColumn(definition: Definition, question: Question): Column {
  const column = definition.columns.find((each) => each.question === question);
  if (column === undefined) throw new Error(`${question.id} is missing`);
  return column;
}
