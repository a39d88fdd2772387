import { Button, TextInput } from "@mantine/core";
import type { QuestionResult } from "../../../api/types";
import { percent } from "../../numbers/format";
import { labelOf } from "../../numbers/interval";
import { askedIn } from "../../parts/results/sentence";
import { words } from "../../words/words";
import { type Margin, realAnswers, sharesIn } from "./known";

interface KnownMarginProps {
  question: QuestionResult;
  margin: Margin;
  onChange: (margin: Margin) => void;
  onRemove: () => void;
}

/** The fields for the shares of one question, whose empty one gets the rest. */
export function KnownMargin({ question, margin, onChange, onRemove }: KnownMarginProps) {
  const text = words.weighting;
  const answers = realAnswers(question);
  const outcome = sharesIn(
    margin,
    answers.map(({ id }) => id),
  );
  const fault = "fault" in outcome ? outcome.fault : undefined;
  const isBegun = answers.some(({ id }) => (margin.percents[id] ?? "") !== "");
  return (
    <fieldset className="known-margin">
      <legend>{text.sharesOf(askedIn(question))}</legend>
      <p className="quiet">{text.sharesText}</p>
      <div className="known-shares">
        {answers.map((answer) => (
          <TextInput
            key={answer.id}
            label={text.percentOf(labelOf(answer))}
            inputMode="decimal"
            inputWrapperOrder={["label", "input", "description"]}
            value={margin.percents[answer.id] ?? ""}
            description={
              "rest" in outcome && outcome.rest === answer.id
                ? text.rest(percent(outcome.shares[answer.id] ?? 0, 1))
                : undefined
            }
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...margin, percents: { ...margin.percents, [answer.id]: value } })
            }
          />
        ))}
      </div>
      {isBegun && fault && <p role="status">{fault}</p>}
      <Button variant="default" aria-label={`${text.remove}: ${askedIn(question)}`} onClick={onRemove}>
        {text.remove}
      </Button>
    </fieldset>
  );
}
