import { Button, Modal } from "@mantine/core";
import type { Note } from "../data/running";
import { words } from "../words/words";
import "./notes.css";
import { reasonIn } from "./reasons";

function Reason({ why }: { why: string }) {
  const known = reasonIn(why);
  return known === undefined ? <span lang="en">{why}</span> : <span>{known}</span>;
}

/** What a file does not hold as it is, before anybody relies on the copy. */
export function FormNotes(props: { title: string; notes: readonly Note[]; button: string; onClose: () => void }) {
  const { title, notes, button, onClose } = props;
  return (
    <Modal.Root opened onClose={onClose} centered size="lg" transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          <Modal.Title>{title}</Modal.Title>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, which must be possible by keyboard */}
          <ul className="notes" aria-label={title} tabIndex={0}>
            {notes.map((note) => (
              <li key={`${note.path} ${note.what} ${note.why}`}>
                <code>{note.path || words.home.importWhole}</code>
                <span className="quiet" dir="auto">
                  {note.what}
                </span>
                <Reason why={note.why} />
              </li>
            ))}
          </ul>
          <div className="actions">
            <Button onClick={onClose}>{button}</Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
