import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Question } from "../../../api/types";
import { answerChoices } from "../../parts/draft/condition";
import { words } from "../../words/words";
import { isDay, isDecimal } from "../questions/edges";

interface AnswerFieldProps {
  question: Question;
  value: string;
  onChange: (answer: string) => void;
}

/** The answer a condition compares with: from a list where there is one, else a number or a day. */
export function AnswerField({ question, value, onChange }: AnswerFieldProps) {
  const [typed, setTyped] = useState(value);
  const choices = answerChoices(question);
  if (choices) {
    const known = choices.some((choice) => choice.value === value);
    return (
      <NativeSelect
        label={words.items.answer}
        value={value}
        data={known ? choices : [{ value, label: value }, ...choices]}
        onChange={(changed) => onChange(changed.currentTarget.value)}
      />
    );
  }
  const kind = question.type === "date" ? "date" : "number";
  const right = (text: string) => (kind === "date" ? isDay(text) : isDecimal(text));
  return (
    <TextInput
      type={kind === "date" ? "date" : "text"}
      label={words.items.answer}
      data-pipes="no"
      value={typed}
      error={right(typed) ? undefined : words.items.boundFault(kind)}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        if (right(text)) onChange(text);
      }}
    />
  );
}
