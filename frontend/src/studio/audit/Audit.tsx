import { Button, TextInput } from "@mantine/core";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { LogEntry, LogVerification } from "../../api/types";
import { type LogFilter, log, verifyLog, verifyWholeLog } from "../data/people";
import { FailedPage } from "../frame/FailedPage";
import { Failure } from "../frame/Failure";
import { Page } from "../frame/Page";
import { count, moment } from "../numbers/format";
import { words } from "../words/words";
import "./audit.css";

/** What the newest pass over all entries found; without one, nobody has looked at those that this look left out. */
function WholePass({ verification }: { verification: LogVerification }) {
  const { first_looked_at: first, whole } = verification;
  if (first <= 1) return null;
  const last = count(first - 1);
  return <p>{whole ? words.audit.lookedAt(last, moment(whole.at)) : words.audit.notLookedAt(last)}</p>;
}

/** The newest entries at once, all of them by a job; the head is what to keep elsewhere. */
function Verify() {
  const verified = useMutation({ mutationFn: verifyLog });
  const whole = useMutation({ mutationFn: verifyWholeLog });
  const verification = verified.data;
  return (
    <section aria-labelledby="verify">
      <h2 id="verify" className="heard">
        {words.audit.verify}
      </h2>
      <Button variant="default" disabled={verified.isPending} onClick={() => verified.mutate()}>
        {verified.isPending ? words.audit.verifying : words.audit.verify}
      </Button>{" "}
      <Button variant="subtle" disabled={whole.isPending} onClick={() => whole.mutate()}>
        {words.audit.verifyWhole}
      </Button>
      <div role="status">
        {verification && !verification.broken && (
          <p>
            {words.audit.verified(count(verification.entries))} <code>{verification.head}</code>
          </p>
        )}
        {verification?.broken && (
          <p className="failure">
            <strong>{words.audit.broken(count(verification.broken.number))}</strong>{" "}
            <span lang="en">{verification.broken.reason}</span>
          </p>
        )}
      </div>
      {verification && <WholePass verification={verification} />}
      {whole.data && <p role="status">{words.audit.willVerifyWhole}</p>}
      <Failure error={verified.error ?? whole.error} />
    </section>
  );
}

const nameOf = ({ ref, name }: { ref: string; name: string }) => name || ref;

function deedOf(operation: string): string {
  const deeds: Readonly<Record<string, string>> = words.audit.deeds;
  return deeds[operation] ?? operation;
}

function Row({ entry }: { entry: LogEntry }) {
  const { actor, subject } = entry;
  return (
    <li>
      <span>
        {actor ? (
          <Link to="/audit" search={{ actor: actor.ref }}>
            {nameOf(actor)}
          </Link>
        ) : (
          words.audit.platform
        )}{" "}
        <Link to="/audit" search={{ operation: entry.operation }}>
          {deedOf(entry.operation)}
        </Link>{" "}
        {subject.ref !== actor?.ref && (
          <Link to="/audit" search={{ subject: subject.ref }}>
            {nameOf(subject)}
          </Link>
        )}
      </span>
      <span className="quiet">
        {words.audit.entry(count(entry.number))} · {moment(entry.at)} ·{" "}
        <Link to="/audit" search={{ reason: entry.reason }}>
          {entry.reason}
        </Link>
      </span>
      <details>
        <summary aria-label={words.audit.detailsOf(count(entry.number))}>{words.audit.details}</summary>
        <p>
          <code>{entry.operation}</code> <code>{JSON.stringify(entry.detail)}</code>
        </p>
        <p className="quiet">
          {words.audit.hash} <code>{entry.hash}</code>
        </p>
      </details>
    </li>
  );
}

/** The filter of the log by reference, deed or rule, which the links of each entry fill in too. */
function Filter({ filter }: { filter: LogFilter }) {
  const [typed, setTyped] = useState(filter);
  const navigate = useNavigate({ from: "/audit" });
  const field = (name: keyof LogFilter, label: string) => (
    <TextInput
      label={label}
      value={typed[name] ?? ""}
      onChange={(changed) => setTyped({ ...typed, [name]: changed.currentTarget.value })}
    />
  );
  return (
    <search>
      <form
        className="in-line"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          navigate({
            search: Object.fromEntries(Object.entries(typed).map(([key, value]) => [key, value || undefined])),
          });
        }}
      >
        {field("actor", words.audit.actor)}
        {field("operation", words.audit.operation)}
        {field("subject", words.audit.subject)}
        {field("reason", words.audit.rule)}
        <Button type="submit" variant="default">
          {words.search}
        </Button>
        <Link to="/audit">{words.audit.everything}</Link>
      </form>
    </search>
  );
}

/** What happened, and is the log what was written? */
export function Audit() {
  const filter = useSearch({ from: "/signed-in/audit" });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(log(filter));
  if (error) return <FailedPage error={error} retry={() => refetch()} />;
  if (!data) return <p className="quiet">{words.loading}</p>;
  const entries = data.pages.flatMap((page) => page.results);
  const latest = entries[0];
  const filtered = Object.values(filter).some(Boolean);
  const title = filtered
    ? words.audit.matches(count(entries.length), hasNextPage)
    : latest
      ? words.audit.title(count(latest.number))
      : words.audit.nothing;
  return (
    <Page title={title}>
      <h1>{title}</h1>
      <p>{words.audit.text}</p>
      <Verify />
      <Filter key={JSON.stringify(filter)} filter={filter} />
      <ul className="log">
        {entries.map((entry) => (
          <Row key={entry.number} entry={entry} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </Page>
  );
}
