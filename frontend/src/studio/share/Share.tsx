import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { Survey } from "../../api/types";
import { type May, useMay } from "../data/people";
import { survey as surveyQuery } from "../data/surveys";
import { FailedPage } from "../frame/FailedPage";
import { Page } from "../frame/Page";
import { words } from "../words/words";
import "./share.css";
import { ArchiveOrDelete } from "./ArchiveOrDelete";
import { Changes } from "./Changes";
import { Reach } from "./Reach";
import { State } from "./State";
import { Take } from "./Take";
import { TryOut } from "./TryOut";

function Shared({ survey, may }: { survey: Survey; may: May }) {
  const { id } = survey;
  return (
    <Page title={words.share.title[survey.state]}>
      <div className="share-head">
        <p className="share-of">
          <strong>{survey.title || words.home.untitled}</strong>{" "}
          <Link to="/surveys/$id/build" params={{ id }}>
            {words.share.toBuild}
          </Link>
          {survey.versions.length > 0 && may("survey.results") && (
            <Link to="/surveys/$id/results" params={{ id }}>
              {words.share.toResults}
            </Link>
          )}
        </p>
        <h1>{words.share.title[survey.state]}</h1>
      </div>
      <State survey={survey} may={may} />
      {survey.state !== "draft" && survey.state !== "closed" && <Reach survey={survey} />}
      {survey.state !== "draft" && survey.state !== "closed" && <TryOut survey={survey} />}
      {survey.versions.length > 0 && <Changes survey={survey} />}
      <Take survey={survey} />
      {(may("survey.archive") || may("survey.delete")) && <ArchiveOrDelete survey={survey} may={may} />}
    </Page>
  );
}

export function Share() {
  const { id } = useParams({ from: "/signed-in/surveys/$id/share" });
  const { data, error, refetch } = useQuery(surveyQuery(id));
  const may = useMay(id);
  if (error) return <FailedPage error={error} retry={() => refetch()} />;
  if (!data || !may) return <p className="quiet">{words.loading}</p>;
  return <Shared key={id} survey={data} may={may} />;
}
