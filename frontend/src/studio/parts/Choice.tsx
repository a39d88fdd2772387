import { NativeSelect } from "@mantine/core";

interface ChoiceProps<Value extends string> {
  label: string;
  /** Only heard: the words beside it say the same to the eye. */
  heard?: boolean;
  /** The path of the field in the body. */
  field?: string;
  value: Value;
  choices: readonly Value[];
  named: Readonly<Record<Value, string>>;
  onChange: (value: Value) => void;
}

/** One of a few values that the words have names for. */
export function Choice<Value extends string>({
  label,
  heard,
  field,
  value,
  choices,
  named,
  onChange,
}: ChoiceProps<Value>) {
  return (
    <NativeSelect
      {...(heard ? { "aria-label": label } : { label })}
      data-field={field}
      value={value}
      data={choices.map((choice) => ({ value: choice, label: named[choice] }))}
      onChange={({ currentTarget }) => {
        const chosen = choices.find((choice) => choice === currentTarget.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    />
  );
}
