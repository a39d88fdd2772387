import { useId } from "react";
import { words } from "../../words/words";
import { EPSILONS } from "../draft";

interface BudgetStepperProps {
  /** A place in EPSILONS. */
  exactness: number;
  onChange: (exactness: number) => void;
}

/** The exponent is never typed: one steps through what it buys. */
export function BudgetStepper({ exactness, onChange }: BudgetStepperProps) {
  const text = words.synthetic;
  const id = useId();
  return (
    <div className="knob">
      <label htmlFor={id}>
        <strong>{text.slider}</strong>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={EPSILONS.length - 1}
        step={1}
        value={exactness}
        aria-valuetext={text.step(exactness + 1, EPSILONS.length)}
        onChange={({ currentTarget: { value } }) => onChange(Number(value))}
      />
      <p className="ends quiet" aria-hidden="true">
        <span>{text.cheaper}</span>
        <span>{text.moreExact}</span>
      </p>
    </div>
  );
}
