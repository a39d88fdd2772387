import { Link } from "@tanstack/react-router";
import { Refusal } from "../../api/refusal";
import { words } from "../words/words";
import { Failure } from "./Failure";
import { Page } from "./Page";

interface FailedPageProps {
  error: unknown;
  retry: () => void;
}

/** A page of which nothing can be shown. What is not there, or for others alone, is no more there when asked again. */
export function FailedPage({ error, retry }: FailedPageProps) {
  const isShut = error instanceof Refusal && (error.status === 403 || error.status === 404);
  const title = isShut ? words.refusals.shut : words.refusals.failed;
  return (
    <Page title={title}>
      <h1>{title}</h1>
      <Failure error={error} {...(isShut ? {} : { retry })} />
      {isShut && (
        <p>
          <Link to="/">{words.share.home}</Link>
        </p>
      )}
    </Page>
  );
}
