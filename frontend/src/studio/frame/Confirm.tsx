import { Button, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { words } from "../words/words";

interface ConfirmProps {
  opened: boolean;
  title: string;
  yes: string;
  no?: string;
  destructive?: boolean;
  disabled?: boolean;
  busy: boolean;
  onYes: () => void;
  onNo: () => void;
  children: ReactNode;
}

/** The one question before an act that cannot be undone. Its title stands in the body: a page has one banner. */
export function Confirm({ opened, title, yes, no, destructive, disabled, busy, onYes, onNo, children }: ConfirmProps) {
  return (
    <Modal.Root opened={opened} onClose={onNo} centered transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          <Modal.Title>{title}</Modal.Title>
          {children}
          <div className="actions">
            <Button variant={destructive ? "refuse" : "filled"} disabled={disabled || busy} onClick={onYes}>
              {yes}
            </Button>
            <Button variant="default" onClick={onNo} data-autofocus={destructive ? true : undefined}>
              {no ?? words.cancel}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
