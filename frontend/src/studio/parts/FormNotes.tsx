import { Button, Modal } from "@mantine/core";
import type { Draft } from "../../api/types";
import type { Note } from "../data/running";
import { Notes } from "./Notes";

interface FormNotesProps {
  title: string;
  draft: Draft;
  notes: readonly Note[];
  button: string;
  onClose: () => void;
}

/** What a file does not hold as it is, before anybody relies on the copy. */
export function FormNotes({ title, draft, notes, button, onClose }: FormNotesProps) {
  return (
    <Modal.Root opened onClose={onClose} centered size="lg" transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          <Modal.Title>{title}</Modal.Title>
          <Notes label={title} notes={notes} draft={draft} />
          <div className="actions">
            <Button onClick={onClose}>{button}</Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
