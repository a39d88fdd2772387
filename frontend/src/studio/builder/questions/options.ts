import type { Option } from "../../../api/types";
import { freshId } from "../../parts/draft/items";

export const MOST_CHARACTERS = 200;

/** The lines of a pasted text that can become labels. */
export function labelsIn(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/\t/g, " ").trim());
  return lines.filter((line) => line !== "").map((line) => line.slice(0, MOST_CHARACTERS));
}

export function withOption<One extends Option>(
  options: readonly One[],
  prefix: string,
  fresh: (option: Option) => One,
): One[] {
  return [...options, fresh({ id: freshId(prefix, options), label: "" })];
}

/** The first label replaces the one it was pasted into, the others follow it; empty entries below make room. */
export function withPasted<One extends Option>(
  options: readonly One[],
  index: number,
  [first = "", ...others]: readonly string[],
  { prefix, most, fresh }: { prefix: string; most: number; fresh: (option: Option) => One },
): One[] {
  const before = options
    .slice(0, index + 1)
    .map((option, slot) => (slot === index ? { ...option, label: first } : option));
  const after = options.slice(index + 1).filter((option) => option.label.trim() !== "");
  const taken = [...options];
  const added = others.map((label) => {
    const option = fresh({ id: freshId(prefix, taken), label });
    taken.push(option);
    return option;
  });
  return [...before, ...added, ...after].slice(0, most);
}
