import { Button, Progress } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Upload } from "../../api/types";
import { sendFile } from "../data/datasets";
import { Failure } from "../frame/Failure";
import { words } from "../words/words";

/** A file goes up piece by piece; whoever was interrupted chooses it once more. */
export function SendFile({ id, begun }: { id: string; begun: Upload | null }) {
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState<[number, number]>([begun?.received.length ?? 0, begun?.chunks ?? 0]);
  const field = useId();
  const queries = useQueryClient();
  const isOther = file !== undefined && begun !== null && (file.name !== begun.name || file.size !== begun.size);
  const going = useMutation({
    mutationFn: (chosen: File) => sendFile(id, chosen, begun, (done, of) => setSent([done, of])),
    onSettled: () => queries.invalidateQueries({ queryKey: ["datasets", id] }),
  });
  return (
    <form
      className="new-token"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (file && !isOther) going.mutate(file);
      }}
    >
      {begun && <p>{words.data.resume(begun.name)}</p>}
      <div>
        <label htmlFor={field}>{words.data.chooseFile}</label>
        <p className="quiet">{words.data.fileHint}</p>
        <input
          id={field}
          type="file"
          required
          accept=".csv,.tsv,.tab,.parquet,.xlsx,.json,.jsonl,.ndjson,.sav,.zsav,.por,.dta,.sas7bdat,.xpt,.xport"
          onChange={(chosen) => setFile(chosen.currentTarget.files?.[0])}
        />
      </div>
      {isOther && <p className="refuse">{words.data.otherFile}</p>}
      {sent[1] > 0 && (
        <div>
          <Progress value={(100 * sent[0]) / sent[1]} aria-label={words.data.fileTitle.receiving} />
          <p aria-live="polite">{words.data.sending(...sent)}</p>
        </div>
      )}
      <Failure error={going.error} />
      <Button type="submit" disabled={going.isPending || isOther}>
        {words.data.sendFile}
      </Button>
    </form>
  );
}
