import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { signUp } from "../data/account";
import { words } from "../words/words";
import { AccountForm } from "./AccountForm";
import { EmailField, PasswordField } from "./Credentials";
import { useArrival } from "./useArrival";

export function SignUp() {
  const { next } = useSearch({ from: "/sign-up" });
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const arrive = useArrival(next);
  return (
    <AccountForm
      title={words.account.signUpTitle}
      action={words.account.signUp}
      submit={async () => arrive(await signUp({ email, password }))}
      fields={(messageFor) => (
        <>
          <EmailField value={email} error={messageFor("email")} onChange={setEmail} />
          <PasswordField value={password} error={messageFor("password")} isNew onChange={setPassword} />
        </>
      )}
    >
      <p className="ways">
        <Link to="/sign-in" search={{ next }}>
          {words.account.haveAccount}
        </Link>
      </p>
    </AccountForm>
  );
}
