import { Link } from "@tanstack/react-router";
import type { Shown, Survey } from "../../api/types";
import { count, moment } from "../numbers/format";
import { unshownSentence } from "../parts/results/sentence";
import { words } from "../words/words";

interface ResultsHeadProps {
  id: string;
  survey: Survey | undefined;
  shown: Shown;
  version: number | undefined;
}

function Versions({ id, survey, shown }: { id: string; survey: Survey; shown: Shown }) {
  return (
    <span className="ways">
      {survey.versions.map(({ number }) => (
        <Link
          key={number}
          to="/surveys/$id/results"
          params={{ id }}
          search={{ version: number }}
          aria-current={number === shown.version.number ? "page" : undefined}
        >
          {words.results.versionOf(number)}
        </Link>
      ))}
    </span>
  );
}

/** What these numbers are about: survey, version, reports, and when they were computed. */
export function ResultsHead({ id, survey, shown }: ResultsHeadProps) {
  const state = words.results.state[shown.version.state];
  const facts = [
    words.results.reports(count(shown.reports), shown.reports),
    `${words.results.versionOf(shown.version.number)}, ${state}`,
    words.results.computed(moment(shown.computed_at)),
  ];
  if (shown.withdrawn > 0) facts.push(words.results.withdrawn(count(shown.withdrawn)));
  if (shown.left_out > 0) facts.push(words.results.leftOut(count(shown.left_out), shown.version.state === "closed"));
  return (
    <div className="results-head">
      <p>
        <strong>{survey?.title}</strong>{" "}
        <Link to="/surveys/$id/build" params={{ id }}>
          {words.results.linkToBuild}
        </Link>{" "}
        <Link to="/surveys/$id/share" params={{ id }}>
          {words.share.nav}
        </Link>
      </p>
      <p className="quiet" role="status">
        {facts.join(" · ")}
      </p>
      {survey && survey.versions.length > 1 && <Versions id={id} survey={survey} shown={shown} />}
      {shown.simulated && shown.truth === null && <p className="quiet">{words.results.simulatedNote}</p>}
      {unshownSentence(shown) && <p className="quiet">{unshownSentence(shown)}</p>}
      {shown.short_batch && <p className="quiet">{words.results.shortBatch}</p>}
    </div>
  );
}
