import { useId } from "react";
import type { Draft } from "../../api/types";
import { questionsCounted } from "../parts/draft/draft";
import { type Send, sending, sendingAll, sendingSome, sendOf, sendsSome } from "../parts/draft/send";
import { words } from "../words/words";

interface SendingProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
}

interface WayProps<Value extends string> {
  legend: string;
  value: Value;
  ways: readonly Value[];
  named: Readonly<Record<Value, string>>;
  texts: Readonly<Record<Value, string>>;
  onChoose: (value: Value) => void;
}

/** One of two ways, each with the sentence that says what it does. */
function Way<Value extends string>({ legend, value, ways, named, texts, onChoose }: WayProps<Value>) {
  const id = useId();
  return (
    <fieldset className="sending">
      <legend>{legend}</legend>
      {ways.map((way) => (
        <div className="tick" key={way}>
          <input
            type="radio"
            id={`${id}-${way}`}
            name={id}
            checked={way === value}
            aria-describedby={`${id}-${way}-said`}
            onChange={() => onChoose(way)}
          />
          <label htmlFor={`${id}-${way}`}>{named[way]}</label>
          <p id={`${id}-${way}-said`} className="quiet">
            {texts[way]}
          </p>
        </div>
      ))}
    </fieldset>
  );
}

const QUESTIONS: readonly Send["questions"][] = ["all", "some"];
const ASKED: readonly Send["ask"][] = ["sent", "all"];

/** Whether each phone sends every question or some, and then whether people are asked more than that. */
export function Sending({ draft, onChange }: SendingProps) {
  const text = words.sending;
  return (
    <>
      <Way
        legend={text.title}
        value={sendOf(draft).questions}
        ways={QUESTIONS}
        named={text.questions}
        texts={text.questionsText}
        onChoose={(questions) =>
          onChange(questions === "some" ? sendingSome(draft) : sendingAll(draft, questionsCounted(draft)))
        }
      />
      {sendsSome(draft) && (
        <Way
          legend={text.ask}
          value={sendOf(draft).ask}
          ways={ASKED}
          named={text.asked}
          texts={text.askedText}
          onChoose={(ask) => onChange(sending(draft, { ask }))}
        />
      )}
    </>
  );
}
