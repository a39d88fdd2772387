import { useQuery } from "@tanstack/react-query";
import { requests } from "../data/datasets";
import { FailedPage } from "../frame/FailedPage";
import { Page } from "../frame/Page";
import { words } from "../words/words";
import "./datasets.css";
import { OneRequest } from "./OneRequest";

/** Shall I let them? And what became of what I asked for? */
export function Requests() {
  const waiting = useQuery(requests("to_decide"));
  const mine = useQuery(requests("mine"));
  const error = waiting.error ?? mine.error;
  if (error) return <FailedPage error={error} retry={() => Promise.all([waiting.refetch(), mine.refetch()])} />;
  if (!waiting.data || !mine.data) return <p className="quiet">{words.loading}</p>;
  const open = waiting.data.results.filter((request) => request.state === "submitted").length;
  const title = words.data.requestsTitle(open);
  return (
    <Page title={title}>
      <h1>{title}</h1>
      <section aria-labelledby="to-decide">
        <h2 id="to-decide">{words.data.toDecide}</h2>
        {waiting.data.results.length === 0 && (
          <>
            <p>{words.data.noneToDecide}</p>
            <p className="quiet">{words.data.requestsExample}</p>
          </>
        )}
        {waiting.data.results.map((request) => (
          <OneRequest key={`${request.id} ${request.state}`} request={request} as="owner" />
        ))}
      </section>
      <section aria-labelledby="mine">
        <h2 id="mine">{words.data.mine}</h2>
        {mine.data.results.length === 0 && <p className="quiet">{words.data.noneMine}</p>}
        {mine.data.results.map((request) => (
          <OneRequest key={`${request.id} ${request.state}`} request={request} as="asker" />
        ))}
      </section>
    </Page>
  );
}
