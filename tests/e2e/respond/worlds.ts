import type { Browser } from "@playwright/test";
import { Tape } from "../../../frontend/src/privacy/entropy";
import { outputsOf } from "../../../frontend/src/privacy/number";
import { packNumber } from "../../../frontend/src/privacy/numbered";
import { shownItems } from "../../../frontend/src/respond/flow";
import { drawOrders } from "../../../frontend/src/respond/order";
import type { Column, Field } from "../../../frontend/src/respond/version/definition";
import { positionsOf } from "../../../frontend/src/respond/version/domain";
import type { Wire } from "../site/wire";
import type { LevelField, Published } from "./definition";
import { reportsOf } from "./everyone";
import { type Given, type Levels, parsed } from "./fill";
import { tapeOfNumber } from "./numberTape";
import { type Observation, observe } from "./observe";
import { KEY_WORDS, wordsOfReport } from "./randomness";
import { type Choice, packed, type Report, tape } from "./tape";

/** People whose true answers differ, in what they were asked too. */
export interface World {
  readonly given: Given;
  readonly doubts?: Given;
}

/** How all of them answer. */
export interface Manner {
  readonly language?: string;
  readonly airplane?: boolean;
  /** The level of the whole report, where it has one. */
  readonly level?: number;
  readonly levels?: Levels;
  /** Which of the reports of each field is sent; by its place in the record where nothing is said. */
  readonly report?: number;
}

export const ORDER_WORDS = Array.from({ length: 64 }, (_, index) => 1 + index * 67_000_000);

/** Whoever they are and whatever they were asked, words are chosen so that each reports the same: what leaves, then? */
export async function alike(
  browser: Browser,
  wire: Wire,
  version: Published,
  worlds: readonly World[],
  choice: Choice,
  manner: Manner,
): Promise<{ readonly seen: Observation[]; readonly words: number; readonly record: number[] }> {
  const { levels } = parsed(version);
  const fields = fieldsAt(version, manner.levels ?? {}, manner.level ?? 0);
  const reports = fields.map(({ spec }, index): Report => {
    const all = reportsOf(spec);
    return all[(manner.report ?? (index % 2 === 0 ? 1 : 2)) % all.length] ?? 0;
  });
  const orders = new Tape(ORDER_WORDS);
  drawOrders(parsed(version), orders.words);
  const first = orders.read > 0 ? ORDER_WORDS : []; // the page draws orders when it loads, from a block of their own
  const seen: Observation[] = [];
  for (const { given, doubts = {} } of worlds) {
    const positions = levels[0].fields.map(({ field }) => positionOf(field, version, given));
    const tapes = fields.map(({ spec }, index) => anyTape(spec, positions[index] ?? 0, reports[index] ?? 0, choice));
    const words = wordsOfReport(tapes, JSON.stringify([version.hash, choice, manner]));
    seen.push(
      await observe(browser, wire, version, { level: 0, given, doubts, words: [...first, ...words], ...manner }),
    );
  }
  const words = fields.reduce((sum, field) => sum + field.words, KEY_WORDS + orders.read);
  return { seen, words, record: fields.flatMap(({ spec }, index) => anyPacked(spec, reports[index] ?? 0)) };
}

export function anyTape(
  spec: LevelField["spec"],
  answer: number | readonly number[],
  report: Report,
  choice: Choice,
): number[] {
  if (!("low" in spec)) return tape(spec, answer, report, choice);
  const [number = null] = [answer].flat();
  return tapeOfNumber(spec, number, Number(report), choice);
}

export const anyPacked = (spec: LevelField["spec"], report: Report): readonly number[] =>
  "low" in spec ? [...packNumber(outputsOf(spec), Number(report))] : packed(spec, report);

/** How each field is drawn, with the levels chosen for the questions of its block. */
function fieldsAt({ definition }: Published, chosen: Levels, usual: number): readonly LevelField[] {
  return definition.blocks.flatMap(({ questions }, block) => {
    const level = definition.levels[Math.max(...questions.map((question) => chosen[question] ?? usual))];
    return level?.blocks[block]?.fields ?? [];
  });
}

/** Where a field's true answer stands in its domain, under what these people were asked; of a number the number, or none. */
export function positionOf({ kind, of }: Field, version: Published, given: Given): number | readonly number[] {
  const shown = shownItems(parsed(version).items, new Map(Object.entries(given)));
  const positions = (column: Column) => positionsOf(column, given[column.key], shown.has(column.question.id));
  if (kind !== "one" && kind !== "joint") return of.flatMap(positions);
  return of.reduce((place, column) => place * column.answers.length + (positions(column)[0] ?? 0), 0);
}
