import type { Estimate } from "../numbers/interval";
import { Interval } from "./Interval";

const MARK: Estimate = {
  id: "mark",
  label: "",
  share: 0.5,
  bands: [
    { confidence: "95", low: 0, high: 1 },
    { confidence: "80", low: 0.15, high: 0.85 },
    { confidence: "50", low: 0.27, high: 0.73 },
  ],
};

/** The logo is the chart glyph itself, on a scale without ticks. */
export function Logo() {
  return (
    <span className="logo">
      <Interval estimate={MARK} scale={{ low: 0, high: 1, ticks: [] }} />
    </span>
  );
}
