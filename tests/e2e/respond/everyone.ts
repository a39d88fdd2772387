import type { Browser } from "@playwright/test";
import { type NumberSpec, outputsOf } from "../../../frontend/src/privacy/number";
import { SKIP } from "../../../frontend/src/respond/version/domain";
import type { Wire } from "../site/wire";
import type { LevelField, Published, Spec } from "./definition";
import { type Given, parsed } from "./fill";
import { type Observation, observe } from "./observe";
import { KEY_WORDS, wordsOfReport } from "./randomness";
import { type Choice, type Report, redrawsOf, tape } from "./tape";

export { redrawsOf };

export interface Wanted {
  readonly level: number;
  /** One for each field. */
  readonly reports: readonly Report[];
  readonly choice: Choice;
  /** How many words are rejected first, in each field that can reject any. */
  readonly redraws?: number;
  readonly doubts?: readonly number[];
  /** Who answers, by the answer that is true of them; everyone if nothing is said. With one question only. */
  readonly holders?: readonly number[];
}

/**
 * Everyone's report is the same: people with every true answer, each with words that make M(answer) the wanted report.
 *
 * With several questions each person gives every question another answer, until each answer was true of somebody.
 */
export async function everyone(
  browser: Browser,
  wire: Wire,
  version: Published,
  wanted: Wanted,
): Promise<Observation[]> {
  const { level, reports, choice, redraws = 0 } = wanted;
  const specs = fieldsOf(version, level).map((field) => field.spec);
  const people = Array.from({ length: Math.max(...specs.map((spec) => spec.answers)) }, (_, person) => person);
  const seen: Observation[] = [];
  for (const person of wanted.holders ?? people) {
    const answers = specs.map((spec, index) => (person + index) % spec.answers);
    const tapes = specs.map((spec, index) =>
      tape(spec, answers[index] ?? 0, reports[index] ?? 0, choice, redrawsOf(spec, redraws)),
    );
    const words = wordsOfReport(tapes, saltOf(version, wanted));
    const { doubts } = wanted;
    const before = doubts === undefined ? {} : { doubts: givenAt(version, doubts) };
    seen.push(await observe(browser, wire, version, { level, given: givenAt(version, answers), words, ...before }));
  }
  return seen;
}

/** What people give who mean these positions, where each question is drawn by itself. */
function givenAt(version: Published, positions: readonly number[]): Given {
  const { columns } = parsed(version);
  return Object.fromEntries(columns.map(({ key, answers }, index) => [key, answers[positions[index] ?? 0] ?? SKIP]));
}

/** How many words the version says are read: the key's, the blocks', and those drawn again. */
export function wordsDeclared(version: Published, { level, redraws = 0 }: Wanted): number {
  return fieldsOf(version, level).reduce((sum, field) => sum + field.words + redrawsOf(field.spec, redraws), KEY_WORDS);
}

/** The fields of questions with answers; whoever holds a number is taken from a list (`worlds`). */
export function fieldsOf(version: Published, level: number): readonly (LevelField & { readonly spec: Spec })[] {
  const match = version.definition.levels[level];
  if (match === undefined) throw new RangeError(`the version has no level ${level}`);
  return match.blocks.flatMap(({ fields }) =>
    fields.map((field) => {
      if ("low" in field.spec) throw new TypeError(`the answers of ${field.field} cannot be counted: it is a number`);
      return { ...field, spec: field.spec };
    }),
  );
}

/** Reports that are kept for some answers and changed for others, for bits also none and all; every one if they are few. */
export function reportsOf(spec: Spec | NumberSpec): readonly Report[] {
  if ("low" in spec) {
    const [places, ends] = [outputsOf(spec), spec.shape === "window" ? 0 : 2];
    return places === 2 ? [0, 1] : [places >> 1, 0, ...Array.from({ length: ends + 1 }, (_, end) => places - 1 - end)];
  }
  const last = spec.answers + (spec.shape === "meeting" ? spec.pad_to : 0) - 1;
  if (spec.shape === "choice") return last < 3 ? [0, 1, 2].slice(0, spec.answers) : [0, last >> 1, last - 1, last];
  const places = Array.from({ length: last + 1 }, (_, index) => index);
  if (spec.shape === "subset" || spec.shape === "meeting") {
    return [
      places.map((place) => place < spec.size), // the first of the answers
      places.map((place) => place > last - spec.size), // the last
      places.map((place) => ((place + 1) * spec.size) % (last + 1) < spec.size), // spread
    ];
  }
  return [
    places.map(() => false),
    places.map(() => true),
    places.map((place) => place === 2),
    places.map((place) => place % 3 === 1),
  ];
}

/** The first and the last for whom the report is a true one, and of those for whom it is another. */
export function ends(spec: Spec, report: Report): number[] {
  const all = Array.from({ length: spec.answers }, (_, answer) => answer);
  const kept = all.filter((answer) => (typeof report === "number" ? report === answer : report[answer]));
  const changed = all.filter((answer) => !kept.includes(answer));
  return [...new Set([...kept.slice(0, 1), ...kept.slice(-1), ...changed.slice(0, 1), ...changed.slice(-1)])];
}

/** Another report needs another key: the server takes a key for one body only. */
function saltOf(version: Published, { level, reports, choice, redraws }: Wanted): string {
  return JSON.stringify([version.hash, level, reports, choice, redraws]);
}
