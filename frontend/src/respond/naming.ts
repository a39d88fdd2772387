import type { Definition, Level } from "./definition";
import type { Voice } from "./voice";

/** What a level is called, by its place among the levels; of one made of several, what each is called. */
export function levelName({ levels }: Pick<Definition, "levels">, level: Level, { texts }: Voice): string {
  const names = texts.levels[levels.length - 1] ?? [];
  return Array.from(String(level.id), (digit) => names[Number(digit)]).join(", ");
}
