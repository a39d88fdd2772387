import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { DataSet } from "../../api/types";
import { dataSet, deleteDataSet, withdrawDeletion } from "../data/datasets";
import { Confirm } from "../frame/Confirm";
import { Failure } from "../frame/Failure";
import { moment } from "../numbers/format";
import { words } from "../words/words";

export function Delete({ facts, onAsked }: { facts: DataSet; onAsked: () => void }) {
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState("");
  const queries = useQueryClient();
  const gone = useMutation({
    mutationFn: () => deleteDataSet(facts.id, typed),
    onSuccess: async () => {
      onAsked();
      await queries.invalidateQueries({ queryKey: ["datasets"] });
    },
  });
  return (
    <p>
      <button type="button" className="text-button refuse" onClick={() => setOpened(true)}>
        {words.data.delete}
      </button>
      <Confirm
        opened={opened}
        title={words.data.deleteTitle(facts.name)}
        yes={words.data.deleteNow}
        destructive
        disabled={typed !== facts.name}
        busy={gone.isPending}
        onYes={() => gone.mutate()}
        onNo={() => setOpened(false)}
      >
        <p>{words.data.deleteText}</p>
        <TextInput
          label={words.data.typeName}
          data-field="confirm"
          description={facts.name}
          autoComplete="off"
          value={typed}
          onChange={(change) => setTyped(change.currentTarget.value)}
        />
        <Failure error={gone.error} />
      </Confirm>
    </p>
  );
}

interface ToBeDeletedProps {
  facts: DataSet;
  isAsked: boolean;
  onWithdrawn: () => void;
}

/**
 * What an owner sees while a deletion waits: they can think again until the first key is destroyed. The answer stands
 * where the button was, with the focus.
 */
export function ToBeDeleted({ facts, isAsked, onWithdrawn }: ToBeDeletedProps) {
  const { deletion } = facts;
  const isPending = deletion !== null;
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isAsked && isPending) status.current?.focus(); // the button that asked for it is gone
  }, [isAsked, isPending]);
  const queries = useQueryClient();
  const withdrawn = useMutation({
    mutationFn: () => withdrawDeletion(facts.id),
    onSuccess: onWithdrawn,
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: dataSet(facts.id).queryKey });
      status.current?.focus();
    },
  });
  if (!deletion && !withdrawn.isSuccess) return null;
  const waits = deletion && (deletion.begun_at ? words.data.deletionBegun : words.data.deletionWaits);
  return (
    <section className="deletion" aria-label={words.data.deletion}>
      <p ref={status} role="status" tabIndex={-1}>
        {waits ?? words.data.deletionWithdrawn}
      </p>
      {deletion && <p className="quiet">{words.data.deletionSince(moment(deletion.asked_at))}</p>}
      {deletion?.may_withdraw && (
        <p className="actions">
          <Button disabled={withdrawn.isPending} onClick={() => withdrawn.mutate()}>
            {words.data.withdrawDeletion}
          </Button>
        </p>
      )}
      <Failure error={withdrawn.error} />
    </section>
  );
}
