import type { ColumnLeakage, DeclaredColumn, Outlook } from "../../api/types";

/** Nearer to guessing than this says nothing. */
const NOTHING = 0.005;

/** What the attacks depend on: how a column is sealed does not, because every way was tried. */
export function attacked(columns: readonly DeclaredColumn[]): string {
  return JSON.stringify(columns.map(({ protection, description, unit, ...rest }) => rest));
}

export function chosenWay(found: ColumnLeakage, column: DeclaredColumn | undefined): Outlook | undefined {
  return found.ways.find(({ protection }) => protection === column?.protection) ?? found.ways[0];
}

export const gain = (way: Outlook): number => Math.max(0, way.recovered - way.guessed);

/** The column that would give most away beyond guessing, as it is sealed now; undefined if none does. */
export function worst(
  found: readonly ColumnLeakage[],
  columns: readonly DeclaredColumn[],
): { name: string; way: Outlook } | undefined {
  const chosen = found.flatMap((one) => {
    const way = chosenWay(
      one,
      columns.find(({ name }) => name === one.name),
    );
    return way && gain(way) > NOTHING ? [{ name: one.name, way }] : [];
  });
  return chosen.toSorted((one, other) => gain(other.way) - gain(one.way))[0];
}
