import type { Estimate } from "../numbers/interval";
import figures from "./figures.json";

/** Who makes rows, as figures.json, which `scripts/reproduce canary-audit` writes, names them. */
export const MAKERS = ["real", "coded", "described", "ours"] as const;
type Maker = (typeof MAKERS)[number];

/** Lower bounds of epsilon, one for each of `audit.runs`. */
export interface Line {
  maker: Maker;
  at: readonly number[];
}

/** Normal quantiles: a share of ten repetitions with its standard error. */
const WIDEST_FIRST = [
  ["95", 1.96],
  ["80", 1.2816],
  ["50", 0.6745],
] as const;

function known(name: string): Maker {
  const maker = MAKERS.find((each) => each === name);
  if (maker === undefined) throw new Error(`the lesson has no words for rows of ${name}`);
  return maker;
}

export const audit = {
  epsilon: figures.epsilon,
  error: figures.error,
  runs: figures.runs,
  lines: figures.shown.map(({ maker, at }): Line => ({ maker: known(maker), at })),
  people: figures.people,
  right: figures.right.map(({ maker, ...guess }) => ({ ...guess, maker: known(maker) })),
  copied: figures.copied.map(({ maker, people }) => ({ maker: known(maker), people })),
  rows: figures.rows.map(({ real, made: synthetic }) => ({ real: pair(real), synthetic: pair(synthetic) })),
};

function pair(numbers: readonly number[]): readonly [first: number, last: number] {
  const [first, last, ...more] = numbers;
  if (first === undefined || last === undefined || more.length > 0)
    throw new Error("a row of the lesson has 2 numbers");
  return [first, last];
}

export function rightOf(maker: Maker): number {
  return audit.right.find((guess) => guess.maker === maker)?.share ?? Number.NaN;
}

export function copiedBy(maker: Maker): number {
  return audit.copied.find((copy) => copy.maker === maker)?.people ?? Number.NaN;
}

export function estimateOf({ maker, share, error }: (typeof audit.right)[number], label: string): Estimate {
  const bands = WIDEST_FIRST.map(([confidence, times]) => ({
    confidence,
    low: share - times * error,
    high: share + times * error,
  }));
  return { id: maker, label, share, bands };
}

/** The most that was shown of the published algorithm. */
export const mostShown = (): number => Math.max(...audit.lines.flatMap(({ at }) => at));
