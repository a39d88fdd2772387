import { Button, Modal } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { type Imported, importFile } from "../data/running";
import { Failure } from "../frame/Failure";
import { words } from "../words/words";

class NoJson extends Error {}

async function readFile(file: File): Promise<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(await file.text());
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // said below, like every other file that is none
  }
  throw new NoJson();
}

/** What was not taken, before anybody relies on the copy. */
function Notes({ imported, go }: { imported: Imported; go: () => void }) {
  const { notes } = imported;
  return (
    <Modal.Root opened onClose={go} centered size="lg" transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          <Modal.Title>{words.home.importNotes(notes.length)}</Modal.Title>
          <ul className="notes">
            {notes.map((note) => (
              <li key={`${note.path} ${note.what} ${note.why}`}>
                <code>{note.path || words.home.importWhole}</code>
                <span className="quiet" dir="auto">
                  {note.what}
                </span>
                <span lang="en">{note.why}</span>
              </li>
            ))}
          </ul>
          <div className="actions">
            <Button onClick={go}>{words.home.importGo}</Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** A questionnaire from a file of ours, or of SurveyJS. */
export function ImportFile() {
  const chooser = useRef<HTMLInputElement>(null);
  const [noted, setNoted] = useState<Imported>();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const go = async (imported: Imported): Promise<void> => {
    await navigate({ to: "/surveys/$id/build", params: { id: imported.survey.id } });
    await queries.invalidateQueries({ queryKey: ["surveys"] }); // not before: an empty Home becomes another page
  };
  const sent = useMutation({
    mutationFn: async (file: File) => importFile(await readFile(file)),
    onSuccess: async (imported) => {
      if (imported.notes.length > 0) setNoted(imported);
      else await go(imported);
    },
  });
  return (
    <>
      <input
        ref={chooser}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={words.home.importFile}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = ""; // the same file again, mended, is another choice
          if (file) sent.mutate(file);
        }}
      />
      <Button variant="default" disabled={sent.isPending} onClick={() => chooser.current?.click()}>
        {sent.isPending ? words.home.importing : words.home.importFile}
      </Button>
      {sent.error instanceof NoJson ? (
        <p className="failure" role="alert">
          {words.home.importNoJson}
        </p>
      ) : (
        <Failure error={sent.error} />
      )}
      {noted && <Notes imported={noted} go={() => go(noted)} />}
    </>
  );
}
