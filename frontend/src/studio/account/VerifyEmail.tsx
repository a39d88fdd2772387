import { useMutation } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { resendCode, verifyEmail } from "../data/account";
import { Failure } from "../frame/Failure";
import { words } from "../words/words";
import { AccountForm } from "./AccountForm";
import { CodeField } from "./CodeField";
import { MailFolder } from "./MailFolder";
import { useArrival } from "./useArrival";

export function VerifyEmail() {
  const { next } = useSearch({ from: "/verify" });
  const [code, setCode] = useState("");
  const arrive = useArrival(next);
  const resend = useMutation({ mutationFn: resendCode });
  return (
    <AccountForm
      title={words.account.verifyTitle}
      lead={words.account.verifyText}
      action={words.account.verify}
      submit={async () => arrive(await verifyEmail(code.trim()))}
      fields={(messageFor) => <CodeField value={code} error={messageFor("key")} onChange={setCode} />}
    >
      <MailFolder />
      <p className="ways">
        <button type="button" className="text-button" onClick={() => resend.mutate()} disabled={resend.isPending}>
          {words.account.resend}
        </button>
        <Link to="/sign-in" search={{ next }}>
          {words.account.backToSignIn}
        </Link>
      </p>
      <p aria-live="polite">{resend.isSuccess ? words.account.resent : null}</p>
      <Failure error={resend.error} />
    </AccountForm>
  );
}
