import type { Item, Option, Question } from "../version/definition";
import { NOT_ASKED, SKIP } from "../version/domain";
import { distinct, flag, line, list, matching, record, refuse } from "../version/reading";
import type { ItemReader } from "./questionType";

const MOST_OPTIONS = 1000;

const id = /^[a-z][a-z0-9_]{0,31}$/;

/** The id of an item or an option. */
export function parseId(value: unknown, at: string): string {
  const name = matching(value, at, id, "an id");
  if (name === SKIP || name === NOT_ASKED) refuse(at, "is a reserved id");
  return name;
}

/** What is chosen from, under one key of an item; `exclusive` where each says whether it stands alone. */
export function parseOptions(
  key: "options" | "rows",
  item: Item,
  { get, at, note }: ItemReader,
  least: number,
  most: number,
  exclusive = false,
): readonly Option[] {
  const parsed = list(get(key), `${at}.${key}`, least, most, (value, where): Option => {
    const read = record(value, where, ["id", "label", ...(exclusive ? ["exclusive"] : [])]);
    const name = parseId(read("id"), `${where}.id`);
    const label = note(`${item.id}.${key}.${name}`, line(read("label"), `${where}.label`, 1, 200));
    return { id: name, label, exclusive: exclusive && flag(read("exclusive"), `${where}.exclusive`) };
  });
  distinct(parsed, (option) => option.id, `${at}.${key}`);
  distinct(parsed, (option) => option.label.trim(), `${at}.${key}`);
  return parsed;
}

/** A question with options. */
export interface Choice extends Question {
  readonly options: readonly Option[];
}

/** What follows from the options of a question, whether it is answered with one of them or with a set. */
export function choiceOf(item: Item, options: readonly Option[], kind: "choice" | "set" = "choice"): Choice {
  const ids = options.map((option) => option.id);
  return {
    ...item,
    options,
    answers: ids,
    kind: { kind, ids },
    label: (answer, voice) => voice.say(`${item.id}.options.${answer}`),
  };
}

/** A question that is answered with one of its options, and may be answered together with another. */
export function parseChoice(item: Item, reader: ItemReader): Choice {
  return { ...choiceOf(item, parseOptions("options", item, reader, 2, MOST_OPTIONS)), isPairable: true };
}

/** A question that is answered with one of its options, which each device may show in an order of its own. */
export function parseShuffled(item: Item, reader: ItemReader): Choice {
  const choice = parseChoice(item, reader);
  return { ...choice, shuffle: flag(reader.get("shuffle"), `${reader.at}.shuffle`) };
}
