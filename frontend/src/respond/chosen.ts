import { total } from "./version/decimal";
import type { Definition, Field, Level } from "./version/definition";

/** Which block a field is of, counted from 0: "b2.1" is of the second. */
export const blockOf = ({ id }: Field): number => Number.parseInt(id.slice(1), 10) - 1;

/**
 * The level of a report, as it is stated: the number of one, or a digit for each block.
 *
 * Blocks that are not everybody's stay at the most protective level: nothing chosen tells who was asked.
 */
export function statedLevel({ levels, choosers }: Definition, stated: string): Level | undefined {
  if (choosers === null) return levels.find(({ id }) => String(id) === stated);
  if (stated.length !== choosers.length || choosers.some((may, block) => !may && stated[block] !== "0")) return;
  const chosen = (field: Field): Level | undefined => levels[Number(stated[blockOf(field)])];
  const fields = levels[0].fields.map((part, index) => chosen(part.field)?.fields[index] ?? part);
  const millionths = total(fields, ({ epsilon }) => epsilon.millionths);
  return {
    id: stated,
    epsilon: { text: String(millionths / 1_000_000), millionths },
    recordBytes: total(fields, ({ bytes }) => bytes),
    fields,
    draws: [],
    draw: null,
  };
}
