import { TextInput } from "@mantine/core";
import { words } from "../words/words";

interface CodeFieldProps {
  value: string;
  error: string | null;
  onChange: (code: string) => void;
}

export function CodeField({ value, error, onChange }: CodeFieldProps) {
  return (
    <TextInput
      label={words.account.code}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      required
      value={value}
      error={error}
      onChange={(change) => onChange(change.currentTarget.value)}
    />
  );
}
