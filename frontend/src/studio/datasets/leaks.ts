import type { ColumnLeakage, DeclaredColumn, Outlook } from "../../api/types";

/** Nearer to guessing than this says nothing. */
const NOTHING = 0.005;

/** What the attacks depend on: how a column is sealed does not, because every way was tried. */
export function attacked(columns: readonly DeclaredColumn[]): string {
  return JSON.stringify(columns.map(({ protection, description, unit, ...rest }) => rest));
}

export function chosenWay(leakage: ColumnLeakage, column: DeclaredColumn | undefined): Outlook | undefined {
  return leakage.ways.find(({ protection }) => protection === column?.protection) ?? leakage.ways[0];
}

export const gain = (way: Outlook): number => Math.max(0, way.recovered - way.guessed);

/** The column that would give most away beyond guessing, as it is sealed now; undefined if none does. */
export function worst(
  leakages: readonly ColumnLeakage[],
  columns: readonly DeclaredColumn[],
): { name: string; way: Outlook } | undefined {
  const chosen = leakages.flatMap((leakage) => {
    const way = chosenWay(
      leakage,
      columns.find(({ name }) => name === leakage.name),
    );
    return way && gain(way) > NOTHING ? [{ name: leakage.name, way }] : [];
  });
  return chosen.toSorted((left, right) => gain(right.way) - gain(left.way))[0];
}
