import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { signIn } from "../data/account";
import { passkeysWork, showPasskey } from "../data/security";
import { Failure } from "../frame/Failure";
import { words } from "../words/words";
import { AccountForm } from "./AccountForm";
import { EmailField, PasswordField } from "./Credentials";
import { useArrival } from "./useArrival";

export function SignIn() {
  const { next } = useSearch({ from: "/sign-in" });
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const arrive = useArrival(next);
  const shown = useMutation({
    mutationFn: () => showPasskey("login"),
    onSuccess: () => arrive("done"),
  });
  return (
    <AccountForm
      title={words.account.signInTitle}
      action={words.account.signIn}
      submit={async () => arrive(await signIn({ email, password }))}
      fields={(messageFor) => (
        <>
          <EmailField value={email} error={messageFor("email")} onChange={setEmail} />
          <PasswordField value={password} error={messageFor("password")} isNew={false} onChange={setPassword} />
        </>
      )}
    >
      {passkeysWork() && (
        <>
          <Button variant="default" disabled={shown.isPending} onClick={() => shown.mutate()} fullWidth>
            {words.own.signInWithPasskey}
          </Button>
          <Failure error={shown.error} />
        </>
      )}
      <p className="ways">
        <Link to="/sign-up" search={{ next }}>
          {words.account.noAccount}
        </Link>
        <Link to="/reset">{words.account.forgot}</Link>
      </p>
    </AccountForm>
  );
}
