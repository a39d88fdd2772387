import { useId } from "react";
import type { Step } from "../../api/types";
import { Tick } from "../frame/Tick";
import { count } from "../numbers/format";
import { words } from "../words/words";

interface TruthProps {
  on: boolean;
  steps: readonly Step[];
  step: Step | undefined;
  onSwitch: (on: boolean) => void;
  onPeople: (people: number) => void;
}

/** Only for simulated people: draw what is true, and see how few people make it hard to know. */
export function Truth({ on, steps, step, onSwitch, onPeople }: TruthProps) {
  const id = useId();
  const last = steps.length - 1;
  const all = steps[last]?.reports ?? 0;
  const index = step ? steps.indexOf(step) : last;
  const text = words.results.sliderText(count(step?.reports ?? all), count(all));
  return (
    <>
      <div className="truth">
        <Tick label={words.results.truth} hint={words.results.truthHint} checked={on} onChange={onSwitch} />
        {on && last < 0 && <p className="quiet">{words.loading}</p>}
      </div>
      {on && last > 0 && (
        <div className="people">
          <label htmlFor={id}>{words.results.slider}</label>
          <input
            id={id}
            type="range"
            min={0}
            max={last}
            step={1}
            value={index}
            aria-valuetext={text}
            onChange={(changed) => onPeople(steps[Number(changed.currentTarget.value)]?.reports ?? all)}
          />
          <output htmlFor={id}>{text}</output>
        </div>
      )}
    </>
  );
}
