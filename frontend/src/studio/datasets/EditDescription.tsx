import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { DataSet } from "../../api/types";
import { dataSet, describeDataSet } from "../data/datasets";
import { keep } from "../data/memory";
import { Failure } from "../frame/Failure";
import { words } from "../words/words";
import { type Description, DescriptionFields } from "./DescriptionFields";

const PARTS = ["name", "description", "provenance", "licence", "doi"] as const;

/** Only what was changed is sent: what a colleague changes meanwhile stays. */
export function changed(before: Description, now: Description): Partial<Description> {
  const parts: Partial<Description> = {};
  for (const part of PARTS) {
    const value = part === "name" ? now.name.trim() : now[part];
    if (value !== before[part]) parts[part] = value;
  }
  return parts;
}

function Form({ facts, onDone }: { facts: DataSet; onDone: () => void }) {
  const { name, description, provenance, licence, doi } = facts;
  const [before] = useState<Description>({ name, description, provenance, licence, doi });
  const [draft, setDraft] = useState(before);
  const queries = useQueryClient();
  const parts = changed(before, draft);
  const saved = useMutation({
    mutationFn: () => describeDataSet(facts.id, parts),
    onSuccess: async (written) => {
      await keep(queries, dataSet(facts.id).queryKey, written);
      onDone();
      await queries.invalidateQueries({ queryKey: ["datasets", "list"] });
    },
  });
  return (
    <form
      className="new-token"
      aria-label={words.data.edit}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (Object.keys(parts).length === 0) onDone();
        else saved.mutate();
      }}
    >
      <p>{words.data.newText}</p>
      <DescriptionFields description={draft} onChange={(part) => setDraft((now) => ({ ...now, ...part }))} />
      <Failure error={saved.error} />
      <div className="actions">
        <Button type="submit" disabled={saved.isPending}>
          {words.data.save}
        </Button>
        <Button variant="default" onClick={onDone}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}

/** The description is the owner's to change at any time; no row of the data is touched. */
export function EditDescription({ facts }: { facts: DataSet }) {
  const box = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false); // each time the form is new and begins with what is said then
  const done = () => {
    if (!box.current) return;
    box.current.open = false;
    box.current.querySelector("summary")?.focus();
  };
  return (
    <details ref={box} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.data.edit}</summary>
      {isOpen && <Form facts={facts} onDone={done} />}
    </details>
  );
}
