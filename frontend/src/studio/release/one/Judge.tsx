import { Button, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { giveVerdict, oneRelease } from "../../data/release";
import { Failure } from "../../frame/Failure";
import { words } from "../../words/words";

interface JudgeProps {
  id: string;
  madeByMe: boolean;
  mayRelease: boolean;
  synthetic: boolean;
}

/** Two people: who made it never approves it. The server holds that; the page says it before it is tried. */
export function Judge({ id, madeByMe, mayRelease, synthetic }: JudgeProps) {
  const text = words.release.judge;
  return (
    <section aria-labelledby="judge" className="not-printed">
      <h2 id="judge">{text.title}</h2>
      {madeByMe ? (
        <p>{text.own}</p>
      ) : mayRelease ? (
        <>
          <p>{synthetic ? words.handed.judgeText : text.text}</p>
          <Decide id={id} />
        </>
      ) : (
        <p>{text.others}</p>
      )}
    </section>
  );
}

function Decide({ id }: { id: string }) {
  const text = words.release.judge;
  const [reason, setReason] = useState("");
  const [lacksReason, setLacksReason] = useState(false);
  const queries = useQueryClient();
  const given = useMutation({
    mutationFn: (approved: boolean) => giveVerdict(id, { approved, said: reason.trim() }),
    onSuccess: (release) => queries.setQueryData(oneRelease(id).queryKey, release),
    onSettled: () => queries.invalidateQueries({ queryKey: ["releases"] }),
  });
  const refuse = () => (reason.trim() === "" ? setLacksReason(true) : given.mutate(false));
  return (
    <form
      className="release-form"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        given.mutate(true);
      }}
    >
      <Textarea
        label={text.reason}
        data-field="said"
        description={text.reasonHint}
        error={lacksReason && text.needsReason}
        autosize
        minRows={2}
        maxLength={2000}
        value={reason}
        onChange={(typed) => {
          setReason(typed.currentTarget.value);
          setLacksReason(false);
        }}
      />
      <Failure error={given.error} />
      <div className="actions">
        <Button type="submit" disabled={given.isPending}>
          {text.approve}
        </Button>
        <Button variant="refuse" disabled={given.isPending} onClick={refuse}>
          {text.refuse}
        </Button>
      </div>
    </form>
  );
}
