import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Question } from "../../../api/types";
import { words } from "../../words/words";
import { questionType } from "../questions/all";
import type { Gauge } from "../questions/edges";

interface AnswerFieldProps {
  question: Question;
  value: string;
  onChange: (answer: string) => void;
}

interface ValueFieldProps extends Omit<AnswerFieldProps, "question"> {
  gauge: Gauge;
}

function ValueField({ gauge, value, onChange }: ValueFieldProps) {
  const [typed, setTyped] = useState(value);
  return (
    <TextInput
      type={gauge.field}
      label={words.items.answer}
      data-pipes="no"
      value={typed}
      error={gauge.isValue(typed) ? undefined : words.items.boundFault(gauge.kind)}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        if (gauge.isValue(text)) onChange(text);
      }}
    />
  );
}

/** The answer a condition compares with: from a list where there is one, else a number or a day. */
export function AnswerField({ question, value, onChange }: AnswerFieldProps) {
  const type = questionType(question);
  if (type.entry) return <ValueField gauge={type.entry.gauge} value={value} onChange={onChange} />;
  const choices = type.choices?.(question) ?? [];
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
