import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { Refusal } from "../../api/refusal";
import type { DataSet } from "../../api/types";
import { dataSet } from "../data/datasets";
import { FailedPage } from "../frame/FailedPage";
import { Page } from "../frame/Page";
import { day } from "../numbers/format";
import { words } from "../words/words";
import { Access } from "./Access";
import { ColumnTable } from "./ColumnTable";
import { Delete, ToBeDeleted } from "./Deletion";
import { EditDescription } from "./EditDescription";
import { NotHere } from "./NotHere";
import "./datasets.css";

function Facts({ found }: { found: DataSet }) {
  const said: [string, string | null][] = [
    [words.data.owners, found.owners.join(words.listComma)],
    [words.data.provenance, found.provenance],
    [words.data.licence, found.licence],
    [words.data.doi, found.doi],
    [words.data.keepUntil, found.keep_until && day(found.keep_until)],
    [words.data.audience, found.organisation?.name ?? words.data.audiences[found.audience]],
    [words.data.trust, words.data.trusts[found.trust_model]],
  ];
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">{words.data.facts}</h2>
      <dl className="about">
        {said.map(
          ([name, value]) =>
            value && (
              <div key={name} className="fact">
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

function TakeAlong({ id }: { id: string }) {
  const at = `/api/v1/datasets/${id}`;
  return (
    <section aria-labelledby="take-along">
      <h2 id="take-along">{words.data.takeAlong}</h2>
      <p className="ways">
        <a href={`${at}/codebook/`} download="codebook.json">
          {words.data.codebook}
        </a>
        <a href={`${at}/codebook/?as=ddi`} download>
          {words.data.codebookDdi}
        </a>
        <a href={`${at}/mock/`} download>
          {words.data.mock}
        </a>
      </p>
      <p className="quiet">{words.data.mockText}</p>
    </section>
  );
}

function Ways({ found }: { found: DataSet }) {
  const { id, is_owner } = found;
  return (
    <p className="ways">
      {is_owner && (
        <>
          <Link to="/data/$id/file" params={{ id }}>
            {words.data.fileLink}
          </Link>
          <Link to="/data/$id/policy" params={{ id }}>
            {words.policy.link}
          </Link>
          <Link to="/requests">{words.data.requests}</Link>
        </>
      )}
      <Link to="/data/$id/releases" params={{ id }}>
        {found.operations.includes("dataset.anonymise") ? words.rows.link : words.rows.releases}
      </Link>
      {found.version !== null && found.operations.includes("dataset.synthesise") && (
        <Link to="/data/$id/synthesise" params={{ id }}>
          {words.synthetic.begin}
        </Link>
      )}
    </p>
  );
}

/** What is in it, and what may I do? */
export function DataSetPage() {
  const { id } = useParams({ from: "/signed-in/data/$id" });
  const [asked, setAsked] = useState(false);
  const { data: found, error, refetch } = useQuery(dataSet(id));
  if (error instanceof Refusal && error.status === 404)
    return <NotHere id={id} error={error} retry={() => refetch()} />;
  if (error) return <FailedPage error={error} retry={() => refetch()} />;
  if (!found) return <p className="quiet">{words.loading}</p>;
  const changes = found.is_owner && !found.deletion;
  return (
    <Page title={found.name}>
      <h1>{found.name}</h1>
      <ToBeDeleted found={found} asked={asked} onWithdrawn={() => setAsked(false)} />
      {found.description && <p>{found.description}</p>}
      <Ways found={found} />
      <Access found={found} />
      {found.columns.length > 0 ? (
        <ColumnTable columns={found.columns} />
      ) : (
        <p className="quiet">{words.data.nothingLoaded}</p>
      )}
      <Facts found={found} />
      {changes && <EditDescription found={found} />}
      {found.columns.length > 0 && <TakeAlong id={id} />}
      {changes && <Delete found={found} onAsked={() => setAsked(true)} />}
    </Page>
  );
}
