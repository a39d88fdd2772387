import { NativeSelect } from "@mantine/core";
import type { Draft } from "../../api/types";
import { Tick } from "../frame/Tick";
import { keptOfHundred } from "../parts/draft/consequence";
import { isQuestion } from "../parts/draft/items";
import { listed } from "../parts/draft/naming";
import {
  IMPORTANCES,
  keptTogether,
  MOST_OF_ANSWER,
  offeredWith,
  sending,
  sendOf,
  USUAL_IMPORTANCE,
  weighed,
} from "../parts/draft/send";
import { words } from "../words/words";

interface DetailsProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
}

function MostOfAnswer({ draft, onChange }: DetailsProps) {
  const text = words.sending;
  const { eps_block: most } = sendOf(draft);
  return (
    <NativeSelect
      className="most-of-answer"
      label={text.most}
      description={text.mostText}
      value={most}
      data={offeredWith(MOST_OF_ANSWER, most).map((epsilon) => ({
        value: epsilon,
        label: text.mostOption(epsilon, String(keptOfHundred(Number(epsilon)))),
      }))}
      onChange={(changed) => onChange(sending(draft, { eps_block: changed.currentTarget.value }))}
    />
  );
}

function Importance({ draft, onChange }: DetailsProps) {
  const text = words.sending;
  const questions = draft.questions.filter(isQuestion);
  if (questions.length < 2) return null;
  return (
    <fieldset className="sending">
      <legend>{text.importance}</legend>
      <p className="quiet">{text.importanceText}</p>
      {questions.map(({ id }) => {
        const weight = sendOf(draft).importance[id] ?? USUAL_IMPORTANCE;
        return (
          <NativeSelect
            key={id}
            className="short"
            label={listed(draft.questions, id)}
            value={weight}
            data={offeredWith(IMPORTANCES, weight).map((each) => ({
              value: each,
              label: each === USUAL_IMPORTANCE ? text.usual : text.times(each),
            }))}
            onChange={(changed) => onChange(weighed(draft, id, changed.currentTarget.value))}
          />
        );
      })}
    </fieldset>
  );
}

function Together({ draft, onChange }: DetailsProps) {
  const text = words.sending;
  const tables = draft.questions.filter((item) => "rows" in item);
  if (tables.length === 0) return null;
  return (
    <fieldset className="sending">
      <legend>{text.together}</legend>
      <p className="quiet">{text.togetherText}</p>
      {tables.map(({ id }) => (
        <Tick
          key={id}
          label={listed(draft.questions, id)}
          checked={sendOf(draft).together.includes(id)}
          onChange={(together) => onChange(keptTogether(draft, id, together))}
        />
      ))}
    </fieldset>
  );
}

/** What few need where questions are drawn by lot: how much one answer may spend, and which are drawn more often. */
export function SendingDetails(props: DetailsProps) {
  return (
    <>
      <MostOfAnswer {...props} />
      <Importance {...props} />
      <Together {...props} />
    </>
  );
}
