import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { Draft, Survey } from "../../../api/types";
import { keep } from "../../data/memory";
import { settleNotes } from "../../data/running";
import { survey as surveyQuery } from "../../data/surveys";
import { ConfirmButton } from "../../frame/ConfirmButton";
import { Failure } from "../../frame/Failure";
import { listed } from "../../parts/draft/naming";
import { NoteText } from "../../parts/Notes";
import { words } from "../../words/words";
import { LockedContext } from "../Locked";

type OpenNote = Survey["import_notes"][number];

interface Open {
  readonly survey: string;
  readonly notes: readonly OpenNote[];
}

/** The notes of the import that are not settled. */
export const ImportNotesContext = createContext<Open>({ survey: "", notes: [] });

export const openItem = (id: string) => document.querySelector<HTMLElement>(`[aria-controls="item-${id}"]`);

function useSettle() {
  const queries = useQueryClient();
  const { survey: id } = useContext(ImportNotesContext);
  return useMutation({
    mutationFn: async (number: number | undefined) => {
      await settleNotes(id, number);
      await keep(queries, surveyQuery(id).queryKey, (before) => {
        if (before === undefined) return before;
        const left = before.import_notes.filter((note) => number !== undefined && note.number !== number);
        return { ...before, import_notes: left };
      });
    },
  });
}

function List({ notes }: { notes: readonly OpenNote[] }) {
  const locked = useContext(LockedContext);
  const settled = useSettle();
  return (
    <>
      <ul className="import-notes">
        {notes.map((note) => (
          <li key={note.number}>
            <NoteText note={note} />
            {!locked && (
              <button
                type="button"
                className="text-button"
                aria-label={words.build.noteSettleOf(note.why)}
                disabled={settled.isPending}
                onClick={() => settled.mutate(note.number)}
              >
                {words.build.noteSettle}
              </button>
            )}
          </li>
        ))}
      </ul>
      <Failure error={settled.error} />
    </>
  );
}

/** The notes of one item, at the item. */
export function ItemNotes({ item }: { item: string }) {
  const notes = useContext(ImportNotesContext).notes.filter((note) => note.item === item);
  return notes.length > 0 ? <List notes={notes} /> : null;
}

/** How many notes are open, the questions they stand at, and those that stand at no question. */
export function ImportNotes({ draft }: { draft: Draft }) {
  const { notes } = useContext(ImportNotesContext);
  const locked = useContext(LockedContext);
  const settled = useSettle();
  if (notes.length === 0) return null;
  const marked = draft.questions.filter(({ id }) => notes.some(({ item }) => item === id));
  const others = notes.filter(({ item }) => !marked.some(({ id }) => id === item));
  return (
    <section aria-labelledby="import-notes">
      <h2 id="import-notes">{words.home.importNotes(notes.length)}</h2>
      {marked.length > 0 && (
        <>
          <p>{words.build.notesAt}</p>
          <ul className="import-marks">
            {marked.map(({ id }) => (
              <li key={id}>
                <button type="button" className="text-button" onClick={() => openItem(id)?.focus()}>
                  {listed(draft.questions, id)}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {others.length > 0 && (
        <>
          {marked.length > 0 && <p>{words.build.notesElsewhere}</p>}
          <List notes={others} />
        </>
      )}
      {!locked && notes.length > 1 && (
        <ConfirmButton
          label={words.build.notesSettle}
          title={words.build.notesSettleTitle(notes.length)}
          busy={settled.isPending}
          error={settled.error}
          onYes={() => settled.mutateAsync(undefined)}
        >
          {words.build.notesSettleText}
        </ConfirmButton>
      )}
    </section>
  );
}
