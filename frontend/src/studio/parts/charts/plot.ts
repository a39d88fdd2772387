/** A logarithmic axis: equal steps are equal ratios. */
export interface LogAxis {
  low: number;
  high: number;
  ticks: number[];
}

const ROUND = [1, 2, 5];

/** Holds all numbers, with round ticks 1, 2, 5 of each power of ten; a number that is 0 has no place on it. */
export function axisOver(numbers: readonly number[]): LogAxis {
  const some = numbers.filter((number) => number > 0 && Number.isFinite(number));
  const least = Math.min(...some) / 1.08;
  const most = Math.max(...some) * 1.08;
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(least)); power <= Math.ceil(Math.log10(most)); power += 1) {
    for (const digit of ROUND) ticks.push(digit * 10 ** power);
  }
  const inside = ticks.filter((tick) => tick >= least && tick <= most);
  return { low: least, high: most, ticks: inside };
}

/** The place of a number in percent of the axis; half way for an axis of one number. */
export function place(axis: Pick<LogAxis, "low" | "high">, number: number): number {
  if (axis.low === axis.high) return 50;
  return (100 * Math.log(number / axis.low)) / Math.log(axis.high / axis.low);
}

/** The same with room before the first dot; the last stands at the edge, where its name is. */
const ACROSS = { from: 4, to: 100 };
export function across(axis: Pick<LogAxis, "low" | "high">, number: number): number {
  return ACROSS.from + ((ACROSS.to - ACROSS.from) * place(axis, number)) / 100;
}

/** Those labels of an axis that have room, the ends first. */
export function withRoom(places: readonly number[], room: number): Set<number> {
  const order = [0, places.length - 1, ...places.keys()];
  const kept = new Set<number>();
  for (const index of order) {
    const here = places[index];
    const free = [...kept].every((other) => Math.abs((places[other] ?? 0) - (here ?? 0)) >= room);
    if (here !== undefined && free) kept.add(index);
  }
  return kept;
}

/** Pushes labels apart so that each has its room: as near to its line as can be, in the order of the lines, inside 0..100. */
export function apart(wanted: readonly number[], room: number): number[] {
  const order = [...wanted.keys()].toSorted((left, right) => (wanted[left] ?? 0) - (wanted[right] ?? 0));
  const placed = [...wanted];
  let last = Number.NEGATIVE_INFINITY;
  for (const index of order) {
    last = Math.max(wanted[index] ?? 0, last + room);
    placed[index] = last;
  }
  let next = 100 + room;
  for (const index of order.toReversed()) {
    next = Math.min(placed[index] ?? 0, next - room);
    placed[index] = next;
  }
  return placed;
}
