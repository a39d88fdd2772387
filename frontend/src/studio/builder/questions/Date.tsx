import type { ItemOf } from "../../parts/draft/items";
import { words } from "../../words/words";
import { BinFields } from "./BinFields";
import { bins, type Gauge, isDay } from "./edges";
import { type FieldsProps, ORDERED, type QuestionType } from "./questionType";

type DateItem = ItemOf<"date">;

const DAYS: Gauge = {
  kind: "date",
  field: "date",
  example: "2026-01-01",
  isValue: isDay,
  rank: (day) => Date.parse(day),
  edgesHint: () => words.items.edgesHintDate,
};

function DateFields({ item, where, onChange }: FieldsProps<DateItem>) {
  return (
    <BinFields
      gauge={DAYS}
      binned={item.date}
      where={`${where}.date`}
      onChange={(date) => onChange({ ...item, date: { ...item.date, ...date } })}
    />
  );
}

/** A question that is answered with a day, of which the bin is sent. */
export const DATE: QuestionType<DateItem> = {
  isPairable: false,
  comparisons: ORDERED,
  isQuoted: true,
  fresh: (base) => ({ ...base, type: "date", date: { edges: [], least: null, most: null }, may_skip: true }),
  Fields: DateFields,
  answers: ({ date }) => bins(date),
  entry: { gauge: DAYS, edges: ({ date }: DateItem) => date.edges },
  countLabel: (own) => words.items.domainBins(own),
  domainLabel: (all, parts) => words.items.domainOne(all, parts),
};
