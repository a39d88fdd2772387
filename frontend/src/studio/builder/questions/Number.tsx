import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { FURTHEST, MOST_STEPS } from "../../../respond/version/grids";
import { count } from "../../numbers/format";
import type { ItemOf } from "../../parts/draft/items";
import { words } from "../../words/words";
import { useFault } from "../faults";
import { BinFields } from "./BinFields";
import { bins, type Gauge, isDecimal } from "./edges";
import { type FieldsProps, ORDERED, type QuestionType } from "./questionType";

/** A slider is asked for what a number is asked for. */
type NumberItem = ItemOf<"number"> | ItemOf<"slider">;
type NumberEstimate = NonNullable<NumberItem["number"]["estimate"]>;
type EstimateKind = "bins" | NumberEstimate["of"];

const FRESH = { low: 0, high: 100, steps: 50 };

/** A mean that may be skipped goes to one of its bounds, which is one step; one that everybody has, to a finer grid. */
export function withSkip<Own extends NumberItem>(item: Own, may_skip: boolean): Own {
  const { estimate } = item.number;
  if (!estimate || may_skip === item.may_skip) return { ...item, may_skip };
  const steps = may_skip ? 1 : Math.max(1, Math.min(FRESH.steps, estimate.high - estimate.low));
  return { ...item, may_skip, number: { ...item.number, estimate: { ...estimate, steps } } };
}

/** The same number asked for something else. Edges and limits are for bins alone, a grid for all else. */
export function withEstimate<Own extends NumberItem>(item: Own, of: EstimateKind): Own {
  const { estimate, ...bins } = withSkip(item, of === "bins" && item.may_skip).number;
  if (of === "bins") return { ...item, number: bins };
  const number = { ...bins, edges: [], least: null, most: null, estimate: { ...FRESH, ...estimate, of } };
  return { ...item, may_skip: false, number };
}

export const NUMBERS: Gauge = {
  kind: "number",
  field: "text",
  example: "0",
  isValue: isDecimal,
  rank: Number,
  edgesHint: () => words.items.edgesHintNumber,
};

interface WholeProps {
  label: string;
  value: number;
  /** What the draft takes; what a survey takes is said where it is checked. */
  least: number;
  most: number;
  where: string;
  onChange: (value: number) => void;
}

/** Taken into the draft as soon as it is a whole number: the draft holds nothing half-written. */
export function Whole({ label, value, least, most, where, onChange }: WholeProps) {
  const [typed, setTyped] = useState(String(value));
  const refused = useFault(where);
  const fits = (text: string) => /^-?\d{1,13}$/.test(text) && Number(text) >= least && Number(text) <= most;
  function type(text: string) {
    setTyped(text);
    if (fits(text)) onChange(Number(text));
  }
  return (
    <TextInput
      label={label}
      data-pipes="no"
      value={typed}
      error={fits(typed) ? refused : words.items.wholeFault(count(least), count(most))}
      onChange={(changed) => type(changed.currentTarget.value.trim())}
    />
  );
}

interface NumberWays<Own extends NumberItem> {
  /** The same item, asked for something else. */
  ask?: (item: Own, of: EstimateKind) => Own;
  gauge?: Gauge;
  /** What the least and the most value of bins are called. */
  boundLabels?: readonly [string, string];
  /** What people do, where an estimate is wanted. */
  hint?: string;
}

/** A number is sent as a bin, or as a place on a grid where only its mean or its distribution is wanted. */
export function NumberFields<Own extends NumberItem>(props: FieldsProps<Own> & NumberWays<Own>) {
  const { item, where: above, onChange, ask = withEstimate, gauge = NUMBERS, boundLabels, hint } = props;
  const where = `${above}.number`;
  const { number } = item;
  const { estimate } = number;
  const grid = (change: Partial<NumberEstimate>) =>
    estimate && onChange({ ...item, number: { ...number, estimate: { ...estimate, ...change } } });
  const unit = (text: string) => onChange({ ...item, number: { ...number, unit: text } });
  const fault = useFault(`${where}.estimate`);
  return (
    <>
      <NativeSelect
        className="short"
        label={words.items.wanted}
        value={estimate?.of ?? "bins"}
        error={fault}
        data={(["bins", "mean", "distribution"] as const).map((of) => ({ value: of, label: words.items.wantedOf[of] }))}
        onChange={(changed) => onChange(ask(item, changed.currentTarget.value as EstimateKind))}
      />
      {estimate === undefined ? (
        <BinFields
          gauge={gauge}
          boundLabels={boundLabels}
          binned={number}
          unit={number.unit}
          where={where}
          onChange={(binned) => onChange({ ...item, number: { ...number, ...binned } })}
          onUnit={unit}
        />
      ) : (
        <>
          <p className="quiet">{hint ?? words.items.wantedHint}</p>
          <TextInput
            className="short"
            label={words.items.unit}
            maxLength={40}
            value={number.unit}
            onChange={(changed) => unit(changed.currentTarget.value)}
          />
          <div className="two">
            <Whole
              label={words.items.low}
              value={estimate.low}
              least={-FURTHEST}
              most={FURTHEST}
              where={`${where}.estimate.low`}
              onChange={(low) => grid({ low })}
            />
            <Whole
              label={words.items.high}
              value={estimate.high}
              least={-FURTHEST}
              most={FURTHEST}
              where={`${where}.estimate.high`}
              onChange={(high) => grid({ high })}
            />
          </div>
          {!item.may_skip && (
            <Whole
              label={words.items.steps}
              value={estimate.steps}
              least={1}
              most={MOST_STEPS[estimate.of]}
              where={`${where}.estimate.steps`}
              onChange={(steps) => grid({ steps })}
            />
          )}
        </>
      )}
    </>
  );
}

/** A question that is answered with a number: what is sent is its bin, or its place on a grid. */
export const NUMBER: QuestionType<ItemOf<"number">> = {
  isPairable: false,
  comparisons: ORDERED,
  isQuoted: false,
  fresh: (base) => ({
    ...base,
    type: "number",
    number: { edges: [], unit: "", least: null, most: null },
    may_skip: true,
  }),
  Fields: NumberFields,
  texts: ({ number }) => [["number.unit", number.unit]],
  answers: ({ number }) => bins(number, number.unit),
  entry: { gauge: NUMBERS, edges: ({ number }: ItemOf<"number">) => number.edges },
  countLabel: (own) => words.items.domainBins(own),
  domainLabel(all, parts, { may_skip, number: { estimate } }) {
    if (estimate === undefined) return words.items.domainOne(all, parts);
    return (may_skip ? words.items.domainGridOrSkipped : words.items.domainGrid)(estimate);
  },
  withSkip,
};
