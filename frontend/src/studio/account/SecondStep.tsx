import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { passkeysWork, showCode, showPasskey } from "../data/security";
import { Failure } from "../frame/Failure";
import { words } from "../words/words";
import { AccountForm } from "./AccountForm";
import { CodeField } from "./CodeField";
import { useArrival } from "./useArrival";

/** The second step after the right password: a code from the app, a recovery code, or a passkey. */
export function SecondStep() {
  const { next } = useSearch({ from: "/sign-in/second-step" });
  const [code, setCode] = useState("");
  const arrive = useArrival(next);
  const shown = useMutation({
    mutationFn: () => showPasskey("authenticate"),
    onSuccess: () => arrive("done"),
  });
  return (
    <AccountForm
      title={words.own.secondStepTitle}
      lead={words.own.secondStepText}
      action={words.account.signIn}
      submit={async () => {
        await showCode(code.trim());
        await arrive("done");
      }}
      fields={(messageFor) => <CodeField value={code} error={messageFor("code")} onChange={setCode} />}
    >
      {passkeysWork() && (
        <Button variant="default" disabled={shown.isPending} onClick={() => shown.mutate()} fullWidth>
          {words.own.usePasskey}
        </Button>
      )}
      <Failure error={shown.error} />
      <p className="ways">
        <Link to="/sign-in" search={{ next }}>
          {words.account.backToSignIn}
        </Link>
      </p>
    </AccountForm>
  );
}
