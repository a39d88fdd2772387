import { dayLabel } from "../labels";
import { compareTexts, isDay } from "../version/numbers";
import { record, refuse } from "../version/reading";
import { type BinQuestion, type Gauge, parseBins } from "./bins";
import type { QuestionType } from "./questionType";
import { valueField } from "./valueField";

const DAYS: Gauge = {
  parse(value, at) {
    if (typeof value !== "string" || !isDay(value)) refuse(at, "must be a date that exists");
    return value;
  },
  /** Days are text of one length, so their order is that of the text. */
  compare: compareTexts,
  read: (text) => (isDay(text) ? text : null),
  write: (text, { texts }) => dayLabel(text, texts.language),
  words: ({ before: below, days: range, since: above, notAfter: atMost, notADay: fault }) => ({
    ...{ below, range, above, atMost, fault },
  }),
  attributes: ({ least, most }) => ({
    type: "date",
    ...(least === null ? {} : { min: least }),
    ...(most === null ? {} : { max: most }),
  }),
};

/** A question that is answered with a day, of which the bin is sent. */
export const DATE: QuestionType<BinQuestion> = {
  slug: "date",
  keys: ["date", "may_skip"],
  parse(base, { get, at }) {
    const where = `${at}.date`;
    const date = parseBins(base, DAYS, record(get("date"), where, ["edges", "least", "most"]), where);
    return { ...date, kind: { kind: "date" } };
  },
  field: valueField,
};
