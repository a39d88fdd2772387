import { NativeSelect, TextInput } from "@mantine/core";
import { useId } from "react";
import { count, percent, points } from "../numbers/format";
import { levelName } from "../words/levels";
import { words } from "../words/words";
import { answersIn, mixIn, nearestStop, STOPS, USUAL_ANSWERS, WANTED, type Wanted, wantedIn } from "./plan";

/** The plan's question as it is typed. */
export interface Typed {
  answers: string;
  wanted: Wanted;
  mix: readonly string[];
}

function Answers({ typed, onType }: { typed: string; onType: (answers: string) => void }) {
  const id = useId();
  const text = words.plan;
  const answers = answersIn(typed) ?? USUAL_ANSWERS;
  return (
    <div className="plan-answers">
      <TextInput
        label={text.answers}
        inputMode="numeric"
        value={typed}
        error={answersIn(typed) === undefined ? text.answersFault : undefined}
        onChange={(changed) => onType(changed.currentTarget.value)}
      />
      <label htmlFor={id} className="heard">
        {text.slider}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={STOPS.length - 1}
        step={1}
        value={nearestStop(answers)}
        aria-valuetext={text.sliderText(count(STOPS[nearestStop(answers)] ?? answers))}
        onChange={(changed) => onType(String(STOPS[Number(changed.currentTarget.value)] ?? USUAL_ANSWERS))}
      />
    </div>
  );
}

function Mix({ typed, onType }: { typed: readonly string[]; onType: (mix: string[]) => void }) {
  const wording = words.plan;
  const mix = mixIn(typed);
  const sum = mix?.reduce((all, share) => all + share, 0);
  return (
    <fieldset className="plan-mix">
      <legend>{wording.mix}</legend>
      {typed.map((text, index) => (
        <TextInput
          // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
          key={index}
          label={levelName(index, typed.length)}
          inputMode="numeric"
          value={text}
          onChange={(changed) => onType([...typed].with(index, changed.currentTarget.value))}
        />
      ))}
      {mix === undefined && <p className="refuse">{wording.mixFault}</p>}
      {sum !== undefined && sum !== 100 && <p className="quiet">{wording.mixSum(count(sum))}</p>}
    </fieldset>
  );
}

/** How many people, what shall be told apart, and how people choose among levels. */
export function Knobs({ typed, onType }: { typed: Typed; onType: (typed: Typed) => void }) {
  const text = words.plan;
  return (
    <div className="plan-knobs">
      <Answers typed={typed.answers} onType={(answers) => onType({ ...typed, answers })} />
      <NativeSelect
        label={text.wanted}
        value={typed.wanted.half}
        data={WANTED.map(({ half, share }) => ({
          value: half,
          label: text.wantedOption(percent(share), points(Number(half), half === "0.025" ? 1 : 0)),
        }))}
        onChange={(changed) => onType({ ...typed, wanted: wantedIn(changed.currentTarget.value) })}
      />
      {typed.mix.length > 1 && <Mix typed={typed.mix} onType={(mix) => onType({ ...typed, mix })} />}
    </div>
  );
}
