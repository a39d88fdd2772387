import { Button } from "@mantine/core";
import { hashKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { ColumnToMake, Synthesis } from "../../../api/types";
import { dataSet } from "../../data/datasets";
import { keep } from "../../data/memory";
import { columnsToMake, synthesis, synthesise } from "../../data/syntheses";
import { FailedPage } from "../../frame/FailedPage";
import { Failure } from "../../frame/Failure";
import { Page } from "../../frame/Page";
import { PurposeChoice, purposeToSend, usePurpose } from "../../frame/Purpose";
import { words } from "../../words/words";
import { bodyOf, type Draft, draftFrom, firstDraft, fitted, type MadeColumn, madeNames, withColumn } from "../draft";
import { useAffords } from "../price/afford";
import { priceShown } from "../price/Forecast";
import { Price, useForetold } from "../price/Price";
import { Columns } from "./Columns";
import { EngineChoice } from "./EngineChoice";
import { placed } from "./faults";
import { Impossible } from "./Impossible";
import { Numbers } from "./Numbers";
import { Together } from "./Together";
import { VersionChoice } from "./VersionChoice";
import "../synthetic.css";

interface FormProps {
  dataSet: string;
  version: number;
  offered: readonly ColumnToMake[];
  draft: Draft;
  /** What is paid for already: the same again costs nothing. */
  paid: ReturnType<typeof bodyOf> | undefined;
  earlierPurpose: string;
  onChange: (change: (before: Draft) => Draft) => void;
}

function Form({ dataSet: id, version, offered, draft, paid, earlierPurpose, onChange }: FormProps) {
  const text = words.synthetic;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const request = useMutation({
    mutationFn: (plan: ReturnType<typeof bodyOf>) => synthesise(id, plan),
    onSuccess: async (job) => {
      await keep(queries, synthesis(job.id).queryKey, job);
      await navigate({ to: "/data/$id/syntheses/$synthesis", params: { id, synthesis: job.id } });
    },
  });
  const purpose = usePurpose([id], "synthesise", earlierPurpose);
  const body = { ...bodyOf(draft, version), ...purposeToSend(purpose) };
  const foretold = useForetold(id, version, draft);
  const price = priceShown(foretold, draft.exactness);
  const isPaid = price !== undefined && hashKey([body]) === hashKey([paid]);
  const affords = useAffords([id], price);
  const faults = placed(request.error, madeNames(draft));
  const change = (part: Partial<Draft>) => onChange((before) => ({ ...before, ...part }));
  const changeColumn = (place: number, part: Partial<MadeColumn>) =>
    onChange((before) => withColumn(before, place, part));
  return (
    <form
      className="declare"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        request.mutate(body);
      }}
    >
      <EngineChoice dataSet={id} draft={draft} onChange={change} />
      <Columns offered={offered} draft={draft} faults={faults} onChange={changeColumn} />
      {draft.engine === "gaussian" ? (
        <Numbers offered={offered} draft={draft} faults={faults} onChange={change} />
      ) : (
        <>
          <Together draft={draft} onChange={change} />
          {draft.engine === "marginals" && <Impossible draft={draft} offered={offered} onChange={change} />}
        </>
      )}
      <PurposeChoice of={purpose} />
      <Price dataSet={id} foretold={foretold} draft={draft} onChange={change} />
      <Failure error={faults.rest} />
      <div className="actions">
        <Button type="submit" disabled={request.isPending || purpose.purpose === undefined || !(affords || isPaid)}>
          {request.isPending ? text.asking : text.spend}
        </Button>
        <Link to="/data/$id/releases" params={{ id }}>
          {text.all}
        </Link>
      </div>
      <p className="quiet">{text.spendText}</p>
    </form>
  );
}

interface OfferedProps {
  id: string;
  newest: number;
  earlier: Synthesis | undefined;
}

/** What was chosen goes over to another version, as far as its columns are the same. */
function Offered({ id, newest, earlier }: OfferedProps) {
  const [version, choose] = useState(earlier?.version ?? newest);
  return (
    <>
      <div className="column-fields">
        <VersionChoice dataSet={id} label={words.synthetic.version} version={version} onChange={choose} />
      </div>
      <OfVersion id={id} version={version} earlier={earlier} />
    </>
  );
}

interface OfVersionProps {
  id: string;
  version: number;
  earlier: Synthesis | undefined;
}

function OfVersion({ id, version, earlier }: OfVersionProps) {
  const [draft, hold] = useState<Draft>();
  const { data: offered, error, refetch } = useQuery(columnsToMake(id, version));
  if (error) return <Failure error={error} retry={() => refetch()} />;
  if (!offered) return <p className="quiet">{words.loading}</p>;
  if (offered.length === 0) return <p className="quiet">{words.synthetic.noColumns}</p>;
  const first = earlier ? draftFrom(offered, earlier.plan) : firstDraft(offered);
  const asIs = (before: Draft | undefined) => fitted(offered, before ?? first);
  const { purpose: earlierPurpose = "" } = earlier ?? {};
  const paid = earlier && {
    ...bodyOf(asIs(undefined), earlier.version),
    ...(earlierPurpose && { purpose: earlierPurpose }),
  };
  return (
    <Form
      key={version}
      dataSet={id}
      version={version}
      offered={offered}
      draft={asIs(draft)}
      paid={paid}
      earlierPurpose={earlierPurpose}
      onChange={(change) => hold((before) => change(asIs(before)))}
    />
  );
}

/** What may rows about nobody tell, and for how much? */
export function Make() {
  const { id } = useParams({ from: "/signed-in/data/$id/synthesise" });
  const { from } = useSearch({ from: "/signed-in/data/$id/synthesise" });
  const about = useQuery(dataSet(id));
  const earlier = useQuery({ ...synthesis(from ?? ""), enabled: from !== undefined });
  const text = words.synthetic;
  const failed = [about, earlier].find(({ error }) => error); // the other may be none that is asked for
  if (failed) return <FailedPage error={failed.error} retry={() => failed.refetch()} />;
  const { data: facts } = about;
  if (!facts || (from !== undefined && !earlier.data)) return <p className="quiet">{words.loading}</p>;
  return (
    <Page title={text.title}>
      <p className="quiet">
        <Link to="/data/$id" params={{ id }}>
          {facts.name}
        </Link>
      </p>
      <h1>{text.title}</h1>
      <p>
        {text.text} <Link to="/made-up-rows">{words.lesson.link}</Link>
      </p>
      {facts.version === null ? (
        <p className="quiet">{words.rows.notLoaded}</p>
      ) : (
        <Offered id={id} newest={facts.version} earlier={earlier.data} />
      )}
    </Page>
  );
}
