import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Survey } from "../../api/types";
import { draftForm, type FormKind } from "../data/running";
import { Failure } from "../frame/Failure";
import { words } from "../words/words";
import { FormNotes } from "./FormNotes";

const KINDS: readonly FormKind[] = ["xlsform", "surveyjs"];

function save(name: string, mediaType: string, content: string): void {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: mediaType }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** The draft for another program, and then what an import of that file would not give back. */
export function FormDownloads({ survey: { id, draft } }: { survey: Survey }) {
  const [unread, setUnread] = useState(false);
  const exported = useMutation({
    mutationFn: (kind: FormKind) => draftForm(id, kind),
    onSuccess: (file) => {
      save(file.name, file.media_type, file.content);
      setUnread(file.notes.length > 0);
    },
  });
  const notes = exported.data?.notes ?? [];
  return (
    <>
      <div className="actions">
        {KINDS.map((kind) => (
          <Button key={kind} variant="default" disabled={exported.isPending} onClick={() => exported.mutate(kind)}>
            {words.share.forms[kind]}
          </Button>
        ))}
      </div>
      <Failure error={exported.error} />
      <p role="status">{exported.data && words.share.formSaved(exported.data.name, notes.length)}</p>
      {unread && (
        <FormNotes
          title={words.share.formNotes(notes.length)}
          draft={draft}
          notes={notes}
          button={words.share.formNotesRead}
          onClose={() => setUnread(false)}
        />
      )}
    </>
  );
}
