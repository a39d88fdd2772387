import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Survey } from "../../api/types";
import { type May, useMay } from "../data/people";
import { plan as planQuery, survey as surveyQuery } from "../data/surveys";
import { FailedPage } from "../frame/FailedPage";
import { Page } from "../frame/Page";
import { words } from "../words/words";
import "./builder.css";
import "./items/items.css";
import "./languages/languages.css";
import { useAutosave } from "../data/drafts/useAutosave";
import { levelCount } from "../parts/draft/aim";
import { everybodyChooses, mixFor } from "../parts/draft/consequence";
import { isQuestion } from "../parts/draft/items";
import { readiness } from "../parts/draft/readiness";
import { FormDownloads } from "../parts/FormDownloads";
import { Assume, type Assumed } from "./Assume";
import { FaultContext, type Faults, faultsOf, withFault } from "./faults";
import { Heading } from "./Heading";
import { ImportNotes, ImportNotesContext } from "./items/ImportNotes";
import { Items } from "./items/Items";
import { Pairs } from "./items/Pairs";
import { Levels } from "./Levels";
import { Lockable, LockedContext } from "./Locked";
import { Languages } from "./languages/Languages";
import { Preview } from "./Preview";
import { PublishSection } from "./PublishSection";
import { SaveLine } from "./SaveLine";
import { Schedule } from "./Schedule";
import { VersionLine } from "./VersionLine";

function Editor({ survey, may }: { survey: Survey; may: May }) {
  const locked = !may("survey.edit");
  const { draft, change, state, flush, loadOther } = useAutosave(survey);
  const [assumed, setAssumed] = useState<Assumed>("mix");
  const levels = levelCount(survey.draft); // those saved: the server plans for what it has
  const mix = assumed === "mix" || assumed >= levels ? mixFor(levels) : everybodyChooses(assumed, levels);
  const complete = readiness(survey.draft).every((check) => check.done); // else the server has nothing to plan or show
  const { data: plan, error } = useQuery({ ...planQuery(survey.id, mix, survey.updated_at), enabled: complete });
  const [halfWritten, setHalfWritten] = useState<Faults>({});
  const faults = { ...faultsOf(state, complete ? error : null), ...halfWritten };
  const planned = complete && !error;
  return (
    <Page title={draft.title || words.home.untitled}>
      <FaultContext value={faults}>
        <LockedContext value={locked}>
          <ImportNotesContext value={{ survey: survey.id, notes: survey.import_notes }}>
            <div className="build">
              <div className="build-edit">
                <VersionLine survey={survey} may={may} />
                {locked && <p className="note">{words.people.readOnly(words.people.role.editor)}</p>}
                <Lockable>
                  <Heading draft={draft} onChange={change} />
                </Lockable>
                <p className="build-state">
                  {words.build.summary(draft.questions.filter(isQuestion).length)}{" "}
                  {!locked && (
                    <>
                      {" · "}
                      <SaveLine state={state} retry={flush} loadOther={loadOther} />
                    </>
                  )}
                  {" · "}
                  <Link to="/surveys/$id/plan" params={{ id: survey.id }}>
                    {words.plan.nav}
                  </Link>
                </p>
                <details className="build-export">
                  <summary>{words.build.export}</summary>
                  <FormDownloads survey={survey} />
                </details>
                <ImportNotes draft={draft} />
                <Items draft={draft} plan={planned ? plan : undefined} onChange={change}>
                  {complete && levels > 1 && <Assume draft={survey.draft} assumed={assumed} onAssume={setAssumed} />}
                </Items>
                <Lockable>
                  <Pairs draft={draft} onChange={change} />
                  <Levels draft={draft} plan={planned ? plan : undefined} onChange={change} />
                  <Languages draft={draft} onChange={change} />
                  <Schedule
                    key={survey.id}
                    draft={draft}
                    onChange={change}
                    onFault={(path, fault) => setHalfWritten((faults) => withFault(faults, path, fault))}
                  />
                </Lockable>
                {may("survey.publish") && (
                  <PublishSection survey={survey} draft={draft} state={state} faults={faults} may={may} />
                )}
              </div>
              <Preview survey={survey} complete={planned} />
            </div>
          </ImportNotesContext>
        </LockedContext>
      </FaultContext>
    </Page>
  );
}

export function Build() {
  const { id } = useParams({ from: "/signed-in/surveys/$id/build" });
  const { data, error, refetch } = useQuery(surveyQuery(id));
  const may = useMay(id);
  if (error) return <FailedPage error={error} retry={() => refetch()} />;
  if (!data || !may) return <p className="quiet">{words.loading}</p>;
  return <Editor key={id} survey={data} may={may} />;
}
