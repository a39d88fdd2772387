import type { OneRelease, ReleaseFinding, ReleaseReport } from "../../../api/types";
import { percent } from "../../numbers/format";
import { words } from "../../words/words";

/** A share before and after: `before` is undefined where the reader is not told of the rows as they were. */
export interface Moved {
  readonly id: string;
  readonly label: string;
  readonly after: number;
  readonly before: number | undefined;
}

const isRound = (share: number, decimals: number): boolean =>
  Math.abs(Number(percentOf(share, decimals)) - 100 * share) < 1e-9;
const percentOf = (share: number, decimals: number): string => (100 * share).toFixed(decimals);

/** A share with as few decimals as tell it from nothing: 0.2 -> "20 %", 0.0421 -> "4.2 %", 0.0004 -> "0.04 %". */
export function shareText(share: number): string {
  if (isRound(share, 0)) return percent(share);
  return percent(share, share >= 0.01 ? 1 : 2);
}

/** Never less than it is: what is said of a risk at most. 1/7 -> "14.3 %" */
export function atMostText(share: number): string {
  if (isRound(share, 0)) return percent(share);
  return percent(Math.ceil(share * 1000 - 1e-6) / 1000, 1);
}

/** The report of who has all of the table: the figures are counted over all columns. */
export type Counted = ReleaseReport & { readonly [part in "risk" | "utility"]: NonNullable<ReleaseReport[part]> };

export const isCounted = (report: ReleaseReport): report is Counted => report.risk !== null && report.utility !== null;

type Risk = NonNullable<ReleaseReport["risk" | "before"]>;

/** What a risk says, in the order of the page. Those alone are a share of all rows. */
function sharesOf(risk: Risk, rows: number | null): Readonly<Record<"greatest" | "mean" | "above" | "unique", number>> {
  return {
    greatest: risk.prosecutor_max,
    mean: risk.prosecutor_mean,
    above: risk.share_above_threshold,
    unique: rows ? risk.uniques / rows : 0,
  };
}

/** The picture of risk: each measure as it is, beside what it was. */
export function risks({ risk, before, rows }: Counted): Moved[] {
  const { risks: text } = words.release;
  const [after, was] = [sharesOf(risk, rows), before && sharesOf(before, rows)];
  const moved = (id: keyof typeof after, label: string) => ({ id, label, after: after[id], before: was?.[id] });
  return [
    moved("greatest", text.greatest),
    moved("mean", text.mean),
    moved("above", text.above(shareText(risk.threshold))),
    moved("unique", text.unique),
  ];
}

/** How often whoever knows the class guesses a sensitive value, beside how often without the release. */
export function guesses({ risk }: Counted): Moved[] {
  return risk.sensitive.map(({ column, guess_after, guess_before }) => ({
    id: column,
    label: column,
    after: guess_after,
    before: guess_before,
  }));
}

/** The sensitive column of which most is told beyond what everybody knows. */
export function mostTold({ risk }: Counted): Counted["risk"]["sensitive"][number] | undefined {
  return risk.sensitive.toSorted((left, right) => right.greatest_gain - left.greatest_gain)[0];
}

/** Those that do not hold stand first: they are why somebody looks. */
export function inOrder(findings: readonly ReleaseFinding[]): ReleaseFinding[] {
  const rank = { fails: 0, "not checked": 1, holds: 2 };
  return findings.toSorted((left, right) => rank[left.outcome] - rank[right.outcome]);
}

export const failing = (findings: readonly ReleaseFinding[]): ReleaseFinding[] =>
  findings.filter(({ outcome }) => outcome !== "holds");

/** A title answers. */
export const titleOf = ({ state, title }: OneRelease): string => words.release.titles[state](title);

/** States in which there is a report to read; before and after them there is none. */
const REPORTED: readonly OneRelease["state"][] = ["blocked", "waiting", "released"];
export const hasReport = ({ state }: Pick<OneRelease, "state">): boolean => REPORTED.includes(state);

/** A sentence of the server in the reader's language, and whether it could be said in it. */
export function notPromised(sentence: string): { text: string; translated: boolean } {
  const text = words.release.notPromisedSaid[sentence] ?? words.handed.notPromisedSaid[sentence];
  return text === undefined ? { text: sentence, translated: false } : { text, translated: true };
}
