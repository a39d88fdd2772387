import { Link } from "@tanstack/react-router";
import { Refusal } from "../../api/refusal";
import { words } from "../words/words";

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

/** Says in place what did not work and what to do next; what stood at a field is the server's own sentence, in English. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  if (!error) return null;
  if (!(error instanceof Refusal)) {
    return (
      <p className="failure" role="alert">
        {words.refusals.broken}
      </p>
    );
  }
  const text = advice(error);
  const others = Object.entries(error.fields).filter(([, message]) => message !== text);
  return (
    <div className="failure" role="alert">
      <p>
        <strong>{words.refusals.title}</strong> {text}
      </p>
      {others.length > 0 && (
        <ul lang="en">
          {others.map(([field, message]) => (
            <li key={field}>{field === "" ? message : `${field}: ${message}`}</li>
          ))}
        </ul>
      )}
      {error.status === 401 && <Link to="/sign-in">{words.refusals.signIn}</Link>}
      {retry && error.status !== 401 && (
        <button type="button" className="text-button" onClick={retry}>
          {words.refusals.tryAgain}
        </button>
      )}
    </div>
  );
}
