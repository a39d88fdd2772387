import { words } from "./words/words";

/** What each address may carry after the question mark. Anything unknown is dropped, never trusted. */
type Given = Record<string, unknown>;

function text(value: unknown): string | undefined {
  if (typeof value === "number") return String(value); // "?q=2026" is read as a number
  return typeof value === "string" && value !== "" ? value.slice(0, 200) : undefined;
}

function oneOf<Choice extends string>(value: unknown, choices: Readonly<Record<Choice, unknown>>): Choice | undefined {
  const isChoice = (key: string): key is Choice => Object.hasOwn(choices, key);
  return typeof value === "string" && isChoice(value) ? value : undefined;
}

function wholeNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined;
}

/** Only a place in this studio: "//elsewhere" and "/\elsewhere" would leave it. */
export function placeInStudio(value: unknown): string | undefined {
  return typeof value === "string" && /^\/(?![/\\])/.test(value) ? value : undefined;
}

type SurveySort = keyof typeof words.home.sorts;
export type JobSort = keyof typeof words.home.jobs.sorts;
export type DataSort = keyof typeof words.data.sorts;
export type ReleaseSort = keyof typeof words.rows.sorts;
type TokenSort = keyof typeof words.tokens.sorts;

/** Every part may be missing from the address; undefined parts are left out of it again. */
type Optional<Search> = { [Part in keyof Search]?: Search[Part] | undefined };

export const signInSearch = (given: Given): Optional<{ next: string }> => ({ next: placeInStudio(given.next) });

export const homeSearch = (
  given: Given,
): Optional<{
  q: string;
  sort: SurveySort;
  archived: "yes" | "all";
  work: "all";
  workq: string;
  worksort: JobSort;
}> => ({
  q: text(given.q),
  sort: oneOf<SurveySort>(given.sort, words.home.sorts),
  archived: given.archived === "yes" || given.archived === "all" ? given.archived : undefined,
  work: given.work === "all" ? "all" : undefined,
  workq: text(given.workq),
  worksort: oneOf<JobSort>(given.worksort, words.home.jobs.sorts),
});

export const resultsSearch = (
  given: Given,
): Optional<{ version: number; truth: true; people: number; population: "everybody" }> => ({
  version: wholeNumber(given.version),
  truth: given.truth === true ? true : undefined,
  people: wholeNumber(given.people),
  population: given.population === "everybody" ? "everybody" : undefined,
});

export const planSearch = (given: Given): Optional<{ answers: number; wanted: string; mix: string; seed: number }> => ({
  answers: wholeNumber(given.answers),
  wanted: text(given.wanted),
  mix: text(given.mix),
  seed: wholeNumber(given.seed),
});

export const mechanismsSearch = (given: Given): Optional<{ answers: string; epsilon: string; people: string }> => ({
  answers: text(given.answers),
  epsilon: text(given.epsilon),
  people: text(given.people),
});

export const tokensSearch = (given: Given): Optional<{ q: string; sort: TokenSort }> => ({
  q: text(given.q),
  sort: oneOf<TokenSort>(given.sort, words.tokens.sorts),
});

export const dataSearch = (given: Given): Optional<{ q: string; sort: DataSort; mine: true }> => ({
  q: text(given.q),
  sort: oneOf<DataSort>(given.sort, words.data.sorts),
  mine: given.mine === true ? true : undefined,
});

export const releasesSearch = (given: Given): Optional<{ q: string; sort: ReleaseSort }> => ({
  q: text(given.q),
  sort: oneOf<ReleaseSort>(given.sort, words.rows.sorts),
});

/** `from` is an earlier anonymisation, whose plan is to be changed. */
export const anonymiseSearch = (given: Given): Optional<{ from: string }> => ({ from: text(given.from) });

export const auditSearch = (
  given: Given,
): Optional<{ actor: string; operation: string; subject: string; reason: string }> => ({
  actor: text(given.actor),
  operation: text(given.operation),
  subject: text(given.subject),
  reason: text(given.reason),
});
