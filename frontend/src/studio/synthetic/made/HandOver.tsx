import { Button, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { RowsToHandOver } from "../../../api/types";
import { handOver, MOST_ROWS_TAKEN } from "../../data/syntheses";
import { Failure } from "../../frame/Failure";
import { count } from "../../numbers/format";
import { Choice } from "../../parts/Choice";
import { words } from "../../words/words";
import { rowsToTake } from "./Files";

type Audience = RowsToHandOver["audience"];
const AUDIENCES: readonly Audience[] = ["recipients", "public"];

interface HandOverProps {
  id: string;
  dataSet: string;
  estimated: number;
}

/**
 * The form that hands rows to people who are named, or to everybody: as a release, with the guarantee that was paid
 * for.
 */
export function HandOver({ id, dataSet, estimated }: HandOverProps) {
  const { rows: wording, synthetic } = words;
  const handed = words.handed;
  const [typed, setTyped] = useState({
    title: "",
    licence: "",
    citation: "",
    rows: String(Math.min(Math.max(1, estimated), MOST_ROWS_TAKEN)),
  });
  const [audience, setAudience] = useState<Audience>("recipients");
  const queries = useQueryClient();
  const navigate = useNavigate();
  const rows = rowsToTake(typed.rows);
  const creation = useMutation({
    mutationFn: (rows: number) => handOver(id, { ...typed, rows, audience }),
    onSuccess: async (release) => {
      await queries.invalidateQueries({ queryKey: ["releases"] });
      await navigate({ to: "/data/$id/releases/$release", params: { id: dataSet, release: release.id } });
    },
  });
  const text = (field: keyof typeof typed) => ({
    "data-field": field,
    value: typed[field],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((before) => ({ ...before, [field]: value })),
  });
  return (
    <section aria-labelledby="hand-over">
      <details className="hand-over">
        <summary id="hand-over">{handed.title}</summary>
        <p>{handed.text}</p>
        <form
          className="new-token"
          aria-labelledby="hand-over"
          onSubmit={(submitted) => {
            submitted.preventDefault();
            if (rows !== undefined) creation.mutate(rows);
          }}
        >
          <TextInput label={wording.name} description={wording.nameHint} required maxLength={200} {...text("title")} />
          <TextInput
            label={handed.rows}
            inputMode="numeric"
            error={rows === undefined ? synthetic.rowsToTakeFault(count(MOST_ROWS_TAKEN)) : undefined}
            {...text("rows")}
          />
          <Choice
            label={wording.audience}
            field="audience"
            value={audience}
            choices={AUDIENCES}
            named={wording.audienceNames}
            onChange={setAudience}
          />
          <TextInput label={wording.licence} maxLength={200} {...text("licence")} />
          <Textarea label={wording.citation} autosize minRows={2} maxLength={2000} {...text("citation")} />
          <Failure error={creation.error} />
          <Button type="submit" disabled={creation.isPending || rows === undefined}>
            {creation.isPending ? wording.making : wording.make}
          </Button>
        </form>
      </details>
    </section>
  );
}
