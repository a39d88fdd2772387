import { WIDEST } from "../../privacy/grid";
import type { Estimate } from "../version/definition";
import { isWhole } from "../version/domain";
import { FURTHEST, MOST_STEPS } from "../version/grids";
import { compareDecimals, decimal, markIn, readNumber } from "../version/numbers";
import { line, matching, oneOf, peek, record, refuse, whole } from "../version/reading";
import { type BinQuestion, type Gauge, parseBins } from "./bins";
import type { QuestionType } from "./questionType";
import { valueField } from "./valueField";

const MOST_DIGITS = 15; // more than a double holds

const NUMBERS: Gauge = {
  parse: (value, at) => matching(value, at, decimal, "a decimal number"),
  compare: compareDecimals,
  read: readNumber,
  write(text, { texts }) {
    const minimumFractionDigits = (text.split(".")[1] ?? "").length;
    if (text.replace(/\D/g, "").length > MOST_DIGITS) return text;
    return new Intl.NumberFormat(texts.language, { minimumFractionDigits }).format(Number(text));
  },
  words: ({ notANumber, ...words }, typed = "") => ({ ...words, fault: notANumber(markIn(typed)) }),
  /** A keyboard of digits has no minus on some phones, so it is asked for only where no number is below 0. */
  attributes({ least, estimate }) {
    const hasMinus = estimate === null ? least === null || least.startsWith("-") : estimate.low < 0;
    return { type: "text", inputmode: hasMinus ? "text" : "decimal", spellcheck: "false" };
  },
};

/** A question that is answered with a number: what is sent is its bin, or its place on a grid. */
export const NUMBER: QuestionType<BinQuestion> = {
  slug: "number",
  keys: ["number", "may_skip"],
  parse(base, { get, at, note }) {
    const where = `${at}.number`;
    const wanted = peek(get("number"), "estimate");
    const further = wanted === undefined ? [] : ["estimate"];
    const read = record(get("number"), where, ["edges", "unit", "least", "most", ...further]);
    const estimate = wanted === undefined ? null : parseEstimate(wanted, `${where}.estimate`);
    const unit = `${base.id}.number.unit`;
    const number = parseBins(base, NUMBERS, read, where, estimate, unit);
    note(unit, line(read("unit"), `${where}.unit`, 0, 40));
    if (estimate === null) return number;
    if (number.least !== null || number.most !== null) refuse(where, "has bounds and limits");
    const mayBeNone = estimate.of === "mean" && estimate.steps === 1;
    if (mayBeNone && base.mayBeHidden && !base.maySkip) refuse(at, "must be one that may be skipped");
    if (!mayBeNone && (base.maySkip || base.mayBeHidden)) refuse(at, "must be asked of everybody");
    return { ...number, entry: { ...number.entry, read: (text) => (isWhole(text) ? text : null) } };
  },
  field: valueField,
};

/** Twin of surveys/questions/number_estimate.py. */
function parseEstimate(value: unknown, at: string): Estimate {
  const get = record(value, at, ["of", "low", "high", "steps"]);
  const of = oneOf(get("of"), `${at}.of`, ["mean", "distribution"] as const);
  const low = whole(get("low"), `${at}.low`, -FURTHEST, FURTHEST - 1);
  const high = whole(get("high"), `${at}.high`, low + 1, Math.min(low + WIDEST, FURTHEST));
  const finest = Math.min(MOST_STEPS[of], high - low);
  return { of, low, high, steps: whole(get("steps"), `${at}.steps`, 1, finest) };
}
