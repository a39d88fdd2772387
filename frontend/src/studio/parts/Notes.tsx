import type { ReactNode } from "react";
import type { Draft } from "../../api/types";
import type { Note } from "../data/running";
import { words } from "../words/words";
import { listed } from "./draft/naming";
import { Reason } from "./Reason";
import "./notes.css";

const IN_JSON = /^(pages|elements|questions)\.\d/;

/** "pages.0.elements.1.visibleIf" -> "pages 1 › elements 2 › visibleIf": people count from one. */
export function placeInFile(path: string): string {
  if (!IN_JSON.test(path)) return path;
  return path.replace(/\.(\d+)(?=\.|$)/g, (_, place: string) => ` ${Number(place) + 1}`).replaceAll(".", " › ");
}

/** What a file does not hold as it is, and why. `draft` names the question that it is about, where no page does it already. */
export function NoteText({ note, draft }: { note: Note; draft?: Draft }) {
  const question = draft?.questions.some(({ id }) => id === note.item) ? listed(draft.questions, note.item) : "";
  return (
    <>
      {question && <strong dir="auto">{question}</strong>}
      <Reason why={note.why} />
      <span className="quiet" dir="auto">
        <code>{placeInFile(note.path) || words.home.importWhole}</code> {note.what}
      </span>
    </>
  );
}

/** A list of notes; `children` makes what stands behind a note. */
export function Notes(props: {
  label: string;
  notes: readonly Note[];
  draft?: Draft;
  children?: (note: Note, index: number) => ReactNode;
}) {
  const { label, notes, draft, children } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, which must be possible by keyboard
    <ul className="notes" aria-label={label} tabIndex={0}>
      {notes.map((note, index) => (
        <li key={`${note.path} ${note.what} ${note.why}`}>
          <NoteText note={note} {...(draft && { draft })} />
          {children?.(note, index)}
        </li>
      ))}
    </ul>
  );
}
