import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Refusal } from "../../api/refusal";
import { Failure, sentenceFor } from "../frame/Failure";
import { Page } from "../frame/Page";
import { words } from "../words/words";

interface AccountFormProps {
  title: string;
  lead?: string;
  action: string;
  submit: () => Promise<void>;
  fields: (messageFor: (field: string) => string | null) => ReactNode;
  children?: ReactNode;
}

/** One quiet column: a title, the fields, one button. Messages stand at their field, the rest above the button. */
export function AccountForm({ title, lead, action, submit, fields, children }: AccountFormProps) {
  const sent = useMutation({ mutationFn: submit });
  const refusal = sent.error instanceof Refusal ? sent.error : null;
  const messageFor = (field: string) => {
    const message = refusal?.fields[field];
    if (refusal === null || message === undefined) return null;
    return refusal.code === "invalid" ? message : (sentenceFor(refusal.code) ?? message); // "invalid" says nothing by itself
  };
  const shownAtField = refusal !== null && Object.keys(refusal.fields).some((field) => field !== "");
  return (
    <Page title={title}>
      <form
        className="account"
        noValidate
        onSubmit={(submitted) => {
          submitted.preventDefault();
          sent.mutate();
        }}
      >
        <h1>{title}</h1>
        <p className="quiet">{lead ?? words.account.promise}</p>
        {fields(messageFor)}
        {!shownAtField && <Failure error={sent.error} />}
        <Button type="submit" disabled={sent.isPending} fullWidth>
          {action}
        </Button>
        {children}
      </form>
    </Page>
  );
}
