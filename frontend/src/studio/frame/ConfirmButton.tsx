import { type ReactNode, useState } from "react";
import { Confirm } from "./Confirm";
import { Failure } from "./Failure";

interface ConfirmButtonProps {
  /** What the button says; `named` says the same with what it is about, for who hears it. */
  label: string;
  named?: string;
  title: string;
  busy: boolean;
  error: Error | null;
  onYes: () => Promise<unknown>;
  children: ReactNode;
}

/** An act that takes something from somebody: asked once, and what became of it is said where it was asked. */
export function ConfirmButton({ label, named, title, busy, error, onYes, children }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className="text-button refuse"
        aria-label={named}
        disabled={busy}
        onClick={() => setAsking(true)}
      >
        {label}
      </button>
      <Confirm
        opened={isAsking}
        title={title}
        yes={label}
        destructive
        busy={busy}
        onYes={() =>
          void onYes().then(
            () => setAsking(false),
            () => undefined, // the error is shown above
          )
        }
        onNo={() => setAsking(false)}
      >
        <p>{children}</p>
        {isAsking && <Failure error={error} />}
      </Confirm>
    </>
  );
}
