import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { requestPasswordCode, setPassword } from "../data/account";
import { Page } from "../frame/Page";
import { words } from "../words/words";
import { AccountForm } from "./AccountForm";
import { CodeField } from "./CodeField";
import { EmailField, PasswordField } from "./Credentials";
import { MailFolder } from "./MailFolder";

function Back() {
  return (
    <p className="ways">
      <Link to="/sign-in">{words.account.backToSignIn}</Link>
    </p>
  );
}

function NewPassword({ email, onDone }: { email: string; onDone: () => void }) {
  const [code, setCode] = useState("");
  const [password, setTyped] = useState("");
  return (
    <AccountForm
      title={words.account.resetTitle}
      lead={words.account.codeSent(email)}
      action={words.account.setPassword}
      submit={async () => {
        await setPassword({ key: code.trim(), password });
        onDone();
      }}
      fields={(messageFor) => (
        <>
          <CodeField value={code} error={messageFor("key")} onChange={setCode} />
          <PasswordField value={password} error={messageFor("password")} isNew onChange={setTyped} />
        </>
      )}
    >
      <MailFolder />
      <Back />
    </AccountForm>
  );
}

/** Three steps on one address: the e-mail, the code with a new password, done. */
export function ForgotPassword() {
  const [email, setEmail] = useState("");
  const [step, setStep] = useState<"email" | "code" | "done">("email");
  if (step === "code") return <NewPassword email={email} onDone={() => setStep("done")} />;
  if (step === "done") {
    return (
      <Page title={words.account.resetDone}>
        <div className="account" role="status">
          <h1>{words.account.resetDone}</h1>
          <Back />
        </div>
      </Page>
    );
  }
  return (
    <AccountForm
      title={words.account.forgotTitle}
      lead={words.account.forgotText}
      action={words.account.sendCode}
      submit={async () => {
        await requestPasswordCode(email);
        setStep("code");
      }}
      fields={(messageFor) => <EmailField value={email} error={messageFor("email")} onChange={setEmail} />}
    >
      <Back />
    </AccountForm>
  );
}
