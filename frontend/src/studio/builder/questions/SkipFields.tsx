import type { Question } from "../../../api/types";
import { ServerMessage } from "../../frame/ServerMessage";
import { Tick } from "../../frame/Tick";
import { estimateOf } from "../../parts/draft/items";
import { words } from "../../words/words";
import { useFault } from "../faults";
import { questionType } from "./all";

interface SkipFieldsProps {
  question: Question;
  /** They, or their page, have a condition. */
  mayBeUnasked: boolean;
  where: string;
  onChange: (question: Question) => void;
}

/** Whether a question may be skipped; of a number asked for more than bins, what that costs or why it may not be. */
export function SkipFields({ question, mayBeUnasked, where, onChange }: SkipFieldsProps) {
  const fault = useFault(`${where}.may_skip`);
  const { withSkip, skipLabel } = questionType(question);
  const { maySkip, maySkipHint, skipNumber, skipNumberHint, skipNumberNeeded, noSkip } = words.items;
  const of = estimateOf(question)?.of;
  if (of === "distribution" && !question.may_skip) return <p className="quiet">{noSkip}</p>;
  const needed = of === "mean" && mayBeUnasked && !question.may_skip;
  return (
    <>
      <Tick
        label={of ? skipNumber : (skipLabel?.() ?? maySkip)}
        hint={of ? skipNumberHint : maySkipHint}
        checked={question.may_skip}
        onChange={(may_skip) => onChange(withSkip?.(question, may_skip) ?? { ...question, may_skip })}
      />
      {needed ? <p className="refuse">{skipNumberNeeded}</p> : <ServerMessage fault={fault} />}
    </>
  );
}
