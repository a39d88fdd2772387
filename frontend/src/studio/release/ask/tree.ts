/** What is wrong with a hierarchy, to be put in words: a code and what it is about. */
export interface Flaw {
  flaw:
    | "empty"
    | "fewLevels"
    | "noSeparator"
    | "ragged"
    | "hole"
    | "top"
    | "twice"
    | "parents"
    | "names"
    | "widths"
    | "finer"
    | "multiple"
    | "cut"
    | "bottom"
    | "runs"
    | "lengths"
    | "mask"
    | "atOnce"
    | "day";
  about: readonly string[];
}

export const ALL = "*";

/** A line for each value: itself, what it becomes at each level, and `*`. */
export type Path = readonly string[];

export interface Node {
  name: string;
  /** How many values it stands for. */
  covers: number;
}

/** `levels[0]` are the values, the last is `*`; nodes of a level stand so that those of one parent are side by side. */
export interface Tree {
  levels: readonly (readonly Node[])[];
  values: readonly string[];
}

const flaw = (code: Flaw["flaw"], ...about: string[]): Flaw => ({ flaw: code, about });

export const isFlaw = (hierarchy: object): hierarchy is Flaw => "flaw" in hierarchy;

function holeIn(path: Path, levels: number): Flaw | undefined {
  const value = path[0] ?? "";
  if (path.length !== levels) return flaw("ragged", value);
  const hole = path.findIndex((name) => name.trim() === "");
  if (hole >= 0) return flaw("hole", value, String(hole));
  return path.at(-1) === ALL ? undefined : flaw("top", value);
}

function twice(paths: readonly Path[]): Flaw | undefined {
  const seen = new Set<string>();
  for (const [value = ""] of paths) {
    if (seen.has(value)) return flaw("twice", value);
    seen.add(value);
  }
  return undefined;
}

function twoParents(paths: readonly Path[], levels: number): Flaw | undefined {
  for (let level = 1; level < levels - 1; level += 1) {
    const parents = new Map<string, string>();
    for (const path of paths) {
      const [node = "", parent = ""] = path.slice(level, level + 2);
      const other = parents.get(node) ?? parent;
      if (other !== parent) return flaw("parents", node, other, parent);
      parents.set(node, parent);
    }
  }
  return undefined;
}

/** Whoever reads a released value must know what it covers without being told its level. */
function oneNameForTwoSets(paths: readonly Path[], levels: number): Flaw | undefined {
  const covers = new Map<string, string>();
  for (let level = 0; level < levels; level += 1) {
    const members = new Map<string, number[]>();
    for (const [index, path] of paths.entries()) {
      const name = path[level] ?? "";
      const known = members.get(name);
      if (known) known.push(index);
      else members.set(name, [index]);
    }
    for (const [name, places] of members) {
      const set = places.join(" ");
      if ((covers.get(name) ?? set) !== set) return flaw("names", name);
      covers.set(name, set);
    }
  }
  return undefined;
}

/** The paths in the order of their nodes from the top down, each node where it is met first. */
function sideBySide(paths: readonly Path[], levels: number): Path[] {
  const first = Array.from({ length: levels }, () => new Map<string, number>());
  for (const [index, path] of paths.entries()) {
    for (const [level, name] of path.entries()) if (!first[level]?.has(name)) first[level]?.set(name, index);
  }
  const met = (path: Path, level: number) => first[level]?.get(path[level] ?? "") ?? 0;
  return paths.toSorted((left, right) => {
    for (let level = levels - 1; level >= 0; level -= 1) {
      const apart = met(left, level) - met(right, level);
      if (apart !== 0) return apart;
    }
    return 0;
  });
}

function nodesAt(paths: readonly Path[], level: number): Node[] {
  const covers = new Map<string, number>();
  for (const path of paths) covers.set(path[level] ?? "", (covers.get(path[level] ?? "") ?? 0) + 1);
  return [...covers].map(([name, many]) => ({ name, covers: many }));
}

/** Refuses what the server refuses, for the same reasons. Levels below `*` that cover everything as well are left out. */
export function treeOf(paths: readonly Path[]): Tree | Flaw {
  const levels = paths[0]?.length ?? 0;
  if (paths.length === 0) return flaw("empty");
  if (levels < 2) return flaw("fewLevels");
  for (const path of paths) {
    const hole = holeIn(path, levels);
    if (hole) return hole;
  }
  const wrong = twice(paths) ?? twoParents(paths, levels) ?? oneNameForTwoSets(paths, levels);
  if (wrong) return wrong;
  const ordered = sideBySide(paths, levels);
  const all = Array.from({ length: levels }, (_, level) => nodesAt(ordered, level));
  const kept = all.filter((nodes, level) => level === 0 || level === levels - 1 || nodes.length > 1);
  return { levels: kept, values: ordered.map(([value = ""]) => value) };
}

/** The same with a branch of its own for each value that it does not list. */
export function withBranches(tree: Tree, values: readonly string[]): Tree {
  const listed = new Set(tree.values);
  const unlisted = values.filter((value) => !listed.has(value)).map((name) => ({ name, covers: 1 }));
  const top = tree.levels.length - 1;
  return {
    levels: tree.levels.map((nodes, level) =>
      level === top ? [{ name: ALL, covers: tree.values.length + unlisted.length }] : [...nodes, ...unlisted],
    ),
    values: [...tree.values, ...unlisted.map(({ name }) => name)],
  };
}

/** What a cell loses that is released at this level, from 0 to 1: the mean over the values. */
export function lossAt(tree: Tree, level: number): number {
  const most = tree.values.length - 1;
  const lost = (tree.levels[level] ?? []).reduce((sum, { covers }) => sum + covers * (covers - 1), 0);
  return most > 0 ? lost / (most * tree.values.length) : 0;
}
