import type { Collecting, QuestionResult, Shown } from "../../../api/types";
import { count, decimalsFor, percent, points } from "../../numbers/format";
import { type Estimate, halfWidth, NOT_ASKED, overlaps, SKIP } from "../../numbers/interval";
import { words } from "../../words/words";

export function inWords(estimate: Estimate): { share: string; giveOrTake: string } {
  const half = halfWidth(estimate);
  const decimals = decimalsFor(half);
  return { share: percent(estimate.share, decimals), giveOrTake: points(half, decimals) };
}

/** What people said, without those who said nothing: who skipped, and who was not asked. */
export function substantive(estimates: readonly Estimate[]): Estimate[] {
  return estimates.filter(({ id }) => id !== SKIP && id !== NOT_ASKED);
}

function largestFirst(estimates: readonly Estimate[]): Estimate[] {
  return substantive(estimates).toSorted((left, right) => right.share - left.share);
}

function yesOf(estimates: readonly Estimate[]): Estimate | undefined {
  const given = substantive(estimates);
  return given.length === 2 ? given.find((estimate) => estimate.id === "yes") : undefined;
}

/** The answer a question is summed up by: Yes of a yes/no question, else the most frequent one. */
export function leader(estimates: readonly Estimate[]): Estimate | undefined {
  return yesOf(estimates) ?? largestFirst(estimates)[0];
}

/** A half-width from which an estimate says less than its title would. */
const TOO_WIDE = 0.25;

/** The title of a question's result: its answer as a sentence. */
export function answerSentence(estimates: readonly Estimate[]): string {
  const yes = yesOf(estimates);
  if (yes) {
    const { label } = yes;
    return halfWidth(yes) >= TOO_WIDE ? words.results.tooEarly(label) : words.results.says({ label, ...inWords(yes) });
  }
  const [first, ...others] = largestFirst(estimates);
  if (!first) return words.results.nothing;
  if (halfWidth(first) >= TOO_WIDE) return words.results.tooEarlyToLead;
  const [second, ...more] = others.filter((other) => overlaps(first, other));
  if (more.length > 0) return words.results.noLead({ label: first.label, ...inWords(first) });
  if (second) return words.results.openLead({ first: first.label, second: second.label, ...inWords(first) });
  return words.results.leads({ label: first.label, ...inWords(first) });
}

/** What was asked; of a row of a matrix with the row. */
export function askedIn({ text, row_label }: { text: string; row_label: string | null }): string {
  return row_label === null ? text : `${text} (${row_label})`;
}

/** A chance as a number of times of a hundred; never 0 or 100, which would claim certainty. */
export function timesOfHundred(chance: number): string {
  if (chance < 0.01) return words.results.fewerThanOne;
  return chance > 0.99 ? words.results.moreThan99 : String(Math.round(chance * 100));
}

/** Where each question has reports of its own: what this one leaves out. Elsewhere the head of the page says it once. */
export function leftOutSentence({
  left_out = 0,
  unrepresented = 0,
}: Pick<QuestionResult, "left_out" | "unrepresented">): string {
  const reports = left_out > 0 ? [words.results.leftOutHere(count(left_out))] : [];
  const people = unrepresented >= 0.01 ? [words.sending.unrepresented(percent(unrepresented))] : [];
  return [...reports, ...people].join(words.between);
}

const UNEVEN = 0.01;
const DOUBTFUL = 0.001; // of honest surveys so many would be doubted

type Drawn = Pick<Shown, "draws" | "questions" | "numbers" | "numbers_or_skipped" | "unshown">;

/** Whether the questions were sent as often as the lots say; empty until the survey is over. */
export function drawsSentence({
  draws,
  questions,
  numbers = [],
  numbers_or_skipped = [],
  unshown = [],
}: Drawn): string {
  const text = words.sending;
  if (!draws) return "";
  if (draws.chance >= UNEVEN) return text.drawsAlike(timesOfHundred(draws.chance));
  if (draws.chance >= DOUBTFUL) return text.drawsUneven;
  const { furthest } = draws;
  if (!furthest) return text.drawsOffSomewhere;
  const inUnits = [...numbers, ...numbers_or_skipped].map((number) => ({ ...number, row_label: null }));
  const texts = furthest.questions.map((id) => {
    const result = [...questions, ...inUnits, ...unshown].find((each) => each.id === id);
    return text.quoted(result ? askedIn(result) : id);
  });
  return text.drawsOff(texts.join(text.and), count(furthest.reports), count(Math.round(furthest.expected)));
}

/** Where each phone sent some of the questions: how many sent this one, and what their answers are worth. */
export function sentSentence(
  shown: Pick<Shown, "sends" | "reports">,
  { guarantee, worth }: Pick<QuestionResult, "guarantee"> & { worth?: number },
): string {
  if (shown.sends === "all") return "";
  const [reports, people] = [count(guarantee.n), count(shown.reports)];
  const { sentBy, sentByWorth } = words.sending;
  return worth === undefined ? sentBy(reports, people) : sentByWorth(reports, people, count(worth));
}

/** The questions of which too few reports are left at every level. */
export function unshownSentence({ unshown = [] }: Pick<Shown, "unshown">): string {
  return unshown.length > 0 ? words.results.unshown(unshown.map(askedIn).join("; ")) : "";
}

/** Why there are no results yet, or will be none; a version that began before levels of few were held back may say so while it is open. */
export function whyWaiting({ left_out, reports, shown_from, batch_least, version, sends }: Collecting): string {
  if (left_out > 0 && version.state === "closed") return words.results.nothingLeftText(count(left_out), shown_from);
  if (left_out > 0 && reports === 0) return words.results.leftSoFar(count(left_out), shown_from);
  if (batch_least === 1) return words.results.collectingText(shown_from);
  if (sends === "some") return words.sending.collecting(2 * shown_from, shown_from);
  return words.results.collectingInSteps(2 * batch_least, batch_least, shown_from);
}

/** How far so many made-up reports can push a share, in percentage points, either way. */
export function furthest(result: Pick<QuestionResult, "made_up">, reports: string): string {
  const push = result.made_up.find((each) => each.reports === reports);
  const most = push ? Math.max(push.up, push.down) : 0;
  return points(most, most < 0.1 ? 1 : 0);
}
