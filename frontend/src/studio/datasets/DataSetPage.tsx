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

function Facts({ table }: { table: DataSet }) {
  const facts: [string, string | null][] = [
    [words.data.owners, table.owners.join(words.listComma)],
    [words.data.provenance, table.provenance],
    [words.data.licence, table.licence],
    [words.data.doi, table.doi],
    [words.data.keepUntil, table.keep_until && day(table.keep_until)],
    [words.data.audience, table.organisation?.name ?? words.data.audiences[table.audience]],
    [words.data.trust, words.data.trusts[table.trust_model]],
  ];
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">{words.data.facts}</h2>
      <dl className="about">
        {facts.map(
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

function Ways({ table }: { table: DataSet }) {
  const { id, is_owner } = table;
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
        {table.operations.includes("dataset.anonymise") ? words.rows.link : words.rows.releases}
      </Link>
      {table.version !== null && table.operations.includes("dataset.synthesise") && (
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
  const [isAsking, setAsking] = useState(false);
  const { data: table, error, refetch } = useQuery(dataSet(id));
  if (error instanceof Refusal && error.status === 404)
    return <NotHere id={id} error={error} retry={() => refetch()} />;
  if (error) return <FailedPage error={error} retry={() => refetch()} />;
  if (!table) return <p className="quiet">{words.loading}</p>;
  const changes = table.is_owner && !table.deletion;
  return (
    <Page title={table.name}>
      <h1>{table.name}</h1>
      <ToBeDeleted facts={table} isAsked={isAsking} onWithdrawn={() => setAsking(false)} />
      {table.description && <p>{table.description}</p>}
      <Ways table={table} />
      <Access dataSet={table} />
      {table.columns.length > 0 ? (
        <ColumnTable columns={table.columns} />
      ) : (
        <p className="quiet">{words.data.nothingLoaded}</p>
      )}
      <Facts table={table} />
      {changes && <EditDescription facts={table} />}
      {table.columns.length > 0 && <TakeAlong id={id} />}
      {changes && <Delete facts={table} onAsked={() => setAsking(true)} />}
    </Page>
  );
}
