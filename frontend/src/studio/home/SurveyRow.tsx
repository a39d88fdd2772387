import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { SurveyInList } from "../../api/types";
import { useMay } from "../data/people";
import { results } from "../data/results";
import { Interval } from "../mark/Interval";
import { count } from "../numbers/format";
import { firstOf } from "../parts/results/first";
import { words } from "../words/words";

export function reportsIn(survey: SurveyInList): number {
  return survey.versions.at(-1)?.reports ?? 0;
}

/** The first question's leading answer, drawn from nothing to everybody, or its mean between its bounds: how far this survey is. */
function Sparkline({ survey }: { survey: SurveyInList }) {
  const { data } = useQuery({ ...results(survey.id), refetchInterval: survey.state === "open" ? 10_000 : false });
  const first = data?.state === "shown" ? firstOf(data) : null;
  if (!first) return <span className="quiet">{words.home.notYet}</span>;
  return (
    <>
      <Interval estimate={first.estimate} scale={first.scale} simulated={survey.simulated} />
      <span className="survey-says">
        <span className="quiet">{first.text}</span> {first.sentence}
      </span>
    </>
  );
}

export function SurveyRow({ survey }: { survey: SurveyInList }) {
  const { id } = survey;
  const reports = reportsIn(survey);
  const published = survey.versions.length > 0;
  const may = useMay(id);
  const offered = published && (may?.("survey.results") ?? true); // until it is known, a link that may refuse
  return (
    <li className="survey-row">
      <div>
        <Link className="survey-title" to={offered ? "/surveys/$id/results" : "/surveys/$id/build"} params={{ id }}>
          {survey.title || words.home.untitled}
        </Link>
        <p className="quiet">
          {words.home.states[survey.state]}
          {published && ` · ${words.home.reports(count(reports), reports)}`}
          {survey.simulated && ` · ${words.home.simulated}`}
        </p>
        <p className="ways">
          {offered && (
            <Link to="/surveys/$id/results" params={{ id }}>
              {words.home.results}
            </Link>
          )}
          <Link to="/surveys/$id/build" params={{ id }}>
            {words.home.build}
          </Link>
          <Link to="/surveys/$id/plan" params={{ id }}>
            {words.plan.nav}
          </Link>
          <Link to="/surveys/$id/share" params={{ id }}>
            {words.share.nav}
          </Link>
          <Link to="/surveys/$id/people" params={{ id }}>
            {words.people.people}
          </Link>
        </p>
      </div>
      <div className="sparkline">{offered && may && <Sparkline survey={survey} />}</div>
    </li>
  );
}
