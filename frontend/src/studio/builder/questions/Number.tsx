import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { FURTHEST, MOST_STEPS } from "../../../respond/version/grids";
import { count } from "../../numbers/format";
import { type EstimateKind, type NumberEstimate, type NumberItem, withEstimate } from "../../parts/draft/numbers";
import { words } from "../../words/words";
import { useFault } from "../faults";
import { BinFields } from "./BinFields";

interface NumberFieldsProps {
  item: NumberItem;
  where: string;
  onChange: (item: NumberItem) => void;
}

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
function Whole({ label, value, least, most, where, onChange }: WholeProps) {
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

/** A number is sent as a bin, or as a place on a grid where only its mean or its distribution is wanted. */
export function NumberFields({ item, where, onChange }: NumberFieldsProps) {
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
        onChange={(changed) => onChange(withEstimate(item, changed.currentTarget.value as EstimateKind))}
      />
      {estimate === undefined ? (
        <BinFields
          kind="number"
          binned={number}
          unit={number.unit}
          where={where}
          onChange={(binned) => onChange({ ...item, number: { ...number, ...binned } })}
          onUnit={unit}
        />
      ) : (
        <>
          <p className="quiet">{words.items.wantedHint}</p>
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
