import { Button, NativeSelect } from "@mantine/core";
import { useState } from "react";
import type { Draft } from "../../../api/types";
import { count } from "../../numbers/format";
import { listed } from "../../parts/draft/naming";
import { words } from "../../words/words";
import { isPairable } from "../questions/all";
import { forModel, othersOf, withPair } from "./pairs";

interface ModelPairsProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
}

/** One choice plans the pairs that a model needs: the class with each other question of one answer. */
export function ModelPairs({ draft, onChange }: ModelPairsProps) {
  const [chosen, setChosen] = useState("");
  const questions = draft.questions.filter(isPairable);
  const question = questions.find(({ id }) => id === chosen) ?? questions[0];
  if (!question || questions.length < 3) return null;
  const pairs = forModel(draft, question);
  const left = othersOf(draft, question).length - pairs.length;
  const text = words.sending.model;
  return (
    <details className="model-pairs">
      <summary>{text.title}</summary>
      <p>{text.text}</p>
      <NativeSelect
        label={text.question}
        value={question.id}
        data={questions.map(({ id }) => ({ value: id, label: listed(draft.questions, id) }))}
        onChange={(changed) => setChosen(changed.currentTarget.value)}
      />
      {left > 0 && <p className="quiet">{text.left(count(left))}</p>}
      <div className="actions">
        <Button variant="default" disabled={pairs.length === 0} onClick={() => onChange(pairs.reduce(withPair, draft))}>
          {pairs.length === 0 ? text.planned : text.plan(count(pairs.length))}
        </Button>
      </div>
    </details>
  );
}
