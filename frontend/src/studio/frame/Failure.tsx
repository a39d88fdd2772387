import { Link } from "@tanstack/react-router";
import { useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { type Reason, Refusal } from "../../api/refusal";
import { words } from "../words/words";
import { CodedText } from "./CodedText";
import { type FieldFault, faultsAt, pathInWords } from "./fieldFaults";

/** The sentence for a code of the API, in the language spoken; undefined for a code nobody wrote words for. */
export function sentenceFor(code: string): string | undefined {
  const codes: Readonly<Record<string, string>> = words.refusals.codes;
  return Object.hasOwn(codes, code) ? codes[code] : undefined;
}

function advice(refusal: Refusal): string {
  if (refusal.code === "unreachable" || refusal.status === 0) return words.refusals.unreachable;
  const known = sentenceFor(refusal.code);
  if (known) return known;
  if (refusal.status >= 500) return words.refusals.server;
  if (refusal.status === 429) return words.refusals.codes.busy;
  if (refusal.status === 404) return words.refusals.missing;
  if (refusal.status === 401) return words.refusals.signedOut;
  if (refusal.status === 409 && !refusal.detail) return words.refusals.over;
  if (refusal.detail) return refusal.detail;
  return refusal.status === 403 ? words.refusals.forbidden : words.refusals.unreadable;
}

/** One message at its field, where the reader mends it; the field points to it while it is there. */
function AtField({ fault: { field, holder, message }, reasons }: { fault: FieldFault; reasons: readonly Reason[] }) {
  const id = useId();
  useLayoutEffect(() => {
    if (!field) return undefined;
    const before = field.getAttribute("aria-describedby");
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", before ? `${before} ${id}` : id);
    return () => {
      field.removeAttribute("aria-invalid");
      if (before) field.setAttribute("aria-describedby", before);
      else field.removeAttribute("aria-describedby");
    };
  }, [field, id]);
  if (!holder) return null;
  const text = (
    <span className="fault refuse" id={id}>
      <CodedText reasons={reasons} english={message} />
    </span>
  );
  return createPortal(text, holder);
}

function Faults({ faults, reasons }: { faults: readonly FieldFault[]; reasons: readonly Reason[] }) {
  const about = ({ path }: FieldFault) => reasons.filter(({ at }) => at === path);
  return (
    <ul>
      {faults.map((fault) => (
        <li key={fault.path}>
          {fault.field && fault.label ? (
            <>
              <button type="button" className="text-button" onClick={() => fault.field?.focus()}>
                {fault.label}
              </button>
              <AtField fault={fault} reasons={about(fault)} />
            </>
          ) : (
            <>
              {fault.path && `${pathInWords(fault.path)}${words.colon}`}
              <CodedText reasons={about(fault)} english={fault.message} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Says in place what did not work and what to do next. Each message about a field stands at the field, which this names
 * by the label that the page uses; what is said of no field here stands in the list. What has no code is the server's own
 * English. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  useLayoutEffect(() => {
    const form = box.current?.closest("form, [role=dialog], main");
    setFaults(error instanceof Refusal ? faultsAt(form ?? document, error.fields) : []);
  }, [error]);
  if (!error) return null;
  if (!(error instanceof Refusal)) {
    return (
      <p className="failure" role="alert">
        {words.refusals.broken}
      </p>
    );
  }
  const text = advice(error);
  const others = faults.filter(({ field, message }) => field !== undefined || message !== text);
  return (
    <div className="failure" role="alert" ref={box}>
      <p>
        <strong>{words.refusals.title}</strong> {text}
      </p>
      {others.length > 0 && <Faults faults={others} reasons={error.reasons} />}
      {error.status === 401 && <Link to="/sign-in">{words.refusals.signIn}</Link>}
      {retry && error.status !== 401 && (
        <button type="button" className="text-button" onClick={retry}>
          {words.refusals.tryAgain}
        </button>
      )}
    </div>
  );
}
