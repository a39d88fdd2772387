import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Draft, Item } from "../../../api/types";
import { ServerMessage } from "../../frame/ServerMessage";
import { listed } from "../../parts/draft/naming";
import { type Operand, operandsBefore, unknownName } from "../../parts/draft/operands";
import { words } from "../../words/words";
import { expressionOf, firstAnswer, needsAnswer, type Simple, simpleOf } from "../draft/condition";
import { useFault } from "../faults";
import { questionType } from "../questions/all";
import { COMPARISONS } from "../questions/questionType";
import { AnswerField } from "./AnswerField";

interface ConditionProps {
  draft: Draft;
  item: Item;
  where: string;
  onChange: (item: Item) => void;
}

const ALWAYS = "";
const FREE = "by expression"; // no id holds a space

interface ListsProps {
  simple: Simple;
  operand: Operand;
  onSimple: (simple: Simple) => void;
}

function Lists({ simple, operand, onSimple }: ListsProps) {
  const offered = questionType(operand.question).comparisons;
  return (
    <div className="two">
      <NativeSelect
        label={words.items.comparison}
        value={simple.comparison}
        data={offered.map((comparison) => ({ value: comparison, label: words.items.comparisons[comparison] }))}
        onChange={({ currentTarget: { value } }) => {
          const comparison = COMPARISONS.find((sign) => sign === value) ?? "=";
          const answer = simple.answer || firstAnswer(operand.question);
          onSimple({ ...simple, comparison, answer: needsAnswer(comparison) ? answer : "" });
        }}
      />
      {needsAnswer(simple.comparison) && (
        <AnswerField
          question={operand.question}
          value={simple.answer}
          onChange={(answer) => onSimple({ ...simple, answer })}
        />
      )}
    </div>
  );
}

/** "Shown only if": three lists for the common case, and the expression itself for the rest. */
export function ConditionEditor({ draft, item, where, onChange }: ConditionProps) {
  const operands = operandsBefore(draft.questions, item.id);
  const simple = simpleOf(item.show_if);
  const operand = operands.find((each) => each.name === simple?.operand);
  const [free, setFree] = useState(item.show_if !== "" && operand === undefined);
  const refused = useFault(`${where}.show_if`);
  const unknown = unknownName(item.show_if, operands);
  if (operands.length === 0 && item.show_if === "") return null; // nothing was asked before it
  const set = (show_if: string) => onChange({ ...item, show_if });
  const chosen = free || (item.show_if !== "" && !operand) ? FREE : (operand?.name ?? ALWAYS);

  function choose(value: string) {
    setFree(value === FREE);
    const match = operands.find((each) => each.name === value);
    if (value === ALWAYS) set("");
    if (!match) return;
    const comparison = questionType(match.question).comparisons[0] ?? "answered";
    set(expressionOf({ operand: value, comparison, answer: firstAnswer(match.question) }, match.question));
  }
  const message = unknown === undefined ? undefined : words.items.unknownName(unknown);
  return (
    <div className="condition">
      <NativeSelect
        label={words.items.shown}
        value={chosen}
        data={[
          { value: ALWAYS, label: words.items.always },
          ...operands.map(({ name, question, row }) => ({
            value: name,
            label: words.items.onlyIf(listed(draft.questions, question.id, row)),
          })),
          { value: FREE, label: words.items.byExpression },
        ]}
        onChange={(changed) => choose(changed.currentTarget.value)}
      />
      {chosen !== FREE && simple && operand && (
        <Lists simple={simple} operand={operand} onSimple={(changed) => set(expressionOf(changed, operand.question))} />
      )}
      {chosen === FREE && (
        <TextInput
          label={words.items.expression}
          description={words.items.expressionHint(`${operands[0]?.name ?? "q1"} = 'yes' and not q2 answered`)}
          data-pipes="no"
          spellCheck={false}
          maxLength={500}
          value={item.show_if}
          error={message}
          onChange={(changed) => set(changed.currentTarget.value)}
        />
      )}
      {chosen !== FREE && message && <p className="refuse">{message}</p>}
      {message === undefined && <ServerMessage fault={refused} />}
    </div>
  );
}
