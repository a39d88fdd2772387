import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Survey } from "../../api/types";
import { copyOf, draftFile, draftForm, type FormKind, type Note } from "../data/running";
import { Failure } from "../frame/Failure";
import { FormNotes } from "../parts/FormNotes";
import { words } from "../words/words";

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
function Forms({ survey: { id, draft } }: { survey: Survey }) {
  const [notes, setNotes] = useState<readonly Note[]>([]);
  const exported = useMutation({
    mutationFn: (kind: FormKind) => draftForm(id, kind),
    onSuccess: (file) => {
      save(file.name, file.media_type, file.content);
      setNotes(file.notes);
    },
  });
  return (
    <>
      <p>{words.share.formText}</p>
      <div className="actions">
        {KINDS.map((kind) => (
          <Button key={kind} variant="default" disabled={exported.isPending} onClick={() => exported.mutate(kind)}>
            {words.share.forms[kind]}
          </Button>
        ))}
      </div>
      <Failure error={exported.error} />
      {notes.length > 0 && (
        <FormNotes
          title={words.share.formNotes(notes.length)}
          draft={draft}
          notes={notes}
          button={words.share.formNotesRead}
          onClose={() => setNotes([])}
        />
      )}
    </>
  );
}

/** The questionnaire as a file, and as a second survey. */
export function Take({ survey }: { survey: Survey }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const copied = useMutation({
    mutationFn: () => copyOf(survey.draft, words.share.copyOf(survey.title).slice(0, 200)),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ["surveys"] });
      await navigate({ to: "/surveys/$id/build", params: { id } });
    },
  });
  return (
    <section aria-labelledby="take">
      <h2 id="take">{words.share.file}</h2>
      <p>{words.share.fileText}</p>
      <div className="actions">
        <Button variant="default" disabled={copied.isPending} onClick={() => copied.mutate()}>
          {copied.isPending ? words.share.copying : words.share.copy}
        </Button>
        <a href={draftFile(survey.id)} download>
          {words.share.download}
        </a>
      </div>
      <Failure error={copied.error} />
      <Forms survey={survey} />
    </section>
  );
}
