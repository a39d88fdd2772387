import type { Draft, Item } from "../../../api/types";
import { WIDEST } from "../../../privacy/grid";
import { MOST_STEPS } from "../../../respond/version/grids";
import { conditional } from "./domain";
import { epsilonOfReport, questionsCounted } from "./draft";
import { binnedOf, estimateOf, isQuestion } from "./items";
import { CAP } from "./levels";
import { operandsBefore, unknownName } from "./operands";

export type CheckId =
  | "title"
  | "questions"
  | "texts"
  | "options"
  | "bins"
  | "conditions"
  | "finishing"
  | "cap"
  | "schedule";

/** One thing that must be true before a draft may be published, and the items (by place, from 1) that lack it. */
export interface Check {
  id: CheckId;
  done: boolean;
  places: number[];
}

const NO_LIMITS = { least: null, most: null };

const written = (text: string) => text.trim() !== "";

function distinct(options: readonly { label: string }[], least: number): boolean {
  const labels = options.map((option) => option.label.trim());
  return labels.length >= least && labels.every(written) && new Set(labels).size === labels.length;
}

function optionsDone(item: Item): boolean {
  if ("rows" in item && !distinct(item.rows, 1)) return false;
  if ("label" in item) return written(item.label);
  return "options" in item ? distinct(item.options, 2) : true;
}

/** The twin of surveys/questions/number_estimate.py. */
function gridDone({ of, low, high, steps }: NonNullable<ReturnType<typeof estimateOf>>, maySkip: boolean): boolean {
  const width = high - low;
  if (of === "mean" && maySkip && steps !== 1) return false;
  return width > 0 && width <= WIDEST && steps <= Math.min(width, MOST_STEPS[of]);
}

function binsDone(item: Item): boolean {
  const estimate = estimateOf(item);
  if (estimate && isQuestion(item)) return gridDone(estimate, item.may_skip);
  return binnedOf(item)?.edges.length !== 0;
}

/** Who can finish must not depend on an answer: the twin of surveys/drafts/reachability.py. */
function finishingDone(item: Item, unasked: ReadonlySet<string>): boolean {
  if (item.type === "consent") return !unasked.has(item.id);
  const everybodys = estimateOf(item)?.of === "distribution";
  if (isQuestion(item) && everybodys) return !item.may_skip && !unasked.has(item.id);
  if (!isQuestion(item) || item.may_skip) return true;
  const { least, most } = binnedOf(item) ?? NO_LIMITS;
  return !unasked.has(item.id) && least === null && most === null;
}

/** `now` in milliseconds: a survey closes after it was published, and after it opens. */
function scheduleDone({ opens_at, closes_at }: Draft, now: number): boolean {
  const opens = opens_at === null ? now : Date.parse(opens_at);
  return closes_at === null || Date.parse(closes_at) > Math.max(opens, now);
}

/** What must be true before this may be published, in the order people fill it in. */
export function readiness(draft: Draft, now = Date.now()): Check[] {
  const { questions } = draft;
  const unasked = conditional(questions);
  const each = (id: CheckId, holds: (item: Item) => boolean): Check => {
    const places = questions.flatMap((item, index) => (holds(item) ? [] : [index + 1]));
    return { id, done: places.length === 0, places };
  };
  const whole = (id: CheckId, done: boolean): Check => ({ id, done, places: [] });
  const earlier = (item: Item) =>
    item.show_if === "" || unknownName(item.show_if, operandsBefore(questions, item.id)) === undefined;
  return [
    whole("title", written(draft.title)),
    whole("questions", questions.some(isQuestion)),
    each("texts", (item) => item.type === "page" || written(item.text)),
    each("options", optionsDone),
    each("bins", binsDone),
    each("conditions", earlier),
    each("finishing", (item) => finishingDone(item, unasked)),
    whole("cap", questionsCounted(draft) === 0 || draft.levels.every((level) => epsilonOfReport(draft, level) <= CAP)),
    whole("schedule", scheduleDone(draft, now)),
  ];
}
