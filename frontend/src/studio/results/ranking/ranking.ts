import type { QuestionResult } from "../../../api/types";
import { type Scale, scaleBetween } from "../../mark/scale";
import { type Estimate, estimateOf, overlaps, widest } from "../../numbers/interval";
import { meanFigures } from "../../parts/results/means";
import { substantive } from "../../parts/results/sentence";
import { words } from "../../words/words";

/** The rows of one ranking, in the order of the questionnaire. */
export type RankedRows = readonly [QuestionResult, ...QuestionResult[]];

const isRanked = ({ type }: QuestionResult): boolean => type === "ranking";

/** The rows of the ranking that begins with this result; none where it is no first row of one. */
export function rankingFrom(results: readonly QuestionResult[], index: number): RankedRows | null {
  const first = results[index];
  if (!first || !isRanked(first) || results[index - 1]?.question === first.question) return null;
  return [first, ...results.slice(index + 1).filter(({ question }) => question === first.question)];
}

export const labelOfRow = ({ row_label, row }: QuestionResult): string => row_label ?? row ?? "";

/** The mean rank of a row as a dot with its interval; none where too few ranked it. */
export function meanRankOf(result: QuestionResult): Estimate | null {
  const mean = result.estimates.mean_rank;
  if (!mean) return null;
  return estimateOf({ id: result.id, label: labelOfRow(result), share: mean.value, intervals: mean.intervals });
}

/** The title of a ranking: what stands first in the mean, where that can be told of all rows. */
export function rankingSentence(rows: RankedRows): string {
  const { first, open, early } = words.results.ranking;
  const means = rows.flatMap((row) => meanRankOf(row) ?? []);
  if (means.length < Math.max(rows.length, ranksOf(rows[0]).length)) return early; // there are as many ranks as rows
  const [best, ...others] = means.toSorted((left, right) => left.share - right.share);
  const mean = rows.find(({ id }) => id === best?.id)?.estimates.mean_rank;
  if (!best || !mean) return early;
  const second = others.find((other) => overlaps(best, other)); // of which the interval may be a wide one
  if (second) return open({ first: best.label, second: second.label });
  return first({ label: best.label, ...meanFigures(mean) });
}

/** The shares of the ranks of a row, without those who gave none. */
export const ranksOf = ({ estimates }: QuestionResult): readonly Estimate[] =>
  substantive(estimates.answers.map(estimateOf));

/** A scale of ranks: the first to the last, and as far as the intervals reach, at most one rank beyond. */
export function scaleOfRanks(rows: RankedRows): Scale {
  const last = ranksOf(rows[0]).length;
  const ends = rows.flatMap((row) => meanRankOf(row) ?? []).flatMap((mean) => [widest(mean).low, widest(mean).high]);
  return scaleBetween([1, last, ...ends.map((end) => Math.min(Math.max(end, 0), last + 1))]);
}
