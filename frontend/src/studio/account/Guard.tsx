import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Refusal } from "../../api/refusal";
import { ShowAgain, showPassword } from "../data/security";
import { Failure } from "../frame/Failure";
import { words } from "../words/words";
import { PasswordField } from "./Credentials";

export type Run = (act: () => Promise<unknown>) => void;

/** Runs changes of credentials. When one needs the password once more, asks for it here and then goes on. */
export function Guard({ children }: { children: (run: Run, busy: boolean) => ReactNode }) {
  const [waiting, setWaiting] = useState<(() => Promise<unknown>) | null>(null);
  const [password, setPassword] = useState("");
  const acted = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onError: (error, act) => {
      if (error instanceof ShowAgain) setWaiting(() => act);
    },
  });
  const shown = useMutation({
    mutationFn: () => showPassword(password),
    onSuccess: () => {
      if (waiting) acted.mutate(waiting);
      setWaiting(null);
      setPassword("");
    },
  });
  const refusal = shown.error instanceof Refusal ? shown.error : null;
  return (
    <>
      {children(acted.mutate, acted.isPending)}
      {waiting && (
        <form
          className="new-token"
          aria-label={words.own.passwordAgain}
          onSubmit={(submitted) => {
            submitted.preventDefault();
            shown.mutate();
          }}
        >
          <p>{words.own.passwordAgain}</p>
          <PasswordField
            value={password}
            error={refusal?.fields.password ?? null}
            isNew={false}
            onChange={setPassword}
          />
          {!refusal?.fields.password && <Failure error={shown.error} />}
          <div className="actions">
            <Button type="submit" disabled={shown.isPending}>
              {words.own.goOn}
            </Button>
            <Button variant="default" onClick={() => setWaiting(null)}>
              {words.cancel}
            </Button>
          </div>
        </form>
      )}
      {!(acted.error instanceof ShowAgain) && <Failure error={acted.error} />}
    </>
  );
}
