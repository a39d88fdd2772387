import { type Item, isQuestion } from "../version/definition";
import { columnsOf } from "../version/domain";
import { type Condition, type Kind, parseExpression } from "../version/expression";
import { distinct, flag, list, oneOf, peek, record, refuse, text, whole } from "../version/reading";
import { ITEM_TYPES } from "./all";
import { parseId } from "./options";
import type { ItemReader, ItemType } from "./questionType";

/** The items of a survey in order; each condition may look at the questions before it. */
export function parseItems(value: unknown, note: ItemReader["note"]): readonly Item[] {
  const items: Item[] = [];
  let pageHides = false;
  list(value, "questions", 1, 100, (raw, at) => {
    const item = parseItem(raw, at, items, pageHides, note);
    if (item.beginsPage) pageHides = item.showIf !== null;
    items.push(item);
  });
  distinct(items, (item) => item.id, "questions");
  whole(items.filter(isQuestion).length, "number of questions", 1, 50);
  return items;
}

function parseItem(
  value: unknown,
  at: string,
  before: readonly Item[],
  pageHides: boolean,
  note: ItemReader["note"],
): Item {
  const slugs = ITEM_TYPES.map((type) => type.slug);
  const slug = oneOf(peek(value, "type"), `${at}.type`, slugs);
  const type = ITEM_TYPES[slugs.indexOf(slug)] as ItemType;
  const { beginsPage = false, needsTick = false } = type;
  const get = record(value, at, ["id", "type", "text", "help", "show_if", ...type.keys]);
  const name = parseId(get("id"), `${at}.id`);
  const showIf = parseCondition(get("show_if"), `${at}.show_if`, before);
  const base: Item = {
    id: name,
    ...{ type: slug, beginsPage, needsTick },
    text: note(`${name}.text`, text(get("text"), `${at}.text`, beginsPage ? 0 : 1, 500)),
    help: note(`${name}.help`, text(get("help"), `${at}.help`, 0, 500)),
    showIf,
    mayBeHidden: showIf !== null || (pageHides && !beginsPage),
    maySkip: type.keys.includes("may_skip") && flag(get("may_skip"), `${at}.may_skip`),
  };
  return type.parse(base, { get, at, note });
}

function parseCondition(value: unknown, at: string, before: readonly Item[]): Condition | null {
  if (value === "") return null;
  if (typeof value !== "string") refuse(at, "must be text");
  const kinds = kindsBefore(before);
  try {
    return parseExpression(value, (operand) => kinds.get(operand) ?? null);
  } catch (error) {
    if (error instanceof RangeError) refuse(at, error.message);
    throw error;
  }
}

/** What conditions may look at, once these items were passed. */
export function kindsBefore(before: readonly Item[]): ReadonlyMap<string, Kind> {
  const kinds = new Map<string, Kind>();
  for (const question of before.filter(isQuestion)) {
    for (const column of columnsOf(question)) kinds.set(column.key, question.kind);
  }
  return kinds;
}
