import type { KnownSharesToSend, QuestionResult, WeightedQuestion, WeightedResults } from "../../../api/types";
import { percent } from "../../numbers/format";
import { labelOf, NOT_ASKED, SKIP } from "../../numbers/interval";
import { PAIRABLE } from "../../parts/draft/pairable";
import { words } from "../../words/words";

/** What was written beside each answer of a question whose shares are known, in percent; empty for the rest. */
export interface Margin {
  readonly question: string;
  readonly percents: Readonly<Record<string, string>>;
}

const ROUNDING = 0.1 + 1e-9; // points by which written shares may miss 100: they are rounded

/** The answers that have a share of everybody: all but those of people who gave none. */
export function realAnswers(question: QuestionResult) {
  return question.estimates.answers.filter(({ id }) => id !== SKIP && id !== NOT_ASKED);
}

/** The questions whose known shares can weight others: one answer a person, of a type that stands in planned pairs. */
export function weightingQuestions(questions: readonly QuestionResult[]): QuestionResult[] {
  return questions.filter(({ kind, type }) => kind === "one" && PAIRABLE.has(type));
}

/** The labels of the answers of each margin: two questions may have answers of one id. */
export type AnswerLabels = ReadonlyMap<string, ReadonlyMap<string, string>>;

export function answerLabels(margins: WeightedResults["margins"]): AnswerLabels {
  return new Map(
    margins.map(({ id, answers }) => [id, new Map(answers.map((answer) => [answer.id, labelOf(answer)]))]),
  );
}

export function labelAt(labels: AnswerLabels, { margin }: Pick<WeightedQuestion, "margin">, answer: string): string {
  return labels.get(margin ?? "")?.get(answer) ?? answer;
}

function numberIn(text: string): number | undefined {
  const value = Number(text.trim().replace(",", ".").replace("%", ""));
  return Number.isFinite(value) && value >= 0 && value <= 100 ? value : undefined;
}

/** The shares that were written, as shares of 1, with the rest for the answer left empty; or what is wrong. */
export function sharesIn(
  margin: Margin,
  answers: readonly string[],
): { shares: Readonly<Record<string, number>>; rest: string | undefined } | { fault: string } {
  const { faults } = words.weighting;
  const empty = answers.filter((answer) => (margin.percents[answer] ?? "").trim() === "");
  const written = answers.filter((answer) => !empty.includes(answer));
  const shares = new Map(written.map((answer) => [answer, numberIn(margin.percents[answer] ?? "")]));
  const numbers = [...shares.values()].filter((share) => share !== undefined);
  if (numbers.length < written.length) return { fault: faults.number };
  if (empty.length > 1) return { fault: faults.missing };
  const total = numbers.reduce((sum, share) => sum + share, 0);
  const [rest] = empty;
  if (total > 100 + ROUNDING) return { fault: faults.over(percent(total / 100, 1)) };
  if (rest === undefined && Math.abs(total - 100) > ROUNDING) return { fault: faults.total(percent(total / 100, 1)) };
  const whole = rest === undefined ? total : Math.max(total, 100);
  const entries = answers.map((answer) => {
    const share = answer === rest ? Math.max(100 - total, 0) : (shares.get(answer) ?? 0);
    return [answer, share / whole] as const;
  });
  return { shares: Object.fromEntries(entries), rest };
}

/** What is sent of the margins; undefined while one of them is not whole. */
export function knownOf(
  margins: readonly Margin[],
  questions: readonly QuestionResult[],
): KnownSharesToSend | undefined {
  const each = margins.map((margin) => {
    const question = questions.find(({ id }) => id === margin.question);
    const outcome =
      question &&
      sharesIn(
        margin,
        realAnswers(question).map(({ id }) => id),
      );
    if (!outcome || "fault" in outcome) return undefined;
    const answers = Object.entries(outcome.shares).map(([answer, share]) => ({ answer, share }));
    return { question: margin.question, answers };
  });
  const whole = each.filter((margin) => margin !== undefined);
  return whole.length === each.length ? { margins: whole } : undefined;
}

/** The margins that are kept with the results, as they would be written: to a hundredth of a percent. */
export function marginsOf(weighted: WeightedResults): Margin[] {
  return weighted.margins.map(({ id, answers }) => ({
    question: id,
    percents: Object.fromEntries(
      answers.flatMap(({ id: answer, known }) =>
        known === null ? [] : [[answer, String(Math.round(known * 1e4) / 100)]],
      ),
    ),
  }));
}
