import { levelOfRecord } from "../draw";
import { element } from "../element";
import { lotOfLevels } from "../naming";
import { fieldTitle } from "../record";
import type { Column, Definition, Field, Level } from "../version/definition";
import type { Voice } from "../voice";
import { spoken } from "./screen";

/** The draw of a record in facts: its number, which questions it sends, and what was answered and stays. */
export function drawRows(
  definition: Definition,
  level: Level,
  record: Uint8Array,
  staying: readonly Column[],
  voice: Voice,
): readonly (readonly [string, Node])[] {
  const { review } = voice.texts;
  const drawn = levelOfRecord(level, record);
  const titles = (fields: readonly Pick<Field, "of">[]): Node =>
    element("ul", {}, ...fields.map((field) => element("li", {}, spoken("span", fieldTitle(field, voice)))));
  const sent = drawn.fields.map(({ field }) => field);
  const own = staying.map((column) => ({ of: [column] }));
  return [
    ...lotOfLevels(definition, [drawn], voice).map(
      (lot) => [review.draw, element("div", {}, `${record[0]}: ${lot}`, titles(sent))] as const,
    ),
    ...(own.length === 0 ? [] : [[review.staying, titles(own)] as const]),
  ];
}
