import { Button, NativeSelect } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { Draft, Question } from "../../../api/types";
import { ServerMessage } from "../../frame/ServerMessage";
import { count } from "../../numbers/format";
import { listed } from "../../parts/draft/naming";
import { sendsSome } from "../../parts/draft/send";
import { words } from "../../words/words";
import { useFault } from "../faults";
import { isPairable } from "../questions/all";
import { ModelPairs } from "./ModelPairs";
import { cells, free, MOST_CELLS, MOST_PAIRS, othersOf, withPair } from "./pairs";

interface PairsProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
}

interface PairRowProps extends PairsProps {
  pair: readonly string[];
  index: number;
}

function PairRow({ draft, pair, index, onChange }: PairRowProps) {
  const fault = useFault(`pairs.${index}`);
  const [left, right] = pair.map((id) => draft.questions.filter(isPairable).find((item) => item.id === id));
  const name = words.build.pairOf(listed(draft.questions, pair[0] ?? ""), listed(draft.questions, pair[1] ?? ""));
  return (
    <li>
      {name} {left && right && <span className="quiet">{words.build.pairCells(count(cells(draft, left, right)))}</span>}{" "}
      <button
        type="button"
        className="text-button"
        aria-label={words.items.removeWhat(name)}
        onClick={() => onChange({ ...draft, pairs: draft.pairs.toSpliced(index, 1) })}
      >
        {words.build.pairRemove}
      </button>
      <ServerMessage fault={fault} />
    </li>
  );
}

interface ChoiceProps {
  draft: Draft;
  label: string;
  questions: readonly Question[];
  value: string;
  onChange: (id: string) => void;
}

function Choice({ draft, label, questions, value, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      label={label}
      value={value}
      data={questions.map(({ id }) => ({ value: id, label: listed(draft.questions, id) }))}
      onChange={(changed) => onChange(changed.currentTarget.value)}
    />
  );
}

function NewPair({ draft, onChange }: PairsProps) {
  const [first, setFirst] = useState("");
  const [second, setSecond] = useState("");
  const open = free(draft);
  const question = open.find((item) => item.id === first) ?? open[0];
  const others = question ? othersOf(draft, question) : [];
  const other = others.find((item) => item.id === second) ?? others[0];
  if (!question || !other) return <p className="quiet">{draft.pairs.length === 0 ? words.build.pairNone : null}</p>;
  const many = cells(draft, question, other) > MOST_CELLS;
  return (
    <>
      <div className="two">
        <Choice draft={draft} label={words.build.pairFirst} questions={open} value={question.id} onChange={setFirst} />
        <Choice draft={draft} label={words.build.pairSecond} questions={others} value={other.id} onChange={setSecond} />
      </div>
      {many && <p className="refuse">{words.build.pairMany(count(MOST_CELLS))}</p>}
      <div className="actions">
        <Button
          variant="default"
          disabled={many || draft.pairs.length >= MOST_PAIRS}
          onClick={() => onChange(withPair(draft, [question.id, other.id]))}
        >
          {words.build.pairAdd}
        </Button>
        <span className="quiet">{words.build.pairCells(count(cells(draft, question, other)))}</span>
      </div>
    </>
  );
}

/** Two questions whose answers travel as one, so that results can say how they go together. */
export function Pairs({ draft, onChange }: PairsProps) {
  const fault = useFault("pairs");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (window.location.hash === "#pairs") heading.current?.focus(); // it was not there when the address was opened
  }, []);
  if (draft.questions.filter(isPairable).length < 2) return null;
  return (
    <section aria-labelledby="pairs">
      <h2 id="pairs" tabIndex={-1} ref={heading}>
        {words.build.pairs}
      </h2>
      <p>{sendsSome(draft) ? words.sending.pairsText : words.build.pairsText}</p>
      {draft.pairs.length > 0 && (
        <ul className="pairs">
          {draft.pairs.map((pair, index) => (
            <PairRow key={pair.join()} draft={draft} pair={pair} index={index} onChange={onChange} />
          ))}
        </ul>
      )}
      <ServerMessage fault={fault} />
      <NewPair draft={draft} onChange={onChange} />
      {sendsSome(draft) && <ModelPairs draft={draft} onChange={onChange} />}
    </section>
  );
}
