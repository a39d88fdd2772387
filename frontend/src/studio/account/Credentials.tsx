import { TextInput } from "@mantine/core";
import { useState } from "react";
import { Tick } from "../frame/Tick";
import { words } from "../words/words";

interface EmailProps {
  value: string;
  error: string | null;
  onChange: (email: string) => void;
}

export function EmailField({ value, error, onChange }: EmailProps) {
  return (
    <TextInput
      label={words.account.email}
      type="email"
      name="email"
      autoComplete="username"
      required
      value={value}
      error={error}
      onChange={(change) => onChange(change.currentTarget.value)}
    />
  );
}

interface PasswordProps {
  value: string;
  error: string | null;
  isNew: boolean;
  onChange: (password: string) => void;
}

export function PasswordField({ value, error, isNew, onChange }: PasswordProps) {
  const [shown, setShown] = useState(false);
  return (
    <div>
      <TextInput
        type={shown ? "text" : "password"}
        label={isNew ? words.account.newPassword : words.account.password}
        description={isNew ? words.account.passwordHint : undefined}
        name="password"
        autoComplete={isNew ? "new-password" : "current-password"}
        required
        value={value}
        error={error}
        onChange={(change) => onChange(change.currentTarget.value)}
      />
      <Tick label={words.account.showPassword} checked={shown} onChange={setShown} />
    </div>
  );
}
