import { sizesOf } from "./draw";
import type { Definition, Level } from "./version/definition";
import type { Voice } from "./voice";

/** What a level is called, by its place among the levels; of one made of several, what each is called. */
export function levelName({ levels }: Pick<Definition, "levels">, level: Level, { texts }: Voice): string {
  const names = texts.levels[levels.length - 1] ?? [];
  return Array.from(String(level.id), (digit) => names[Number(digit)]).join(", ");
}

/** How many of the questions are sent at these levels, in words; nothing where all are. */
export function lotOfLevels({ columns }: Definition, levels: readonly Level[], { texts }: Voice): readonly string[] {
  if (levels.some(({ draws }) => draws.length === 0)) return [];
  const [least, most] = sizesOf(levels).map(String) as [string, string];
  return [texts.lot(least === most ? least : texts.fields.between(least, most), String(columns.length))];
}
