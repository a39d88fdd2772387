import { Button, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Anonymisation, AnonymisationToAsk, DataSet } from "../../../api/types";
import { anonymisation, askForCandidates, counts } from "../../data/anonymisations";
import { dataSet } from "../../data/datasets";
import { keep } from "../../data/memory";
import { Failure } from "../../frame/Failure";
import { PurposeChoice, purposeToSend, usePurpose } from "../../frame/Purpose";
import { AboutDataSet } from "../../parts/AboutDataSet";
import { words } from "../../words/words";
import { Boxes } from "./Boxes";
import { CountRows } from "./CountRows";
import { bodyOf, type Draft, draftFrom, firstDraft, type TypedColumn, unlistedFor } from "./draft";
import { ExactFigures } from "./ExactFigures";
import { placed } from "./faults";
import { Hierarchies } from "./Hierarchies";
import { Population } from "./Population";
import { Roles } from "./Roles";
import { Strengths } from "./Strengths";
import "../release.css";

interface FormProps {
  facts: DataSet;
  version: number;
  earlier: Anonymisation | undefined;
}

/** Whether rows of the data or of the population are hidden from the viewer, and if so whether figures can be told. */
function useFigures(facts: DataSet, population: string): { isUnseen: boolean; mayAsk: boolean } {
  const { data: people } = useQuery({ ...dataSet(population), enabled: population !== "" });
  const hidden = [facts, ...(people ? [people] : [])].filter(
    ({ operations: may }) => !may.includes("dataset.see_rows"),
  );
  return {
    isUnseen: hidden.length > 0,
    mayAsk: hidden.every(({ operations: may }) => may.includes("dataset.see_figures")),
  };
}

function Form({ facts, version, earlier }: FormProps) {
  const text = words.rows;
  const declared = facts.columns;
  const maySee = facts.operations.includes("dataset.see_rows");
  const [draft, setDraft] = useState<Draft>(() =>
    earlier ? draftFrom(declared, earlier.plan, earlier.candidates) : firstDraft(declared, maySee),
  );
  const [accepted, setAccepted] = useState(false);
  const { isUnseen, mayAsk } = useFigures(facts, draft.population.dataSet);
  const tellsFigures = !isUnseen || accepted;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const request = useMutation({
    mutationFn: (body: AnonymisationToAsk) => askForCandidates(facts.id, body),
    onSuccess: async (job) => {
      await keep(queries, anonymisation(job.id).queryKey, job);
      await navigate({
        to: "/data/$id/anonymisations/$anonymisation",
        params: { id: facts.id, anonymisation: job.id },
      });
    },
  });
  const { data: state } = useQuery({ ...counts(facts.id, version), enabled: maySee });
  const { missing } = draft;
  const counted = state?.state === "ready" ? { dataSet: facts.id, version, missing } : undefined;
  const purpose = usePurpose(
    draft.population.dataSet ? [facts.id, draft.population.dataSet] : [facts.id],
    "anonymise",
    earlier?.purpose,
  );
  const faults = placed(request.error, draft);
  const open = draft.columns.filter(({ role }) => role === "").length;
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const changeColumn = (place: number, part: Partial<TypedColumn>) =>
    setDraft((before) => ({
      ...before,
      columns: before.columns.map((column, at) => (at === place ? { ...column, ...part } : column)),
    }));
  return (
    <form
      className="declare"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        request.mutate({ ...bodyOf(draft, version), accept_unbounded: accepted, ...purposeToSend(purpose) });
      }}
    >
      {earlier && <p className="quiet">{text.fromEarlier}</p>}
      <Roles
        declared={declared}
        columns={draft.columns}
        faults={faults}
        onRole={(place, role) => changeColumn(place, { role })}
      />
      <Hierarchies
        declared={declared}
        draft={draft}
        unlisted={unlistedFor(maySee)}
        counted={counted}
        faults={faults}
        onChange={changeColumn}
      >
        {maySee && <CountRows dataSet={facts.id} version={version} />}
      </Hierarchies>
      <div className="column-fields">
        <TextInput
          label={text.missing}
          data-field="plan.missing"
          description={text.missingHint}
          maxLength={40}
          value={draft.missing}
          onChange={({ currentTarget: { value } }) => change({ missing: value })}
        />
      </div>
      <Boxes draft={draft} faults={faults} onChange={(boxes) => change({ boxes })} />
      {(maySee || facts.operations.includes("dataset.see_figures")) && (
        <Population
          dataSet={facts.id}
          draft={draft}
          faults={faults}
          onChange={(population) => change({ population })}
        />
      )}
      <Strengths draft={draft} faults={faults} onChange={(candidates) => change({ candidates })} />
      {isUnseen && <ExactFigures mayAsk={mayAsk} accepted={accepted} onChange={setAccepted} />}
      <PurposeChoice of={purpose} />
      <Failure error={faults.rest} />
      {open > 0 && <p className="quiet">{text.noRole(open)}</p>}
      <div className="actions">
        <Button type="submit" disabled={request.isPending || open > 0 || purpose.purpose === undefined}>
          {request.isPending ? text.asking : tellsFigures ? text.ask(draft.candidates.length) : words.exactFigures.keep}
        </Button>
        <Link to="/data/$id/releases" params={{ id: facts.id }}>
          {text.all}
        </Link>
      </div>
    </form>
  );
}

/** Which rows may leave, and how exact? */
export function Ask() {
  const { id } = useParams({ from: "/signed-in/data/$id/anonymise" });
  const { from } = useSearch({ from: "/signed-in/data/$id/anonymise" });
  const about = useQuery(dataSet(id));
  const earlier = useQuery({ ...anonymisation(from ?? ""), enabled: from !== undefined });
  const text = words.rows;
  const failed = [about, earlier].find(({ error }) => error); // the other may be none that is asked for
  if (failed) return <Failure error={failed.error} retry={() => failed.refetch()} />;
  const { data: facts } = about;
  if (!facts || (from !== undefined && !earlier.data)) return <p className="quiet">{words.loading}</p>;
  return (
    <AboutDataSet id={id} back={facts.name} title={text.newTitle}>
      <p>{text.newText}</p>
      {facts.version === null ? (
        <p className="quiet">{text.notLoaded}</p>
      ) : (
        <Form facts={facts} version={facts.version} earlier={earlier.data} />
      )}
    </AboutDataSet>
  );
}
