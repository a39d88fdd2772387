import type { CountedHierarchy } from "../../../api/types";
import { lossAt, type Node, type Tree } from "./tree";

/** A node, and how many rows stand under it where that was counted. */
export interface Seen extends Node {
  rows?: number;
}

/** One level as it is shown. `named` is empty where nobody could read so many names. */
export interface Level {
  nodes: number;
  least: number;
  most: number;
  loss: number;
  named: readonly Seen[];
  /** What is known of the nodes: those without a row, and the fewest and most rows of the others. */
  rows?: { empty: number; fewest: number; most: number };
}

export function levelsOf(tree: Tree): Level[] {
  return tree.levels.map((named, level) => {
    const covered = named.map(({ covers }) => covers);
    return {
      nodes: named.length,
      least: Math.min(...covered),
      most: Math.max(...covered),
      loss: lossAt(tree, level),
      named,
    };
  });
}

export function countedLevels({ levels }: CountedHierarchy): Level[] {
  return levels.map(({ nodes, least_covered, most_covered, empty, fewest_rows, most_rows, loss, named }) => ({
    nodes,
    least: least_covered,
    most: most_covered,
    loss,
    named,
    rows: { empty, fewest: fewest_rows, most: most_rows },
  }));
}

/** How many values the tree is over: its last node covers them all. */
export const valuesOf = (levels: readonly Level[]): number => levels.at(-1)?.most ?? 0;

/** How high a box is filled: in each level the node of most rows is full, and one row is still seen. */
export function filled(rows: number | undefined, most: number, height: number): number {
  return rows === undefined || rows === 0 || most === 0 ? 0 : Math.max(1, (rows / most) * height);
}
