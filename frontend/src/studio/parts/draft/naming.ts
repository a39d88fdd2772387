import type { Item } from "../../../api/types";
import { words } from "../../words/words";
import { isQuestion } from "./items";

/** "Question 3": what an item is, and its place among all items. */
export function placeOf(item: Item, number: number): string {
  return words.items.place[isQuestion(item) ? "question" : item.type](number);
}

const MOST = 48;

function short(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length > MOST ? `${line.slice(0, MOST).trimEnd()} …` : line;
}

/** "3 · Where do you work?": an item in a list to choose from. */
export function listed(items: readonly Item[], id: string, row: string | null = null): string {
  const index = items.findIndex((item) => item.id === id);
  const text = short(items[index]?.text ?? "") || words.items.untexted;
  return row === null ? `${index + 1} · ${text}` : `${index + 1} · ${text}: ${short(row)}`;
}
