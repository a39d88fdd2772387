import { Button, NativeSelect } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CrossTab, Shown } from "../../api/types";
import { askForCrosstab, crosstabs } from "../data/results";
import { Failure } from "../frame/Failure";
import { askedIn } from "../parts/results/sentence";
import { words } from "../words/words";

interface AskCrossTabProps {
  id: string;
  version: number | undefined;
  shown: Shown;
  kept: readonly CrossTab[];
  onAsked: (table: CrossTab) => void;
}

function isKept(kept: readonly CrossTab[], left: string, right: string): boolean {
  return kept.some(({ rows, columns }) => (rows === left && columns === right) || (rows === right && columns === left));
}

/** Two questions that were not planned as a pair: a job crosses them, and the table comes by itself. */
export function AskCrossTab({ id, version, shown, kept, onAsked }: AskCrossTabProps) {
  const memory = useQueryClient();
  const [first, setFirst] = useState("");
  const [second, setSecond] = useState("");
  const choices = shown.questions.map((question) => ({ value: question.id, label: askedIn(question) }));
  const hasPartner = (question: string) =>
    choices.some(({ value }) => value !== question && !isKept(kept, question, value));
  const open = choices.filter(({ value }) => hasPartner(value));
  const option = open.find(({ value }) => value === first) ?? open[0];
  const others = choices.filter(({ value }) => value !== option?.value && !isKept(kept, option?.value ?? "", value));
  const other = others.find(({ value }) => value === second) ?? others[0];
  const asking = useMutation({
    mutationFn: ({ rows, columns }: { rows: string; columns: string }) => askForCrosstab(id, version, rows, columns),
    onSuccess: async (table) => {
      await memory.invalidateQueries({ queryKey: crosstabs(id, version).queryKey });
      onAsked(table);
    },
  });
  if (!option || !other) return null;
  return (
    <details>
      <summary>{words.results.crossAdd}</summary>
      <div className="compare">
        <NativeSelect
          label={words.results.crossRows}
          value={option.value}
          data={open}
          onChange={(changed) => setFirst(changed.currentTarget.value)}
        />
        <NativeSelect
          label={words.results.crossColumns}
          value={other.value}
          data={others}
          onChange={(changed) => setSecond(changed.currentTarget.value)}
        />
        <Button
          variant="default"
          loading={asking.isPending}
          onClick={() => asking.mutate({ rows: option.value, columns: other.value })}
        >
          {words.results.crossAsk}
        </Button>
        {asking.error && <Failure error={asking.error} retry={() => asking.reset()} />}
      </div>
    </details>
  );
}
